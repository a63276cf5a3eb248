"""The pages: a report with its chapters, and one game beside its board."""

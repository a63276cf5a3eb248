"""The pages: a report with its chapters, and one game told beside its board."""

"""The figures of a report: one function draws one figure from rows chosen elsewhere."""

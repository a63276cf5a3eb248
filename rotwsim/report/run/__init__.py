"""A single run and what an answer costs, in figures."""

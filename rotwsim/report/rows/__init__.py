"""Which rows of a results folder a figure or a sentence rests on, and in which order."""

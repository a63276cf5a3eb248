"""What was found, in sentences, and what a reader must know before trusting it."""

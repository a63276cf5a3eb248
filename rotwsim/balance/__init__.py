"""Balance: what a rule, a card, a tweak, a player or an assumption does to the game."""

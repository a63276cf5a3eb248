"""What a rule, a card, a tweak, a player or an assumption does: one question at a time."""

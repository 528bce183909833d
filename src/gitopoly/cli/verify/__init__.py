"""``gitopoly verify``: check that a game was played by the rules."""

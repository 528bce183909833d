"""``gitopoly verify``: whether a game was played by the rules."""

"""``gitopoly rules``: the rule book as data."""

"""``gitopoly simulate``: games without people."""

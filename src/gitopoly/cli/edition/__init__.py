"""``gitopoly edition``: editions of your own, in files."""

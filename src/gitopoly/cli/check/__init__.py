"""``gitopoly check``: the models of the specifications."""

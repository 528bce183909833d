"""``gitopoly bench``: measuring, and comparing what was measured."""

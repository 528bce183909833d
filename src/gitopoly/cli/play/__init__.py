"""``gitopoly play``, ``games`` and ``replay``: games on this machine, and looking at them again."""

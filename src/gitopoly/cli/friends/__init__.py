"""``gitopoly new``, ``join``, ``resume``, ``watch``, ``log``: games with friends."""

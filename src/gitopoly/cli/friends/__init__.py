"""``gitopoly new``, ``join``, ``resume``, ``watch``, ``log``: games on repositories of friends."""

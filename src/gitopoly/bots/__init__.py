"""Policies that choose among legal actions, and games played by them."""

RANDOM = 0
SENSIBLE = 1
CAUTIOUS = 2
BUILDER = 3
TRADER = 4
STRONG = 5

POLICIES = {
    "random": RANDOM,
    "sensible": SENSIBLE,
    "cautious": CAUTIOUS,
    "builder": BUILDER,
    "trader": TRADER,
    "strong": STRONG,
}
"""Policies by name, the weakest first; the numbers are what compiled code sees."""

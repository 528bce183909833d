"""Policies that choose among legal actions, and games played by them."""

RANDOM = 0
SENSIBLE = 1

POLICIES = {
    "random": RANDOM,
    "sensible": SENSIBLE,
}
"""Policies by name; the numbers are what compiled code sees."""

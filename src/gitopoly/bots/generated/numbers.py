"""The policies by number.

Written by `make generate` from the declarations in the bots; change those, not this.
"""

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
"""Policies by name; the numbers are what compiled code sees."""

MODULES = (
    "choice",
    "heuristics",
)
"""Where they are declared."""

"""Kinds of cards; the first five are those of the specification.

Written by `make generate` from the declarations in the kernel; change those, not this.
"""

CARD_COLLECT = 0
CARD_PAY = 1
CARD_ADVANCE = 2
CARD_GO_TO_JAIL = 3
CARD_GOOJF = 4
CARD_NEAREST_RAIL = 5
CARD_NEAREST_UTIL = 6
CARD_BACK = 7
CARD_REPAIRS = 8
CARD_PAY_EACH = 9
CARD_COLLECT_EACH = 10
CARD_BACK_TO = 11
CARD_FINE_OR_CHANCE = 12

CARD_KINDS = (
    "collect",
    "pay",
    "advance",
    "go-to-jail",
    "goojf",
    "nearest-rail",
    "nearest-util",
    "back",
    "repairs",
    "pay-each",
    "collect-each",
    "back-to",
    "fine-or-chance",
)

"""Tell a bot's author what went wrong: which exception, where, and what was expected."""

from __future__ import annotations

import difflib

from gitopoly.isolation import mistakes
from gitopoly.isolation.mistakes import OWN

__all__ = ["BSMT_METHODS", "EXPECTED", "OWN", "told"]

BSMT_METHODS = ("getBSMTDecision", "getBMSTDecision")
"""Both spellings that agents use."""
EXPECTED = {
    "buyProperty": "True or False",
    "respondTrade": "True or False",
    "auctionProperty": "a sum, 0 or more",
    "jailDecision": '("R",), ("P",) or ("C", 40 or 41)',
    "getBSMTDecision": 'None or an action such as ("B", [(6, 1), (8, 1), (9, 1)])',
}
"""What each method may answer."""
EXPECTED["getBMSTDecision"] = EXPECTED["getBSMTDecision"]


def told(error: BaseException) -> str:
    """An agent's exception in one line; names a missing method."""
    return mistakes.told(error, _lacking_method)


def _lacking_method(error: AttributeError) -> str:
    """A method that an agent lacks, and the one probably meant to be it."""
    agent = type(error.obj)
    own = [name for base in agent.__mro__ for name in vars(base) if not name.startswith("_")]
    wanted = "getBSMTDecision" if error.name == "getBMSTDecision" else str(error.name)
    by_letters = {name.lower(): name for name in own}
    close = difflib.get_close_matches(wanted.lower(), by_letters, 1, 0.8)
    meant = f"; did you mean {by_letters[close[0]]} to be it?" if close else ""
    return f"the class {agent.__name__} has no method {wanted}{meant}"

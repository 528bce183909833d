"""Parses requests from a page; malformed ones are refused with a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from gitopoly.errors import InvalidAction, InvalidRequest, InvalidSeat
from gitopoly.game.edition_files import examine_text, read_text
from gitopoly.rules import State, actions as a
from gitopoly.web.house_rules import OFFERED, brought_by
from gitopoly.web.settings import PACES
from gitopoly.words import worded


def read_body(
    body: bytes, fields: dict[str, type], needed: Collection[str] | None = None
) -> dict[str, Any]:
    """A JSON object with these fields and no others, each of its type; all, or those `needed`."""
    try:
        # Python's parser accepts more than JSON: NaN and infinity, lone surrogates.
        facts = json.loads(body.decode("utf-8"), parse_constant=_no_number)
        json.dumps(facts, ensure_ascii=False).encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidRequest("the request contains a lone surrogate") from None
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise InvalidRequest("the request is not valid JSON") from None
    least = set(fields if needed is None else needed)
    if not isinstance(facts, dict) or not least <= set(facts) <= set(fields):
        extent = "exactly" if needed is None else "nothing but"
        raise InvalidRequest(f"the request must have {extent}: {', '.join(fields)}")
    for name, value in facts.items():
        kind = fields[name]
        # A bool is an int in Python, but not on the page.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise InvalidRequest(f"{name} must be {kind.__name__}")
    return facts


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def read_code(text: str) -> int:
    """The code of an action, as text because it exceeds JavaScript's safe integers."""
    if not re.fullmatch(r"-?[0-9]{1,19}", text) or not -(1 << 63) <= int(text) < 1 << 63:
        raise InvalidRequest("code is not an action")
    return int(text)


def read_offer(s: State, seat: int, facts: dict[str, Any]) -> int:
    """The code of an offer: to whom, which deeds and cards move, and what cash is added."""
    other, cash = facts["to"], facts["cash"]
    if not 0 <= other < s.rules.num_players or other == seat:
        raise InvalidRequest("there is no such player to trade with")
    if abs(cash) > a.LARGEST_OFFER:
        raise InvalidAction(f"${abs(cash)}", f"at most ${a.LARGEST_OFFER}")
    deeds = cards = 0
    for square in facts["deeds"]:
        if not isinstance(square, int) or isinstance(square, bool):
            raise InvalidRequest("deeds must be numbers of squares")
        if not 0 <= square < s.rules.board_length or s.rules.deed_index[square] < 0:
            raise InvalidRequest("one of the deeds does not exist")
        deeds |= 1 << s.rules.deed_index[square]
    for card in facts["cards"]:
        if type(card) is not int or card not in (0, 1):
            raise InvalidRequest("cards must be 0 or 1")
        cards |= 1 << card
    return a.offer(seat, other, deeds, cards, cash)


WISH = {"to": int, "deeds": list, "cards": list, "cash": int}
OFFER = {"decision": int, **WISH}


NEW_GAME = {
    "person": str,
    "bots": int,
    "policy": str,
    "edition": str,
    "options": dict,
    "file": dict,
    "hints": bool,
}
OPTIONS = {"board": str, **dict.fromkeys(OFFERED, int)}
"""The rule options that the page offers, and their types."""
FILE: dict[str, type] = {"name": str, "text": str}
"""An edition of the person's own, as their browser read it from a file."""


def read_new_game(body: bytes) -> dict[str, Any]:
    """A game against bots that the page wants to begin."""
    facts = read_body(body, NEW_GAME)
    for name, value in facts["options"].items():
        kind = OPTIONS.get(name)
        if kind is None or not isinstance(value, kind) or isinstance(value, bool):
            raise InvalidRequest(f"options must be among {', '.join(OPTIONS)}")
    file = facts.pop("file")
    if file:
        if set(file) != set(FILE) or not all(isinstance(text, str) for text in file.values()):
            raise InvalidRequest(f"file must have exactly: {', '.join(FILE)}")
        facts["edition"] = read_text(file["text"], file["name"])
    return facts


def read_friends(body: bytes) -> dict[str, Any]:
    """A game with friends that the page wants to host."""
    facts = read_body(body, {"person": str, "others": list})
    if not all(isinstance(name, str) for name in facts["others"]):
        raise InvalidRequest("others must be names")
    if not 1 <= len(facts["others"]) <= 7:
        raise worded(InvalidSeat, "error.friends", count=len(facts["others"]))
    return facts


def read_edition_file(body: bytes) -> dict[str, Any]:
    """What a page is told of a file: its edition's summary and house rules, or what is wrong."""
    file = read_body(body, FILE)
    edition, problems = examine_text(file["text"], file["name"])
    if edition is None or problems:
        return {"summary": "", "house": {}, "problems": problems}
    return {"summary": edition.summary, "house": brought_by(edition), "problems": []}


def read_settings(body: bytes) -> dict[str, Any]:
    """What the person wants to change about how they play; the rest stays as it is.

    The page names only what was touched, so two changes in quick succession keep each other.
    """
    known = {"pace": str, "hold": bool, "passing": bool, "offers": bool}
    facts = read_body(body, known, needed=())
    if facts.get("pace", "normal") not in PACES:
        raise InvalidRequest(f"pace must be one of {', '.join(PACES)}")
    return facts

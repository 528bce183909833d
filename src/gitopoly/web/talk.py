"""What the seats say, as the page shows it: plain facts, in which every text stays a text."""

from __future__ import annotations

from typing import Any

from gitopoly.rules import is_legal
from gitopoly.table.conversation import MAX_TEXT, REACTIONS, Line
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.table.wishes import Wish, offer_for, open_wishes, read_remarks, wish_in
from gitopoly.web.log_lines import message_of, wording_of

SHOWN = 200
"""How many lines of talk a page keeps."""


def talk_line(game: GameReplica, line: Line) -> dict[str, Any]:
    """One line: who said it when, and a text, a reaction, a wish for a trade or reasons."""
    facts = {"id": line.id, "seat": game.names.index(line.seat), "time": line.time}
    if line.is_reaction:
        return facts | {"reaction": line.text}
    facts |= {"text": line.text}
    if not game.started:
        return facts
    if wish := wish_in(line, game.names, game.position.state.rules):
        return facts | {"wish": wish_facts(wish)}
    if remarks := read_remarks(line.text):
        return facts | {"remarks": [list(remark) for remark in remarks]}
    return facts


def wish_facts(wish: Wish) -> dict[str, Any]:
    """What both sides of a wish would give."""
    return {"to": wish.asked, "wants": wish.wanted._asdict(), "gives": wish.given._asdict()}


def wishes_of_others(table: OpenGame) -> list[dict[str, Any]]:
    """What others would like the person to offer, as long as that is possible."""
    talk, seat = table.talk, table.seat
    if talk is None or seat is None or not table.game.started or table.game.over:
        return []
    s, names = seat.position.state, table.game.names
    found = []
    for line, wish in open_wishes(talk.shown(talk.lines[-SHOWN:]), s, names, seat.number):
        offer = offer_for(s, wish)
        may = offer is not None and is_legal(s, offer)
        found.append({"id": line.id, "seat": wish.author, "wish": wish_facts(wish), "may": may})
    return found


def talk_view(table: OpenGame) -> dict[str, Any] | None:
    """What else the page needs to know about talk; None where there is nobody to talk to."""
    talk = table.talk
    if talk is None:
        return None
    names = table.game.names
    return {
        "speaks": table.seat is not None,
        "most": MAX_TEXT,
        "reactions": list(REACTIONS),
        "wishes": wishes_of_others(table),
        "muted": sorted(names.index(name) for name in talk.muted),
        "complaints": [
            {"text": told.sentence(), **wording_of(told)} for told in talk.complaints.values()
        ],
        "problem": message_of(talk.problem) if talk.problem else None,
    }

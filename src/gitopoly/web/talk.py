"""What the seats say, as the page shows it: plain facts, in which every text stays a text."""

from __future__ import annotations

from typing import Any

from gitopoly.table.conversation import MAX_TEXT, REACTIONS, Line
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.web.log_lines import message_of, wording_of

SHOWN = 200
"""How many lines of talk a page keeps."""


def talk_line(game: GameReplica, line: Line) -> dict[str, Any]:
    """One line: who said it when, and a text or the name of a reaction."""
    kind = "reaction" if line.is_reaction else "text"
    seat = game.names.index(line.seat)
    return {"id": line.id, "seat": seat, "time": line.time, kind: line.text}


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
        "muted": sorted(names.index(name) for name in talk.muted),
        "complaints": [
            {"text": told.sentence(), **wording_of(told)} for told in talk.complaints.values()
        ],
        "problem": message_of(talk.problem) if talk.problem else None,
    }

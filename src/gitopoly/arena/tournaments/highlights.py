"""Highlights of a tournament: memorable games, and the character of each bot."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from gitopoly.arena.tournaments.decisions import (
    LEVEL,
    chance_of_difference,
    chance_of_lead,
    corrected,
)
from gitopoly.arena.tournaments.meetings import told_chance
from gitopoly.arena.tournaments.ratings import fit
from gitopoly.arena.tournaments.tally import GameLine, meetings_of, units_of

Played = dict[str, Any]
"""A game summary, as in the results."""


class Highlight(NamedTuple):
    """A memorable game."""

    title: str
    game: int
    told: str


def winner_of(game: Played) -> str:
    """The name of the bot that won; empty for a tie."""
    return str(game["bots"][game["winner"] - 1]) if game["winner"] else ""


def loser_of(game: Played) -> str:
    """The name of the bot that lost; empty for a tie."""
    return str(game["bots"][2 - game["winner"]]) if game["winner"] else ""


def highlights(results: dict[str, Any]) -> list[Highlight]:
    """The quickest bankruptcy, the closest finish and the greatest fortune."""
    decided = [game for game in results["played"] if game["winner"]]
    ruins = [game for game in decided if game["ending"] == "ruin"]
    close = [game for game in decided if game["ending"] != "ruin"]
    found = [
        _best("Quickest ruin", ruins, lambda g: -g["turns"], _told_ruin),
        _best("Closest end", close, lambda g: -abs(g["worth"][0] - g["worth"][1]), _told_close),
        _best("Greatest fortune", decided, lambda g: max(g["worth"]), _told_fortune),
    ]
    return [highlight for highlight in found if highlight is not None]


def _best(
    title: str,
    games: list[Played],
    measure: Callable[[Played], float],
    tell: Callable[[Played], str],
) -> Highlight | None:
    """The first of the games with the greatest measure."""
    if not games:
        return None
    game = max(games, key=lambda game: (measure(game), -game["game"]))
    return Highlight(title, game["game"], tell(game))


def _told_ruin(game: Played) -> str:
    return f"{winner_of(game)} bankrupted {loser_of(game)} within {game['turns']} turns."


def _told_close(game: Played) -> str:
    apart = abs(game["worth"][0] - game["worth"][1])
    return f"{winner_of(game)} beat {loser_of(game)} by ${apart:,} after the last turn."


def _told_fortune(game: Played) -> str:
    most = max(game["worth"])
    return f"{game['bots'][game['worth'].index(most)]} was worth ${most:,} at the end."


def surprises(results: dict[str, Any]) -> list[str]:
    """Meetings whose result is not what the ratings say, beyond what chance explains.

    As many differences are looked at as there are meetings; chances are corrected for that.
    """
    names = [standing["name"] for standing in results["standings"]]
    lines = [_line(game) for game in results["played"]]
    ratings, meetings = fit(names, units_of(lines)), meetings_of(lines, names)
    expected = [ratings.expected(meeting.first, meeting.second) for meeting in meetings]
    chances = corrected(
        _chance_of_mean([score - share for score in meeting.scores])
        for meeting, share in zip(meetings, expected, strict=True)
    )
    found = []
    for meeting, share, chance in zip(meetings, expected, chances, strict=True):
        if chance > LEVEL:
            continue
        bots, seen = (meeting.first, meeting.second), meeting.score
        if seen < share:
            bots, seen, share = bots[::-1], 1 - seen, 1 - share
        found.append(
            f"{bots[0]} scores {seen:.0%} against {bots[1]}, and {share:.0%} would follow from "
            f"the ratings ({told_chance(chance)})."
        )
    return found


def _line(game: Played) -> GameLine:
    return GameLine(**{**{key: game[key] for key in GameLine._fields}, "bots": tuple(game["bots"])})


def _chance_of_mean(values: list[float]) -> float:
    """The chance that the mean of such values would be as far from 0.

    One unit to either side is added, so that a short series is never certain.
    """
    widened = [*values, -0.5, 0.5]
    error = statistics.stdev(widened) / math.sqrt(len(widened))
    return chance_of_difference(statistics.fmean(widened), error, len(widened) - 1)


def better_seats(results: dict[str, Any]) -> dict[str, str]:
    """Which seat suits a bot better, `first` or `second`, where that is decided.

    Games with the same dice are compared, and chances corrected for the number of bots.
    """
    leads: dict[str, dict[Any, float]] = {s["name"]: {} for s in results["standings"]}
    for game in results["played"]:
        unit = (frozenset(game["bots"]), game["game"] // 2)
        line = _line(game)
        for seat, name in enumerate(game["bots"]):
            share = line.share(seat) if seat == 0 else -line.share(seat)
            leads[name][unit] = leads[name].get(unit, 0.0) + share
    chances = corrected(chance_of_lead(list(lead.values())) for lead in leads.values())
    return {
        name: "first" if math.fsum(lead.values()) > 0 else "second"
        for (name, lead), chance in zip(leads.items(), chances, strict=True)
        if chance <= LEVEL
    }


def character(name: str, played: list[Played], seat: str = "") -> str:
    """The character of a bot, in a sentence or two; `seat` as in `better_seats`."""
    own = [game for game in played if name in game["bots"]]
    won = [game for game in own if winner_of(game) == name]
    if not own:
        return "It has not played."
    told = []
    if won:
        ruins = sum(game["ending"] == "ruin" for game in won) / len(won)
        turns = sum(game["turns"] for game in won) / len(won)
        told.append(
            f"Bankrupts its opponent in {ruins:.0%} of its wins, which take {turns:.0f} turns."
        )
    lost = [game for game in own if loser_of(game) == name]
    if lost:
        ruined = sum(game["ending"] == "ruin" for game in lost) / len(lost)
        told.append(f"Goes bankrupt itself in {ruined:.0%} of its defeats.")
    if seat:
        told.append(f"Does better when it moves {seat}.")
    return " ".join(told) or "All its games were ties."

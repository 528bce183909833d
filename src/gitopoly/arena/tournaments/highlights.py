"""Highlights of a tournament: memorable games, and the character of each bot."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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
    """The quickest bankruptcy, the closest finish, the greatest fortune and the biggest upset."""
    decided = [game for game in results["played"] if game["winner"]]
    ruins = [game for game in decided if game["ending"] == "ruin"]
    close = [game for game in decided if game["ending"] != "ruin"]
    rating = {standing["name"]: standing["rating"] for standing in results["standings"]}

    def lead(game: Played) -> float:
        return float(rating[loser_of(game)] - rating[winner_of(game)])

    surprises = [game for game in decided if lead(game) > 0]
    found = [
        _best("Quickest ruin", ruins, lambda g: -g["turns"], _told_ruin),
        _best("Closest end", close, lambda g: -abs(g["worth"][0] - g["worth"][1]), _told_close),
        _best("Greatest fortune", decided, lambda g: max(g["worth"]), _told_fortune),
        _best("Greatest surprise", surprises, lead, _told_surprise),
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


def _told_surprise(game: Played) -> str:
    return f"{winner_of(game)} beat {loser_of(game)}, which is rated far higher."


def character(name: str, played: list[Played]) -> str:
    """The character of a bot, in a sentence or two."""
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
    begun = [game for game in own if game["bots"][0] == name and game["winner"]]
    other = [game for game in own if game["bots"][1] == name and game["winner"]]
    if begun and other:
        first = sum(game["winner"] == 1 for game in begun) / len(begun)
        second = sum(game["winner"] == 2 for game in other) / len(other)
        if abs(first - second) >= 0.1:
            better = "first" if first > second else "second"
            told.append(f"Does better when it moves {better}.")
    return " ".join(told) or "All its games were ties."

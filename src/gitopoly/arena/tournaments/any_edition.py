"""Games of a tournament in any edition: players with one method instead of agents with six."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gitopoly.arena.agents.roster import BUILT_IN, Bot
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.editions import Edition
from gitopoly.errors import printable
from gitopoly.game.edition_files import edition_for
from gitopoly.game.entrants import CLASS, POLICY, Entrant, load_player, numbered
from gitopoly.game.match import Match, SeriesPlan, match_of
from gitopoly.game.series import GameSummary, play_all
from gitopoly.isolation.limits import ResourceLimits
from gitopoly.rules.money import worth_at_the_end

TURNS = 200
"""Turn limit in editions that have none; then the higher net worth wins."""


@dataclass(frozen=True)
class Variant:
    """What is played: an edition and options of its rules."""

    edition: str | Edition
    options: tuple[tuple[str, Any], ...] = ()

    def plan(
        self, bots: tuple[Bot, ...], seed: int, limits: ResourceLimits, memory: int
    ) -> SeriesPlan:
        """A plan of games between these, in seat order."""
        options = dict(self.options)
        data = edition_for(self.edition, options)
        if not data.constants.get("turn_limit"):
            options.setdefault("turn_limit", TURNS)
        who = numbered(map(entrant_of, bots))
        return SeriesPlan(who, data, seed, 10**9, limits, memory, tuple(options.items()))


def entrant_of(bot: Bot) -> Entrant:
    """A bot as a player; one that is not isolated is loaded into this process."""
    given = bot.target if bot.kind == BUILT_IN else printable(Path(bot.target).stem)
    name = " ".join((bot.class_name or given).split())[-40:].strip()
    if bot.kind == BUILT_IN:
        return Entrant(name, POLICY, bot.target)
    if bot.isolated:
        return Entrant(name, bot.kind, bot.target, bot.class_name)
    return Entrant(name, CLASS, load_player(bot.kind, bot.target, bot.class_name))


def play_pair(
    variant: Variant,
    bots: tuple[Bot, Bot],
    seed: int,
    units: range,
    limits: ResourceLimits,
    memory: int,
) -> list[MatchSummary]:
    """Two games for each unit: the same seed twice, with the seats swapped."""
    played = []
    ways = (bots, (bots[1], bots[0]))
    plans = [variant.plan(way, seed, limits, memory) for way in ways]
    with plans[0].processes() as one, plans[1].processes() as other:
        for unit in units:
            for place, (way, plan, processes) in enumerate(
                zip(ways, plans, (one, other), strict=True)
            ):
                match = match_of(plan, unit, processes)
                played.append(in_short(2 * unit + place, (way[0].name, way[1].name), plan, match))
    return played


def play_rotated(plan: SeriesPlan, games: int) -> list[GameSummary]:
    """Games of a plan with the same seed for every player on every seat in turn.

    With three players, games 0 to 2 have the same seed, then games 3 to 5, and so on; in the next
    game of the same seed everybody sits one seat further. Winners and faults are told by player.
    """
    players = len(plan.who)
    played = []
    for turn in range(min(players, games)):
        # Who sits where: the player with number `by_seat[seat]`.
        by_seat = [(seat - turn) % players for seat in range(players)]
        turned = replace(plan, who=tuple(plan.who[number] for number in by_seat))
        units = range(-(-(games - turn) // players))
        for batch in play_all(turned, units):
            played += [_by_player(game, by_seat, players, turn) for game in batch.games]
    return sorted(played, key=lambda game: game.number)


def _by_player(game: GameSummary, by_seat: list[int], players: int, turn: int) -> GameSummary:
    """A game in which seats count, with the numbers of players instead."""
    counts = game.fault_counts
    return replace(
        game,
        number=game.number * players + turn,
        winner=None if game.winner is None else by_seat[game.winner],
        ranking=tuple(by_seat[seat] for seat in game.ranking),
        fault_counts=tuple(counts[by_seat.index(n)] for n in range(players)) if counts else (),
    )


def in_short(number: int, names: tuple[str, str], plan: SeriesPlan, match: Match) -> MatchSummary:
    """Summarize a match for tables and reports."""
    s, end = match.game._state, match.result
    kinds = [Counter(f.kind for f in match.faults if f.seat == seat) for seat in plan.names]
    winner = 0 if end is None or end.winner is None else plan.names.index(end.winner) + 1
    told = [f"{names[plan.names.index(f.seat)]}: {f.kind}: {f.detail}" for f in match.faults]
    return MatchSummary(
        number=number,
        bots=names,
        winner=winner,
        ending="ruin" if end is not None and end.why == "last player" else "turns",
        turns=match.turns,
        calls=match.game.steps,
        cash=(s.money[0], s.money[1]),
        worth=(worth_at_the_end(s, s.rules, 0), worth_at_the_end(s, s.rules, 1)),
        faults=(dict(kinds[0]), dict(kinds[1])),
        first_faults=list(dict.fromkeys(told))[:5],
        money=[(cash[0], cash[1]) for cash in match.cash_by_turn],
    )

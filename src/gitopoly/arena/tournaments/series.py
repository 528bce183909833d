"""A series of games between two bots, and their results."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from gitopoly.arena.adjudicator import Adjudicator
from gitopoly.arena.agents.roster import SeatedBot
from gitopoly.arena.matches.calls import JUNK, ResourceLimits
from gitopoly.arena.matches.match import ArenaMatch
from gitopoly.arena.matches.mistakes import EXPECTED
from gitopoly.arena.matches.record import Recorder
from gitopoly.arena.matches.table import BSMT
from gitopoly.rules.money import worth_at_the_end
from gitopoly.rules.randomness import next_word, seeded


@dataclass(frozen=True)
class FixedOutcomes:
    """Given dice and cards; None leaves them to the seed."""

    dice: Any = None
    chance: Any = None
    community_chest: Any = None


@dataclass
class MatchSummary:
    """One game, as tables and reports need it. All pairs are by seat, player 1 first."""

    number: int
    bots: tuple[str, str]
    winner: int
    """1, 2, or 0 for a tie."""
    ending: str
    """`ruin`, `turns` at the turn limit, or `dice` when the given dice run out."""
    turns: int
    calls: int
    cash: tuple[int, int]
    worth: tuple[int, int]
    faults: tuple[dict[str, int], dict[str, int]]
    """Number of faults of each kind."""
    first_faults: list[str] = field(default_factory=list)
    """The first few faults in words."""
    money: list[tuple[int, int]] = field(default_factory=list)
    """Cash of both at the start of each turn."""
    state: tuple[Any, ...] = ()
    """The final state, without its history."""

    def as_dict(self) -> dict[str, Any]:
        """The same for JSON."""
        return asdict(self)


def agent_seeds(seed: int, number: int) -> tuple[int, int]:
    """Seeds for the two agents of a game: by bot, not by seat, so that seats can be swapped."""
    generator = seeded(seed, 1_000_003 + number)
    return next_word(generator), next_word(generator)


def play_game(
    players: tuple[SeatedBot, SeatedBot],
    number: int,
    dice_seed: int,
    seeds: tuple[int, int],
    limits: ResourceLimits | None = None,
    fixed: FixedOutcomes | None = None,
    recorder: Recorder | None = None,
) -> MatchSummary:
    """One game; the first player sits on seat 1."""
    given = fixed or FixedOutcomes()
    first = players[0].sit_down(1, seeds[0])
    second = players[1].sit_down(2, seeds[1])
    adjudicator = Adjudicator(dice_seed, limits, recorder)
    winner, state = adjudicator.runGame(
        first, second, given.dice, given.chance, given.community_chest
    )
    match = adjudicator.match
    assert match is not None
    names = (players[0].bot.name, players[1].bot.name)
    return summary(number, names, winner, match, state[:7])


def summary(
    number: int, names: tuple[str, str], winner: int, match: ArenaMatch, view: tuple[Any, ...]
) -> MatchSummary:
    """Summarize a finished match."""
    ending = "turns" if match.turn >= match.rules.turn_limit else "dice"
    if match.ruined >= 0:
        ending = "ruin"
    faults: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for (seat, kind), count in sorted(match.fault_counts.items()):
        faults[seat - 1][kind] = count
    return MatchSummary(
        number=number,
        bots=names,
        winner=winner,
        ending=ending,
        turns=match.turn + (match.ruined >= 0),
        calls=len(match.log),
        cash=view[3],
        worth=(
            worth_at_the_end(match.s, match.rules, 0),
            worth_at_the_end(match.s, match.rules, 1),
        ),
        faults=faults,
        first_faults=first_faults(names, match),
        money=money_over_time(match),
        state=view,
    )


def first_faults(names: tuple[str, str], match: ArenaMatch, most: int = 5) -> list[str]:
    """The first distinct faults of a match, with the expected answer for junk."""
    lines: dict[str, None] = {}
    for fault in match.faults:
        line = f"{names[fault.seat - 1]}, {fault.method}: {fault.kind}: {fault.detail}"
        if fault.kind == JUNK and fault.method in EXPECTED:
            line += f"; expected {EXPECTED[fault.method]}"
        lines[line] = None
    return list(lines)[:most]


def money_over_time(match: ArenaMatch) -> list[tuple[int, int]]:
    """Cash of both at the first question of each turn."""
    money: list[tuple[int, int]] = []
    for _, view in match.log:
        if view[4] == BSMT and view[0] == len(money):
            money.append(view[3])
    return money


def play_mirrored(
    players: tuple[SeatedBot, SeatedBot],
    number: int,
    seed: int,
    limits: ResourceLimits | None = None,
    fixed: FixedOutcomes | None = None,
    recorder: Recorder | None = None,
) -> MatchSummary:
    """Game `number` of a series: an even one, or the next one with the seats swapped.

    Both have the same dice and cards, and each bot has the same seed in both.
    """
    dice_seed = next_word(seeded(seed, number // 2))
    seeds = agent_seeds(seed, number // 2)
    if number % 2:
        players, seeds = (players[1], players[0]), (seeds[1], seeds[0])
    return play_game(players, number, dice_seed, seeds, limits, fixed, recorder)


def play_series(
    players: tuple[SeatedBot, SeatedBot],
    games: int,
    seed: int,
    limits: ResourceLimits | None = None,
    fixed: FixedOutcomes | None = None,
    recorder: Recorder | None = None,
) -> Iterator[MatchSummary]:
    """Play a number of games, each two with the same dice and the seats swapped."""
    for number in range(games):
        yield play_mirrored(players, number, seed, limits, fixed, recorder)

"""What a position is worth: win chances, ranked actions, and the analysis of a whole game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from gitopoly.bots.analysis.curve import model_chances, result_of
from gitopoly.bots.analysis.hints import risk_of_round
from gitopoly.bots.analysis.playouts import (
    FITTED,
    PlayoutRequest,
    Playouts,
    checked_policy,
    mean_and_error,
)
from gitopoly.bots.analysis.report import GameAnalysis as GameAnalysis, analysed
from gitopoly.bots.analysis.review import choice_in
from gitopoly.bots.analysis.strengths import evidence, likeliest, mixture_of, policy_weights
from gitopoly.bots.desk import policy_numbers
from gitopoly.bots.play import WHOLE
from gitopoly.errors import InvalidRun
from gitopoly.game.action import Action
from gitopoly.game.history import replayed
from gitopoly.game.numbers import LARGEST_SEED, whole_number
from gitopoly.rules import actions as a, initial, is_over

if TYPE_CHECKING:
    from gitopoly.game.position import Position

MOST_PLAYOUTS = 1_000_000


class Chance(float):
    """A chance, from 0 to 1, with its standard error.

    >>> Chance(0.25, 0.02)
    0.25
    """

    error: float | None
    """The standard error; None if it is the model's, 0 if the game is over."""

    def __new__(cls, value: float, error: float | None = None) -> Self:
        chance = super().__new__(cls, value)
        chance.error = error
        return chance


@dataclass(frozen=True, slots=True)
class RankedAction:
    """An action and what it promises whoever takes it.

    >>> import gitopoly
    >>> game = gitopoly.Game("formal", players=2, seed=3, turn_limit=3)
    >>> [str(each.action) for each in game.best_actions(20, engine="interpreted")]
    ['roll']
    """

    action: Action
    chance: Chance


@dataclass(frozen=True, slots=True)
class NextRound:
    """What the next round may bring a seat, if all play like a policy.

    >>> import gitopoly
    >>> game = gitopoly.Game("formal", seats=["Ann", "Ben"], seed=3)
    >>> risk = game.next_round("Ann", 50, engine="interpreted")
    >>> risk.low <= risk.middle <= risk.high, risk.out
    (True, 0.0)
    """

    low: int
    """One playout in ten brings less: all that comes in, less all that is paid.

    Without what the seat buys, builds, sells or trades.
    """
    middle: int
    """Half of the playouts bring less."""
    high: int
    """One playout in ten brings more."""
    short: Chance
    """That the cash is not enough at some time, so that the seat must raise money."""
    out: Chance
    """That the seat goes bankrupt."""
    squares: dict[str, int]
    """Where the seat's next roll costs most, and how much there; empty in jail."""


def win_chances(
    position: Position, playouts: int, policy: str, seed: int, engine: str
) -> dict[str, Chance]:
    """See `Position.win_chances`."""
    s, names = position._state, position._notation.names
    whole_number("playouts", playouts, 0, MOST_PLAYOUTS)
    checked_policy(policy)
    if is_over(s):
        return {name: Chance(one, 0.0) for name, one in zip(names, result_of(s), strict=True)}
    if playouts == 0:
        return {name: Chance(one) for name, one in zip(names, model_chances(s), strict=True)}
    asked = _asked(position, playouts, policy)
    (found,) = _playouts(position, seed, engine).estimates([asked])
    rows = zip(names, found.chances, found.errors, strict=True)
    return {name: Chance(chance, error) for name, chance, error in rows}


def best_actions(
    position: Position, playouts: int, policy: str, seed: int, engine: str
) -> tuple[RankedAction, ...]:
    """See `Position.best_actions`."""
    whole_number("playouts", playouts, 1, MOST_PLAYOUTS)
    if not position.legal_actions:
        return ()
    s, notation = position._state, position._notation
    seat = a.player_of(position.legal_actions[0]._code)
    asked = _asked(position, playouts, policy)
    choice = choice_in(s, seat, asked.policies[seat])
    codes = list(dict.fromkeys([*choice.options, *sorted(choice.usual)]))
    estimates = _playouts(position, seed, engine).estimates(
        [replace(asked, action=code) for code in codes]
    )
    ranked = []
    for code, found in zip(codes, estimates, strict=True):
        chance = Chance(found.chances[seat], found.errors[seat])
        ranked.append(RankedAction(notation.action(code), chance))
    return tuple(sorted(ranked, key=lambda each: -each.chance))


def next_round(
    position: Position, seat: str | None, playouts: int, policy: str, seed: int, engine: str
) -> NextRound | None:
    """See `Position.next_round`."""
    whole_number("playouts", playouts, 1, MOST_PLAYOUTS)
    if not position.legal_actions:
        return None
    s, board = position._state, position.board
    player = a.player_of(position.legal_actions[0]._code)
    if seat is not None:
        player = position._player(seat)
    asked = _asked(position, playouts, policy)
    maker = _playouts(position, seed, engine)
    found = risk_of_round(s, player, maker, playouts, asked.policies, asked.mixture)
    if found is None:
        return None
    short, out = (_share(chance, playouts) for chance in (found.short, found.out))
    squares = {board[one.square].name: one.cost for one in found.squares}
    return NextRound(found.low, found.middle, found.high, short, out, squares)


def _share(chance: float, count: int) -> Chance:
    """How often something happened, with its error."""
    times = round(chance * count)
    return Chance(*mean_and_error([WHOLE] * times + [0] * (count - times)))


def analyse(position: Position, policy: str, seed: int, **wishes: Any) -> GameAnalysis:
    """See `Position.analyse`."""
    effort = wishes["effort"]
    if not isinstance(effort, int | float) or not 0.01 <= effort <= 100:
        raise InvalidRun(f"effort must be a number from 0.01 to 100, not {effort!r}")
    policies: tuple[str, ...] = (checked_policy(policy),)
    _check_seed(seed)
    steps, rules = list(replayed(position)), position._notation.rules
    if policy == FITTED:
        policies = likeliest(policy_weights(evidence(steps), rules.num_players))
    return analysed(initial(rules), steps, policies, seed, **wishes)


def _playouts(position: Position, seed: int, engine: str) -> Playouts:
    _check_seed(seed)
    return Playouts(position._notation.rules, seed, engine)


def _check_seed(seed: int) -> None:
    whole_number("seed", seed, 0, LARGEST_SEED)


def _asked(position: Position, count: int, policy: str) -> PlayoutRequest:
    """Playouts in which all play like a policy, or like all those that fit their decisions."""
    s, seats = position._state, len(position._notation.names)
    if checked_policy(policy) != FITTED:
        return PlayoutRequest(s, count, policies=policy_numbers((policy,), seats))
    weights = policy_weights(evidence(list(replayed(position))), seats)
    numbers = policy_numbers(likeliest(weights), seats)
    return PlayoutRequest(s, count, policies=numbers, mixture=mixture_of(weights))

"""What a position is worth: win chances, ranked actions, and the analysis of a whole game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

from gitopoly.analysis.decisions import worth_considering
from gitopoly.analysis.model import model_chances, result_of
from gitopoly.analysis.playouts import (
    FITTED,
    PlayoutRequest,
    Playouts,
    checked_policy,
    estimate,
    mean_and_error,
    policy_numbers,
)
from gitopoly.analysis.report import GameAnalysis as GameAnalysis
from gitopoly.analysis.report import analysed
from gitopoly.analysis.risk import risk_of_round
from gitopoly.analysis.steps import GameStep, choice_at, steps_from
from gitopoly.analysis.strengths import fitted_policies, likeliest, mixture_of, policy_weights
from gitopoly.bots.keyed_playouts import WHOLE
from gitopoly.errors import InvalidRecord, InvalidRun
from gitopoly.game.action import Action
from gitopoly.game.numbers import LARGEST_SEED, whole_number
from gitopoly.game.outcome import number_of_outcome
from gitopoly.kernel import actions as a
from gitopoly.kernel import initial, is_over
from gitopoly.kernel.transition import step

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
    numbers, mixture = _ways_to_play(position, policy)
    question = PlayoutRequest(s, playouts, policies=numbers, mixture=mixture)
    (found,) = _playouts(position, seed, engine).estimates([question])
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
    numbers, mixture = _ways_to_play(position, policy)
    choice = choice_at(GameStep(s, position.legal_actions[0]._code, 0, s), numbers)
    assert choice is not None
    codes = worth_considering(choice, -1, s)
    questions = [PlayoutRequest(s, playouts, code, 0, numbers, mixture) for code in codes]
    ranked = []
    for code, shares in zip(
        codes, _playouts(position, seed, engine).shares(questions), strict=True
    ):
        found = estimate(shares)
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
    numbers, mixture = _ways_to_play(position, policy)
    maker = _playouts(position, seed, engine)
    found = risk_of_round(s, player, maker, playouts, numbers, mixture)
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
    policies = _policies(position, policy)
    _check_seed(seed)
    start = initial(position._notation.rules)
    return analysed(start, _steps(position), policies, seed, **wishes)


def _playouts(position: Position, seed: int, engine: str) -> Playouts:
    _check_seed(seed)
    return Playouts(position._notation.rules, seed, engine)


def _check_seed(seed: int) -> None:
    whole_number("seed", seed, 0, LARGEST_SEED)


def _ways_to_play(
    position: Position, policy: str
) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The likeliest policy of each seat; and all that are possible, if they are fitted."""
    seats = len(position._notation.names)
    if checked_policy(policy) != FITTED:
        return policy_numbers((policy,), seats), ()
    weights = policy_weights(_steps(position), seats)
    return policy_numbers(likeliest(weights), seats), mixture_of(weights)


def _policies(position: Position, policy: str) -> tuple[str, ...]:
    if checked_policy(policy) == FITTED:
        return fitted_policies(_steps(position), len(position._notation.names))
    return (policy,)


def _steps(position: Position) -> list[GameStep]:
    """All steps of a game that was played from its start."""
    rules, names = position._notation.rules, position._notation.names
    s = initial(rules)
    taken = []
    for done in position.history:
        code, number = done.action._code, 0
        if done.outcome is not None:
            number = number_of_outcome(s, names, code, done.outcome, None)
        step(s, rules, code, number, True)
        taken.append((code, number))
    if s != position._state:
        raise InvalidRecord("only a game that was played from its start can be looked at like this")
    return steps_from(rules, taken)

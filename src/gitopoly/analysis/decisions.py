"""Decisions that cost a seat its chances, with what it should have done.

A search over many decisions and few playouts finds mistakes everywhere: the luckiest of several
alternatives always looks good. So what a first look finds is judged anew on other dice, by many
pairs of playouts, and counts only if the loss is clear, if it does not depend on how the
opponents play in the playouts, and if it is not the playouts' own weakness: a seat that fares
better when part of its money is burned does not know what to do with money, and an auction in
which others pay more than the price is no better than a sale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.analysis.curve import Curve, answers
from gitopoly.analysis.doubts import Pairs, agrees, money_does_harm, others_overpay
from gitopoly.analysis.playouts import PlayoutRequest, Playouts, difference
from gitopoly.analysis.settings import USUAL, AnalysisSettings
from gitopoly.analysis.steps import GameStep, SeatChoice
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION

SCREENED = 48
"""Playouts of each alternative in the first look."""
JUDGED = 800
"""Pairs of playouts on other dice."""
MOST_JUDGED = 2400
"""Pairs for a loss that is large but not yet clear."""
CHECKED = 400
"""Pairs for each further check."""
LEAST_LOSS = 0.03
CLEAR = 3.0
"""Standard errors by which a loss must differ from none."""
WORTH_A_LOOK = 0.015
MOST_OPTIONS = 6

FRESH = 1 << 20
"""Number of the first playout on dice that the first look has not seen."""


@dataclass(frozen=True)
class Decision:
    """A choice and the best alternative found."""

    step: int
    """Number of the step, from 1: the position after it."""
    seat: int
    action: int
    better: int
    """What should have been done."""
    loss: float
    """The difference of the seat's chances."""
    error: float
    """Its standard error."""
    completed: tuple[int, int] | None = None
    """The seat that the choice gave a whole group, and the group."""

    @property
    def is_unmade_offer(self) -> bool:
        """Whether the better choice was an offer that nobody made."""
        return is_offer(self.better)


def is_offer(action: int) -> bool:
    """Whether an action offers a trade."""
    return action >= 0 and a.kind_of(action) == a.OFFER_TRADE


def worth_considering(choice: SeatChoice, taken: int, s: State) -> list[int]:
    """The alternatives to look at: what the policy does, and whatever a person would weigh.

    Raising money is left to the policy unless there is a debt, building is one option for each
    group, nobody goes bankrupt without need, and offers that were not made are not considered.
    """
    found = sorted(code for code in choice.usual if a.kind_of(code) != a.OFFER_TRADE)
    groups = set()
    for code in choice.options:
        kind = a.kind_of(code)
        if kind == a.GO_BANKRUPT:
            continue
        if a.is_operation(kind):
            operation = a.operation_of(kind)
            if operation in (a.MORTGAGE, a.DOWNGRADE, a.SELL_GROUP):
                if s.phase != BANKRUPTCY_PREVENTION:
                    continue
            elif (operation, s.rules.group[a.square_of(code)]) in groups:
                continue
            else:
                groups.add((operation, s.rules.group[a.square_of(code)]))
        found.append(code)
    return [code for code in dict.fromkeys(found) if code != taken][:MOST_OPTIONS]


def mistakes(
    steps: Sequence[GameStep],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> list[Decision]:
    """The decisions of a game that clearly cost something, in order."""
    found = []
    for number, better in _screened(steps, curve, playouts, settings):
        if not settings.go():
            curve.complete = False
            break
        decision = judged(number, steps[number - 1], better, playouts, settings)
        settings.progress(playouts.played)
        if decision is not None:
            found.append(decision)
    return found


def _screened(
    steps: Sequence[GameStep],
    curve: Curve,
    playouts: Playouts,
    settings: AnalysisSettings,
) -> list[tuple[int, int]]:
    """Steps with an alternative that looked better, the most promising first."""
    count = settings.count(SCREENED)
    asked: list[tuple[int, list[int]]] = []
    questions: list[list[PlayoutRequest]] = []
    for number, (done, choice) in enumerate(zip(steps, curve.choices, strict=True), 1):
        if choice is None or not choice.free:
            continue
        codes = [done.action, *worth_considering(choice, done.action, done.before)]
        if len(codes) > 1:
            asked.append((number, codes))
            questions.append(
                [PlayoutRequest(done.before, count, code, 0, settings.policies) for code in codes]
            )
    results = answers(questions, curve, playouts, settings)
    promising = []
    for (number, codes), shares in zip(asked, results, strict=False):
        seat = steps[number - 1].seat
        gain, better = max(
            (difference(one, shares[0], seat)[0], code)
            for code, one in zip(codes[1:], shares[1:], strict=True)
        )
        if gain > WORTH_A_LOOK:
            promising.append((gain, number, better))
    return [(number, better) for _, number, better in sorted(promising, reverse=True)]


def judged(
    number: int,
    done: GameStep,
    better: int,
    playouts: Playouts,
    settings: AnalysisSettings = USUAL,
) -> Decision | None:
    """The verdict on one choice against one alternative; None if it stands."""
    policies = settings.policies
    pairs = Pairs(playouts, done.before, done.seat, policies)
    loss, error = pairs.difference(better, done.action, FRESH, settings.count(JUDGED))
    if loss > LEAST_LOSS / 2 and not _is_clear(loss, error):
        loss, error = pairs.difference(better, done.action, FRESH, settings.count(MOST_JUDGED))
    if not _is_clear(loss, error):
        return None
    few = settings.count(CHECKED)
    if not agrees(done, better, playouts, policies, few):
        return None
    if money_does_harm(done, better, playouts, policies, few):
        return None
    if others_overpay(done, better, playouts, policies, few):
        return None
    completed = _completed(done)
    return Decision(number, done.seat, done.action, better, loss, error, completed)


def _is_clear(loss: float, error: float) -> bool:
    return loss > LEAST_LOSS and loss > CLEAR * error


def _completed(done: GameStep) -> tuple[int, int] | None:
    """Whom a step gave all deeds of a group, and of which one."""
    s, t = done.before, done.after
    for group, members in enumerate(s.rules.group_deeds):
        if members.bit_count() < 2:
            continue
        for seat in range(s.rules.num_players):
            if members & ~t.holdings[seat] == 0 and members & ~s.holdings[seat]:
                return seat, group
    return None

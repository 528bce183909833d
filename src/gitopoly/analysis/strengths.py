"""How each seat plays, judged by its decisions so far: the policy that fits them best.

Chances in which everybody plays like `trader` flatter those who play worse. So each decision of a
seat is compared with what every policy would have done there, and the seat is played out by the
policy under which its decisions are most likely.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from gitopoly.analysis.steps import GameStep
from gitopoly.bots import POLICIES
from gitopoly.bots.choice import SALES
from gitopoly.bots.generated.choosing import choose
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import BANKRUPTCY_PREVENTION, TRADE
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import seeded

CANDIDATES = ("random", "sensible", "cautious", "builder", "trader")
ASKED = 4
"""How often `trader` is asked: it draws whether it makes an offer."""
USUAL = "trader"
PRIOR = 1.0
"""Logarithm of how much more likely the usual policy is before anything is known."""
MOST_DECISIONS = 48
"""How many decisions of a seat are looked at, the latest ones."""
DRAWN_FURTHER = (a.BID, a.OFFER_TRADE)
"""Kinds whose amounts or contents are not compared."""
SLIP = 0.03
"""How likely anything else is: nobody follows a policy always."""


def fitted_policies(steps: Sequence[GameStep], seats: int) -> tuple[str, ...]:
    """The policy of each seat that its decisions fit best; `trader` where there are none."""
    found: list[str] = []
    for seat in range(seats):
        latest = list(_decisions(reversed(steps), seat))
        likely = {name: _likelihood(latest, name) for name in CANDIDATES}
        likely[USUAL] += PRIOR
        found.append(max(likely, key=lambda name: likely[name]))
    return tuple(found)


def _decisions(steps: Iterable[GameStep], seat: int) -> Iterable[tuple[GameStep, ActionBuffer]]:
    """The first decisions of a seat in the given order, each with what could be done."""
    count = 0
    for done in steps:
        if done.action < 0 or done.seat != seat:
            continue
        buffer = ActionBuffer()
        list_actions(done.before, done.before.rules, seat, buffer)
        kinds = {buffer.actions[i] & a.LARGEST_KIND for i in range(buffer.count)}
        if len(kinds) < 2:
            continue
        yield done, buffer
        count += 1
        if count == MOST_DECISIONS:
            return


def _likelihood(decisions: Sequence[tuple[GameStep, ActionBuffer]], name: str) -> float:
    """The logarithm of how likely decisions are under a policy."""
    total = 0.0
    for number, (done, buffer) in enumerate(decisions):
        share = _share(done, buffer, name, number)
        total += math.log((1 - 2 * SLIP) * share + SLIP)
    return total


def _share(done: GameStep, buffer: ActionBuffer, name: str, number: int) -> float:
    """How often a policy makes a decision."""
    s, seat = done.before, done.seat
    answers = name == "sensible" and s.phase == TRADE and seat == s.offer_to
    if name in ("random", "sensible") and not answers:
        return _drawn_share(done, buffer, name == "sensible")
    asked = ASKED if name == USUAL else 1
    codes = (
        choose(s, s.rules, POLICIES[name], seat, buffer, seeded(number, draw))
        for draw in range(asked)
    )
    return sum(_alike(code, done.action) for code in codes) / asked


def _drawn_share(done: GameStep, buffer: ActionBuffer, sensible: bool) -> float:
    """The same for policies that draw a kind of action, and then one of that kind."""
    codes = [buffer.actions[i] for i in range(buffer.count)]
    kinds = {a.kind_of(code) for code in codes}
    if sensible:
        kinds = {kind for kind in kinds if not SALES >> kind & 1}
        if done.before.phase != BANKRUPTCY_PREVENTION:
            kinds.discard(a.OFFER_TRADE)
    kind = a.kind_of(done.action)
    if kind not in kinds:
        return 0.0
    same = 1 if kind in DRAWN_FURTHER else sum(a.kind_of(code) == kind for code in codes)
    return 1 / (len(kinds) * max(same, 1))


def _alike(one: int, other: int) -> bool:
    """Whether two actions are the same; of bids and offers, whether both are one."""
    kind = a.kind_of(one)
    if kind != a.kind_of(other):
        return False
    return kind in DRAWN_FURTHER or one == other

"""How each seat plays, judged by its decisions so far: the policies that fit them.

Chances in which everybody plays like `trader` flatter those who play worse. So for each decision of
a seat it is asked how likely every policy would have made it, and each policy counts by how likely
it makes all of them (Bayes' rule). Most decisions tell little: `builder` and `trader` buy and bid
alike. What tells them apart is an offer that one of them would make, and made or did not make.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from gitopoly.analysis.steps import GameStep
from gitopoly.bots import POLICIES
from gitopoly.bots.choice import SALES
from gitopoly.bots.generated.choosing import choose
from gitopoly.bots.heuristics import PATIENCE, dearest_house, reserve_of, score_of
from gitopoly.bots.trade_pricing import FAIR_SHARE, NO_OFFER, best_offer
from gitopoly.kernel import State
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.codes import AUCTION, BANKRUPTCY_PREVENTION, MOST_PLAYERS, TRADE
from gitopoly.kernel.legal import list_actions
from gitopoly.kernel.randomness import below, seeded

CANDIDATES = ("trader", "builder", "cautious", "sensible", "random")
"""The policies that are considered, the first one where nothing speaks for another."""
MIXED = 20
"""Draws of all seats' policies, for playouts in turn."""
TERMS = 100
"""Different terms that a bid or an offer may have, roughly."""


class Doubt(NamedTuple):
    """How far seats may be from the policies they play like."""

    slip: float = 0.05
    """How likely a decision is made by chance: nobody follows a policy always."""
    own_terms: float = 0.3
    """How likely a bid or an offer has other terms than those of the policy that makes one."""


USUAL = Doubt()


def fitted_policies(steps: Sequence[GameStep], seats: int) -> tuple[str, ...]:
    """The policy of each seat that its decisions fit best; `trader` where nothing is known."""
    return likeliest(policy_weights(steps, seats))


def policy_weights(steps: Sequence[GameStep], seats: int) -> list[dict[str, float]]:
    """For each seat, how likely it plays like each of the candidates; the weights add up to 1."""
    return weights_by(evidence(steps), seats)


Evidence = list[tuple[int, dict[str, float]]]
"""For each step, whose decision it was, and its logarithmic likelihoods; empty if it was none."""


def evidence(steps: Sequence[GameStep], doubt: Doubt = USUAL) -> Evidence:
    """What every step says about whoever took it."""
    buffer = ActionBuffer()
    found: Evidence = []
    for done in steps:
        logs: dict[str, float] = {}
        if done.action >= 0:
            list_actions(done.before, done.before.rules, done.seat, buffer)
            if buffer.count > 1 or (buffer.count == 1 and buffer.limits[0] > 0):
                logs = {name: math.log(p) for name, p in likelihoods(done, buffer, doubt).items()}
        found.append((done.seat, logs))
    return found


def weights_by(found: Evidence, seats: int) -> list[dict[str, float]]:
    """The weights of the candidates for each seat, by what steps say."""
    totals = [dict.fromkeys(CANDIDATES, 0.0) for _ in range(seats)]
    for seat, logs in found:
        for name, log in logs.items():
            totals[seat][name] += log
    return [_weights(row) for row in totals]


def likeliest(weights: Sequence[dict[str, float]]) -> tuple[str, ...]:
    """The policy of each seat with the greatest weight."""
    return tuple(max(row, key=lambda name: row[name]) for row in weights)


def mixture_of(
    weights: Sequence[dict[str, float]], count: int = MIXED, seed: int = 0
) -> tuple[tuple[int, ...], ...]:
    """Policies of all seats, `count` times, each as often as its weight says.

    The draws of a seat are spread evenly over its weights, in an order of its own.
    """
    dice = seeded(seed, count)
    columns = []
    for row in weights:
        start = below(dice, 1 << 16) / (1 << 16)
        column = [_policy_at(row, (start + place) / count) for place in range(count)]
        for place in range(count - 1, 0, -1):
            other = below(dice, place + 1)
            column[place], column[other] = column[other], column[place]
        columns.append(column)
    columns += [[POLICIES[CANDIDATES[0]]] * count] * (MOST_PLAYERS - len(columns))
    return tuple(zip(*columns, strict=True))


def _policy_at(weights: dict[str, float], place: float) -> int:
    """The policy at a place between 0 and 1, where each takes up as much room as its weight."""
    for name, weight in weights.items():
        place -= weight
        if place < 0:
            return POLICIES[name]
    return POLICIES[max(weights, key=lambda name: weights[name])]


def _weights(logs: dict[str, float]) -> dict[str, float]:
    most = max(logs.values())
    powers = {name: math.exp(value - most) for name, value in logs.items()}
    total = sum(powers.values())
    return {name: value / total for name, value in powers.items()}


def likelihoods(done: GameStep, buffer: ActionBuffer, doubt: Doubt = USUAL) -> dict[str, float]:
    """How likely each candidate makes a decision, slips included."""
    by_chance = _drawn(done, buffer, sensible=False)
    slip = doubt.slip * max(by_chance, 1e-4)
    found = {}
    for name in CANDIDATES:
        if name == "random":
            share = by_chance
        elif name == "sensible" and not _answers(done):
            share = _drawn(done, buffer, sensible=True)
        else:
            share = _chosen(done, buffer, name, doubt)
        found[name] = (1 - doubt.slip) * share + slip
    return found


def _answers(done: GameStep) -> bool:
    """Whether a seat answers an offer."""
    return done.before.phase == TRADE and done.seat == done.before.offer_to


def _drawn(done: GameStep, buffer: ActionBuffer, sensible: bool) -> float:
    """The share for policies that draw a kind of action, and then one of that kind."""
    codes = [buffer.actions[i] for i in range(buffer.count)]
    kinds = {a.kind_of(code) for code in codes}
    if sensible:
        kinds = {kind for kind in kinds if not SALES >> kind & 1}
        if done.before.phase != BANKRUPTCY_PREVENTION:
            kinds.discard(a.OFFER_TRADE)
    kind = a.kind_of(done.action)
    if kind not in kinds:
        return 0.0
    same = sum(a.kind_of(code) == kind for code in codes)
    return 1 / (len(kinds) * same * (TERMS if kind in (a.BID, a.OFFER_TRADE) else 1))


def _chosen(done: GameStep, buffer: ActionBuffer, name: str, doubt: Doubt) -> float:
    """The share for policies that choose: the others are certain, `trader` draws its offers."""
    s, seat = done.before, done.seat
    # `strong` without a search is `trader` without offers.
    policy = POLICIES["strong" if name == "trader" else name]
    usual = choose(s, s.rules, policy, seat, buffer, seeded(0))
    offers = _offers(s, seat, buffer, usual) if name == "trader" else []
    if not offers:
        return _alike(usual, done.action, doubt)
    each = 1 / (PATIENCE * len(offers))
    made = [code for code in offers if code != NO_OFFER]
    share = (1 - each * len(made)) * _alike(usual, done.action, doubt)
    return share + each * sum(_alike(code, done.action, doubt) for code in made)


def _offers(s: State, seat: int, buffer: ActionBuffer, usual: int) -> list[int]:
    """What `trader` would offer to each seat that it could choose; empty if it would not look."""
    if s.phase in (TRADE, AUCTION) or s.offers_made:
        return []
    others = [
        a.addressee_of(buffer.actions[i])
        for i in range(buffer.count)
        if a.kind_of(buffer.actions[i]) == a.OFFER_TRADE
    ]
    if not others:
        return []
    policy = POLICIES["trader"]
    reserve = reserve_of(s, s.rules, policy, seat)
    house = dearest_house(s, s.rules, seat)
    if score_of(s, s.rules, policy, seat, reserve, house, usual) > 0:
        return []
    return [best_offer(s, s.rules, seat, other, FAIR_SHARE) for other in others]


def _alike(one: int, other: int, doubt: Doubt) -> float:
    """How likely a decision is that one, if a policy chooses this one."""
    kind = a.kind_of(one)
    if kind not in (a.BID, a.OFFER_TRADE):
        return float(one == other)
    if kind != a.kind_of(other):
        return 0.0
    return (1 - doubt.own_terms) * (one == other) + doubt.own_terms / TERMS

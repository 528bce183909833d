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

from gitopoly.bots import POLICIES
from gitopoly.bots.analysis.review import is_offer, listed
from gitopoly.bots.choice import LEFT_OUT
from gitopoly.bots.heuristics import PATIENCE
from gitopoly.bots.table_policy import wish
from gitopoly.rules import State, Taken, actions as a
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, MOST_PLAYERS, TRADE
from gitopoly.rules.randomness import below, seeded

CANDIDATES = ("trader", "builder", "cautious", "sensible", "random")
"""The policies that are considered, the first one where nothing speaks for another."""
MIXED = 20
"""Draws of all seats' policies, for playouts in turn."""
TERMS = 100
"""Different terms that a bid or an offer may have, roughly."""
EAGER, QUIET = 0, 2
"""Seeds with which `trader` looks for an offer, and with which it does not."""


class Doubt(NamedTuple):
    """How far seats may be from the policies they play like."""

    slip: float = 0.05
    """How likely a decision is made by chance: nobody follows a policy always."""
    own_terms: float = 0.3
    """How likely a bid or an offer has other terms than those of the policy that makes one."""


USUAL = Doubt()
Evidence = list[tuple[int, dict[str, float]]]
"""For each step, whose decision it was, and its logarithmic likelihoods; empty if it was none."""


def evidence(steps: Sequence[Taken], doubt: Doubt = USUAL) -> Evidence:
    """What every step says about whoever took it: how likely each candidate does so, or slips."""
    found: Evidence = []
    for done in steps:
        logs: dict[str, float] = {}
        if not done.leaves:
            buffer = listed(done.before, done.seat)
            if buffer.count > 1 or (buffer.count == 1 and buffer.limits[0] > 0):
                shares = {name: _share(name, done, buffer, doubt) for name in CANDIDATES}
                slip = doubt.slip * max(shares["random"], 1e-4)
                for name, share in shares.items():
                    logs[name] = math.log((1 - doubt.slip) * share + slip)
        found.append((done.seat, logs))
    return found


def policy_weights(found: Evidence, seats: int) -> list[dict[str, float]]:
    """For each seat, how likely it plays like each of the candidates; the weights add up to 1."""
    totals = [dict.fromkeys(CANDIDATES, 0.0) for _ in range(seats)]
    for seat, logs in found:
        for name, log in logs.items():
            totals[seat][name] += log
    return [_weights(row) for row in totals]


def _weights(logs: dict[str, float]) -> dict[str, float]:
    most = max(logs.values())
    powers = {name: math.exp(value - most) for name, value in logs.items()}
    total = sum(powers.values())
    return {name: value / total for name, value in powers.items()}


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


def _share(name: str, done: Taken, buffer: ActionBuffer, doubt: Doubt) -> float:
    """How likely a policy makes a decision."""
    s, seat = done.before, done.seat
    answers = s.phase == TRADE and seat == s.offer_to
    if name == "random" or (name == "sensible" and not answers):
        return _drawn(done, buffer, name == "sensible")
    usual = wish(s, POLICIES[name], seat, buffer, QUIET)
    share = _alike(usual, done.code, doubt)
    if name != "trader":
        return share
    others = [code for code in buffer.actions[: buffer.count] if is_offer(code)]
    offers = [_offer_of_trader(s, seat, usual, code) for code in others]
    made = [code for code in offers if is_offer(code)]
    each = 1 / (PATIENCE * max(len(others), 1))
    share *= 1 - each * len(made)
    return share + each * sum(_alike(code, done.code, doubt) for code in made)


def _offer_of_trader(s: State, seat: int, usual: int, template: int) -> int:
    """What `trader` offers one of the others when it looks for an offer; `usual` if it does not."""
    buffer = ActionBuffer()
    put(buffer, usual, 0)
    put(buffer, template, 1)
    return wish(s, POLICIES["trader"], seat, buffer, EAGER)


def _drawn(done: Taken, buffer: ActionBuffer, sensible: bool) -> float:
    """The share for policies that draw a kind of action, and then one of that kind."""
    codes = buffer.actions[: buffer.count]
    kinds = {a.kind_of(code) for code in codes}
    if sensible and done.before.phase != BANKRUPTCY_PREVENTION:
        kinds = {kind for kind in kinds if not LEFT_OUT[kind]}
    kind = a.kind_of(done.code)
    if kind not in kinds:
        return 0.0
    same = sum(a.kind_of(code) == kind for code in codes)
    return 1 / (len(kinds) * same * (TERMS if kind in (a.BID, a.OFFER_TRADE) else 1))


def _alike(one: int, other: int, doubt: Doubt) -> float:
    """How likely a decision is that one, if a policy chooses this one."""
    kind = a.kind_of(one)
    if kind not in (a.BID, a.OFFER_TRADE):
        return float(one == other)
    if kind != a.kind_of(other):
        return 0.0
    return (1 - doubt.own_terms) * (one == other) + doubt.own_terms / TERMS

"""Every position of a small game of the full rules, by the kernel that plays them.

TLC explores the same models from `specs/classic`, and both must find the same numbers of positions
and steps at every depth. Bids and offers that a model tries are bounded, as are the depth and the
money that the bank issues; whatever else the rules allow is tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, combinations

from gitopoly.proof.explorer.steps import Bounds
from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    Rules,
    State,
    apply,
    chance_outcomes,
    initial,
    is_legal,
    is_over,
    legal_actions,
    violated_invariants,
)
from gitopoly.rules.catalogue import offer

DERIVED = ("holdings", "mortgages", "developed", "turns")
"""Fields that follow from others, and the turns, which count only where a limit does."""
KEPT = tuple(name for name in State.FIELDS if name not in DERIVED)

Key = tuple[object, ...]


@dataclass
class Space:
    """What was found."""

    levels: list[tuple[int, int]] = field(default_factory=list)
    """Steps and positions up to each depth, the first position counted as a step."""
    ends: int = 0
    """Positions in which the game is over."""
    broken: list[str] = field(default_factory=list)
    """Invariants of the kernel that some position violates; Progress for one without a step."""
    complete: bool = True
    """Whether nothing was left to expand."""
    endless: int | None = None
    """Positions from which the game cannot end any more; known only if the space is complete."""

    @property
    def generated(self) -> int:
        """All steps."""
        return self.levels[-1][0]

    @property
    def distinct(self) -> int:
        """All positions."""
        return self.levels[-1][1]

    @property
    def depth(self) -> int:
        """How many depths were expanded."""
        return len(self.levels)


def steps_from(s: State, bounds: Bounds | None) -> Iterator[tuple[int, int, State]]:
    """Everything that can happen next, without anybody leaving: how, and where it leads."""
    for action, outcome in _tried_at(s, bounds or Bounds()):
        after = s.copy()
        apply(after, action, outcome)
        yield action, outcome, after


def _tried_at(s: State, bounds: Bounds) -> Iterator[tuple[int, int]]:
    for choice in legal_actions(s):
        if isinstance(choice, AmountRange):
            amounts = (n for n in bounds.bids if choice.lowest <= n <= choice.highest)
            yield from ((choice.of(amount), 0) for amount in amounts)
        elif isinstance(choice, OfferTemplate):
            yield from ((found, 0) for found in _offers(s, choice, bounds))
        else:
            yield from ((choice, outcome) for outcome, _ in chance_outcomes(s, choice))


def _offers(s: State, template: OfferTemplate, bounds: Bounds) -> Iterator[int]:
    squares = (*template.gives, *template.wants)
    some = chain.from_iterable(combinations(squares, n) for n in range(len(squares) + 1))
    held = sum(template.cards)
    for chosen in some:
        deeds = sum(1 << s.rules.deed_index[square] for square in chosen)
        for cards in (cards for cards in range(4) if cards & ~held == 0):
            for cash in bounds.cash:
                found = offer(template.player, template.addressee, deeds, cards, cash)
                if is_legal(s, found):
                    yield found


def key_of(s: State) -> Key:
    """What distinguishes a position."""
    found: list[object] = []
    for name in KEPT:
        value = getattr(s, name)
        found.append(tuple(value) if value.__class__ is list else value)
    if s.rules.turn_limit:
        found.append(s.turns)
    return tuple(found)


def explore(rules: Rules, bounds: Bounds, can_end: bool = False) -> Space:
    """Explore a game breadth first.

    `can_end` asks from how many positions the game cannot end any more; it needs all steps.
    """
    start = initial(rules)
    numbers: dict[Key, int] = {key_of(start): 0}
    waiting = [start]
    space = Space()
    before: list[list[int]] = [[]]
    over: list[int] = []
    generated = 1
    broken: dict[str, None] = {}
    while waiting and (bounds.depth is None or space.depth < bounds.depth):
        positions = len(numbers)
        found: list[State] = []
        for s in waiting:
            number = numbers[key_of(s)] if can_end else 0
            broken |= dict.fromkeys(violated_invariants(s))
            if is_over(s):
                space.ends += 1
                over.append(number)
                continue
            some = False
            for _, _, after in steps_from(s, bounds):
                some = True
                generated += 1
                if bounds.issued is not None and after.issued > bounds.issued:
                    continue
                key = key_of(after)
                place = numbers.get(key)
                if place is None:
                    place = numbers[key] = len(numbers)
                    found.append(after)
                    before.append([])
                if can_end:
                    before[place].append(number)
            if not some:
                broken["Progress"] = None
        space.levels.append((generated, positions))
        waiting = found
    space.complete = not waiting
    space.broken = list(broken)
    if can_end and space.complete:
        space.endless = len(numbers) - _reaching(over, before)
    return space


def _reaching(ends: list[int], before: list[list[int]]) -> int:
    """How many positions lead to one of the ends."""
    seen = set(ends)
    waiting = list(ends)
    while waiting:
        for place in before[waiting.pop()]:
            if place not in seen:
                seen.add(place)
                waiting.append(place)
    return len(seen)

"""Every behaviour of a bounded model, taken by the code between peers.

Seats write and take entries in all possible orders. Each seat's position is what the code makes of
the moves that it holds; whether a move may be written is what the code says. So the numbers of
states, of steps and of depths are those of the code, and must be those that TLC finds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol, TypeVar

from gitopoly.errors import IllegalAction
from gitopoly.peers import Move, ProtocolPosition, carry_out, check
from gitopoly.rules import Taken


class Item(NamedTuple):
    """A move on a log, and how many moves of each seat its author held."""

    move: Move
    past: tuple[int, ...]


@dataclass(frozen=True)
class World:
    """The logs of all seats, and how far each of them holds each."""

    logs: tuple[tuple[Item, ...], ...]
    held: tuple[tuple[int, ...], ...]
    note: Any = None
    """Whatever else a model keeps."""

    def write(self, seat: int, move: Move) -> World:
        """The world after a seat has written a move on top of all that it holds."""
        item = Item(move, self.held[seat])
        logs = put(self.logs, seat, (*self.logs[seat], item))
        held = put(self.held[seat], seat, self.held[seat][seat] + 1)
        return replace(self, logs=logs, held=put(self.held, seat, held))

    def take(self, seat: int, frontier: Iterable[int]) -> World:
        """The world after a seat has taken what it misses up to a frontier."""
        both = zip(self.held[seat], frontier, strict=True)
        return replace(self, held=put(self.held, seat, tuple(max(pair) for pair in both)))

    @property
    def size(self) -> int:
        """Grows with every step that changes something."""
        return sum(map(len, self.logs)) + sum(map(sum, self.held))


def put(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The same values with another one in a place."""
    return (*values[:place], value, *values[place + 1 :])


def begin(seats: int, note: Any = None) -> World:
    """Nobody has written anything."""
    return World(((),) * seats, ((0,) * seats,) * seats, note)


class Positions:
    """What the code makes of the moves that a seat holds."""

    def __init__(self, first: ProtocolPosition) -> None:
        self.first = first
        self._known: dict[Hashable, ProtocolPosition] = {}
        self._steps: dict[Hashable, tuple[Taken, ...]] = {}
        self._allowed: dict[Hashable, bool] = {}

    def of(self, world: World, seat: int) -> ProtocolPosition:
        """The position of a seat; do not change it."""
        held = [log[:n] for log, n in zip(world.logs, world.held[seat], strict=True)]
        return self._after(tuple(held))

    def _after(self, held: tuple[tuple[Item, ...], ...]) -> ProtocolPosition:
        if not any(held):
            return self.first
        if held not in self._known:
            counts = tuple(map(len, held))
            # The newest entry of some seat that nobody else's newest has seen.
            seat = next(
                seat
                for seat, log in enumerate(held)
                if log and all(o[-1].past[seat] < counts[seat] for o in held if o and o is not log)
            )
            item = held[seat][-1]
            before = put(held, seat, held[seat][:-1])
            position = self._after(before).copy()
            carry_out(position, seat, item.move, item.past)
            self._steps[held] = (*self._steps.get(before, ()), *position.steps)
            self._known[held] = self._without_ended(position, held)
        return self._known[held]

    def done(self, world: World, seat: int) -> tuple[Taken, ...]:
        """What the moves that a seat holds have done under the rules, if no vote takes any back."""
        held = tuple(log[:n] for log, n in zip(world.logs, world.held[seat], strict=True))
        self._after(held)
        return self._steps.get(held, ())

    def _without_ended(
        self, position: ProtocolPosition, held: tuple[tuple[Item, ...], ...]
    ) -> ProtocolPosition:
        """The position again without moves that a vote has ended, as `table.fold` makes it."""
        if not position.overrun():
            return position
        pairs = enumerate(held)
        kept = [
            tuple(item for n, item in enumerate(log) if not position.ended(seat, n))
            for seat, log in pairs
        ]
        again = self.first.copy()
        waiting = [list(log) for log in kept]
        while any(waiting):
            for seat, log in enumerate(waiting):
                if log and all(
                    log[0].past[q] <= again.counts[q] or not waiting[q] for q in range(len(held))
                ):
                    item = log.pop(0)
                    carry_out(again, seat, item.move, item.past)
        return again

    def allows(self, world: World, seat: int, move: Move) -> bool:
        """Whether a seat may write a move on top of what it holds."""
        held = tuple(log[:n] for log, n in zip(world.logs, world.held[seat], strict=True))
        known = held, seat, move
        if known not in self._allowed:
            try:
                check(self._after(held), seat, move)
                self._allowed[known] = True
            except IllegalAction:
                self._allowed[known] = False
        return self._allowed[known]


State = TypeVar("State")


class Found(NamedTuple):
    """What an exploration has found, as TLC counts it."""

    generated: int
    distinct: int
    depth: int
    behaviours: int
    """How many ways there are from the first state to one in which nothing more can happen."""


class Model(Protocol):
    """A bounded model that the code goes through."""

    first: Any

    def steps(self, world: Any) -> Iterator[Any]:
        """Every state after a state."""

    def key(self, world: Any) -> Hashable:
        """What the model distinguishes."""

    def size(self, world: Any) -> int:
        """Grows with every step that changes something."""


def explored(model: Model) -> tuple[Found, list[Any]]:
    """Every behaviour of a model, and every state once."""
    return explore(model.first, model.steps, model.key, model.size)


def explore(
    first: State,
    steps: Callable[[State], Iterator[State]],
    key: Callable[[State], Hashable] = lambda world: world,
    size: Callable[[State], int] = lambda world: world.size,  # type: ignore[attr-defined]
) -> tuple[Found, list[State]]:
    """Take every step from every state, and keep all; `key` is what the model distinguishes."""
    known: dict[Hashable, int] = {key(first): 0}
    order = [first]
    after: dict[int, set[int]] = {}
    generated, depth, level = 1, 0, range(1)
    while level:
        depth += 1
        start = len(order)
        for number in level:
            after[number] = set()
            for world in steps(order[number]):
                generated += 1
                place = known.setdefault(key(world), len(order))
                if place == len(order):
                    order.append(world)
                if place != number:
                    after[number].add(place)
        level = range(start, len(order))
    ways: dict[int, int] = {}
    for number in sorted(after, key=lambda n: -size(order[n])):
        ways[number] = sum(ways[place] for place in after[number]) if after[number] else 1
    return Found(generated, len(order), depth, ways[0]), order

"""Positions to try single moves on, and what comes of moves in all their orders."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

import pytest

from gitopoly.errors import IllegalAction
from gitopoly.peers import Act, Chain, Move, ProtocolPosition, Reveal, Setting, carry_out, check
from gitopoly.rules import Rules, actions as a

NAMES = ("ann", "ben", "cleo", "dan")
CHAINS = tuple(Chain(name.encode().ljust(32, b".")) for name in NAMES)
Step = tuple[int, Move]
"""A seat and its move."""


def begun(
    players: int = 3,
    edition: str = "classic",
    joint: bool = True,
    may_retire: bool = True,
    **options: object,
) -> ProtocolPosition:
    """A game that has just begun, in which seat 0 has the floor."""
    if edition == "classic":
        options.setdefault("opening_throw", 0)
    rules = Rules.of(edition, players, **options)
    ends = tuple(chain.commitment for chain in CHAINS[:players]) if joint else ()
    return ProtocolPosition(rules, Setting(NAMES[:players], ends, b"a game", may_retire))


def ready(players: int = 3, edition: str = "classic", **more: object) -> ProtocolPosition:
    """A game in which seat 0 is about to roll."""
    return act(begun(players, edition, **more), a.END_PRE_ROLL)  # type: ignore[arg-type]


def do(position: ProtocolPosition, seat: int, move: Move) -> ProtocolPosition:
    """Check and carry out a move of somebody who has everything in view."""
    check(position, seat, move)
    carry_out(position, seat, move, tuple(position.counts))
    return position


def act(position: ProtocolPosition, kind: int, seat: int = 0, **numbers: int) -> ProtocolPosition:
    """An action of the rules by somebody who has everything in view."""
    return do(position, seat, Act(a.code_of(kind, seat, **numbers)))


def reveal(position: ProtocolPosition, seat: int) -> ProtocolPosition:
    """The link that is due of a seat."""
    return do(position, seat, link_of(position, seat))


def link_of(position: ProtocolPosition, seat: int) -> Reveal:
    """The reveal of a seat's next link."""
    link = CHAINS[seat].next(position.links[seat])
    assert link is not None
    return Reveal(position.draws, link)


def refused(position: ProtocolPosition, seat: int, move: Move, reason: str) -> None:
    """A move is refused for a reason, and nothing has changed."""
    before = position.copy()
    with pytest.raises(IllegalAction, match=reason):
        check(position, seat, move)
    assert position == before


def concurrent(position: ProtocolPosition, *logs: list[Step]) -> ProtocolPosition:
    """Carry out what several seats write without knowing of each other; the same in all orders.

    Each list is one seat's moves, one on top of the other.
    """
    found: list[ProtocolPosition] = []
    for order in orders(logs):
        twin = position.copy()
        seen = {log[0][0]: list(position.counts) for log in logs}
        for seat, move in order:
            carry_out(twin, seat, move, tuple(seen[seat]))
            seen[seat][seat] += 1
        found.append(twin)
    assert all(other == found[0] for other in found)
    assert len({other.to_yaml() for other in found}) == 1
    return found[0]


def orders(logs: Iterable[list[Step]]) -> list[list[Step]]:
    """All ways to mix lists so that each keeps its own order."""
    logs = list(logs)
    places = [number for number, log in enumerate(logs) for _ in log]
    found = []
    for mixed in sorted(set(permutations(places))):
        rest = [list(log) for log in logs]
        found.append([rest[number].pop(0) for number in mixed])
    return found

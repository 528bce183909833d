"""What happens in a simulated game: everything follows from its seed.

A schedule is a list of events. Each carries all the chance that it needs as a number of its own,
so that the others stay the same when one is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gitopoly.peers.dice import RESERVE

NAMES = ("ann", "ben", "cleo", "dan")
MOST_ENTRIES = 100
"""Entries after which a schedule is over; what is due may still be written."""
PATIENCE = 600
"""Seconds of silence that a game with a rule on absence allows."""
LONGEST_PEACE = 60
"""Events without trouble in front of trouble that comes late."""


@dataclass(frozen=True)
class Event:
    """Something that happens to a seat, or that it does."""

    kind: str
    seat: int
    number: int
    """All the chance in it."""

    def __str__(self) -> str:
        return f"{NAMES[self.seat]} {self.kind} {self.number}"


HONEST_EVENTS = {
    "turn": 78,
    "cut": 4,
    "heal": 4,
    "crash": 4,
    "backup": 1,
    "restore": 1,
    "full": 1,
    "set-clock": 1,
    "sleep": 1,
    "wait": 3,
    "resign": 1,
}
"""What an honest seat does or suffers, and how often."""

LEAVING = ("resign", "leave", "wait", "silence")
"""Events after which a seat is out, or may be voted out."""

HOSTILE_EVENTS = {
    "turn": 45,
    "branch": 8,
    "again": 6,
    "join-again": 2,
    "extend": 14,
    "blend": 4,
    "show": 10,
    "bad": 6,
    "wrong-head": 2,
    "silence": 3,
    "collude": 3,
    "leave": 2,
    "sit-down-again": 1,
}
"""What a hostile seat does, and how often."""


@dataclass(frozen=True)
class Plan:
    """A game, who is hostile in it, and what happens."""

    seed: int
    players: int
    cheats: tuple[int, ...]
    edition: str
    options: tuple[tuple[str, int], ...]
    retire_after: int
    chain_length: int
    on_git: bool
    """Whether honest seats keep their logs in real repositories."""
    cheats_return: bool
    """Whether hostile seats play on at the end, when everybody meets."""
    events: tuple[Event, ...]
    orders: bool
    """Whether seats say in advance where they pass."""

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""
        return NAMES[: self.players]

    def with_events(self, kept: Sequence[int]) -> Plan:
        """The same game with only some of its events."""
        return Plan(**{**self.__dict__, "events": tuple(self.events[at] for at in kept)})

    def __str__(self) -> str:
        cheats = ", ".join(NAMES[seat] for seat in self.cheats) or "nobody"
        rule = f"retire after {self.retire_after} s" if self.retire_after else "wait for the silent"
        where = "on Git repositories" if self.on_git else "in memory"
        options = ", ".join(f"{name} {value}" for name, value in self.options)
        rule += "; seats give orders" if self.orders else ""
        return (
            f"{', '.join(self.names)} play {self.edition} ({options}) {where}; hostile: {cheats}; "
            f"{rule}; {self.chain_length} links"
        )


def plan_of(
    seed: int,
    *,
    on_git: bool | None = None,
    most_events: int = 240,
    often: Sequence[str] = (),
    late: bool = False,
    orders: bool = False,
) -> Plan:
    """The schedule that a seed stands for; by default one in fifty is on Git.

    What is to happen `often` does so ten times as much. Where trouble comes `late`, a short game
    is played in peace for a while, so that whatever happens is likely to meet its end. With
    `orders`, seats now and then change what everybody does for them, and many of them leave.
    """
    often = (*often, *LEAVING) if orders else often
    random = Random(f"simulation {seed}")
    players = random.choices((2, 3, 4), (3, 7, 2))[0]
    cheats = min(random.choices((0, 1, 2), (2, 7, 5))[0], players - 1)
    hostile = tuple(sorted(random.sample(range(players), cheats)))
    edition = random.choices(("formal-small", "classic", "formal"), (8, 2, 1))[0]
    options = {"turn_limit": random.choice((1, 2, 4, 10, 40))}
    if edition == "classic":
        options["opening_throw"] = 0
    length = RESERVE + random.choice((3, 6, 200))
    events = _events(random, players, hostile, random.randint(most_events // 3, most_events), often)
    if late:
        options["turn_limit"] = 1
        events = _calm_at_first(events, Random(f"late {seed}").randint(10, LONGEST_PEACE))
    by_chance = seed % 50 == 49
    return Plan(
        seed=seed,
        players=players,
        cheats=hostile,
        edition=edition,
        options=tuple(options.items()),
        retire_after=random.choice((0, PATIENCE, PATIENCE)),
        chain_length=length,
        on_git=by_chance if on_git is None else on_git,
        cheats_return=random.random() < 0.5,
        events=events,
        orders=orders,
    )


def _events(
    random: Random, players: int, hostile: tuple[int, ...], count: int, often: Sequence[str]
) -> tuple[Event, ...]:
    honest, wrong = _weights(random, HONEST_EVENTS), _weights(random, HOSTILE_EVENTS)
    for weights in (honest, wrong):
        weights |= {kind: 10 * weights[kind] for kind in often if kind in weights}
    found = []
    for at in range(count):
        # Most go in the order of the seats, so that a round is soon complete.
        seat = at % players if random.random() < 0.7 else random.randrange(players)
        weights = wrong if seat in hostile else honest
        kind = random.choices(list(weights), list(weights.values()))[0]
        found.append(Event(kind, seat, random.getrandbits(32)))
    return tuple(found)


def _calm_at_first(events: tuple[Event, ...], count: int) -> tuple[Event, ...]:
    """Let the first events be plain turns."""
    calm = (Event("turn", event.seat, event.number) for event in events[:count])
    return (*calm, *events[count:])


def _weights(random: Random, usual: dict[str, int]) -> dict[str, float]:
    """How often each event happens in one schedule: every schedule has its own character.

    Some are calm, and games get far in them; each has too much of something.
    """
    calm = random.choice((1.0, 3.0, 10.0))
    found = {kind: weight * (calm if kind == "turn" else 1.0) for kind, weight in usual.items()}
    for kind in random.sample(sorted(usual), 2):
        found[kind] *= 1.0 if kind == "turn" else 5.0
    return found

"""Games between seats whose repositories are in memory."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gitopoly.kernel import BidRange, OfferTemplate
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.memory import MemoryStore
from gitopoly.ledger.replica import Received
from gitopoly.ledger.store import reachable
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.seat import Habits, Seat
from tests.kernel.walks import codes_of

NAMES = ("ann", "ben", "cleo", "dan", "eve", "fay", "gil", "hal")


class Ticker:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Table:
    """Several seats at one game."""

    def __init__(self, players: int = 3, edition: str = "classic", **settings: object) -> None:
        places = tuple(Place(name, f"../{name}.git") for name in NAMES[:players])
        options = tuple(settings.pop("options", {}).items())  # type: ignore[attr-defined]
        self.clock = Ticker()
        self.identities = [from_seed(name.encode()) for name in NAMES[:players]]
        invitation = GameFile(edition, places, options, **settings)  # type: ignore[arg-type]
        first = Seat.invite(MemoryStore(), invitation, self.identities[0], self.clock)
        self.seats = [first]
        for place, identity in zip(places[1:], self.identities[1:], strict=True):
            store = MemoryStore()
            copy(first, store, first.game.root)
            root, found = find_invitation(store, first.game.root)
            game = Game(store, root, found)
            game.receive(places[0].name, root)
            self.seats.append(Seat(game, place.name, identity, self.clock))
        for seat in self.seats:
            seat.habits = Habits(single=False)

    def start(self) -> Table:
        """Let all join and the game begin."""
        for seat in self.seats:
            seat.join()
        self.exchange()
        self.seats[0].tidy()
        self.exchange()
        return self

    def exchange(self) -> None:
        """Let everybody fetch from everybody."""
        for seat in self.seats:
            for other in self.seats:
                if other is not seat:
                    fetch(seat, other)

    def rounds(self, random: Random, steps: int) -> Iterator[Seat]:
        """Let seats act and fetch at random; yields who has just had a turn at it."""
        for _ in range(steps):
            seat = random.choice(self.seats)
            other = random.choice(self.seats)
            if other is not seat:
                fetch(seat, other)
            seat.tidy()
            act_at_random(seat, random)
            yield seat


def act_at_random(seat: Seat, random: Random) -> None:
    """Choose one of the choices, if there are any."""
    found = seat.choices()
    if not found:
        return
    rare = [c for c in found if isinstance(c, BidRange | OfferTemplate)]
    choice = random.choice(rare) if rare and random.random() < 0.3 else random.choice(found)
    codes = codes_of(seat.position.state, choice, random)
    if codes:
        seat.act(random.choice(codes))


def copy(source: Seat, store: MemoryStore, head: str) -> None:
    """Bring what an entry of a seat needs into another store."""
    store.put(reachable(head, source.game.store.read, store.has))


def fetch(seat: Seat, other: Seat) -> Received | None:
    """Let one seat take what another shows."""
    head = other.game.store.head(other.name)
    if head is None:
        return None
    assert isinstance(seat.game.store, MemoryStore)
    copy(other, seat.game.store, head)
    received = seat.game.receive(other.name, head)
    assert received.refused is None, received.refused
    return received

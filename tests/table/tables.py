"""Games between seats whose repositories are in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from gitopoly.kernel import BidRange, OfferTemplate
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.memory import MemoryStore
from gitopoly.ledger.replica import Received
from gitopoly.ledger.store import Store, reachable
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.seat import Habits, Seat
from tests.kernel.walks import codes_of

NAMES = ("ann", "ben", "cleo", "dan", "eve", "fay", "gil", "hal")


Stores = Callable[[str], Store]
"""Makes the store of a seat."""


def in_memory(name: str) -> Store:
    """A store that needs no disk."""
    return MemoryStore()


class Ticker:
    """A clock that goes on by a second whenever somebody looks at it."""

    def __init__(self) -> None:
        self.now = 1_700_000_000

    def __call__(self) -> float:
        self.now += 1
        return self.now


class Table:
    """Several seats at one game, each with a store of its own."""

    def __init__(
        self,
        players: int = 3,
        edition: str = "classic",
        stores: Stores = in_memory,
        **settings: object,
    ) -> None:
        pinned: dict[str, str] = settings.pop("pinned", {})  # type: ignore[assignment]
        places = tuple(
            Place(name, f"../{name}.git", pinned.get(name, "")) for name in NAMES[:players]
        )
        options = tuple(settings.pop("options", {}).items())  # type: ignore[attr-defined]
        self.clock = Ticker()
        self.identities = [from_seed(name.encode()) for name in NAMES[:players]]
        invitation = GameFile(edition, places, options, **settings)  # type: ignore[arg-type]
        first = Seat.invite(stores(NAMES[0]), invitation, self.identities[0], self.clock)
        self.seats = [first]
        for place, identity in zip(places[1:], self.identities[1:], strict=True):
            store = stores(place.name)
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

    def twin(self, seat: Seat) -> Seat:
        """A second copy of a seat, as if its owner had two computers; honest people do not."""
        store = MemoryStore()
        for head in seat.game.store.heads().values():
            copy(seat, store, head)
        game = Game(store, *find_invitation(store, seat.game.root))
        for name, head in seat.game.store.heads().items():
            game.receive(name, head)
        return Seat(game, seat.name, seat.identity, self.clock, seat.habits)

    def exchange(self) -> None:
        """Let everybody fetch from everybody."""
        for seat in self.seats:
            for other in self.seats:
                if other is not seat:
                    fetch(seat, other)

    def rounds(
        self, random: Random, steps: int, among: Sequence[Seat] | None = None
    ) -> Iterator[Seat]:
        """Let seats act and fetch at random; yields who has just had a turn at it."""
        seats = self.seats if among is None else among
        for _ in range(steps):
            seat = random.choice(seats)
            other = random.choice(seats)
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


def copy(source: Seat, store: Store, head: str) -> None:
    """Bring what an entry of a seat needs into another store."""
    store.put(reachable(head, source.game.store.read, store.has))


def fetch(seat: Seat, other: Seat) -> Received | None:
    """Let one seat take what another shows."""
    head = other.game.store.head(other.name)
    if head is None:
        return None
    copy(other, seat.game.store, head)
    received = seat.game.receive(other.name, head)
    assert received.refused is None, received.refused
    return received

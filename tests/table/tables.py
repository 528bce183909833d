"""Games between seats whose repositories are in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from gitopoly.ledger.entry import Entry, Files
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.objects import Held
from gitopoly.ledger.replica import Received
from gitopoly.ledger.store import Store
from gitopoly.peers.position import IN_AUCTIONS, PASSING, Order
from gitopoly.rules import AmountRange, OfferTemplate
from gitopoly.table.events import Event
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.local_game import seat_all, start
from gitopoly.table.seat import Seat
from tests.ledger.seats import files_in
from tests.rules.walks import codes_of

NAMES = ("ann", "ben", "cleo", "dan", "eve", "fay", "gil", "hal")


Stores = Callable[[str], Store]
"""Makes the store of a seat."""


def in_memory(name: str) -> Store:
    """A store that needs no disk."""
    return Store(MemoryJournal())


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
        invited = tuple(
            SeatInfo(name, f"../{name}.git", pinned.get(name, "")) for name in NAMES[:players]
        )
        options = tuple(settings.pop("options", {}).items())  # type: ignore[attr-defined]
        self.clock = Ticker()
        self.identities = [from_seed(name.encode()) for name in NAMES[:players]]
        invitation = GameFile(edition, invited, options, **settings)  # type: ignore[arg-type]
        made = [stores(info.name) for info in invited]
        self.drivers = seat_all(invitation, made, self.identities, self.clock)
        self.seats = [driver.seat for driver in self.drivers if driver.seat is not None]

    def start(self) -> Table:
        """Let all join and the game begin."""
        start(self.drivers)
        return self

    def agree(self) -> None:
        """Let everybody hear of all joins and be ready for the start."""
        self.exchange()
        for seat in self.seats[1:]:
            seat.run_automatic_moves()
        self.exchange()

    def twin(self, seat: Seat) -> Seat:
        """A second copy of a seat, as if its owner had two computers; honest people do not."""
        store = Store(MemoryJournal())
        copy(seat, store)
        game = GameReplica(store, *find_invitation(store, seat.game.root))
        for name, head in seat.game.store.heads.items():
            game.receive(name, head)
        return Seat(game, seat.name, seat.identity, self.clock, seat.auto_play)

    def exchange(self) -> None:
        """Let everybody hear of everybody."""
        for driver in self.drivers:
            held = len(driver.game.evidence)
            driver.hear()
            assert driver.game.evidence[held:] == []

    def rounds(
        self, random: Random, steps: int, among: Sequence[Seat] | None = None
    ) -> Iterator[Seat]:
        """Let seats act and fetch at random; yields who has just had a turn at it."""
        seats = self.seats if among is None else among
        for _ in range(steps):
            seat = random.choice(seats)
            other = random.choice(seats)
            self.drivers[seat.number].advance(among=[other.name])
            act_at_random(seat, random)
            yield seat


def act_at_random(seat: Seat, random: Random) -> Event | None:
    """Choose one of the choices, if there are any."""
    code = choose_at_random(seat, random)
    return None if code is None else seat.act(code)


def choose_at_random(seat: Seat, random: Random) -> int | None:
    """One of the choices, if there are any."""
    found = seat.choices()
    if not found:
        return None
    rare = [c for c in found if isinstance(c, AmountRange | OfferTemplate)]
    choice = random.choice(rare) if rare and random.random() < 0.3 else random.choice(found)
    codes = codes_of(seat.position.state, choice, random)
    return random.choice(codes) if codes else None


def change_order(seat: Seat, random: Random) -> None:
    """Now and then, want another order to be followed for a seat."""
    if seat.game.started and random.random() < 0.3:
        passing = tuple(where for where in PASSING if random.random() < 0.6)
        rules = seat.position.state.rules
        deeds = [at for at in range(rules.board_length) if rules.group[at] >= 0]
        but = random.sample(deeds, random.choice((0, 0, 2))) if IN_AUCTIONS in passing else ()
        seat.auto_play.publish = Order(passing, tuple(sorted(but)))


def files_with(game: GameReplica, entry: Entry) -> Files:
    """The files of an entry, which follow from its past."""
    return files_in(entry, Held(game.objects_of(entry.id)).read)


def copy(source: Seat, store: Store) -> None:
    """Let another store read what a seat holds."""
    store.borrow(source.name, source.game.store.held)


def fetch(seat: Seat, other: Seat) -> Received | None:
    """Let one seat take what another shows."""
    head = other.game.store.head(other.name)
    if head is None:
        return None
    copy(other, seat.game.store)
    received = seat.game.receive(other.name, head)
    assert received.refused is None, received.refused
    return received

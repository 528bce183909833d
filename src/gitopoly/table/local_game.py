"""Games whose seats are all in this process, each with its own store: a person's with bots, too.

Every seat has its own repository and key, and judges what the others write as it would anywhere.
Entries are copied at once and in one thread, from store to store, so that a bot's answer needs
no polling.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from gitopoly.errors import (
    FolderTaken,
    GitopolyError,
    InvalidRepository,
    NoRoom,
    RefusedObjects,
)
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, load_or_make
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.ledger.transports.remote import Transport, transport
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.peers.play import owes_confirmation
from gitopoly.table.conversation import Conversation, Talk
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.events import Told
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.opening import add_remotes, resume
from gitopoly.table.peers import Clock
from gitopoly.table.seat import AutoPlay, Clock as Now, Seat

SEATS = "seats"
"""The folder inside a game's folder that holds the seats' repositories."""
KEYS = "keys"
"""The folder of the bots' keys."""


class StorePeers:
    """Seats with stores open in this process: what they write is visible at once."""

    published = "kept on this machine"
    publishing = Told("published.here", {})
    knows_own_log = True

    def __init__(self, game: GameReplica, own: str, stores: Mapping[str, Store]) -> None:
        """Read from the seats in `stores`, which may grow; `own` is the reading seat."""
        self._game, self._own, self._stores = game, own, stores
        self.contacts: dict[str, Contact] = {}

    @property
    def rest(self) -> bool:
        """Others may write at any time."""
        return False

    def own_log(self, now: bool = False) -> Arrival | None:
        """Nobody else writes this seat's log."""
        return None

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What they have written that is new; never waits."""
        for name in among or tuple(self._stores):
            if name != self._own and (head := self._news(name)) is not None:
                yield Arrival(name, head)

    def _news(self, name: str) -> str | None:
        """The newest entry of a seat if it is new, with its history."""
        source, store = self._stores[name], self._game.store
        head = source.head(name)
        if head is None or head in self._game.log:
            return None
        store.borrow(name, source.held)
        return head

    def taken(self, arrival: Arrival) -> None:
        """What was accepted is kept."""
        if arrival.head in self._game.log:
            self._game.store.borrow(arrival.nickname, None)

    def publish(self, again: bool = False) -> None:
        """Nothing to do: the others read this seat's store."""

    def conversation(self) -> Conversation | None:
        """There is nobody else to talk to."""
        return None

    def listen(self, listener: Callable[[], None]) -> None:
        """Nothing to do: it is seen with the next poll."""

    def wake(self) -> None:
        """Nobody waits."""

    def close(self, everything: bool) -> bool:
        """Nothing to do: whoever opened the stores closes them."""
        return True


def seat_all(
    invitation: GameFile,
    stores: Sequence[Store],
    identities: Sequence[Identity],
    now: Now,
    clock: Clock | None = None,
) -> list[GameDriver]:
    """Seats for everyone in an invitation, which choose nothing; none of them has joined yet.

    `now` dates entries, `clock` is that of the drivers.
    """
    invitation.check()
    first = Seat.invite(stores[0], invitation, identities[0], now)
    seats = [first]
    for name, store, identity in zip(invitation.names[1:], stores[1:], identities[1:], strict=True):
        seats.append(Seat(copy_of(first.game, store), name, identity, now))
    for seat in seats:
        seat.auto_play = AutoPlay(single=False)
    known = dict(zip(invitation.names, stores, strict=True))
    return [
        GameDriver(seat.game, seat, StorePeers(seat.game, seat.name, known), clock)
        for seat in seats
    ]


def copy_of(game: GameReplica, store: Store) -> GameReplica:
    """A game in another store that holds only the invitation."""
    store.borrow(game.root, game.store.held)
    twin = GameReplica(store, *find_invitation(store, game.root))
    twin.receive(twin.names[0], game.root)
    store.borrow(game.root, None)
    return twin


def start(drivers: Sequence[GameDriver]) -> None:
    """Let the missing seats join, all be ready, and the first seat start; tell everybody."""
    for driver in drivers:
        if driver.seat is not None and driver.seat.name not in driver.game.joined:
            driver.seat.join()
    for _ in range(3):
        for driver in drivers:
            driver.hear()
        # The first one last: it starts the game when all others are ready.
        for driver in reversed(drivers):
            if not driver.game.started:
                driver.advance()


def new_stores(
    stack: contextlib.ExitStack, invitation: GameFile, paths: Sequence[Path], **kind: bool
) -> list[GitStore]:
    """A repository for every seat, with the others as remotes; the stack closes them."""
    stores = []
    for info, path in zip(invitation.seats, paths, strict=True):
        path.mkdir(parents=True)
        stores.append(stack.enter_context(GitStore.create(path, info.name, **kind)))
        add_remotes(stores[-1], invitation, info.name)
    return stores


def create_local_game(folder: Path, invitation: GameFile, identity: Identity) -> None:
    """Create a game in a new folder: a repository for every seat, all of them joined."""
    invitation.check()
    if folder.exists():
        raise FolderTaken(f"{folder} already exists; name another folder")
    # Under another name until it is complete, so that a crash leaves no partial game behind.
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    try:
        with contextlib.ExitStack() as stack:
            paths = [draft / SEATS / name for name in invitation.names]
            stores = new_stores(stack, invitation, paths)
            bots = [load_or_make(draft / KEYS / name) for name in invitation.names[1:]]
            # Only the start: the first roll is the person's.
            start(seat_all(invitation, stores, [identity, *bots], time.time))
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    draft.rename(folder)


def local_seats(names: list[str]) -> tuple[SeatInfo, ...]:
    """The seats of such a game, with their repositories side by side."""
    return tuple(SeatInfo(name, f"../{name}") for name in names)


def open_local_game(
    folder: Path, identity: Identity, choosers: Mapping[str, Chooser]
) -> GameDriver:
    """Open a game made by `create_local_game`, for the person; `choosers` play the other seats."""
    paths = folder / SEATS
    if not paths.is_dir():
        raise InvalidRepository(f"there is no game in {folder}")
    stores: dict[str, GitStore] = {}
    seats: dict[str, Seat] = {}
    try:
        for path in sorted(paths.iterdir()):
            bot = path.name in choosers
            key = load_or_make(folder / KEYS / path.name) if bot else identity
            store, seat = resume(path, key, time.time)
            stores[seat.name], seats[seat.name] = store, seat
            seat.auto_play = AutoPlay(single=not bot)
        people = [name for name in seats if name not in choosers]
        if len(people) != 1 or not set(choosers) < set(seats):
            raise InvalidRepository(
                f"the game in {folder} does not have exactly one seat for a person"
            )
        bots = {
            name: GameDriver(seats[name].game, seats[name], SiblingPeers(seats[name], stores))
            for name in choosers
        }
        person = seats[people[0]]
        return GameDriver(person.game, person, BotPeers(person, stores, bots, choosers))
    except BaseException:
        _close(list(stores.values()))
        raise


class SiblingPeers(StorePeers):
    """Seats with repositories side by side, open here, but others may write to them too."""

    def __init__(self, seat: Seat, stores: Mapping[str, GitStore]) -> None:
        super().__init__(seat.game, seat.name, stores)
        self._siblings = stores
        self._links: dict[str, Transport] = {
            info.name: transport(info.url, stores[seat.name].path)
            for info in seat.game.file.seats
            if info.name != seat.name
        }

    def _news(self, name: str) -> str | None:
        try:
            head = self._shown(name)
        except GitopolyError as error:
            self.contacts[name] = Contact(None, error)
            return None
        self.contacts[name] = Contact(time.time(), None)
        return head

    def _shown(self, name: str) -> str | None:
        """The newest entry if it is new; by a fetch as from a stranger, if one has written it."""
        source, store = self._siblings[name], self._siblings[self._own]
        shown = ref_files.read_ref(source.git_dir, OWN_BRANCH)
        if shown is None or shown in source.entries:
            return super()._news(name)
        try:
            head, objects = self._links[name].fetch(self._game.log.__contains__)
        except RefusedObjects as refusal:
            self._game.note_refusal(name, refusal)
            return None
        if head is None or head in self._game.log:
            return None
        store.borrow(name, objects)
        return head


class BotPeers(SiblingPeers):
    """Such seats played by bots, each with its own driver, when the person polls."""

    def __init__(
        self,
        person: Seat,
        stores: Mapping[str, GitStore],
        bots: Mapping[str, GameDriver],
        choosers: Mapping[str, Chooser],
    ) -> None:
        super().__init__(person, stores)
        self._person, self._bots, self._choosers = person, bots, choosers
        self._conversation: Conversation | None = None
        self._may_talk = True
        self._woken = threading.Event()
        self._stuck: set[str] = set()
        """Bots whose folders take no moves until the game is opened again, which repairs them."""

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What is new; if nothing is, bots that the game is waiting for move first.

        The effect of the person's own move is visible before bots take in news and think.
        """
        for _ in self._moves():
            heard = False
            for arrival in super().arrivals(timeout, among):
                heard = True
                yield arrival
            if heard:
                return
        # While nobody waits, bots take in what they will need to know when somebody does.
        for bot in self._bots.values():
            bot.hear()
        if timeout and self.rest and self._person.next_automatic_move() is None:
            self._woken.wait(timeout)
        self._woken.clear()

    def _moves(self) -> Iterator[None]:
        """First nothing, then what bots owe the person, then what they choose."""
        yield
        for let in (self._answer, self._move):
            for name in self._movers():
                try:
                    let(name)
                except GitopolyError as error:
                    self._stuck.add(name)
                    self.contacts[name] = Contact(None, error)
            yield

    def _news(self, name: str) -> str | None:
        return None if name in self._stuck else super()._news(name)

    def conversation(self) -> Conversation | None:
        """What the person and the bots say; opened when first asked for."""
        if self._may_talk:
            self._may_talk = False
            voices = [self._person, *(bot.seat for bot in self._bots.values() if bot.seat)]
            private = self._siblings[self._own].private
            with contextlib.suppress(NoRoom):  # the game can go on in silence
                talk = Talk(self._game, voices)
                self._conversation = Conversation(talk, self._game, self._own, private)
        return self._conversation

    @property
    def rest(self) -> bool:
        """Whether no bot has anything to do."""
        return not self._movers()

    def wake(self) -> None:
        """End a wait at once."""
        self._woken.set()

    def close(self, everything: bool) -> bool:
        """Close all repositories; everything written is safe."""
        _close(list(self._siblings.values()))
        return True

    def _movers(self) -> list[str]:
        """The bots that the game is waiting for, or that have not seen the end yet."""
        game = self._game
        if not game.over:
            return [
                name
                for name in game.waiting_for()
                if name in self._bots and name not in self._stuck
            ]
        position, numbers = game.position, {name: n for n, name in enumerate(game.names)}
        return [
            name
            for name in self._bots
            if name not in self._stuck
            and owes_confirmation(position, numbers[name])
            and not position.absent(numbers[name])
        ]

    def _answer(self, name: str) -> None:
        """Make a bot's required moves that need no thinking, such as its part of a draw."""
        self._bots[name].advance(among=[self._own])

    def _move(self, name: str) -> None:
        self._bots[name].take_turn(self._choosers[name])


def _close(stores: list[GitStore]) -> None:
    for store in stores:
        store.close()

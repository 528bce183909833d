"""A game whose seats are all on this machine: one person, the others bots.

Every seat has its own repository and key, and judges what the others write as it would anywhere.
Entries are copied at once and in one thread, from store to store, so that a bot's answer needs
no polling.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Collection, Iterator, Mapping
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
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.ledger.transports.remote import Transport, transport
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.peers.play import owes_confirmation
from gitopoly.table.conversation import LocalConversation
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.opening import add_remotes, resume
from gitopoly.table.peers import StorePeers
from gitopoly.table.seat import AutoPlay, Seat
from gitopoly.table.seating import seat_all, start

SEATS = "seats"
"""The folder inside a game's folder that holds the seats' repositories."""
KEYS = "keys"
"""The folder of the bots' keys."""


def create_local_game(folder: Path, invitation: GameFile, identity: Identity) -> None:
    """Create a game in a new folder: a repository for every seat, all of them joined."""
    invitation.check()
    if folder.exists():
        raise FolderTaken(f"{folder} already exists; name another folder")
    # Under another name until it is complete, so that a crash leaves no partial game behind.
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    stores: list[GitStore] = []
    try:
        for name in invitation.names:
            (draft / SEATS / name).mkdir(parents=True)
            stores.append(GitStore.create(draft / SEATS / name, name))
            add_remotes(stores[-1], invitation, name)
        bots = [load_or_make(draft / KEYS / name) for name in invitation.names[1:]]
        drivers = seat_all(invitation, stores, [identity, *bots], time.time)
        for driver in drivers:
            if driver.seat is not None:
                # Only the start: the first roll is the person's.
                driver.seat.auto_play = AutoPlay(single=False)
        start(drivers)
    except BaseException:
        _close(stores)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    _close(stores)
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
            head = self._poll(name)
        except GitopolyError as error:
            self.contacts[name] = Contact(None, error)
            return None
        self.contacts[name] = Contact(time.time(), None)
        return head

    def _poll(self, name: str) -> str | None:
        if not self._links[name].may_have_moved():
            return None
        source = self._siblings[name]
        shown = ref_files.read_ref(source.git_dir, OWN_BRANCH)
        if shown is not None and shown not in source.entries:
            # Somebody else has written there, who is not trusted either.
            return self._fetched(name)
        return super()._news(name)

    def _fetched(self, name: str) -> str | None:
        """The newest entry by a fetch, as from a stranger."""
        store = self._siblings[self._own]
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
        self._conversation: LocalConversation | None = None
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

    def conversation(self) -> LocalConversation | None:
        """What the person and the bots say; opened when first asked for."""
        if self._may_talk:
            self._may_talk = False
            seats = {name: bot.seat for name, bot in self._bots.items() if bot.seat is not None}
            private = self._siblings[self._own].private
            with contextlib.suppress(NoRoom):  # the game can go on in silence
                self._conversation = LocalConversation(self._game, self._person, private, seats)
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

"""A game whose seats are all on this machine: one person, the others bots.

Every seat has a repository and a key of its own, and judges what the others write as it would
anywhere. News is carried at once and in one thread, from store to store, so that a bot's answer
takes no polling.
"""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path

import pygit2

from gitopoly.errors import GitopolyError, InvalidGame, RefusedObjects, Unreachable
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, load_or_make
from gitopoly.ledger.store import reachable
from gitopoly.ledger.transports.poller import Contact
from gitopoly.ledger.transports.remote import Transport, transport
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.table.connection import Status
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.opening import come_back, name_remotes
from gitopoly.table.seat import Habits, Seat
from gitopoly.table.simulation import Chooser
from gitopoly.table.events import Event

SEATS = "seats"
"""The folder, inside that of a game, in which each seat has its repository."""
KEYS = "keys"
"""The folder of the bots' keys."""


def lay_out(folder: Path, invitation: GameFile, identity: Identity) -> None:
    """Make a game in a new folder: a repository for every seat, all of them joined."""
    invitation.check()
    if folder.exists():
        raise InvalidGame(f"{folder} is there already; name another folder")
    # Under another name until it is whole, so that a crash leaves no half game behind.
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    stores: list[GitStore] = []
    try:
        seats = _take_seats(draft, invitation, identity, stores)
        for seat in seats[1:]:
            seat.join()
        _hear_all(seats[0], stores[0], draft)
        seats[0].habits = Habits(single=False)  # only the start; the first throw is the person's
        seats[0].tidy()
    except BaseException:
        _close(stores)
        shutil.rmtree(draft, ignore_errors=True)
        raise
    _close(stores)
    draft.rename(folder)


def places_of(names: list[str]) -> tuple[Place, ...]:
    """The seats of such a game: the repositories lie beside each other."""
    return tuple(Place(name, f"../{name}") for name in names)


class Gathering:
    """A person's seat, with the others played by bots; used like a `Connection`."""

    def __init__(self, folder: Path, identity: Identity, choosers: Mapping[str, Chooser]) -> None:
        """Open a game that `lay_out` has made; `choosers` play the other seats."""
        self._stores: dict[str, GitStore] = {}
        self._links: dict[str, dict[str, Transport]] = {}
        self._seats: dict[str, Seat] = {}
        self._choosers = dict(choosers)
        self._contacts: dict[str, Contact] = {}
        self._waiting: dict[str, tuple[float, str | None]] = {}
        self._woken = threading.Event()
        try:
            self._open(folder, identity)
        except BaseException:
            self._close_all()
            raise
        own = [name for name in self._seats if name not in self._choosers]
        self.seat = self._seats[own[0]]
        """The person's seat."""
        self.game: Game = self.seat.game
        """The game as the person's own repository shows it."""
        self.delay = 0.0
        """Seconds that a `poll` leaves to see what a bot has done."""

    @property
    def may_write(self) -> bool:
        """Nobody else writes this seat's log."""
        return True

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Let each bot that the game waits for move once; what the person's seat then sees.

        Waits when nothing happens before the person does something, and for `delay` after a move.
        """
        events = self._hear(self.seat) + self.seat.tidy()
        # What comes of the person's own move is seen before bots hear of each other and think.
        for let in (self._answer, self._move):
            if all(event.quiet for event in events):
                for name in self._movers():
                    let(self._seats[name])
                events += self._hear(self.seat) + self.seat.tidy()
        if not events:
            # While nobody waits, bots hear what they will have to know when somebody does.
            for name in self._choosers:
                self._hear(self._seats[name])
        self._note_waiting()
        visible = any(not event.quiet for event in events)
        self._pause((0.0 if events else timeout) if self.rests else self.delay if visible else 0.0)
        return events

    def _pause(self, seconds: float) -> None:
        """Wait until the time is over or somebody calls `wake`."""
        if seconds:
            self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """Let a `poll` that waits return at once; other threads may call this."""
        self._woken.set()

    def act(self, choice: int | str) -> Event:
        """Do something; durable when this returns."""
        return self.seat.act(choice)

    def resign(self) -> Event:
        """Leave the game in order."""
        return self.seat.resign()

    def vote(self, name: str) -> Event:
        """Vote to go on without a silent seat."""
        return self.seat.vote(name)

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the person does something."""
        return not self._movers() and self.seat.settled() is None

    @property
    def status(self) -> Status:
        """How things stand with the others."""
        waiting = [(name, since) for name, (since, _) in self._waiting.items()]
        return Status("kept on this machine", dict(self._contacts), waiting)

    def close(self) -> bool:
        """Let go of all repositories; everything written is safe."""
        self._close_all()
        return True

    # Behind it.

    def _open(self, folder: Path, identity: Identity) -> None:
        seats = folder / SEATS
        if not seats.is_dir():
            raise InvalidGame(f"there is no game in {folder}")
        for path in sorted(seats.iterdir()):
            bot = path.name in self._choosers
            key = load_or_make(folder / KEYS / path.name) if bot else identity
            store, seat = come_back(path, key, time.time)
            self._stores[seat.name], self._seats[seat.name] = store, seat
            seat.habits = Habits(single=not bot)
            self._links[seat.name] = {
                place.name: transport(place.url, path)
                for place in seat.game.file.places
                if place.name != seat.name
            }
        people = set(self._seats) - set(self._choosers)
        if len(people) != 1 or not set(self._choosers) < set(self._seats):
            raise InvalidGame(f"the game in {folder} has not exactly one seat for a person")

    def _movers(self) -> list[str]:
        """The bots without whom nothing goes on, or who have not seen the end yet."""
        if self.game.over:
            finished = self.game.position.finished
            return [
                name
                for name in self._choosers
                if not finished[self.game.names.index(name)] and name not in self._silent()
            ]
        return [name for name in self.game.waiting_for() if name in self._choosers]

    def _silent(self) -> set[str]:
        """Bots whose logs have ended, so that nothing more comes from them."""
        position = self.game.position
        names = self.game.names
        return {name for name in names if position.absent(names.index(name))}

    def _answer(self, bot: Seat) -> None:
        """Do what a bot owes the person without thinking, such as its part of a draw."""
        self._hear(bot, [self.seat.name])
        bot.tidy()

    def _move(self, bot: Seat) -> None:
        self._hear(bot)
        bot.tidy()
        if not bot.game.over and bot.choices():
            bot.act(self._choosers[bot.name](bot))

    def _hear(self, seat: Seat, whom: Iterable[str] = ()) -> list[Event]:
        """Take over what others have written: some of them, or all."""
        store, events, links = self._stores[seat.name], [], self._links[seat.name]
        for name in whom or links:
            link = links[name]
            try:
                head = _news(seat, store, name, link, self._stores[name])
            except Unreachable as error:
                self._contacts[name] = Contact(None, str(error))
                continue
            if seat is self.seat:
                self._contacts[name] = Contact(time.time(), None)
            if head is not None:
                accepted = seat.game.receive(name, head).accepted
                events += [seat.game.event(entry.id) for entry in accepted]
        return events

    def _note_waiting(self) -> None:
        heads = self.game.heads()
        before, self._waiting = self._waiting, {}
        for name in [] if self.game.over else self.game.waiting_for():
            since, head = before.get(name, (0.0, None))
            silent = name in before and head == heads.get(name)
            self._waiting[name] = (since if silent else time.time(), heads.get(name))

    def _close_all(self) -> None:
        _close(list(self._stores.values()))


def _news(seat: Seat, store: GitStore, name: str, link: Transport, source: GitStore) -> str | None:
    """The newest entry at a repository, if it is news."""
    if not link.may_have_moved():
        return None
    head = source.head(name)
    if head is None or head != ref_files.read_ref(source.git_dir, OWN_BRANCH):
        # Somebody else has written there, who is to be trusted as little as anybody.
        return _fetched(seat, store, name, link)
    if head in seat.game.log:
        return None
    store.put(reachable(head, source.read, store.has))
    return head


def _fetched(seat: Seat, store: GitStore, name: str, link: Transport) -> str | None:
    """The same by a fetch, as from a stranger."""
    try:
        head = link.fetch(store.repo, name)
    except RefusedObjects as refusal:
        seat.game.note_refusal(name, refusal)
        head = refusal.head
    if head is None or head in seat.game.log:
        return None
    # Objects came in behind the back of the store's own view of them.
    store.repo = pygit2.Repository(str(store.git_dir))
    return head


def _take_seats(
    draft: Path, invitation: GameFile, identity: Identity, stores: list[GitStore]
) -> list[Seat]:
    """A repository and a seat for each place; the first one invites and joins."""
    seats: list[Seat] = []
    for number, place in enumerate(invitation.places):
        path = draft / SEATS / place.name
        path.mkdir(parents=True)
        store = GitStore.create(path, place.name)
        stores.append(store)
        name_remotes(store, invitation, place.name)
        if number == 0:
            seats.append(Seat.invite(store, invitation, identity, time.time))
            seats[0].join()
            continue
        first = transport(f"../{invitation.names[0]}", path).fetch(store.repo, invitation.names[0])
        if first is None:
            raise GitopolyError("the first seat's repository is empty")
        root, found = find_invitation(store, first)
        game = Game(store, root, found)
        game.receive(found.names[0], first)
        seats.append(Seat(game, place.name, load_or_make(draft / KEYS / place.name), time.time))
    return seats


def _hear_all(seat: Seat, store: GitStore, draft: Path) -> None:
    """Bring the joins of all others to the first seat."""
    for place in seat.game.file.places[1:]:
        link = transport(place.url, draft / SEATS / seat.name)
        head = _fetched(seat, store, place.name, link)
        if head is not None:
            seat.game.receive(place.name, head)


def _close(stores: list[GitStore]) -> None:
    for store in stores:
        store.close()

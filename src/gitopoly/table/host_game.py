"""A game whose host keeps the repositories of all seats, and the keys of guests.

A guest has a browser and no key: the host's program holds the seat's key and its dice secret, and
writes the guest's moves into the same copy of the game as the host's own. Everybody else judges
them like any other seat's. Seats that one program holds vote as one.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from gitopoly.errors import (
    GameUnavailable,
    IllegalAction,
    InvalidIdentity,
    InvalidRepository,
    InvalidSeat,
)
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.folder import no_room
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.identity import Identity, load, load_or_make, random_bytes
from gitopoly.ledger.talk import Line
from gitopoly.ledger.transports.poller import TOLD, Arrival, Contact
from gitopoly.ledger.transports.publisher import Publisher
from gitopoly.table.conversation import MUTED, Conversation
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Event
from gitopoly.table.game_file import GameFile
from gitopoly.table.hosting import FILE, Hosting
from gitopoly.table.lobby import NONCE
from gitopoly.table.open_game import Status
from gitopoly.table.opening import begin, resume
from gitopoly.table.relay import Relay
from gitopoly.table.remote_game import RemotePeers
from gitopoly.table.routes import FILE as ROUTES, Routes
from gitopoly.table.seat import Seat
from gitopoly.table.sent import SentEntries
from gitopoly.words import worded

HOSTING = "hosting"
"""The file in a game's private area that names the folder of what is kept for others."""
LONGEST_PATH = 4096


def begin_hosted_game(
    folder: Path, invitation: GameFile, hosting: Hosting, identity: Identity, token: str = ""
) -> HostDriver:
    """Start a game in a new folder, as its first seat, on repositories kept here."""
    store, seat = begin(folder, invitation, identity, time.time, token, hosting.routes)
    named = os.path.relpath(hosting.folder, folder)  # both may be moved together
    write_durably(store.private / HOSTING, f"{named}\n")
    peers = HostPeers(store, seat, folder, hosting)
    peers.knows_own_log = True
    return HostDriver(seat, peers)


def hosted_folder(folder: Path) -> Path | None:
    """Where a game's host keeps what is for others; None for a game that is not hosted here.

    Raises InvalidRepository if it is hosted here, and that folder is not where it was.
    """
    private = folder / ".git" / "gitopoly"
    try:
        named = (read_regular(private / HOSTING, LONGEST_PATH) or b"").decode("utf-8").strip()
    except (Damaged, UnicodeDecodeError):
        named = ""
    if not named:
        # The program was killed while the game began; then nothing was moved yet either.
        named = Routes.kept(private).at if (private / ROUTES).exists() else ""
    if not named or "://" in named:  # a peer reaches its host by an address
        return None
    found = (folder.absolute() / named).resolve()
    if not (found / FILE).is_file():
        raise InvalidRepository(
            f"the friends of {folder} play in {found}, and nothing is there; put that folder back"
        )
    return found


def resume_hosted_game(folder: Path, hosting: Hosting, identity: Identity) -> HostDriver:
    """Resume a game that is hosted here, with all guests."""
    store, seat = resume(folder, identity, time.time)
    try:
        hosting.routes.keep(store.private)
    except OSError as error:
        store.release()
        raise no_room(folder, error) from error
    return HostDriver(seat, HostPeers(store, seat, folder, hosting))


class HostPeers(RemotePeers):
    """The others' repositories on this machine; those of guests are ours to write."""

    _pace = TOLD

    def __init__(self, store: GitStore, seat: Seat, base: Path, hosting: Hosting) -> None:
        self.hosting = hosting
        # Each on its own, so that nobody can use up the others' room.
        self._sent = {name: SentEntries(seat.game, {name}) for name in hosting.seats}
        self.relay = Relay(seat.game.log)
        """What is told to those who hold a stream."""
        super().__init__(store, seat.game, seat, base)
        self._wire = self

    def _polls(self, name: str) -> bool:
        return super()._polls(name) and name not in self.hosting.held

    def hold(self, seat: Seat) -> None:
        """From now on the log of a seat is written here, and published by us."""
        self._poller.drop(seat.name)
        remote, source = self._remotes[seat.name], f"refs/remotes/{seat.name}/main"
        self._publishers.append(Publisher(self._store.own, remote, source=source))
        self._voices.append(seat)
        if self._talk is not None:
            self._talk.add_voice(seat)

    def talk_of(self, name: str) -> Conversation | None:
        """What the seats say, as a guest hears it; without a name, as a spectator does."""
        if self.conversation() is None or self._talk is None:
            return None
        return Conversation(self._talk, self._game, name, self._store.private, f"{MUTED}-{name}")

    def is_empty(self, name: str) -> bool:
        """Whether nobody has published in a seat's repository."""
        return self._remotes[name].transport(self._base).probe().empty

    def publish(self, again: bool = False) -> None:
        """Tell our own entries and those of the guests at once, and push them."""
        self.relay.tell()
        super().publish(again)

    def hurry(self) -> None:
        """Somebody has pushed: look at once."""
        self._poller.hurry()
        if self._talk is not None:
            self._talk.hurry()

    def take(self, name: str, commits: Sequence[bytes]) -> bool:
        """A seat has sent entries, for any thread; whether they are looked at."""
        is_taken = self._sent[name].put(commits)
        self._poller.wake()
        self._poller.on_arrival()
        return is_taken

    def _streamed_arrivals(self) -> Iterator[Arrival]:
        for entries in self._sent.values():
            yield from entries.arrivals()

    @property
    def is_alive(self) -> bool:
        """Never: some seats may have no stream, and their branches are folders here."""
        return False

    def lines(self) -> list[Line]:
        """What seats have sent that they say."""
        return [line for entries in self._sent.values() for line in entries.lines()]

    def say(self, line: Line) -> None:
        """Tell what was said here."""
        self.relay.tell_lines([line])

    def pass_on(self, lines: Sequence[Line]) -> None:
        """Tell what others have said."""
        self.relay.tell_lines(lines)


class HostDriver(GameDriver):
    """Runs a game for its host and for the guests whose seats it holds."""

    def __init__(self, seat: Seat, peers: HostPeers) -> None:
        self.held: dict[str, Seat] = {}
        """The guests' seats, by name."""
        self.reached = False
        """Whether somebody has come to the door from another machine."""
        self.peers, self.hosting, self.relay = peers, peers.hosting, peers.relay
        super().__init__(seat.game, seat, peers)
        self._own = seat
        try:
            self._recall_guests()
        except BaseException:
            self.close()
            raise

    def _recall_guests(self) -> None:
        """Take over what was published of the guests' logs before anything is written."""
        for name in self.hosting.held:
            arrival = self.peers.published_log(name)
            # What is here may be newer: the program was killed before it was published.
            if arrival is not None and arrival.head not in self.game.log:
                self._take(arrival)
                while name in self.game.unfinished:
                    self._take(arrival)
            self._add(name)

    def table_of(self, name: str) -> GuestTable:
        """The table as a guest sees it; without a name, as a spectator does."""
        return GuestTable(self, name)

    def free(self, name: str) -> bool:
        """Whether a guest could take a seat now."""
        return not self.game.started and name not in self.game.joined and name not in self.held

    def sit(self, name: str, token: str = "", device: str = "") -> list[Event]:
        """Let a guest take a seat: its key is made and kept here, and its join says so.

        From then on the seat belongs to the device that shows this secret; without one, to the
        next that sits down.
        """
        self.game.file.seat(name)
        if name in self.held:
            if self.hosting.devices.count(name):
                raise worded(InvalidSeat, "error.seat_elsewhere", name=name)
            if device:
                self.hosting.seat_device(name, device)
            return []
        if not self.game.file.may_hold or not self.free(name):
            raise worded(InvalidSeat, "error.seat_taken", name=name)
        if not self.hosting.hold(name):
            raise worded(GameUnavailable, "error.seat_busy", name=name)
        if not self.peers.is_empty(name):
            # Somebody's own program may have been faster.
            arrival = self.peers.published_log(name)
            if arrival is not None:
                self._take(arrival)
            if name in self.game.joined:
                self.hosting.let_go(name)
                raise worded(InvalidSeat, "error.seat_taken", name=name)
            self.hosting.clear(name)
        self._add(name)
        if device:
            self.hosting.seat_device(name, device)
        events = self._join(self.held[name], token)
        self._peers.publish()
        return events

    def renew(self, name: str) -> None:
        """Free a guest's seat of all its devices; the next one to sit down needs the new link."""
        if name not in self.held:
            raise worded(InvalidSeat, "error.no_guest", name=name)
        self.hosting.renew(name)

    def _take(self, arrival: Arrival) -> list[Event]:
        """Judge what somebody shows; what is published in place of a join keeps nobody out."""
        events = super()._take(arrival)
        name, shown = arrival.nickname, arrival.shown
        # What a guest's seat has published may be all that there is of it.
        taken = (*self.game.joined, *self.hosting.held)
        if shown is not None and name in self.hosting.seats and name not in taken:
            self.hosting.clear(name, shown)
        return events

    def vote(self, name: str) -> Event:
        """Vote to continue without a silent seat, and our guests' seats follow; theirs resign."""
        return self.act_for(name, Seat.resign) if name in self.held else super().vote(name)

    def act_for(self, name: str, act: Callable[[Seat], Event]) -> Event:
        """Do something with a guest's seat, and publish it; raises while nothing can be written."""
        if name not in self.held:
            raise worded(GameUnavailable, "error.watching")
        self._playing()
        return self._published(act(self.held[name]))

    def sent(self, name: str, commits: Sequence[bytes]) -> bool:
        """A seat has sent entries; any thread may say so. Tells whether they are looked at."""
        return self.peers.take(name, commits)

    def hear(self, timeout: float = 0.0, among: Collection[str] = ()) -> list[Event]:
        """Take in what others show, and tell it to all before anything else is done."""
        try:
            return super().hear(timeout, among)
        finally:
            self.relay.tell()

    def pushed(self) -> None:
        """Somebody has pushed; any thread may say so."""
        self.peers.hurry()

    def _add(self, name: str) -> None:
        known = self.game.replica.keys[name]
        identity = (load if known else load_or_make)(self.hosting.key(name))
        if known not in (None, identity.public):
            raise InvalidIdentity(
                f"the key in {self.hosting.key(name)} is not that of {name} in this game; "
                "restore a copy of it"
            )
        self.held[name] = Seat(self.game, name, identity, time.time)
        self.peers.hold(self.held[name])

    def _join(self, seat: Seat, token: str = "") -> list[Event]:
        return seat.join(token, random_bytes(NONCE), holder=self._own.name)

    def _due_moves(self, seat: Seat, contacts: dict[str, Contact]) -> list[Event]:
        """The same for all our seats: a move of one may be what another waits for."""
        events = super()._due_moves(seat, contacts)
        while self.may_write and (done := self._held_moves()):
            events += done + seat.run_automatic_moves()
        return events

    def _held_moves(self) -> list[Event]:
        events: list[Event] = []
        for seat in self.held.values():
            if not self.game.started and seat.name not in self.game.joined:
                # The program was killed between making the key and the join.
                events += self._join(seat)
            events += seat.run_automatic_moves()
            for name in self._votes_of_host():
                with contextlib.suppress(IllegalAction):
                    events.append(seat.vote(name))
        return events

    def _vote_when_due(self, contacts: dict[str, Contact]) -> list[Event]:
        return super()._vote_when_due(contacts) + self._resign_for_absent_guests()

    def _votes_of_host(self) -> list[str]:
        """Those whom the host's own seat has voted on where their logs still end."""
        if not self.game.started:
            return []
        position = self.game.position
        return [
            self.game.names[vote.seat]
            for vote in position.votes[self._own.number]
            if vote.last == position.counts[vote.seat]
        ]

    def _resign_for_absent_guests(self) -> list[Event]:
        """The game's rule on absence, for seats whose keys are here: they leave by themselves."""
        after, now = self.game.file.retire_after, self._clock.monotonic()
        if not after or not self.game.started:
            return []
        heads = self.game.heads()
        return [
            self.held[name].resign()
            for name, silence in list(self._silences.items())
            if name in self.held
            and silence.head == heads.get(name)
            and now - silence.counted_from >= after
        ]


class GuestTable:
    """One seat that the host holds, or none; the host's own thread runs the game."""

    def __init__(self, host: HostDriver, name: str) -> None:
        self._host, self.name = host, name
        self.game, self.hosting = host.game, host.hosting
        self._talk: Conversation | None = None
        self._talks_as = ""

    @property
    def seat(self) -> Seat | None:
        """The guest's seat, once it is taken; None for a spectator."""
        return self._host.held.get(self.name)

    @property
    def may_write(self) -> bool:
        """Whether moves can be written yet."""
        return self._host.may_write

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the guest does something."""
        return self._host.rests

    @property
    def status(self) -> Status:
        """The status of the others, as the host knows it."""
        return self._host.status

    @property
    def talk(self) -> Conversation | None:
        """What the seats say to each other: a guest speaks for their seat, spectators listen."""
        speaker = self.name if self.seat else ""
        if self._talk is None or self._talks_as != speaker:
            self._talk, self._talks_as = self._host.peers.talk_of(speaker), speaker
        return self._talk

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """The host's own driver polls."""
        return []

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that a `poll` would bring news."""
        self._host.listen(listener)

    def wake(self) -> None:
        """Let a waiting host return at once."""
        self._host.wake()

    def act(self, choice: int | str) -> Event:
        """Do something for the guest; durable when this returns."""
        return self._host.act_for(self.name, lambda seat: seat.act(choice))

    def resign(self) -> Event:
        """Resign for the guest."""
        return self._host.act_for(self.name, Seat.resign)

    def vote(self, name: str) -> Event:
        """Seats that one program holds vote as one: the host decides."""
        raise worded(GameUnavailable, "error.host_votes")

    def close(self) -> bool:
        """The host closes the game."""
        return True

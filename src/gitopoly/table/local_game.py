"""Games whose seats are all in this process, each with its own store: a person's with bots, too.

Every seat has its own repository and key, and judges what the others write as it would anywhere.
Entries are copied at once and in one thread, from store to store, so that a bot's answer needs
no polling. In a simulated game nobody is a person: keys, times and choices all derive from a seed,
so that the same game has the same commits again.
"""

from __future__ import annotations

import contextlib
import shutil
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly.editions import Edition
from gitopoly.errors import (
    FolderTaken,
    GitopolyError,
    InvalidRepository,
    NoRoom,
    RefusedObjects,
)
from gitopoly.ledger.git import ref_files
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, from_seed, load_or_make
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.poller import Arrival, Contact
from gitopoly.ledger.transports.remote import transport
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.peers.play import owes_confirmation
from gitopoly.rules import is_over, winner
from gitopoly.table.conversation import Conversation, Talk
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.events import Told
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.opening import add_remotes, resume
from gitopoly.table.peers import Clock
from gitopoly.table.seat import AutoPlay, Clock as Now, Seat

FIRST_SECOND = 1_600_000_000
"""When simulated games begin: their times must be reproducible."""
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
    with contextlib.ExitStack() as stack:
        for path in sorted(paths.iterdir()):
            bot = path.name in choosers
            key = load_or_make(folder / KEYS / path.name) if bot else identity
            store, seat = resume(path, key, time.time)
            stores[seat.name], seats[seat.name] = stack.enter_context(store), seat
            seat.auto_play = AutoPlay(single=not bot)
        people = [name for name in seats if name not in choosers]
        if len(people) != 1 or not set(choosers) < set(seats):
            raise InvalidRepository(
                f"the game in {folder} does not have exactly one seat for a person"
            )
        bots = {}
        for name in choosers:
            game = seats[name].game
            bots[name] = GameDriver(game, seats[name], SiblingPeers(game, name, stores))
        person = seats[people[0]]
        table = GameDriver(person.game, person, BotPeers(person, stores, bots, choosers))
        stack.pop_all()  # from now on they are closed with the table
        return table


class SiblingPeers(StorePeers):
    """Seats with repositories side by side, open here, but others may write to them too."""

    _stores: Mapping[str, GitStore]

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
        game, source, store = self._game, self._stores[name], self._stores[self._own]
        shown = ref_files.read_ref(source.git_dir, OWN_BRANCH)
        if shown is None or shown in source.entries:
            return super()._news(name)
        link = transport(game.file.seats[game.file.seat(name)].url, store.path)
        try:
            head, objects = link.fetch(game.log.__contains__)
        except RefusedObjects as refusal:
            game.note_refusal(name, refusal)
            return None
        if head is None or head in game.log:
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
        super().__init__(person.game, person.name, stores)
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
        for thinks in (False, True):
            for name in self._movers():
                try:
                    if thinks:
                        self._bots[name].take_turn(self._choosers[name])
                    else:  # what is due without it, such as a part of a draw
                        self._bots[name].advance(among=[self._own])
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
            private = self._stores[self._own].private
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
        for store in self._stores.values():
            store.close()
        return True

    def _movers(self) -> list[str]:
        """The bots that the game is waiting for, or that have not seen the end yet."""
        game = self._game
        waiting = game.waiting_for()
        if game.over:
            position, numbers = game.position, range(len(game.names))
            owing = [
                n for n in numbers if owes_confirmation(position, n) and not position.absent(n)
            ]
            waiting = [game.names[number] for number in owing]
        return [name for name in waiting if name in self._bots and name not in self._stuck]


@dataclass(frozen=True)
class SimulationPlan:
    """What to play: everything that the commits depend on."""

    edition: str | Edition
    players: int
    seed: int
    options: tuple[tuple[str, object], ...] = ()
    dice: str = "seeded"
    max_turns: int = 1000

    def invitation(self, game: int) -> GameFile:
        """The invitation to one game of the plan."""
        invited = tuple(
            SeatInfo(f"p{seat}", f"../{folder_name(game, seat)}") for seat in range(self.players)
        )
        return GameFile(self.edition, invited, self.options, dice=self.dice)

    def identity(self, game: int, seat: int) -> Identity:
        """The key of a seat."""
        return from_seed(f"{self.seed} {game} {seat}".encode())


@dataclass
class SimulationOutcome:
    """How a simulated game went."""

    game: int
    entries: int = 0
    turns: int = 0
    ended: bool = False
    winner: str | None = None
    refusals: list[str] = field(default_factory=list)
    """What a seat refused from another, or a violated invariant: always a bug."""
    faults: list[str] = field(default_factory=list)
    """Faults of players; the default action was taken, and the game continued."""


def folder_name(game: int, seat: int) -> str:
    """The folder of one seat's repository."""
    return f"m{game}_p{seat}"


class SimulatedClock:
    """Time that advances by a second with every entry, so that it is reproducible."""

    def __init__(self) -> None:
        self._now = FIRST_SECOND

    def tick(self) -> float:
        """The time of the next entry."""
        self._now += 1
        return self._now

    def time(self) -> float:
        """The time of the newest entry."""
        return self._now

    monotonic = time


class SimulatedGame:
    """The seats of one game, each with its own repository."""

    def __init__(self, folder: Path, plan: SimulationPlan, game: int) -> None:
        self.plan, self.number = plan, game
        self.folder = folder / f"monopoly_{game}"
        if self.folder.exists():
            raise FolderTaken(f"{self.folder} already exists; name another folder with --out")
        self.paths = [self.folder / folder_name(game, seat) for seat in range(plan.players)]
        self._stack = contextlib.ExitStack()
        invitation = plan.invitation(game)
        invitation.check()
        stores = new_stores(self._stack, invitation, self.paths, durable=False, waits=True)
        keys = [plan.identity(game, seat) for seat in range(plan.players)]
        clock = SimulatedClock()
        self.drivers = seat_all(invitation, stores, keys, clock.tick, clock)
        start(self.drivers)

    @property
    def seats(self) -> list[Seat]:
        """The seats, in order."""
        return [driver.seat for driver in self.drivers if driver.seat is not None]

    def play(
        self,
        choosers: Sequence[Chooser],
        on_turn: Callable[[int], None] | None = None,
    ) -> SimulationOutcome:
        """Play to the end or the turn limit; the seats that are waited for act in turn."""
        outcome = SimulationOutcome(self.number)
        try:
            while not self._over() and self._turns() < self.plan.max_turns:
                self.round(choosers)
                if on_turn is not None:
                    on_turn(self._turns())
            while any(driver.advance() for driver in self.drivers):
                pass  # until everybody has seen everything, and confirmed it
        except GitopolyError as error:
            outcome.refusals.append(str(error))
            # So that every copy can be replayed up to there.
            with contextlib.suppress(GitopolyError):
                for driver in self.drivers:
                    driver.hear()
        first = self.drivers[0].game
        outcome.entries, outcome.turns = len(first.log), self._turns()
        outcome.ended = first.over
        if first.over and (seat := winner(first.position.state)) >= 0:
            outcome.winner = first.names[seat]
        outcome.refusals += [
            f"{seat.name} refuses {found.seat}: {found.reason}"
            for seat in self.seats
            for found in seat.game.evidence
        ]
        return outcome

    def round(self, choosers: Sequence[Chooser]) -> None:
        """Let everybody the game is waiting for take in news, do what is due, and act."""
        names = self.drivers[0].game.names
        for name in self._newest().waiting_for():
            number = names.index(name)
            self.drivers[number].take_turn(choosers[number])

    def close(self) -> None:
        """Pack and close all repositories."""
        self._stack.close()

    # Behind it.

    def _newest(self) -> GameReplica:
        """The copy that has seen the most."""
        return max((driver.game for driver in self.drivers), key=lambda game: len(game.log))

    def _over(self) -> bool:
        return is_over(self._newest().position.state)

    def _turns(self) -> int:
        return self._newest().position.state.turns

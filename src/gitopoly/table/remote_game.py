"""A game on the players' own repositories: started, joined, resumed, watched."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from gitopoly.errors import GitopolyError, NoRoom, RefusedObjects, Unreachable
from gitopoly.ledger.git.checkout import check_out
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.inspection import Rejection, decode
from gitopoly.ledger.signature import check
from gitopoly.ledger.transports.poller import Arrival, Contact, Pace, Poller
from gitopoly.ledger.transports.publisher import Publisher, PublishStatus
from gitopoly.ledger.transports.transport import OWN_BRANCH
from gitopoly.table.conversation import Conversation, RemoteTalk, Wire
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Told
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import (
    Accept,
    Ask,
    absolute,
    begin,
    clone_to_watch,
    demand_consent,
    fetch_seat,
    join,
    nearby_seats,
    remotes_of,
    resume,
    take_published,
)
from gitopoly.table.routes import Routes
from gitopoly.table.seat import Seat
from gitopoly.table.sources import Source
from gitopoly.table.streamed import StreamedEntries

LAST_PUSH = 30.0
"""Seconds that the end of a game may take to be published."""
USUAL_PUSH = 2.0
"""Seconds that the newest moves of an unfinished game may take."""
OWN_POLL_INTERVAL = 2.0
"""Seconds between two polls of our own repository before the first move."""


def begin_game(
    folder: Path, invitation: GameFile, identity: Identity, token: str = ""
) -> GameDriver:
    """Start a game in a new folder, as its first seat."""
    store, seat = begin(folder, invitation, identity, time.time, token)
    # Our own repository was empty a moment ago.
    return _driven(store, seat, folder, own_log_known=True)


def join_game(
    folder: Path,
    name: str,
    url: str,
    source: str | Source,
    identity: Identity,
    token: str = "",
    ask: Ask | None = None,
    accept: Accept | None = None,
    joins: Path | None = None,
) -> GameDriver:
    """Join a game, in a new folder.

    `ask` is asked about private addresses that the invitation names, `accept` about an edition
    of its own; without them these are refused. `joins` is the file that remembers where this key
    has joined.
    """
    source = source if isinstance(source, Source) else Source(source)
    asked = token, ask, accept, joins
    store, seat = join(folder, name, url, source, identity, time.time, *asked)
    return _driven(store, seat, folder, own_log_known=True)


def resume_game(
    folder: Path,
    identity: Identity,
    *,
    publishes: bool = True,
    ask: Ask | None = None,
    published: bool = False,
) -> GameDriver:
    """Resume a game; without `publishes` the others fetch from this repository itself.

    With `published` it goes on with what another copy of the folder has published.
    """
    store, seat = (take_published if published else resume)(folder, identity, time.time, ask)
    return _driven(store, seat, folder, own_log_known=False, publishes=publishes)


def fetch_game(
    folder: Path, name: str, url: str, identity: Identity, ask: Ask | None = None
) -> GameDriver:
    """Resume a game in a new folder, from what its seat has published."""
    store, seat = fetch_seat(folder, name, url, identity, time.time, ask)
    return _driven(store, seat, folder, own_log_known=False)


def watch_game(
    scratch: Path, source: str | Source, base: Path, ask: Ask | None = None
) -> GameDriver:
    """Watch a game, in its own folder."""
    source = source if isinstance(source, Source) else Source(source)
    store, game = clone_to_watch(scratch, source, base)
    # Addresses that begin so are not contacted, but those of the link's own host.
    typed = [f"{source.routes.named}{game.names[0]}.git"] if source.routes.named else []
    try:
        demand_consent(nearby_seats(game.file, source.url, *typed), ask)
    except BaseException:
        store.close()
        raise
    address = Path(absolute(source.url, base))
    peers = RemotePeers(store, game, None, address if address.is_dir() else base)
    return GameDriver(game, None, peers)


def _driven(
    store: GitStore, seat: Seat, folder: Path, *, own_log_known: bool, publishes: bool = True
) -> GameDriver:
    peers = RemotePeers(store, seat.game, seat, folder, publishes=publishes)
    peers.knows_own_log = peers.knows_own_log or own_log_known
    return GameDriver(seat.game, seat, peers)


class RemotePeers:
    """The others' repositories, polled in the background, and our own, published to."""

    _pace: Pace | None = None
    """How often the others' branches are looked at; None: as their addresses allow."""

    def __init__(
        self,
        store: GitStore,
        game: GameReplica,
        seat: Seat | None,
        base: Path,
        *,
        publishes: bool = True,
    ) -> None:
        """Start polling and publishing."""
        self._store, self._game, self._seat = store, game, seat
        own = self._own_name = seat.name if seat else ""
        publishes = publishes and seat is not None
        routes = Routes.kept(store.private)
        self._remotes = {remote.name: remote for remote in remotes_of(game.file, base, routes)}
        self._base, self._may_talk = base, publishes or seat is None
        self._talk: RemoteTalk | None = None
        self._conversation: Conversation | None = None
        self._listener: Callable[[], None] | None = None
        self.restored = 0
        """How often our branch in a shared repository had to be restored."""
        self.knows_own_log = not publishes
        self._polled = 0.0
        self._rejections = 0
        polled = [remote for remote in self._remotes.values() if self._polls(remote.name)]
        # Our own branch may be moved back to where it was when we last looked.
        own_branch = (own,) if game.file.shared else ()
        paces = dict.fromkeys((remote.name for remote in polled), self._pace) if self._pace else {}
        self._poller = Poller(store.own, polled, game.log.__contains__, paces, always=own_branch)
        self._publisher = Publisher(store.own, self._remotes[own]) if publishes else None
        self._publishers = [self._publisher] if self._publisher else []
        """Those of all seats whose logs are written here, our own first."""
        self._stream = self._streamed(routes)
        self._wire: Wire | None = self._stream
        """What takes and brings lines of talk at once, if anything does."""
        self._voices = [seat] if seat else []
        """The seats that speak here."""

    def _streamed(self, routes: Routes) -> StreamedEntries | None:
        """What arrives by a stream, where the game has a host who offers one."""
        if not routes.access:
            return None
        return StreamedEntries(self._game, self._seat, routes, self._poller)

    def _polls(self, name: str) -> bool:
        """Whether somebody else can write where a seat publishes."""
        return self._seat is None or name != self._seat.name or self._game.file.shared

    @property
    def contacts(self) -> dict[str, Contact]:
        """How the last poll of each repository went."""
        return self._poller.contacts

    @property
    def _publish_status(self) -> PublishStatus | None:
        """How far the publishing that is furthest behind has got, None where there is none."""
        found = [publisher.status for publisher in self._publishers]
        return max(found, key=lambda one: one.behind, default=None)

    @property
    def published(self) -> str:
        """How far our own moves are published."""
        status = self._publish_status
        return str(status) if status else "not published"

    @property
    def publishing(self) -> Told:
        """The same as a key of the words."""
        status = self._publish_status
        if status is None:
            return Told("published.nothing", {})
        restored = self.restored + (self._talk.restored if self._talk else 0)
        if status.up_to_date and restored:
            return Told("published.restored", {"count": restored})
        if status.up_to_date:
            return Told("published.all", {})
        facts = {"count": status.behind, "time": status.clock}
        if status.error is None:
            return Told("published.behind", facts)
        return Told("published.failing", {**facts, "error": status.error})

    @property
    def rest(self) -> bool:
        """Others may write at any time."""
        return False

    def own_log(self, now: bool = False) -> Arrival | None:
        """Fetch what this seat has published, unless tried a moment ago."""
        if self._publisher is None:
            return None
        if not now and time.monotonic() - self._polled < OWN_POLL_INTERVAL:
            return None
        self._polled = time.monotonic()
        arrival = self.published_log(self._own_name)
        self.knows_own_log = self.knows_own_log or arrival is not None
        return arrival

    def published_log(self, name: str) -> Arrival | None:
        """What was published of a log that is written here, perhaps by another copy of it."""
        with contextlib.suppress(Unreachable, RefusedObjects):
            link = self._remotes[name].transport(self._base)
            head, objects = link.fetch(self._game.log.__contains__, self._store.own)
            return self._lent(Arrival(name, head, None, objects))
        return None

    def arrivals(self, timeout: float, among: Collection[str] = ()) -> Iterator[Arrival]:
        """What was fetched since the last call, whoever showed it."""
        if self._publisher is not None and self._publisher.rejections != self._rejections:
            # Another copy of the folder may have been played: its moves come before any more.
            self._rejections, self.knows_own_log = self._publisher.rejections, False
        for arrival in self._streamed_arrivals():
            timeout = 0.0  # there is news already
            yield self._lent(arrival)
        for arrival in self._poller.wait(timeout):
            if self._seat is not None and arrival.nickname == self._seat.name:
                self._look_at_own(arrival)
            else:
                yield self._lent(arrival)

    def _streamed_arrivals(self) -> Iterable[Arrival]:
        if self._stream is None:
            return ()
        if self._publisher is not None:
            self._publisher.gather(self._stream.is_alive)
        return self._stream.arrivals()

    def _look_at_own(self, arrival: Arrival) -> None:
        """Restore our branch in a shared repository where somebody else has moved it.

        What our own key has signed is left alone: another copy of this seat may have written it.
        """
        head, shown, publisher = arrival.head, arrival.shown, self._publisher
        if publisher is None or self._seat is None or shown == self._store.head(self._seat.name):
            return
        known = self._game.log[head] if head is not None and head in self._game.log else None
        if shown is None or (shown == head and known and known.seat == self._seat.name):
            publisher.wake()  # removed, or moved back: publishing again mends it
        elif head is None or known is not None or not self._signed_by_us(arrival, head):
            # Something else, such as another player's log.
            self.restored += publisher.restore(shown)

    def _signed_by_us(self, arrival: Arrival, head: str) -> bool:
        assert self._seat is not None
        self._lent(arrival)
        entry, _ = decode(head, self._store)
        self._store.borrow(arrival.nickname, None)
        if isinstance(entry, Rejection):
            # What was refused before is not here any more, and was judged when it was.
            return entry.code == "unknown-parent"
        return check(self._seat.identity.public, entry.payload, entry.signature)

    def taken(self, arrival: Arrival) -> None:
        """Accepted entries are kept, and the others may still be judged again."""
        if arrival.head in self._game.log:
            self._store.borrow(arrival.lender, None)

    def publish(self, again: bool = False) -> None:
        """Push in the background, and poll more often for answers."""
        if not again:
            self._poller.hurry()
        if self._stream is not None:
            self._stream.tell()
        for publisher in self._publishers:
            (publisher.hurry if again else publisher.wake)()

    def conversation(self) -> Conversation | None:
        """Opened when first asked for; None where lines could not be published."""
        if self._conversation is None and self._may_talk:
            self._may_talk, private = False, self._store.private
            with contextlib.suppress(NoRoom):  # the game can go on in silence
                remotes = list(self._remotes.values())
                talk = RemoteTalk(self._game, self._voices, remotes, self._wire, self._pace)
                if self._listener is not None:
                    talk.listen(self._listener)
                self._talk = talk
                self._conversation = Conversation(talk, self._game, self._own_name, private)
        return self._conversation

    def listen(self, listener: Callable[[], None]) -> None:
        """Have somebody told, from any thread, that something has arrived."""
        self._listener = listener
        self._poller.on_arrival = listener
        if self._stream is not None:
            self._stream.on_arrival = listener
        if self._talk is not None:
            self._talk.listen(listener)

    def wake(self) -> None:
        """End a wait at once."""
        self._poller.wake()

    def close(self, everything: bool) -> bool:
        """Publish what is left, and leave the newest state in the folder."""
        limits = [LAST_PUSH if everything else USUAL_PUSH, *[USUAL_PUSH] * len(self._publishers)]
        done = [one.close(limit) for one, limit in zip(self._publishers, limits, strict=False)]
        for part in (self._stream, self._poller, self._talk):
            if part is not None:
                part.close()
        if self._seat is not None:
            # For people who look at the folder.
            with contextlib.suppress(GitopolyError, OSError, subprocess.SubprocessError):
                check_out(self._store.own, OWN_BRANCH)
        self._store.close()
        return all(done)

    def _lent(self, arrival: Arrival) -> Arrival:
        """Let the store see the objects of a poll."""
        if arrival.head is not None:
            self._store.borrow(arrival.lender, arrival.objects)
        return arrival

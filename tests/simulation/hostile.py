"""A hostile seat: it writes as many branches as it likes, and shows each to whomever it likes.

Each of its lines is a real seat on a copy of the game that knows nothing of its other lines, so
that everything on it is legal; `forgery` makes what is not.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from random import Random

from gitopoly.errors import GitopolyError
from gitopoly.ledger.entry import Draft, Entry, Sealed, file_objects, seal
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.peers import Recommit, Resign
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.lobby import NONCE
from gitopoly.table.seat import AutoPlay, Seat
from tests.ledger.seats import files_in
from tests.simulation.forgery import forged
from tests.simulation.network import Network, SeatClock, fetch
from tests.table.tables import change_order, choose_at_random

MOST_LINES = 4
"""Branches that a hostile seat continues; older ones are given up."""
LOOKS_BACK = 8
"""Entries of another seat that are searched for one that knows of no other branch."""


class WatchedMemory(Store):
    """A store whose entries are known to the simulation as soon as they are written."""

    def __init__(self, network: Network) -> None:
        super().__init__(MemoryJournal())
        self._network = network
        self.newest = ""
        """What was written last."""

    def append(self, sealed: Sealed, previous: str | None) -> None:
        """Extend a line from anywhere; this needs no sync."""
        self._write(sealed.entry, sealed.objects, sync=False)
        self._network.history.put(sealed.objects)
        self.newest = sealed.entry.id

    def know(self, entries: Iterable[str]) -> None:
        """Take in entries and their pasts, without a look at them."""
        history = self._network.history
        held = 0
        for entry_id in entries:
            held |= history.past(entry_id) | history.bit(entry_id)
        for entry in history.entries.values():
            if held & history.bit(entry.id):
                if not entry.parents:
                    files = files_in(entry, history.read)
                    self.carry(file_objects(files))
                self.accept(entry)


class Cheat:
    """One hostile seat; hostile seats share everything they know."""

    def __init__(
        self,
        name: str,
        identity: Identity,
        network: Network,
        clock: SeatClock,
        root: str,
        orders: bool,
    ) -> None:
        self.name, self.identity, self.network, self.clock = name, identity, network, clock
        self.root, self._orders = root, orders
        self.lines: list[Seat] = []
        self.silent = False
        self.partners: list[Cheat] = []
        """All hostile seats, this one among them."""

    # Lines.

    def open_line(self, parents: Iterable[str]) -> Seat:
        """A new line in front of everybody else, on top of some entries and their pasts."""
        store = WatchedMemory(self.network)
        store.know(parents)
        game = GameReplica(store, *find_invitation(store, self.root), onlooker=True)
        game.load(trusted=True)
        line = Seat(game, self.name, self.identity, self.clock.time, AutoPlay(single=False))
        self.lines = [line, *self.lines[: MOST_LINES - 1]]
        return line

    def hear(self, line: Seat) -> None:
        """Show a line everybody's newest entries that know of no other line."""
        history = self.network.history
        own = line.game.log.tips().get(self.name)
        chain = history.chain(own) if own is not None else history.bit(self.root)
        for name in self.network.names:
            for head in self._heads(name) if name != self.name else ():
                if head in history.entries and history.fits(head, self.name, chain):
                    if head not in line.game.log:
                        fetch(history, line.game.store, name, head)
                        line.game.receive(name, head)
                    break

    def _heads(self, name: str) -> list[str]:
        """What is known of a seat's log, newest first."""
        for partner in self.partners:
            if partner.name == name:
                tips = (line.game.log.tips().get(name) for line in partner.lines)
                return [tip for tip in tips if tip is not None]
        shown = self.network.hosts[name].shown.get(self.name, [])
        return shown[: -LOOKS_BACK - 1 : -1]

    def play(self, line: Seat, random: Random) -> None:
        """Continue a line as an honest seat would, as far as the rules allow."""
        with contextlib.suppress(GitopolyError):
            if self.name not in line.game.joined:
                line.join(nonce=random.randbytes(NONCE))
            if self._orders:
                change_order(line, random)
            line.run_automatic_moves()
            action = choose_at_random(line, random) if line.game.started else None
            if action is not None:
                line.act(action)
        self.network.history.learn(line.game.log)

    def show(self, line: Seat, viewers: Iterable[str]) -> None:
        """Show the newest entry of a line."""
        head = line.game.log.tips().get(self.name)
        if head is not None:
            self.network.show(self.name, tuple(viewers), head)

    def viewers(self, random: Random) -> list[str]:
        """Some of the others: often one alone, sometimes all."""
        others = [name for name in self.network.names if name != self.name]
        return others if random.random() < 0.4 else [random.choice(others)]

    # What it does, by the names of events.

    def turn(self, random: Random) -> None:
        """Play as if nothing were wrong."""
        if self.silent or not self.lines:
            return
        self.hear(self.lines[0])
        self.play(self.lines[0], random)
        self.show(self.lines[0], self.network.names)

    def branch(self, random: Random) -> None:
        """Begin a line at an earlier place in one's log, and continue it."""
        entry = self._own_entry(random)
        if entry is not None and entry.parents:
            line = self.open_line(entry.parents)
            if random.random() < 0.5:
                self.hear(line)
            self.play(line, random)
            if random.random() < 0.4:
                self.show(line, self.viewers(random))
            if random.random() < 0.6:  # the older one remains the one that all know
                self.lines = [*self.lines[1:], line]

    def join_again(self, random: Random) -> None:
        """Join once more, perhaps under another key, and go on from there for some."""
        line = self.open_line((self.root,))
        # The initiator's key is in the invitation.
        if random.random() < 0.3 and line.number != 0:
            line.identity = from_seed(f"another key of {self.name}".encode())
        for _ in range(3):
            self.hear(line)
            self.play(line, random)
        if random.random() < 0.6:
            self.show(line, self.viewers(random))
        if random.random() < 0.6:
            self.lines = [*self.lines[1:], line]

    def again(self, random: Random) -> None:
        """Write an earlier entry once more, a little later, and show it."""
        entry = self._own_entry(random)
        if entry is None or not entry.parents:
            return
        files = files_in(entry, self.network.history.read)
        later = entry.time + random.randint(1, 9)
        draft = Draft(entry.seat, entry.parents, entry.sentence, dict(entry.trailers), later)
        self._publish(seal(draft, files, self.identity), self.viewers(random))

    def blend(self, random: Random) -> None:
        """Continue one branch on top of what is built on another, as if that were possible."""
        history = self.network.history
        own = self._own_entry(random)
        known = [heads[0] for name in self.network.names if (heads := self._heads(name))]
        heads = [e for e in known if own and history.past(e) & history.bit(own.id)]
        if own is None or not heads or not own.parents:
            return
        other = self.open_line(own.parents)
        self.play(other, random)
        before = other.game.log.frontier(self.name)[0]
        line = self.open_line((before, random.choice(heads)))
        self.lines = [seat for seat in self.lines if seat not in (line, other)]
        store = line.game.store
        assert isinstance(store, WatchedMemory)
        with contextlib.suppress(GitopolyError):
            move = line.next_automatic_move() if line.game.started else None
            action = choose_at_random(line, random) if line.game.started else None
            if move is not None:
                line.write(move)
            elif action is not None:
                line.act(action)
        self.network.show(self.name, self.viewers(random), store.newest or before)

    def extend(self, random: Random) -> None:
        """Continue any of the lines, without showing it."""
        if self.lines:
            line = random.choice(self.lines)
            self.hear(line)
            if random.random() < 0.15:
                self._recommit(line, random)
            self.play(line, random)

    def reveal_line(self, random: Random) -> None:
        """Show any of the lines to some."""
        if self.lines:
            self.show(random.choice(self.lines), self.viewers(random))

    def bad(self, random: Random) -> None:
        """Show an entry that nobody may accept."""
        if self.lines and self.lines[0].game.started:
            found = forged(self.lines[0], random, self.network.history)
            if found is not None and all(map(self._can_know, found.entry.parents)):
                self.network.history.put(found.objects)
                self.network.show(self.name, self.viewers(random), found.entry.id)

    def wrong_head(self, random: Random) -> None:
        """Show an old entry of one's own, or somebody else's, as one's log."""
        viewers, entries = self.viewers(random), list(self.network.history.entries)
        while not self._can_know(head := random.choice(entries)):
            pass
        self.network.show(self.name, viewers, head)

    def collude(self, random: Random) -> None:
        """Vote with all hostile seats on an honest one, however briefly it was silent."""
        for partner in self.partners:
            for line in partner.lines[:1]:
                partner.hear(line)
                names = {other.name for other in self.partners}
                with contextlib.suppress(GitopolyError):
                    votable = [name for name in line.votable() if name not in names]
                    if votable:
                        line.vote(votable[0])
                self.network.history.learn(line.game.log)
                partner.show(line, self.network.names)

    def leave(self, random: Random) -> None:
        """Resign on any line, which gives one's secret away."""
        if self.lines:
            line = random.choice(self.lines)
            with contextlib.suppress(GitopolyError):
                chain = line.current_chain()
                line.write(Resign(chain.secret if chain else b""))
            self.network.history.learn(line.game.log)
            if random.random() < 0.6:
                self.show(line, self.viewers(random))

    def _can_know(self, entry_id: str) -> bool:
        """Whether an entry is a hostile seat's, or was published by somebody, or is made up."""
        history = self.network.history
        if entry_id not in history.entries or history.entries[entry_id].seat in {
            partner.name for partner in self.partners
        }:
            return True
        heads = (host.seen_by(self.name) for host in self.network.hosts.values())
        bit = history.bit(entry_id)
        return any(
            (history.past(head) | history.bit(head)) & bit
            for head in heads
            if head in history.entries
        )

    def _recommit(self, line: Seat, random: Random) -> None:
        with contextlib.suppress(GitopolyError):
            line.write(Recommit(random.randbytes(32)))

    def _own_entry(self, random: Random) -> Entry | None:
        """An entry of one's own: often a young one, sometimes the join."""
        own = [e for e in self.network.history.entries.values() if e.seat == self.name]
        if not own:
            return None
        if random.random() < 0.5:
            return own[-min(len(own), 1 + int(random.expovariate(0.4)))]
        return random.choice(own)

    def _publish(self, sealed: Sealed, viewers: Iterable[str]) -> None:
        self.network.history.put(sealed.objects)
        self.network.history.add(sealed.entry)
        self.network.show(self.name, tuple(viewers), sealed.entry.id)

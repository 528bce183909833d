"""A copy of one game: the checked logs of all seats, and the resulting position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from gitopoly.errors import (
    GameUnavailable,
    IllegalAction,
    InvalidAction,
    InvalidEntry,
    InvalidGameFile,
    InvalidIdentity,
    InvalidRepository,
    RefusedObjects,
)
from gitopoly.ledger.entry import Entry, Files, Object, file_objects
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.inspection import Rejection, decode, first_parents, read_file, root_of
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Received, Refusal, Replica
from gitopoly.ledger.signature import Signatures
from gitopoly.ledger.store import Store
from gitopoly.peers import Entered, P, ProtocolPosition, owes_confirmation, waits_for
from gitopoly.rules import is_over
from gitopoly.table.events import Event, Misworded, is_quiet, sentence_of, told_of
from gitopoly.table.fold import OTHER_FILES, Fold, departure_of
from gitopoly.table.game_file import GameFile, read_game_file
from gitopoly.table.lobby import Join, Lobby, files_of, lobby_entries

TOO_EARLY = ("unknown-key", "unknown-parent", "bound")
"""Refusals that news from another seat, or the end of a vote, can resolve."""


def find_invitation(store: Store, head: str) -> tuple[str, GameFile]:
    """The id and the content of the invitation that a log is built on, whatever is on top of it."""
    root = root_of(head, store)
    try:
        return root, read_game_file(read_file(_entry(store, root), "game.yml", store).decode())
    except InvalidEntry as error:
        raise InvalidGameFile(_no_game(f"{error.what}: {error.why}")) from None
    except UnicodeDecodeError:
        raise InvalidGameFile(_no_game("its game.yml is not text")) from None


def author_of(store: Store, head: str) -> str:
    """Whose log an entry is the newest of."""
    return _entry(store, head).seat


def key_of_seat(store: Store, head: str, name: str) -> PublicKey:
    """The key that a seat plays with, according to its own log."""
    brought = ""
    for entry_id in (head, *first_parents(head, store)):
        entry = _entry(store, entry_id)
        if entry.seat == name:
            brought = entry.trailers.get("Key", brought)
    return PublicKey.parse(brought)


def _no_game(reason: str) -> str:
    return f"this is not the log of a game: {reason}; name the repository of one of its players"


def _entry(store: Store, entry_id: str) -> Entry:
    entry, _ = decode(entry_id, store)
    if isinstance(entry, Rejection):
        raise InvalidGameFile(_no_game(f"{entry_id[:12]} is no entry ({entry.reason})"))
    return entry


OPENED, TOOK, WROTE = "opened", "took", "wrote"
"""What an observer is told: which entries a seat opened its copy with, took in, or wrote."""

Observer = Callable[[str, Sequence[str]], None]


class GameReplica:
    """One replica of a game; everything in it has been checked."""

    def __init__(
        self,
        store: Store,
        root: str,
        invitation: GameFile,
        *,
        onlooker: bool = False,
        progress: Callable[[int], None] | None = None,
        compare_sentences: bool = False,
        signatures: Signatures | None = None,
    ) -> None:
        """Begin with nothing; `progress` is called with the number of judged entries.

        With `compare_sentences` every commit's message is compared with its move.
        """
        self.store = store
        self.root = root
        """The id of the invitation, which is the game's id."""
        self.file = invitation
        """The contents of `game.yml`: the invitation's, then the started game's."""
        self._invitation = invitation
        self.replica = Replica(
            store,
            dict.fromkeys(invitation.names),
            self._judge,
            game=root,
            first_hand=not onlooker,
            departure_of=partial(departure_of, invitation.names),
            signatures=signatures,
        )
        self._fold: Fold | None = None
        self._early: dict[str, str] = {}
        self._unfinished: dict[str, str] = {}
        self._news: list[Event] | None = None
        self._trusted = False
        self._progress = progress
        self.observer: Observer | None = None
        """Told of all entries that come into this copy; None almost always."""
        self._compares = compare_sentences
        self.misworded: list[Misworded] = []
        """Entries whose commit message does not match their move, if that is compared."""

    @property
    def log(self) -> Log:
        """All entries."""
        return self.replica.log

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""
        return self.file.names

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self._fold is not None

    @property
    def joined(self) -> list[str]:
        """The seats that have joined: all of them, once the game has started."""
        if self.started:
            return list(self.names)
        there = {e.seat for e in self.log if e.trailers.get("Action") == Join.NAME}
        return [name for name in self.names if name in there]

    def lobby(self, entry_ids: Iterable[str]) -> Lobby:
        """What was said before the first move in the pasts of some entries."""
        return Lobby.at(self._invitation, self.log, entry_ids)

    @property
    def fold(self) -> Fold:
        """From entries to positions; there is one once the game has started."""
        if self._fold is None:
            missing = ", ".join(self.waiting_for())
            raise GameUnavailable(f"the game has not started; waiting for {missing}")
        return self._fold

    @property
    def position(self) -> ProtocolPosition:
        """The position after everything that counts; do not change it."""
        return self.fold.now()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.started and is_over(self.position.state)

    @property
    def evidence(self) -> list[Evidence]:
        """All refusals and proofs."""
        return self.replica.evidence

    def waiting_for(self) -> list[str]:
        """The seats that the game is waiting for."""
        if not self.started:
            missing = [name for name in self.names if name not in self.joined]
            unready = self.lobby(self.log.named()).unready
            return missing or [self.names[seat] for seat in unready] or [self.names[0]]
        return [self.names[seat] for seat in waits_for(self.position)]

    def load(self, *, trusted: bool = False) -> None:
        """Read what the store holds; our own store has checked everything before."""
        self._trusted = trusted
        try:
            self.replica.load(trusted=trusted)
        finally:
            self._trusted = False

    def heads(self) -> dict[str, str]:
        """The newest entry of each seat that counts."""
        return self.log.tips()

    def note_refusal(self, seat: str, refusal: RefusedObjects) -> None:
        """Keep as evidence that a repository offers something that is not a ledger."""
        if refusal.is_slow:
            return
        self.replica.note(seat, refusal.offered or "", "malformed", refusal.reason, refusal.size)

    def receive(self, seat: str, head: str, news: list[Event] | None = None) -> Received:
        """Take in what a seat shows as its log; returns what was accepted and what was refused.

        Accepted entries are also in `news`, as recorded when they were judged.

        A log that names a seat we have not heard from yet has to wait; it is looked at again
        when something else is accepted, because its owner may show nothing new.
        """
        self._news = news
        try:
            received = self._look(seat, head)
            accepted = received.accepted + (self._look_again() if received.accepted else [])
        finally:
            self._news = None
        self._tell(TOOK, accepted)
        return received._replace(accepted=accepted)

    def look_again(self, news: list[Event]) -> None:
        """Take in what was shown too early, as far as that can be now."""
        self._news = news
        try:
            self._tell(TOOK, self._look_again())
        finally:
            self._news = None

    def _look(self, seat: str, head: str) -> Received:
        """Take in what a seat shows, and remember what has to be looked at again."""
        received = self.replica.receive(seat, head)
        early = received.refused is not None and received.refused.code in TOO_EARLY
        for waiting, waits in ((self._early, early), (self._unfinished, received.unfinished)):
            waiting.pop(seat, None)
            if waits:
                waiting[seat] = head
        return received

    def _look_again(self) -> list[Entry]:
        """Take in what was shown too early, as long as that brings something."""
        accepted: list[Entry] = []
        known = -1
        while known < len(accepted):
            known = len(accepted)
            for seat, head in list(self._early.items()):
                if seat not in self._unfinished:
                    accepted += self._look(seat, head).accepted
        return accepted

    def _tell(self, event: str, entries: Sequence[Entry]) -> None:
        if self.observer is not None and entries:
            self.observer(event, [entry.id for entry in entries])

    def shown_too_early(self, seat: str) -> bool:
        """Whether the newest log that a seat has shown waits for news from others."""
        return seat in self._early

    @property
    def unfinished(self) -> dict[str, str]:
        """What seats have shown that is more than is judged at once; receive it again."""
        return dict(self._unfinished)

    def event(self, entry_id: str) -> Event:
        """What an entry of the log says, and did."""
        entry = self.log[entry_id]
        return _event(entry, *self._around(entry))

    def story(self, newest: int | None = None) -> list[Event]:
        """What happened and counts, in order: everything, or the newest of it."""
        counted = self.counted()
        return [self.event(entry_id) for entry_id in counted[-newest if newest else None :]]

    def counted(self) -> tuple[str, ...]:
        """The entries that count, in order; none behind the end of a seat that was voted out."""
        return self.log.counted(ends=self.fold.ends() if self.started else None)

    def final_level(self, entry_id: str) -> int:
        """How many players together would have to cheat to take an entry back; 0: it is open.

        As many as there are seats means that nobody can, as long as one who plays is honest.
        """
        if self.started and not self.fold.undisputed(entry_id):
            return 0
        return self.log.final_level(entry_id, len(self.names))

    @property
    def confirmed(self) -> bool:
        """Whether the game is over and all who played to the end say so."""
        if not self.over:
            return False
        position = self.position
        return all(position.finished[seat] for seat in position.players())

    @property
    def settled(self) -> bool:
        """Whether the game is over and nobody has anything more to say about that."""
        if not self.over:
            return False
        position = self.position
        return not any(owes_confirmation(position, seat) for seat in range(len(self.names)))

    def gone(self) -> list[int]:
        """The seats that are out of the game, first out first.

        The position does not say when, so the log is searched for the entry that put each of them
        out: the bankruptcy or resignation of a seat, or the newest vote on it.
        """
        found: dict[int, int] = {}
        for place, entry_id in enumerate(self.counted()):
            departure = departure_of(self.names, self.log[entry_id])
            if departure is not None:
                found[self.names.index(departure.seat)] = place
        bankrupt = self.position.state.is_bankrupt
        return sorted((seat for seat in found if bankrupt[seat]), key=lambda seat: found[seat])

    def note_own(self, entry: Entry, move: Entered[P], before: P, after: P) -> Event:
        """Take in an entry that was written here, with the positions around it."""
        self._keep(entry, move, after)
        self._tell(WROTE, [entry])
        # What we wrote ourselves is the truth already and need not be worked out again.
        return _event(entry, before, move, after, entry.sentence)

    def _around(self, entry: Entry) -> tuple[Any, Entered[Any], Any]:
        """An entry of the log as a move, with the positions before and after it."""
        before, move, after = self._carried_out(entry)
        self._keep(entry, move, after)
        return before, move, after

    def _keep(self, entry: Entry, move: Any, after: Any) -> None:
        """Remember what a valid entry does; the start makes the game what it will be."""
        if isinstance(after, ProtocolPosition):
            self.fold.remember(entry.id, after, move)
        elif after.begun and self._fold is None:
            self.file = after.file
            self._fold = Fold(self.log, self.file)

    # Judging.

    def _judge(self, entry: Entry, log: Log) -> Refusal | None:
        if self._progress is not None:
            self._progress(len(log))
        before = log.previous(entry)
        if before is not None and entry.time < log[before].time:
            return Refusal("its time is before that of its seat's entry before it")
        is_move = self._fold is not None and self._starts_later(entry)
        if is_move and self._trusted:
            return None
        if is_move and self.fold.is_empty_proof(entry):
            return Refusal("it shows nothing new about the seat that it names", "D2Object")
        try:
            before, move, after = self._carried_out(entry)
        except IllegalAction as error:
            return Refusal(str(error), error.rule)
        except (InvalidAction, InvalidIdentity) as error:
            return Refusal(str(error))
        objects = file_objects(self._files(after))
        if objects[-1].id != entry.tree:
            return Refusal(OTHER_FILES)
        self.store.carry(objects)  # wherever the entry came from
        self._keep(entry, move, after)
        if self._compares:
            self._compare(entry, before, move, after)
        if self._news is not None:
            self._news.append(_event(entry, before, move, after))
        return None

    def _carried_out(self, entry: Entry) -> tuple[Any, Entered[Any], Any]:
        """A move with the positions before and after it, or raise if it is not legal there.

        They are the lobby's as long as the game has not begun in the entry's past.
        """
        if self._fold is None or not self._starts_later(entry):
            lobby = self.lobby(entry.parents)
            step = lobby.read(entry.trailers)
            return lobby, step, lobby.after(self.names.index(entry.seat), step)
        before = self._fold.before(entry)
        if (after := self._fold.known(entry.id)) is not None:
            return before, self._fold.move(entry.id), after
        after = before.copy()
        return before, self._fold.carry_out(after, entry), after

    def _files(self, after: Lobby | ProtocolPosition) -> Files:
        """The files of the entry that leads to a position."""
        return after.files if isinstance(after, Lobby) else files_of(self.file, after.to_yaml())

    def _starts_later(self, entry: Entry) -> bool:
        """Whether the start is in the past of an entry whose parents are in the log."""
        if entry.parents and self.fold.is_move(entry.parents[0]):
            return True
        first = self.names[0]
        newest = self.log.merged(entry.parents).get(first, ())
        return any(self.log.number(top) >= lobby_entries(0) for top in newest)

    def objects_of(self, entry_id: str) -> tuple[Object, ...]:
        """An entry of the log as Git has it: its files, their tree, and its commit."""
        entry = self.log[entry_id]
        objects = file_objects(self._files(self._around(entry)[2]))
        if objects[-1].id != entry.tree:
            raise InvalidRepository(
                f"entry {entry_id} in this repository is invalid: {OTHER_FILES}; "
                "restore a copy of the folder, an older one will do"
            )
        return (*objects, entry.commit)

    def _compare(self, entry: Entry, before: Any, move: Entered[Any], after: Any) -> None:
        """Note a commit that tells people something else than its move means."""
        means = sentence_of(before, self.names.index(entry.seat), move, after)
        if entry.sentence != means:
            self.misworded.append(Misworded(entry.id, entry.seat, entry.sentence, means))


def _event(entry: Entry, before: P, move: Entered[P], after: P, sentence: str = "") -> Event:
    steps, seat = tuple(after.steps), after.names.index(entry.seat)
    told = None if steps and not move.NEWS else told_of(before, seat, move, after)
    sentence = sentence or sentence_of(before, seat, move, after)
    quiet = is_quiet(seat, move, after)
    return Event(entry.id, entry.seat, entry.time, sentence, quiet, steps, told)

"""Entries that every honest replica must refuse, or that change nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from gitopoly.errors import GitopolyError, InvalidIdentity
from gitopoly.ledger.entry import MAX_FILE, Draft, Object, Sealed, object_id, seal
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.peers import Move, Recommit, Resign, Retire, Reveal, carry_out
from gitopoly.peers.play import Finish
from gitopoly.table.lobby import files_of
from gitopoly.table.seat import Seat
from tests.simulation.history import History

STRANGER = from_seed(b"a stranger")


@dataclass
class Forgery:
    """The next entry of a line, with what is wrong in it."""

    seat: str
    parents: tuple[str, ...]
    trailers: dict[str, str]
    files: dict[str, bytes]
    time: int
    by: Identity


def forged(line: Seat, random: Random, history: History) -> Sealed | None:
    """An entry on top of a line in which something is wrong."""
    found = _plain(line, random)
    WRONGS[random.choice(sorted(WRONGS))](found, line, random, history)
    draft = Draft(found.seat, found.parents, "All is well.", found.trailers, found.time)
    try:
        return seal(draft, found.files, found.by)
    except GitopolyError:
        return None


def _plain(line: Seat, random: Random) -> Forgery:
    """Some move, legal or not, with the state that it would bring about."""
    position = line.position.copy()
    others = [seat for seat in range(len(line.game.names)) if seat != line.number]
    try:
        chain = line.current_chain()
    except InvalidIdentity:  # it has committed to something else
        chain = None
    link = chain.next(position.links[line.number]) if chain else None
    other = random.choice(others)
    moves: list[Move] = [
        Finish(),
        Reveal(position.draws, link or bytes(32)),
        Reveal(position.draws + 1, random.randbytes(32)),
        Recommit(random.randbytes(32)),
        Resign(random.randbytes(32)),
        Retire(other, position.counts[other], (line.number,)),
        Retire(other, max(0, position.counts[other] - 1), tuple(others)),
    ]
    move = random.choice(moves)
    if not isinstance(move, Resign):
        carry_out(position, line.number, move, tuple(position.counts))
    return Forgery(
        line.name,
        line.game.log.frontier(line.name),
        move.to_trailers(line.game.names),
        dict(files_of(line.game.file, position.to_yaml())),
        int(line._clock()),
        line.identity,
    )


Wrong = Callable[[Forgery, Seat, Random, History], None]


def _move(found: Forgery, line: Seat, random: Random, history: History) -> None:
    """The move itself may be wrong enough."""


def _state(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.files["state.yml"] += b"more: money\n"


def _game(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.files["game.yml"] = found.files["game.yml"].replace(b"options: {", b"options: { ", 1)


def _name(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.seat = random.choice(line.game.names)


def _key(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.by = STRANGER


def _time(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.time = random.choice((0, 1, found.time + 10**9))


def _parents(found: Forgery, line: Seat, random: Random, history: History) -> None:
    """Too few parents, too many, in another order or from another branch."""
    known = list(history.entries)
    more = tuple(random.sample(known, min(len(known), random.randint(0, 3))))
    shuffled = random.sample(found.parents, len(found.parents))
    found.parents = random.choice(
        (
            found.parents[:1],
            tuple(shuffled),
            tuple(dict.fromkeys((*found.parents, *more))),
            tuple(dict.fromkeys((found.parents[0], *more))),
            more,
        )
    )


def _blob_as_parent(found: Forgery, line: Seat, random: Random, history: History) -> None:
    """A parent that is not a commit."""
    data = random.randbytes(20)
    blob = object_id("blob", data)
    history.put([Object("blob", blob, data)])
    found.parents = (*found.parents, blob)


def _size(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.files["state.yml"] = b"x" * MAX_FILE


def _action(found: Forgery, line: Seat, random: Random, history: History) -> None:
    found.trailers["Action"] = random.choice(("Roll", "Reveal", "Start", "Join", "Invite", "x"))


WRONGS: dict[str, Wrong] = {
    "move": _move,
    "state": _state,
    "game": _game,
    "name": _name,
    "key": _key,
    "time": _time,
    "parents": _parents,
    "blob as parent": _blob_as_parent,
    "size": _size,
    "action": _action,
}

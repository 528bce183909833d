"""What a hostile seat can write: everything that its own key can sign, and worse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from gitopoly.ledger.entry import Draft, Entry, Object, Sealed, object_id, seal
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.replica import Received
from gitopoly.peers import Act, Move, Reveal, carry_out
from gitopoly.rules import actions as a
from gitopoly.rules.codes import AUCTION, FREE_4_ALL, TRADE
from gitopoly.rules.turn import floor
from gitopoly.table.seat import Seat
from tests.ledger.offers import offer
from tests.table.tables import Stores, Table, act_at_random, in_memory

STRANGER = from_seed(b"a stranger")


class Opponent:
    """A seat that has gone bad: it holds an honest copy of the game and writes what it likes."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat

    @property
    def honest(self) -> list[Seat]:
        """Everybody else."""
        return [seat for seat in self.table.seats if seat is not self.seat]

    def entry(
        self,
        move: Move | None = None,
        *,
        trailers: Mapping[str, str] | None = None,
        name: str = "",
        parents: tuple[str, ...] | None = None,
        state: bytes | None = None,
        game: bytes | None = None,
        time: int | None = None,
        by: Identity | None = None,
    ) -> Sealed:
        """An entry as the seat would write it, but for what is given."""
        seat = self.seat
        position = seat.position.copy()
        if move is not None:
            trailers = trailers or move.to_trailers(seat.game.names)
            carry_out(position, seat.number, move, tuple(position.counts))
        files = {
            "game.yml": seat.game.file.to_yaml().encode() if game is None else game,
            "state.yml": position.to_yaml().encode() if state is None else state,
        }
        draft = Draft(
            name or seat.name,
            seat.game.log.frontier(seat.name) if parents is None else parents,
            "Nothing to see here.",
            dict(trailers or {"Action": "Finish"}),
            int(self.table.clock()) if time is None else time,
        )
        return seal(draft, files, by or seat.identity)

    def show(self, honest: Seat, entry: Sealed, more: tuple[Object, ...] = ()) -> Received:
        """Show an entry to one honest seat as the newest of one's log."""
        offer(honest.game.store, (*more, *entry.objects))
        return honest.game.receive(self.seat.name, entry.entry.id)

    def link(self) -> bytes:
        """The next link of one's own chain."""
        chain = self.seat.current_chain()
        assert chain is not None
        link = chain.next(self.seat.position.links[self.seat.number])
        assert link is not None
        return link

    def reveal(self) -> Reveal:
        """The reveal that would be due if the draw under way waited for it."""
        return Reveal(self.seat.position.draws, self.link())


def with_tree(entry: Sealed, data: bytes, identity: Identity) -> Sealed:
    """The same commit on top of another tree, signed anew."""
    from gitopoly.ledger.signature import sign

    tree = Object("tree", object_id("tree", data), data)
    old = next(item for item in entry.objects if item.kind == "tree")
    payload = entry.entry.payload.replace(old.id.encode(), tree.id.encode())
    head, _, tail = payload.partition(b"\n\n")
    armor = sign(identity, payload)[:-1].replace("\n", "\n ").encode()
    commit = head + b"\ngpgsig " + armor + b"\n\n" + tail
    commit_id = object_id("commit", commit)
    blobs = tuple(item for item in entry.objects if item.kind == "blob")
    made = Entry(commit_id, entry.entry.seat, (), "", {}, 0)
    return Sealed(made, (*blobs, tree, Object("commit", commit_id, commit)))


# Moments to attack at.


def floor_of(seat: Seat) -> bool:
    """Whether a seat has the floor and nothing is under way."""
    position = seat.position
    s = position.state
    quiet = position.draw is None and s.phase not in (AUCTION, TRADE)
    return quiet and floor(s, s.rules) == seat.number


def first_in_free_4_all(seat: Seat) -> bool:
    """Whether a seat is at the head of a free-4-all, so that the turn cannot end yet."""
    return floor_of(seat) and seat.position.state.phase == FREE_4_ALL


def asks(seat: Seat) -> bool:
    """Whether a seat has asked for a draw and nobody has revealed."""
    draw = seat.position.draw
    return draw is not None and draw.asker == seat.number and not any(draw.links)


MOMENTS: dict[str, Callable[[Table], bool]] = {
    "its floor": lambda table: floor_of(table.seats[2]),
    "its place in a free-4-all": lambda table: first_in_free_4_all(table.seats[2]),
    "the floor of another": lambda table: floor_of(table.seats[0]),
    "a draw of another": lambda table: asks(table.seats[0]),
    "its own draw": lambda table: asks(table.seats[2]),
}


def table_at(
    moment: str,
    stores: Stores = in_memory,
    seed: int = 1,
    after: int = 70,
    **settings: object,
) -> Table:
    """A game in its middle, in which the moment has come and everybody knows everything."""
    settings.setdefault("options", {"opening_throw": 0, "turn_limit": 30})
    table = Table(3, "classic", stores, **settings).start()
    random = Random(seed)
    for step in range(3000):
        seat = random.choice(table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
        if step > after and MOMENTS[moment](table):
            return table
    raise AssertionError(f"the moment never came: {moment}")


def codes(seat: Seat) -> list[int]:
    """The plain actions that a seat can choose from."""
    return [choice for choice in seat.choices() if isinstance(choice, int)]


# The attacks.


@dataclass(frozen=True)
class Attack:
    """Something that every honest replica must refuse."""

    moment: str
    code: str
    """How it is filed as evidence."""
    reason: str
    """A part of what is said about it."""
    make: Callable[[Opponent], Sealed]


def roll(o: Opponent) -> Act:
    """A throw by the opponent."""
    return Act(a.code_of(a.ROLL_AND_MOVE, o.seat.number))

"""A hostile seat in the middle of a game: every honest replica refuses, and play goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.entry import Object, Sealed, file_ids, object_id
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.store import Store
from gitopoly.peers import Act, Finish, Objection, Recommit, Resign, Retire, Reveal
from gitopoly.peers.trade import SettleTrade
from gitopoly.rules import actions as a
from gitopoly.table.fold import OTHER_FILES
from tests.ledger.offers import offer
from tests.table.attacks import STRANGER, Attack, Opponent, codes, roll, table_at, with_tree
from tests.table.tables import Stores, copy, in_memory

BIG = b"\0" * 100_000_000


def parents_of_old(o: Opponent, number: int) -> tuple[str, ...]:
    """An old entry of one's own, so that the next one is a second branch."""
    log = o.seat.game.log
    return (log.at(log.tips()[o.seat.name], number),)


def other_game(o: Opponent) -> bytes:
    text = o.seat.game.file.to_yaml()
    return text.replace("retire_after: 0", "retire_after: 9").encode()


def richer(o: Opponent) -> bytes:
    position = o.seat.position.copy()
    position.state = position.state.copy()
    position.state.money[o.seat.number] += 500
    return position.to_yaml().encode()


def legal(o: Opponent) -> Act:
    return Act(codes(o.seat)[0])


def tree_of(o: Opponent, *items: tuple[bytes, bytes]) -> Sealed:
    entry = o.entry(legal(o))
    blob = bytes.fromhex(file_ids(entry.objects[-2].data)["state.yml"])
    data = b"".join(mode + b" " + name + b"\0" + blob for mode, name in items)
    return with_tree(entry, data, o.seat.identity)


def on_stranger(o: Opponent) -> Sealed:
    first = o.seat.game.log.frontier(o.seat.name)[0]
    return o.entry(legal(o), parents=(first, "12" * 20))


FLOOR, OTHER = "its floor", "the floor of another"
FREE = "its place in a free-4-all"
ASKED, ASKS = "a draw of another", "its own draw"
GAME, STATE = b"100644", b"100644"
ATTACKS = {
    "a forged signature": Attack(
        FLOOR, "forged", "the key of cleo", lambda o: o.entry(legal(o), by=STRANGER)
    ),
    "the name of another seat": Attack(
        FLOOR,
        "wrong-chain",
        "ann continues the log of cleo",
        lambda o: o.entry(legal(o), name="ann"),
    ),
    "another seat's log under its own key": Attack(
        FLOOR,
        "forged",
        "the key of ann",
        lambda o: o.entry(legal(o), name="ann", parents=(o.seat.game.log.tips()["ann"],)),
    ),
    "a stranger": Attack(
        FLOOR, "unknown-seat", "'mallory'", lambda o: o.entry(legal(o), name="mallory")
    ),
    "an altered state.yml": Attack(
        FLOOR, "illegal", OTHER_FILES, lambda o: o.entry(legal(o), state=richer(o))
    ),
    "an altered game.yml": Attack(
        FLOOR, "illegal", OTHER_FILES, lambda o: o.entry(legal(o), game=other_game(o))
    ),
    "an illegal move": Attack(
        FLOOR, "illegal", "", lambda o: o.entry(Act(a.code_of(a.BID, 2, number=5)))
    ),
    "a skipped turn": Attack(FREE, "illegal", "", lambda o: o.entry(Act(a.code_of(a.END_TURN, 2)))),
    "acting in the turn of another": Attack(OTHER, "illegal", "", lambda o: o.entry(roll(o))),
    "acting for another": Attack(
        OTHER, "illegal", "", lambda o: o.entry(trailers={"Action": "Bid 5", "Seat": "ann"})
    ),
    "answering an offer that there is not": Attack(
        FLOOR,
        "illegal",
        "no longer open",
        lambda o: o.entry(Act(a.code_of(a.ACCEPT_TRADE, 2), 99)),
    ),
    "settling what nobody accepted": Attack(
        FLOOR, "illegal", "no longer open", lambda o: o.entry(SettleTrade(0))
    ),
    "finishing too early": Attack(
        FLOOR, "illegal", "the game is not over", lambda o: o.entry(Finish())
    ),
    "a reveal that does not match its chain": Attack(
        ASKED,
        "illegal",
        "does not match the committed chain",
        lambda o: o.entry(Reveal(o.seat.position.draws, b"7" * 32)),
    ),
    "a reveal that was used before": Attack(
        ASKED,
        "illegal",
        "does not match the committed chain",
        lambda o: o.entry(Reveal(o.seat.position.draws, o.seat.position.links[2])),
    ),
    "a reveal for an earlier draw": Attack(
        ASKED,
        "illegal",
        "is not in progress",
        lambda o: o.entry(Reveal(o.seat.position.draws - 1, o.link())),
    ),
    "a reveal before the request": Attack(
        FLOOR,
        "illegal",
        "is not in progress",
        lambda o: o.entry(Reveal(o.seat.position.draws + 1, o.link())),
    ),
    "a reveal without the request in its past": Attack(
        ASKED,
        "illegal",
        "is not in progress",
        lambda o: o.entry(o.reveal(), parents=(o.seat.game.log.tips()["cleo"],)),
    ),
    "the asker who reveals before the others": Attack(
        ASKS, "illegal", "another seat must reveal first", lambda o: o.entry(o.reveal())
    ),
    "going on while a draw is in progress": Attack(
        ASKS, "illegal", "dice or a card are being drawn", lambda o: o.entry(roll(o))
    ),
    "a recommitment while a draw is in progress": Attack(
        ASKS, "illegal", "only whoever has the move may", lambda o: o.entry(Recommit(b"1" * 32))
    ),
    "a recommitment on the floor of another": Attack(
        OTHER, "illegal", "only whoever has the move may", lambda o: o.entry(Recommit(b"1" * 32))
    ),
    "a vote where the others wait": Attack(
        OTHER,
        "illegal",
        "silent seats are waited for",
        lambda o: o.entry(Retire(0, o.seat.position.counts[0], (1, 2))),
    ),
    "an objection to nothing": Attack(
        FLOOR, "illegal", "no vote to object", lambda o: o.entry(Objection(0))
    ),
    "resigning with another's secret": Attack(
        OTHER, "illegal", "does not match the chain", lambda o: o.entry(Resign(b"3" * 32))
    ),
    "a second start": Attack(
        FLOOR, "illegal", "an action's name", lambda o: o.entry(trailers={"Action": "Start"})
    ),
    "a second join": Attack(
        FLOOR,
        "illegal",
        "an action's name",
        lambda o: o.entry(
            trailers={"Action": "Join", "Key": o.seat.identity.public.text, "Token": "dog"}
        ),
    ),
    "junk trailers": Attack(
        FLOOR, "illegal", "an action's name", lambda o: o.entry(trailers={"Action": "\u2603" * 9})
    ),
    "one trailer too many": Attack(
        FLOOR,
        "illegal",
        "each trailer in canonical form",
        lambda o: o.entry(trailers={"Action": "EndTurn", "Draw": "1"}),
    ),
    "a time before its own last entry": Attack(
        FLOOR, "illegal", "its time is before", lambda o: o.entry(legal(o), time=1)
    ),
    "an unknown parent": Attack(FLOOR, "unknown-parent", "is missing", on_stranger),
    "a tree with a path": Attack(
        FLOOR,
        "illegal",
        OTHER_FILES,
        lambda o: tree_of(o, (GAME, b"../game.yml"), (STATE, b"state.yml")),
    ),
    "a tree with a third file": Attack(
        FLOOR,
        "illegal",
        OTHER_FILES,
        lambda o: tree_of(o, (GAME, b".gitmodules"), (GAME, b"game.yml"), (STATE, b"state.yml")),
    ),
    "a symbolic link": Attack(
        FLOOR,
        "illegal",
        OTHER_FILES,
        lambda o: tree_of(o, (GAME, b"game.yml"), (b"120000", b"state.yml")),
    ),
    "a submodule": Attack(
        FLOOR,
        "illegal",
        OTHER_FILES,
        lambda o: tree_of(o, (GAME, b"game.yml"), (b"160000", b"state.yml")),
    ),
}


@pytest.fixture(params=["memory", pytest.param("git", marks=pytest.mark.long)])
def stores(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stores]:
    """One kind of store after the other."""
    if request.param == "memory":
        yield in_memory
        return
    opened: list[GitStore] = []

    def on_disk(name: str) -> Store:
        opened.append(GitStore.create(tmp_path / name, name, durable=False))
        return opened[-1]

    yield on_disk
    for store in opened:
        store.close()


def goes_on(o: Opponent, seed: int = 9, steps: int = 40) -> None:
    """Everybody plays on, the opponent with what it had before, and all see the same."""
    before = len(o.honest[0].game.log)
    for _ in o.table.rounds(Random(seed), steps):
        pass
    for _ in range(2):
        o.table.exchange()
    assert len({seat.position.to_yaml() for seat in o.table.seats}) == 1
    assert len(o.honest[0].game.log) > before


def refused(o: Opponent, entry: Sealed, code: str, reason: str, *more: Object) -> None:
    """Every honest seat refuses an entry, says why, keeps that, and is left as it was."""
    for seat in o.honest:
        before, length = seat.position.to_yaml(), len(seat.game.log)
        evidence = o.show(seat, entry, more).refused
        assert evidence is not None
        assert (evidence.code, evidence.id, evidence.seat) == (code, entry.entry.id, "cleo")
        assert reason in evidence.reason
        assert evidence in seat.game.evidence
        assert evidence in seat.game.store.evidence
        assert (seat.position.to_yaml(), len(seat.game.log)) == (before, length)


@pytest.mark.parametrize("name", ATTACKS)
def test_every_honest_replica_refuses(name: str, stores: Stores) -> None:
    attack = ATTACKS[name]
    o = opponent(attack.moment, stores)
    refused(o, attack.make(o), attack.code, attack.reason)
    goes_on(o)


def opponent(moment: str, stores: Stores, **settings: object) -> Opponent:
    table = table_at(moment, stores, **settings)
    return Opponent(table, table.seats[2])


@pytest.mark.parametrize("moment", [FLOOR, ASKED])
def test_what_the_opponent_could_have_written_honestly_is_taken(
    moment: str, stores: Stores
) -> None:
    """The twin of all attacks: the same way of writing, and nothing wrong with it."""
    o = opponent(moment, stores)
    entry = o.entry(legal(o) if moment == FLOOR else o.reveal())
    for seat in o.honest:
        assert o.show(seat, entry).refused is None
        assert entry.entry.id in seat.game.log


def test_an_entry_needs_nothing_but_its_commit(stores: Stores) -> None:
    """Its files follow from its past."""
    o = opponent(FLOOR, stores)
    entry = o.entry(legal(o))
    for seat in (*o.honest, o.seat):
        offer(seat.game.store, entry.objects[-1:])
        assert seat.game.receive("cleo", entry.entry.id).refused is None
        assert seat.game.objects_of(entry.entry.id) == entry.objects
    goes_on(o)


@pytest.mark.slow
def test_a_giant_file_is_refused_unread(stores: Stores) -> None:
    o = opponent(FLOOR, stores)
    entry = o.entry(legal(o))
    big = Object("blob", object_id("blob", BIG), BIG)
    names = (b"game.yml", b"state.yml")
    blobs = (bytes(20), bytes.fromhex(big.id))
    data = b"".join(b"100644 %s\0" % n + blob for n, blob in zip(names, blobs, strict=True))
    giant = with_tree(entry, data, o.seat.identity)
    refused(o, giant, "illegal", OTHER_FILES, big)
    for seat in o.honest:
        assert len(str(seat.game.store.evidence)) < 10_000
    goes_on(o)


def test_a_log_that_is_moved_back_is_noted_and_changes_nothing(stores: Stores) -> None:
    o = opponent(FLOOR, stores)
    old = parents_of_old(o, 5)[0]
    for seat in o.honest:
        before = seat.position.to_yaml()
        evidence = seat.game.receive("cleo", old).refused
        assert evidence is not None
        assert (evidence.code, evidence.id) == ("moved-back", old)
        assert seat.position.to_yaml() == before
    goes_on(o)


def test_what_stands_on_a_refused_entry_is_refused_too(stores: Stores) -> None:
    o = opponent(FLOOR, stores)
    bad = o.entry(legal(o), state=richer(o))
    top = o.entry(legal(o), parents=(bad.entry.id,))
    refused(o, top, "refused-parent", bad.entry.id, *bad.objects)
    goes_on(o)


def test_a_late_time_is_no_reason_and_blocks_nobody(stores: Stores) -> None:
    o = opponent(FLOOR, stores)
    entry = o.entry(legal(o), time=253402300799)
    for seat in (*o.honest, o.seat):
        assert o.show(seat, entry).refused is None
    goes_on(o)


def test_a_secret_that_ends_its_chain_early_stops_nobody(stores: Stores) -> None:
    """Whoever resigns may publish a later link of its chain as if it were the beginning."""
    o = opponent(OTHER, stores)
    entry = o.entry(Resign(o.link()))
    for seat in (*o.honest, o.seat):
        assert o.show(seat, entry).refused is None
    draws = o.honest[0].position.draws
    for _ in o.table.rounds(Random(4), 400, o.honest):
        if o.honest[0].position.draws > draws + 3:
            break
    assert o.honest[0].position.draws > draws + 1


VOTES = {
    "another last entry": lambda o: Retire(0, o.seat.position.counts[0] - 1, (1, 2)),
    "a later last entry": lambda o: Retire(0, o.seat.position.counts[0] + 1, (1, 2)),
    "fewer voters": lambda o: Retire(0, o.seat.position.counts[0], (2,)),
    "more voters": lambda o: Retire(0, o.seat.position.counts[0], (0, 1, 2)),
    "a seat that nobody waits for": lambda o: Retire(1, o.seat.position.counts[1], (0, 2)),
    "itself": lambda o: Retire(2, o.seat.position.counts[2], (0, 1)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", VOTES)
def test_votes_that_do_not_say_what_is(name: str, stores: Stores) -> None:
    o = opponent(OTHER, stores, retire_after=60)
    refused(o, o.entry(VOTES[name](o)), "illegal", "retire")
    goes_on(o)


def test_an_entry_that_ignores_its_authors_vote_is_refused(stores: Stores) -> None:
    """Who has voted a seat out cannot build on what it wrote later, unless others show it."""
    o = opponent(OTHER, stores, retire_after=60)
    ann, ben = o.honest
    vote = o.entry(Retire(0, o.seat.position.counts[0], (1, 2)))
    later = next(choice for choice in ann.choices() if isinstance(choice, int))
    ann.act(later)
    for seat in (*o.honest, o.seat):
        assert o.show(seat, vote).refused is None
    head = ann.game.store.head("ann")
    assert head is not None
    copy(ann, o.seat.game.store)
    o.seat.game.receive("ann", head)
    assert o.seat.choices() == []
    chain = o.seat.current_chain()
    assert chain is not None
    entry = o.entry(Resign(chain.secret))
    copy(ann, ben.game.store)
    ben.game.receive("ann", head)
    for seat in o.honest:
        evidence = o.show(seat, entry).refused
        assert evidence is not None
        assert "a vote on another seat still binds the author" in evidence.reason

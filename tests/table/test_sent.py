"""What came by a stream is judged only if its author has signed it, and on top of what is here."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.table import sent
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.host_game import HostDriver
from gitopoly.table.sent import SentEntries
from tests.table.hosted import host_in, play


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostDriver]:
    """A game of which others have heard only the beginning."""
    found = host_in(tmp_path_factory.mktemp("game"), "ben", "cleo")
    for name in ("ben", "cleo"):
        found.sit(name)
    play(found, 12)
    yield found
    found.close()


def beginner(host: HostDriver) -> GameReplica:
    """A copy that knows the game up to its start."""
    store = Store(MemoryJournal())
    store.borrow("host", host.game.store)
    game = GameReplica(store, *find_invitation(host.game.store, host.game.root), onlooker=True)
    for entry in host.game.log:
        game.receive(entry.seat, entry.id)
        if game.started:
            break
    store.borrow("host", None)
    assert game.started
    return game


def lacking(host: HostDriver, game: GameReplica) -> list[Entry]:
    """What the host has and a copy does not."""
    found = [entry for entry in host.game.log if entry.id not in game.log]
    assert len(found) > 12
    return found


def judge(game: GameReplica, entries: SentEntries) -> int:
    """Take in what can be judged; how many that were."""
    found = list(entries.arrivals())
    for one in found:
        assert one.head is not None
        game.store.borrow(one.lender, one.objects)
        game.replica.sent[one.nickname] = one.head
        game.receive(one.nickname, one.head)
    return len(found)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_order_in_the_end_all_is_there(host: HostDriver, seed: int) -> None:
    game, chance = beginner(host), Random(seed)
    entries = SentEntries(game, game.names)
    news = [entry.commit.data for entry in lacking(host, game)]
    twice = [*news, *chance.sample(news, 5)]
    chance.shuffle(twice)
    while twice:
        assert entries.put([twice.pop() for _ in range(min(3, len(twice)))])
        judge(game, entries)
    assert {entry.id for entry in game.log} == {entry.id for entry in host.game.log}
    assert game.evidence == []


def test_what_stands_on_something_that_was_lost_waits_and_nobody_is_accused(
    host: HostDriver,
) -> None:
    game = beginner(host)
    first, *rest = [entry.commit.data for entry in lacking(host, game)]
    entries = SentEntries(game, game.names)
    assert entries.put(rest)
    assert judge(game, entries) == 0
    assert game.evidence == []
    assert entries.put([first])
    assert judge(game, entries) == len(rest) + 1
    assert game.evidence == []


def test_nothing_but_what_its_author_has_signed_is_judged(host: HostDriver) -> None:
    game = beginner(host)
    entry = lacking(host, game)[0]
    data, other = entry.commit.data, next(name for name in game.names if name != entry.seat)
    in_anothers_name = data.replace(entry.seat.encode(), other.encode())
    for junk in (b"junk", data[:-1], data.replace(b"+0000", b"+0100"), in_anothers_name):
        entries = SentEntries(game, game.names)
        assert entries.put([junk])
        assert judge(game, entries) == 0
        assert game.evidence == []
        assert not entries.put([data]), "who sends junk pauses"
        assert entries.put([data])
    assert judge(game, entries) == 1


def test_entries_of_others_than_those_who_may_send_them_are_left_out(host: HostDriver) -> None:
    game = beginner(host)
    entry = lacking(host, game)[0]
    entries = SentEntries(game, {name for name in game.names if name != entry.seat})
    assert entries.put([entry.commit.data])
    assert judge(game, entries) == 0
    assert entries.put([entry.commit.data]), "it was no junk"


def test_what_waits_is_bounded_and_so_is_a_look(
    host: HostDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = beginner(host)
    news = [entry.commit.data for entry in lacking(host, game)]
    monkeypatch.setattr(sent, "AT_ONCE", 3)
    entries = SentEntries(game, game.names)
    assert entries.put(news[:5])
    assert [judge(game, entries), judge(game, entries), judge(game, entries)] == [3, 2, 0]
    # What never stands on anything makes room for what does.
    for data in news[6:]:
        assert entries.put([data])
        assert judge(game, entries) == 0
    assert entries.put(news[5:8])
    assert judge(game, entries) == 3
    monkeypatch.setattr(sent, "MOST_WAITING", 1000)
    assert not entries.put(news[8:])
    assert entries.put([b"x"] * 5)
    assert not entries.put([b"x"] * 5)


def test_before_the_start_nothing_is_judged(host: HostDriver) -> None:
    store = Store(MemoryJournal())
    game = GameReplica(store, *find_invitation(host.game.store, host.game.root), onlooker=True)
    entries = SentEntries(game, game.names)
    assert entries.put([entry.commit.data for entry in host.game.log])
    assert judge(game, entries) == 0
    assert len(game.log) == 0

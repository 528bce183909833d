"""Whoever sends rubbish without end costs an honest replica little, and cannot hide behind it."""

from __future__ import annotations

import pytest

from gitopoly.ledger import replica as replica_module
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Refusal, Replica
from gitopoly.ledger.store import Store
from tests.ledger.offers import offer
from tests.ledger.opponents import Table
from tests.ledger.seats import KEYS, copy, sealed, write


class Judged(Table):
    """The table with a judge who refuses what is bad and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0
        super().__init__()

        def judge(entry: Entry, log: Log) -> Refusal | None:
            self.asked += 1
            return Refusal("it is bad") if "bad" in entry.sentence else None

        store = self.alice.store
        self.alice = Replica(store, KEYS, judge, clock=lambda: 7)
        self.alice.load()
        self.asked = 0


def test_a_look_at_a_log_stops_after_so_many_bad_entries() -> None:
    """Each parent alone looks like a branch of its own, and every one costs a judge."""
    table = Judged()
    bad = [sealed("bob", (table.bob.id,), f"bad {n}") for n in range(45)]
    floors = [
        sealed("bob", tuple(e.entry.id for e in bad[n : n + 15]), "heap") for n in (0, 15, 30)
    ]
    for entry in (*bad, *floors):
        offer(table.alice.store, entry.objects)
    head = sealed("bob", tuple(e.entry.id for e in floors), "head")
    result = table.show("bob", head)
    assert result.refused is not None
    assert result.refused.code == "refused-parent"
    assert table.asked == replica_module.MOST_REFUSALS
    assert table.alice.receive("bob", head.entry.id).refused == result.refused
    assert table.asked == replica_module.MOST_REFUSALS


def test_good_entries_of_others_are_not_held_to_be_bad_for_that() -> None:
    table = Judged()
    bad = [sealed("bob", (table.bob.id,), f"bad {n}") for n in range(15)]
    more = [sealed("bob", (table.bob.id,), f"bad again {n}") for n in range(10)]
    good = sealed("carol", (table.carol.id,), "goes on")
    for entry in (*bad, *more, good):
        offer(table.alice.store, entry.objects)
    low = sealed("bob", tuple(e.entry.id for e in bad), "heap")
    offer(table.alice.store, low.objects)
    parents = (low.entry.id, *(e.entry.id for e in more), good.entry.id)
    assert table.show("bob", sealed("bob", parents, "head")).refused is not None
    assert table.show("carol", good).refused is None
    assert good.entry.id in table.alice.log


def test_refused_entries_are_remembered_within_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica_module, "MOST_REMEMBERED", 5)
    table = Judged()
    entries = [sealed("bob", (table.bob.id,), f"bad {n}") for n in range(20)]
    for entry in entries:
        assert table.show("bob", entry).refused is not None
    assert table.asked == 20
    assert table.show("bob", entries[-1]).refused is not None
    assert table.asked == 20
    assert table.show("bob", entries[0]).refused is not None
    assert table.asked == 21


def test_the_proof_of_a_fork_is_kept_whatever_else_was_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replica_module, "MOST_EVIDENCE", 3)
    table = Judged()
    for n in range(6):
        table.show("bob", sealed("bob", (table.bob.id,), f"bad {n}"))
    assert len(table.alice.evidence) == 3
    for word in ("left", "right"):
        table.show("bob", sealed("bob", (table.bob.id,), word))
    assert [e.code for e in table.alice.evidence][-1] == "fork"
    assert table.alice.store.evidence[-1].code == "fork"


def test_more_than_two_branches_of_one_seat_prove_nothing_more() -> None:
    """An accomplice could otherwise pile up branches until every step is slow."""
    table = Table()
    made = [sealed("bob", (table.bob.id,), word) for word in ("one", "two", "three")]
    for count, code in ((2, None), (3, "wrong-parents")):
        fresh = Replica(Store(MemoryJournal()), KEYS, lambda entry, log: None)
        copy(table.alice.store, fresh.store, table.carol.id)
        copy(table.alice.store, fresh.store, table.bob.id)
        fresh.receive("carol", table.carol.id)
        for entry in made:
            offer(fresh.store, entry.objects)
        parents = (table.carol.id, *(entry.entry.id for entry in made[:count]))
        shown = sealed("carol", parents, "shows branches")
        offer(fresh.store, shown.objects)
        refused = fresh.receive("carol", shown.entry.id).refused
        assert refused is not None
        assert refused.code == (code or "fork")
        assert (shown.entry.id in fresh.log) == (code is None)


def test_honest_seats_name_at_most_two_branches() -> None:
    table = Table()
    for word in ("one", "two"):
        table.show("bob", sealed("bob", (table.bob.id,), word))
    entry = write(table.alice, "alice", "goes on")
    assert sum(table.alice.log[parent].seat == "bob" for parent in entry.parents) == 2


@pytest.mark.parametrize("bad", [None, 23])
def test_a_look_at_a_long_log_goes_on_where_it_ended(bad: int | None) -> None:
    table = Judged()
    last, shown = table.bob.id, []
    for number in range(45):
        shown.append(sealed("bob", (last,), "bad" if number == bad else f"{number}"))
        offer(table.alice.store, shown[-1].objects)
        last = shown[-1].entry.id
    table.alice.at_once = 10
    found = [table.alice.receive("bob", last)]
    while found[-1].unfinished:
        carol = table.take(sealed("carol", (table.alice.log.tips()["carol"],), "meanwhile"))
        assert carol.id in table.alice.log
        found.append(table.alice.receive("bob", last))
    taken = [entry.id for one in found for entry in one.accepted]
    assert taken == [one.entry.id for one in shown[:bad]]
    assert max(len(one.accepted) for one in found) == 10
    assert [one.refused is None for one in found[:-1]] == [True] * (len(found) - 1)
    assert (found[-1].refused is None) == (bad is None)
    once = Replica(table.alice.store, KEYS, lambda *_: None, clock=lambda: 7)
    once.load()
    assert set(once.log.tips()) == set(table.alice.log.tips())


def test_a_newer_head_goes_on_as_well() -> None:
    table = Judged()
    shown = [sealed("bob", (table.bob.id,), "0")]
    for number in range(1, 30):
        shown.append(sealed("bob", (shown[-1].entry.id,), f"{number}"))
    for one in shown:
        offer(table.alice.store, one.objects)
    table.alice.at_once = 10
    assert table.alice.receive("bob", shown[14].entry.id).unfinished
    assert table.alice.receive("bob", shown[29].entry.id).unfinished
    assert not table.alice.receive("bob", shown[29].entry.id).unfinished
    assert table.asked == 30

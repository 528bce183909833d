"""Whatever a hostile seat shows is refused with its reason, and honest play goes on."""

from __future__ import annotations

import sys

import pytest

from gitopoly.errors import (
    InvalidEntry,
    InvalidRepository,
    InvalidSeat,
    StaleHead,
)
from gitopoly.ledger.entry import Draft, Entry, seal
from gitopoly.ledger.evidence import CODES, PASSING, Evidence
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Received, Refusal, Replica
from gitopoly.ledger.store import Store
from tests.ledger.offers import offer
from tests.ledger.opponents import Table, remade
from tests.ledger.seats import (
    IDENTITIES,
    KEYS,
    SEATS,
    copy,
    files,
    no_judge,
    replica,
    sealed,
    write,
)

BOB, MALLORY = IDENTITIES["bob"], IDENTITIES["mallory"]


@pytest.fixture
def table() -> Table:
    return Table()


def test_entries_of_all_seats_come_with_a_log(table: Table) -> None:
    bob = replica(Store(MemoryJournal()))
    last = write(table.alice, "alice", "rolls")
    copy(table.alice.store, bob.store, last.id)
    result = bob.receive("alice", last.id)
    assert [entry.id for entry in result.accepted][-1] == last.id
    assert bob.store.heads == table.alice.store.heads
    assert bob.log.counted() == table.alice.log.counted()
    assert result.refused is None


def test_seen_again_an_entry_changes_nothing(table: Table) -> None:
    assert table.alice.receive("bob", table.bob.id) == Received([], None)
    assert table.alice.evidence == []


def test_a_forged_signature_is_refused(table: Table) -> None:
    entry = sealed("bob", (table.bob.id,), "rolls", by=MALLORY)
    table.refuses("bob", entry, "forged", "not made with the key of bob")


def test_the_key_of_another_seat_does_not_do(table: Table) -> None:
    entry = sealed("carol", (table.carol.id,), "rolls", by=BOB)
    table.refuses("bob", entry, "forged", "not made with the key of carol")


def test_an_altered_entry_is_refused(table: Table) -> None:
    entry = remade(sealed("bob", (table.bob.id,), "rolls"), b"bob rolls", b"bob robs.")
    table.refuses("bob", entry, "forged", "not made with the key")


def test_a_name_that_is_not_in_the_game_is_refused(table: Table) -> None:
    table.refuses("bob", sealed("mallory", (table.root.id,)), "unknown-seat", "'mallory'")


def test_an_entry_on_the_log_of_another_seat_is_refused(table: Table) -> None:
    entry = sealed("bob", (table.carol.id, table.bob.id))
    table.refuses("bob", entry, "wrong-chain", "bob continues the log of carol")


def test_the_log_of_another_is_no_own_log_and_its_entries_stay_good(table: Table) -> None:
    entry = sealed("carol", (table.carol.id,), "rolls")
    result = table.show("bob", entry)
    assert [e.id for e in result.accepted] == [entry.entry.id]
    assert result.refused is not None
    assert (result.refused.code, result.refused.seat) == ("wrong-chain", "bob")
    again = Replica(table.alice.store, KEYS, no_judge)
    again.load()
    assert again.receive("carol", entry.entry.id) == Received([], None)


def test_an_entry_that_names_unknown_parents_is_refused_until_they_come(table: Table) -> None:
    unknown = sealed("carol", (table.carol.id,), "hides")
    entry = sealed("bob", (table.bob.id, unknown.entry.id))
    evidence = table.refuses("bob", entry, "unknown-parent", unknown.entry.id)
    assert evidence.id == entry.entry.id
    carol = unknown.objects
    offer(table.alice.store, carol)
    accepted = table.alice.receive("bob", entry.entry.id).accepted
    assert {e.id for e in accepted} >= {entry.entry.id, unknown.entry.id}


def test_a_log_without_its_newest_entry_is_refused(table: Table) -> None:
    result = table.alice.receive("bob", "9" * 40)
    assert result.refused is not None
    assert (result.refused.code, result.refused.size) == ("unknown-parent", 0)


def test_parents_that_say_nothing_new_are_refused(table: Table) -> None:
    entry = sealed("bob", (table.bob.id, table.root.id))
    table.refuses("bob", entry, "wrong-parents", "which another parent implies")


def test_a_second_beginning_is_refused(table: Table) -> None:
    table.refuses("bob", sealed("bob", (), "begins"), "wrong-parents", "has no parents")


def test_an_own_entry_among_the_other_parents_is_refused(table: Table) -> None:
    side = sealed("bob", (table.root.id,), "again")
    offer(table.alice.store, side.objects)
    entry = sealed("bob", (table.bob.id, side.entry.id))
    result = table.show("bob", entry)
    assert result.refused is not None
    assert result.refused.code == "wrong-parents"
    assert table.alice.log.forks().keys() == {"bob"}


def test_what_the_judge_refuses_is_refused_with_everything_on_top(table: Table) -> None:
    def judge(entry: Entry, log: Log) -> Refusal | None:
        assert entry.id not in log
        return Refusal("robbing is against the rules") if "robs" in entry.sentence else None

    table.alice._judge = judge
    bad = sealed("bob", (table.bob.id,), "robs")
    table.refuses("bob", bad, "illegal", "against the rules")
    top = sealed("bob", (bad.entry.id,), "behaves")
    table.refuses("bob", top, "refused-parent", bad.entry.id)
    other = sealed("carol", (table.alice.store.heads["carol"], top.entry.id))
    result = table.show("carol", other)
    assert result.refused is not None
    assert (result.refused.code, result.refused.seat) == ("refused-parent", "carol")


def test_good_entries_below_a_bad_one_are_taken(table: Table) -> None:
    good = sealed("bob", (table.bob.id,), "rolls")
    offer(table.alice.store, good.objects)
    bad = sealed("bob", (good.entry.id,), "rolls", by=MALLORY)
    result = table.show("bob", bad)
    assert [e.id for e in result.accepted] == [good.entry.id]
    assert table.alice.store.head("bob") == good.entry.id
    assert result.refused is not None
    assert result.refused.id == bad.entry.id


def test_a_log_that_moves_back_is_noted_and_changes_nothing(table: Table) -> None:
    last = table.take(sealed("bob", (table.bob.id,), "rolls"))
    result = table.alice.receive("bob", table.bob.id)
    assert result.refused is not None
    assert (result.refused.code, result.refused.also) == ("moved-back", (last.id,))
    assert table.alice.store.head("bob") == last.id
    assert table.alice.receive("bob", last.id) == Received([], None)


def test_a_log_that_moves_back_and_goes_on_elsewhere_proves_a_fork(table: Table) -> None:
    last = table.take(sealed("bob", (table.bob.id,), "rolls"))
    table.alice.receive("bob", table.bob.id)
    other = sealed("bob", (table.bob.id,), "passes")
    result = table.show("bob", other)
    assert result.refused is not None
    assert (result.refused.code, set(result.refused.also)) == ("fork", {last.id, other.entry.id})


def test_a_log_that_was_first_seen_elsewhere_has_not_moved_back(table: Table) -> None:
    last = sealed("bob", (table.bob.id,), "rolls")
    offer(table.alice.store, last.objects)
    table.take(sealed("carol", (table.carol.id, last.entry.id), "rolls"))
    assert table.alice.store.head("bob") == last.entry.id
    assert table.alice.receive("bob", table.bob.id) == Received([], None)


def test_two_branches_freeze_a_seat_with_both_as_evidence(table: Table) -> None:
    left = table.take(sealed("bob", (table.bob.id,), "buys"))
    right = sealed("bob", (table.bob.id,), "passes")
    result = table.show("bob", right)
    assert [e.id for e in result.accepted] == [right.entry.id]
    assert result.refused is not None
    assert result.refused.code == "fork"
    assert set(result.refused.also) == {left.id, right.entry.id}
    assert table.alice.store.head("bob") == left.id
    assert table.alice.store.kept.keys() == {right.entry.id}
    assert table.alice.log.forks()["bob"].last_common == table.bob.id
    entry = write(table.alice, "alice", "goes on")
    assert {left.id, right.entry.id} <= set(entry.parents)
    assert not table.alice.log.is_void(entry.id)
    further = table.show("bob", sealed("bob", (left.id,), "rolls"))
    assert further.accepted == []
    assert further.refused is not None
    assert further.refused.code == "forked"


def test_a_replica_that_saw_the_other_branch_agrees_when_it_hears_of_both(table: Table) -> None:
    carol = replica(Store(MemoryJournal()))
    left, right = (sealed("bob", (table.bob.id,), word) for word in ("buys", "passes"))
    copy(table.alice.store, carol.store, table.carol.id)
    copy(table.alice.store, carol.store, table.bob.id)
    carol.receive("carol", table.carol.id)
    offer(carol.store, right.objects)
    assert carol.receive("bob", right.entry.id).refused is None
    table.take(left)
    table.show("bob", right)
    on_sand = write(carol, "carol", "trusts bob")
    news = write(table.alice, "alice", "goes on")
    copy(table.alice.store, carol.store, news.id)
    copy(carol.store, table.alice.store, on_sand.id)
    for taker, seat, head in ((carol, "alice", news.id), (table.alice, "carol", on_sand.id)):
        result = taker.receive(seat, head)
        assert head in {e.id for e in result.accepted}
    assert carol.log.counted() == table.alice.log.counted()
    assert carol.log.forks() == table.alice.log.forks()
    assert carol.log.is_void(on_sand.id)
    assert carol.evidence[-1].code == "fork"


def test_a_key_is_trusted_on_first_use_from_its_seat_alone() -> None:
    alice = Replica(Store(MemoryJournal()), {**KEYS, "bob": None}, no_judge)
    root = write(alice, "alice")
    trailers = {"Action": "join", "Key": KEYS["bob"].text}
    join = seal(Draft("bob", (root.id,), "bob joins.", trailers, 1), files("bob"), BOB)
    offer(alice.store, join.objects)
    relay = sealed("carol", (root.id, join.entry.id))
    offer(alice.store, relay.objects)
    first = alice.receive("carol", relay.entry.id)
    assert first.refused is not None
    assert first.refused.code == "unknown-key"
    assert alice.evidence == []
    assert alice.receive("bob", join.entry.id).refused is None
    assert alice.keys["bob"] == KEYS["bob"]
    assert alice.receive("carol", relay.entry.id).refused is None
    again = Replica(alice.store, {**KEYS, "bob": None}, no_judge)
    again.load()
    assert len(again.log) == 3
    assert again.keys["bob"] == KEYS["bob"]


def test_a_first_entry_without_a_key_or_with_anothers_is_refused() -> None:
    alice = Replica(Store(MemoryJournal()), {**KEYS, "bob": None}, no_judge)
    root = write(alice, "alice")
    without = sealed("bob", (root.id,))
    trailers = {"Key": KEYS["bob"].text}
    stolen = seal(Draft("bob", (root.id,), "bob joins.", trailers, 1), files("bob"), MALLORY)
    for entry in (without, stolen):
        offer(alice.store, entry.objects)
        refused = alice.receive("bob", entry.entry.id).refused
        assert refused is not None
        assert refused.code == "forged"
    assert alice.keys["bob"] is None


def test_a_vote_binds_its_author(table: Table) -> None:
    table.alice.bound = {"bob"}
    entry = sealed("bob", (table.bob.id,), "returns")
    on_top = sealed("carol", (table.carol.id, entry.entry.id))
    for seat, shown in (("bob", entry), ("carol", on_top)):
        result = table.show(seat, shown)
        assert result.accepted == []
        assert result.refused is not None
        assert result.refused.code == "bound"
    assert table.alice.evidence == []


def test_an_own_entry_must_stand_on_everything_held(table: Table) -> None:
    with pytest.raises(InvalidEntry, match="frontier"):
        table.alice.append(sealed("alice", (table.root.id,)))
    assert table.alice.store.head("alice") == table.root.id


def test_an_own_entry_that_only_the_store_knows_is_not_forked(table: Table) -> None:
    unknown = sealed("alice", table.alice.log.frontier("alice"), "unknown")
    table.alice.store.append(unknown, table.root.id)
    with pytest.raises(StaleHead):
        write(table.alice, "alice", "moves")
    assert table.alice.store.head("alice") == unknown.entry.id
    assert unknown.entry.id not in table.alice.log


def test_own_entries_that_were_lost_come_back_with_the_log_of_another(table: Table) -> None:
    lost = write(table.alice, "alice", "moves")
    bob = replica(Store(MemoryJournal()))
    copy(table.alice.store, bob.store, lost.id)
    bob.receive("alice", lost.id)
    answer = write(bob, "bob", "answers")
    yesterday = replica(Store(MemoryJournal()))
    copy(table.alice.store, yesterday.store, table.bob.id)
    yesterday.receive("bob", table.bob.id)
    copy(bob.store, yesterday.store, answer.id)
    yesterday.receive("bob", answer.id)
    assert yesterday.store.head("alice") == lost.id
    assert yesterday.log.frontier("alice") == (lost.id, answer.id)


def test_a_store_is_loaded_with_its_branches_and_evidence(table: Table) -> None:
    table.take(sealed("bob", (table.bob.id,), "buys"))
    table.show("bob", sealed("bob", (table.bob.id,), "passes"))
    table.show("carol", sealed("carol", (table.carol.id,), by=MALLORY))
    for trusted in (False, True):
        again = Replica(table.alice.store, KEYS, no_judge)
        again.load(trusted=trusted)
        assert again.log.counted() == table.alice.log.counted()
        assert again.log.forks() == table.alice.log.forks()
        assert again.evidence == table.alice.evidence
        forged = again.evidence[-1]
        assert again.receive("carol", forged.id).refused == forged


def test_a_store_with_a_bad_entry_is_refused(table: Table) -> None:
    bad = sealed("bob", (table.bob.id,), by=MALLORY)
    table.alice.store.accept(bad.entry)
    again = Replica(table.alice.store, KEYS, no_judge)
    with pytest.raises(InvalidRepository, match=bad.entry.id):
        again.load()


def test_evidence_is_kept_once_and_not_without_end(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gitopoly.ledger.replica.MOST_EVIDENCE", 3)
    for n in range(6):
        entry = sealed("bob", (table.bob.id,), f"move-{n}", by=MALLORY)
        for _ in range(2):
            refused = table.show("bob", entry).refused
            assert refused is not None
            assert refused.id == entry.entry.id
    assert len(table.alice.evidence) == 3


@pytest.mark.parametrize("seats", [{"Bob": None, "bob": None}, {"origin": None}, {"a b": None}])
def test_seats_need_different_and_harmless_names(seats: dict[str, None]) -> None:
    with pytest.raises(InvalidSeat):
        Replica(Store(MemoryJournal()), seats, no_judge)


def test_every_reason_has_words_and_evidence_survives_its_record() -> None:
    assert set(CODES) >= PASSING
    evidence = Evidence("fork", "1" * 40, SEATS[0], "why", 9, 7, ("2" * 40,))
    assert Evidence.from_record(evidence.record()) == evidence


def test_evidence_that_somebody_else_has_written_is_a_line_that_can_be_printed() -> None:
    nested: object = "x"
    for _ in range(sys.getrecursionlimit() * 2):
        nested = [nested]
    odd = {"id": nested, "reason": "a\nb\x1b[2J\ud800", "size": "x", "also": [nested, "\0"]}
    found = Evidence.from_record(odd)
    assert (found.id, found.reason, found.size, found.also) == ("", "a?b?[2J?", 0, ("", "?"))
    assert Evidence.from_record({"also": 3}).also == ()

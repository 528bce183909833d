"""Records come back whole and in order, or not at all."""

import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gitopoly.ledger.git.journal import FRAME, Journal, JournalRecord
from gitopoly.ledger.git.untrusted import Damaged

records = st.builds(
    JournalRecord,
    generation=st.integers(0, 9),
    seat=st.sampled_from(["", "alice"]),
    head=st.just("1" * 40),
    objects=st.dictionaries(st.sampled_from(["2" * 40, "3" * 40]), st.binary(max_size=99)),
)


def reread(path: Path) -> list[JournalRecord]:
    """Open a journal and give what it holds."""
    journal = Journal(path)
    journal.close()
    return journal.records


def test_records_come_back_in_order(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    wanted = [JournalRecord(1, "alice", str(n) * 40, {"4" * 40: bytes([n])}) for n in range(5)]
    for record in wanted:
        journal.add(record)
    journal.sync()
    journal.close()
    assert reread(tmp_path / "journal") == wanted


def test_a_cleared_journal_is_empty_and_goes_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    journal.add(JournalRecord(1, "alice", "1" * 40, {}))
    journal.clear()
    journal.add(JournalRecord(2, "bob", "2" * 40, {}))
    journal.close()
    assert [record.seat for record in reread(tmp_path / "journal")] == ["bob"]


@given(records)
def test_a_record_is_read_back(record: JournalRecord) -> None:
    assert JournalRecord.decode(record.encode()[FRAME:]) == record


@pytest.mark.parametrize(
    "record",
    [
        JournalRecord(1, "../alice", "1" * 40, {}),
        JournalRecord(1, "alice", "refs/heads/x", {}),
        JournalRecord(1, "alice", "1" * 40, {"../" + "4" * 37: b""}),
    ],
)
def test_what_would_lead_elsewhere_is_damage(record: JournalRecord) -> None:
    with pytest.raises(Damaged):
        JournalRecord.decode(record.encode()[FRAME:])


def test_whole_records_behind_a_damaged_one_are_found(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    wanted = [JournalRecord(1, "alice", str(n) * 40, {"4" * 40: bytes([n])}) for n in range(4)]
    data = bytearray(b"".join(record.encode() for record in wanted))
    data[len(wanted[0].encode()) + 40] ^= 1
    path.write_bytes(data)
    journal = Journal(path)
    journal.close()
    assert (journal.records, journal.beyond, journal.is_torn) == (wanted[:1], wanted[2:], True)


def test_a_journal_that_is_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "journal")
    with pytest.raises(Damaged, match="not a regular file"):
        Journal(tmp_path / "journal")


def test_any_damage_ends_the_journal_before_it(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    one, two = (
        JournalRecord(1, "alice", "1" * 40, {}),
        JournalRecord(1, "bob", "2" * 40, {"3" * 40: b"abc"}),
    )
    data = one.encode() + two.encode()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert reread(path) == ([] if at < len(one.encode()) else [one])
        path.write_bytes(data[:at])
        assert reread(path) == ([] if at < len(one.encode()) else [one])
        assert path.stat().st_size == at
        journal = Journal(path)
        journal.mend()
        journal.close()
        assert path.stat().st_size in (0, len(one.encode()))

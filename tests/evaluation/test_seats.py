"""Three seats play one game, and every write can be followed."""

from __future__ import annotations

from pathlib import Path

from gitopoly.evaluation.seats import ThreeSeats, Write, kind_of
from gitopoly.ledger.git.store import GitStore
from gitopoly.peers import Move
from gitopoly.table.events import Event
from gitopoly.table.seat import Seat


def test_all_seats_write_and_agree(tmp_path: Path) -> None:
    writers: list[tuple[str, str]] = []

    def around(seat: Seat, write: Write, move: Move) -> Event:
        writers.append((seat.name, kind_of(move)))
        return write(move)

    with ThreeSeats(tmp_path, around) as seats:
        for _ in seats.rounds("random", 1):
            if len(writers) >= 20:
                break
        seats.exchange()
        logs = [set(seat.game.log.counted()) for seat in seats.seats]
        assert logs[0] == logs[1] == logs[2]
        assert not seats.over
        assert seats.entries > 20
    assert {name for name, _ in writers} == {"ann", "ben", "cleo"}
    assert (tmp_path / "cleo" / ".git").is_dir()


def test_seats_can_be_kept_in_memory(tmp_path: Path) -> None:
    with ThreeSeats(tmp_path, lambda seat, write, move: write(move), durable=1) as seats:
        kinds = [isinstance(seat.game.store, GitStore) for seat in seats.seats]
    assert kinds == [True, False, False]

"""A loss of power in the middle of a game: a seat comes back with all that it had acknowledged."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gitopoly import posix
from gitopoly.errors import GitopolyError, NoRoom
from gitopoly.ledger.git import export
from gitopoly.ledger.git.store import GitStore
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table.opening import resume
from gitopoly.table.seat import AutoPlay, Seat
from tests.ledger.power import PowerLoss
from tests.ledger.servers import git
from tests.table.tables import Table, act_at_random, fetch


class Outages:
    """A game of three on disks, of which the first seat's loses its power again and again."""

    def __init__(self, folder: Path, durable: bool = True) -> None:
        self.folder, self.durable = folder, durable
        self.stores: list[GitStore] = []
        self.table = Table(3, "formal", self._store, options={"turn_limit": 60}).start()
        self.acknowledged: list[str] = []
        """What the first seat has written so far."""
        self.outages = 0
        self._watch(folder / "ann")

    def _store(self, name: str) -> GitStore:
        self.stores.append(GitStore.create(self.folder / name, name, durable=self.durable))
        return self.stores[-1]

    def _watch(self, folder: Path) -> None:
        self.power = PowerLoss()
        self.power.start(folder)

    @property
    def seat(self) -> Seat:
        """The seat whose power fails."""
        return self.table.seats[0]

    def play(self, random: Random, steps: int) -> None:
        """Let all act; what the first one does is acknowledged when it returns."""
        log = self.seat.game.log
        before = {entry.id for entry in log}
        for _ in range(steps):
            seat, other = random.sample(self.table.seats, 2)
            fetch(seat, other)
            if not seat.run_automatic_moves():
                act_at_random(seat, random)
        self.acknowledged += [e.id for e in log if e.seat == "ann" and e.id not in before]

    def lose_power(self, seed: int) -> Path:
        """The folder of the first seat as it may be found now."""
        self.outages += 1
        found = self.folder / f"found{self.outages}"
        self.power.copy(found, seed)
        return found

    def go_on_with(self, found: Path) -> None:
        """Let the seat come back in what was found, as a new start does."""
        self.power.stop()
        store, seat = resume(found, self.table.identities[0], self.table.clock)
        seat.auto_play = AutoPlay(single=False)
        self.stores.append(store)
        self.table.seats[0] = seat
        self._watch(found)

    def hear_all(self) -> None:
        """Let everybody hear of everybody; the table's own programs have the seat as it was."""
        for seat, other in permutations(self.table.seats, 2):
            fetch(seat, other)

    def close(self) -> None:
        """Clear away."""
        self.power.stop()
        for store in self.stores:
            store.close()


def lost(found: Path, outages: Outages, said: list[str]) -> int:
    """How many acknowledged entries are not there when a seat comes back."""
    try:
        store, seat = resume(found, outages.table.identities[0], outages.table.clock)
    except (GitopolyError, OSError):
        return len(said)
    missing = sum(entry not in seat.game.log for entry in said)
    store.close()
    return missing


@pytest.fixture
def small_packs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packing is a moment, too."""
    monkeypatch.setattr(export, "PACK_EVERY", 19)


@pytest.mark.slow
@pytest.mark.usefixtures("small_packs")
def test_a_seat_comes_back_with_every_acknowledged_move_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    outages = Outages(tmp_path)
    random = Random(1)
    for seed in range(12):
        outages.play(random, 70)
        outages.go_on_with(outages.lose_power(seed))
        assert all(entry in outages.seat.game.log for entry in outages.acknowledged)
    assert len(outages.acknowledged) > 50
    outages.hear_all()
    assert len({seat.position.to_yaml() for seat in outages.table.seats}) == 1
    assert not any(seat.game.evidence for seat in outages.table.seats)
    place = outages.seat.game.store.path  # type: ignore[attr-defined]
    outages.close()
    assert git("fsck", "--strict", "--full", at=place) == ""
    with opened(str(place)) as repository:
        assert audit(repository)[0].holds


@pytest.mark.slow
@pytest.mark.usefixtures("small_packs")
def test_power_that_fails_in_the_midst_of_a_move_takes_no_earlier_one(tmp_path: Path) -> None:
    outages = Outages(tmp_path)
    random, chance = Random(2), Random(3)
    found: list[tuple[Path, list[str]]] = []

    def may_fail() -> None:
        if chance.random() < 0.2 and len(found) < 12:
            found.append((outages.lose_power(len(found)), list(outages.acknowledged)))

    outages.power.before_sync = may_fail
    for _ in range(500):
        outages.play(random, 2)
        if len(found) == 12:
            break
    outages.close()
    assert len(found) == 12
    assert [lost(place, outages, said) for place, said in found] == [0] * 12


@pytest.mark.usefixtures("small_packs")
def test_a_seat_that_syncs_nothing_loses_moves(tmp_path: Path) -> None:
    """The twin of both."""
    outages = Outages(tmp_path, durable=False)
    outages.play(Random(1), 60)
    found = [outages.lose_power(seed) for seed in range(3)]
    said = outages.acknowledged
    assert any(lost(place, outages, said) for place in found)
    outages.close()


class FullDisk:
    """A disk that is full at one of the next writes, or syncs, or when a name is given."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.left = self.failed = 0
        for place, name in ((os, "write"), (os, "replace"), (posix, "sync_data")):
            monkeypatch.setattr(place, name, self._watched(getattr(place, name)))

    def _watched(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any) -> Any:
            self.left -= 1
            if self.left == 0:
                self.failed += 1
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*arguments)

        return watched


@pytest.mark.usefixtures("small_packs")
def test_a_disk_that_is_full_at_any_write_delays_a_game_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outages, random = Outages(tmp_path), Random(4)
    disk = FullDisk(monkeypatch)
    told = 0
    for number in range(150):
        disk.left = 1 + number % 6
        try:
            outages.play(random, 2)
        except NoRoom:
            told += 1
    disk.left = 0
    outages.play(random, 20)
    outages.hear_all()
    assert told > 9
    assert disk.failed >= told
    assert len({seat.position.to_yaml() for seat in outages.table.seats}) == 1
    assert not any(seat.game.evidence for seat in outages.table.seats)
    entries = set(outages.seat.game.store.entries)
    outages.close()
    assert git("fsck", "--strict", "--full", at=tmp_path / "ann") == ""
    store, _ = resume(tmp_path / "ann", outages.table.identities[0], outages.table.clock)
    assert set(store.entries) == entries
    store.close()

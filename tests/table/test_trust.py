"""Keys, fingerprints, and what is held against a seat."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.evidence import BLAMELESS, CODES, PASSING, UNPROVED, Evidence
from gitopoly.ledger.identity import from_seed
from gitopoly.table.local_game import SimulationPlan
from gitopoly.table.remote_game import begin_game, join_game, resume_game
from gitopoly.table.trust import evidence_against, fingerprints, own_key, warning, warnings
from tests.table.repositories import PUBLISHED, invitation, open_all, play, wait_for
from tests.table.tables import Table
from tests.table.test_simulation import simulated


def test_a_key_is_made_on_first_use_and_found_again(tmp_path: Path) -> None:
    key = own_key(tmp_path / "key")
    assert own_key(tmp_path / "key").public == key.public
    assert own_key(tmp_path / "other").public != key.public


def test_fingerprints_are_known_of_those_who_joined() -> None:
    table = Table(2)
    assert set(fingerprints(table.seats[0].game)) == {"ann"}
    table.start()
    known = fingerprints(table.seats[0].game)
    assert known == {
        "ann": table.identities[0].public.fingerprint,
        "ben": table.identities[1].public.fingerprint,
    }


@pytest.mark.parametrize("code", CODES)
def test_what_news_may_mend_or_an_honest_seat_may_cause_is_not_held_against_it(code: str) -> None:
    game = Table(2).start().seats[0].game
    game.evidence.append(Evidence(code, "ab" * 20, "ben", "why", 0, 0))
    assert bool(evidence_against(game)) == (code not in PASSING | BLAMELESS | UNPROVED)
    assert len(warnings(game)) == len(evidence_against(game))


def test_a_host_that_lags_is_no_fault_of_its_seat(tmp_path: Path) -> None:
    """Restored from yesterday, it shows less than before, and later everything again."""
    seats = open_all(tmp_path, invitation(tmp_path, 2, "classic"))
    wait_for(lambda: seats[1].status.published == PUBLISHED, seats)
    shutil.copytree(tmp_path / "ben.git", tmp_path / "yesterday.git")  # nobody writes there now
    play(seats, Random(1), len(seats[0].game.log) + 20)
    wait_for(lambda: seats[0].game.heads() == seats[1].game.heads(), seats)
    seats[1].close()
    known = seats[0].game.heads()["ben"]
    shutil.move(tmp_path / "ben.git", tmp_path / "today.git")
    shutil.move(tmp_path / "yesterday.git", tmp_path / "ben.git")
    wait_for(lambda: [e.code for e in seats[0].game.evidence] == ["moved-back"], seats[:1])
    assert seats[0].game.heads()["ben"] == known  # ann's own log may go on by itself
    assert evidence_against(seats[0].game) == []
    seats[1] = resume_game(tmp_path / "m1", from_seed(b"ben"))
    play(seats, Random(2), len(seats[0].game.log) + 10)
    for seat in seats:
        assert evidence_against(seat.game) == []
        seat.close()


def test_a_warning_names_seat_reason_and_commits() -> None:
    found = Evidence("fork", "ab" * 20, "ben", "entry 7 has two forms", 0, 0, ("cd" * 20,))
    assert warning(found) == (
        "ben showed two entries of one seat in the same place: entry 7 has two forms "
        "(abababababab and cdcdcdcdcdcd)"
    )
    nothing = Evidence("malformed", "", "ben", CODES["malformed"], 0, 0)
    assert warning(nothing) == (
        "ben showed a commit or a tree that is not an entry (nothing was taken over)"
    )


def signatures(folder: Path) -> set[str]:
    """What stock Git says about the signatures in a folder: good or not, whose, and the author."""
    shown = subprocess.run(
        ["git", "-C", str(folder), "log", "--all", "--format=%G? %GS %an"],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(shown.stdout.splitlines())


def test_stock_git_knows_the_keys_while_a_game_is_played(tmp_path: Path) -> None:
    game = invitation(tmp_path, 2)
    first = begin_game(tmp_path / "m0", game, from_seed(b"ann"))
    assert signatures(tmp_path / "m0") == {"G ann@gitopoly ann"}
    wait_for(lambda: first.status.published == PUBLISHED, [first])
    seats = game.seats
    second = join_game(tmp_path / "m1", "ben", seats[1].url, seats[0].url, from_seed(b"ben"))
    wait_for(lambda: first.game.started and second.game.started, [first, second])
    for name in ("m0", "m1"):
        assert signatures(tmp_path / name) == {"G ann@gitopoly ann", "G ben@gitopoly ben"}
    for seat in (first, second):
        seat.close()


def test_stock_git_knows_the_keys_of_simulated_seats(tmp_path: Path) -> None:
    simulated(tmp_path, SimulationPlan("formal", 2, 0, max_turns=1))
    found = signatures(tmp_path / "monopoly_2" / "m2_p1")
    assert found == {"G p0@gitopoly p0", "G p1@gitopoly p1"}


def test_stock_git_knows_the_keys_in_a_folder_that_was_left(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    for seat in seats:
        seat.close()
    # A copy must not need the folder that it was copied from.
    (tmp_path / "m0").rename(tmp_path / "moved")
    assert signatures(tmp_path / "moved") == {"G ann@gitopoly ann", "G ben@gitopoly ben"}

"""The sentence of a commit is for people who read Git's own log; nobody else believes it.

All front ends tell moves in their own words, and `verify` names the commits that say something
else. That is no offence: another version may have used other words.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.screen.pages import event_line
from gitopoly.ledger.identity import from_seed
from gitopoly.peers import Move, ProtocolPosition
from gitopoly.proof.games.audit import AuditReport, audit, opened
from gitopoly.table import seat as seats
from gitopoly.table.events import sentence_of
from gitopoly.table.local_game import SimulationPlan
from gitopoly.table.opening import open_read_only
from gitopoly.table.remote_game import resume_game, watch_game
from gitopoly.web.log_lines import line_of
from tests.ledger.servers import git
from tests.table.repositories import PUBLISHED, invitation, open_all, play, wait_for
from tests.table.test_simulation import simulated

LIE = "ann gives ben everything."


def audited(place: Path) -> AuditReport:
    """What an audit finds."""
    with opened(str(place)) as repository:
        return audit(repository)[0]


@pytest.mark.slow
@pytest.mark.parametrize("edition", ["classic", "formal"])
@pytest.mark.parametrize("dice", ["joint", "seeded"])
def test_what_honest_seats_write_is_what_their_moves_mean(
    tmp_path: Path, edition: str, dice: str
) -> None:
    simulated(tmp_path, SimulationPlan(edition, 3, 3, (("turn_limit", 8),), dice))
    report = audited(tmp_path / "monopoly_2" / "m2_p1")
    assert report.moves > 50
    assert report.misworded == []


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which all commits of ben's moves say the same lie; ann's folder."""

    def lie(before: ProtocolPosition, seat: int, move: Move, after: ProtocolPosition) -> str:
        return LIE if seat == 1 else sentence_of(before, seat, move, after)

    folder = tmp_path_factory.mktemp("lies")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seats, "sentence_of", lie)
        made = invitation(folder, 2, "classic", options=(("opening_throw", 0),))
        both = open_all(folder, made)
        play(both, Random(1), 60)
        wait_for(lambda: both[0].game.heads() == both[1].game.heads(), both)
        wait_for(lambda: all(seat.status.published == PUBLISHED for seat in both), both)
        for seat in both:
            seat.close()
    assert LIE in git("log", "--format=%s", at=folder / "m1")
    return folder / "m0"


def run(*arguments: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(main, list(arguments))
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.slow
def test_verify_names_the_commits_and_calls_their_words_untrusted(game: Path) -> None:
    said = run("verify", str(game))
    assert "untrusted words: commit " in said
    assert f"of ben says {LIE!r}, but its move means 'ben " in said
    assert "holds: logs" in said
    (report,) = json.loads(run("verify", str(game), "--json"))["games"]
    assert report["holds"]
    assert {(row["seat"], row["says"]) for row in report["misworded"]} == {("ben", LIE)}
    assert not any(row["means"] == LIE for row in report["misworded"])
    moves = audited(game)
    assert len(report["misworded"]) == len(moves.misworded) > 5


def test_no_front_end_shows_the_sentence_of_a_commit(game: Path, tmp_path: Path) -> None:
    assert LIE not in run("log", str(game), "--all")
    assert LIE not in run("log", str(game), "--json")
    assert LIE not in run("log", str(game.parent / "ben.git"), "--all")
    store, found = open_read_only(game)
    story = found.story()
    assert any(event.seat == "ben" and not event.quiet for event in story)
    assert not any(LIE in event_line(event, found.names).plain for event in story)
    assert not any(LIE in repr(line_of(found, event)) for event in story)
    store.close()
    page = tmp_path / "game.html"
    run("replay", str(game), "--export", str(page))
    assert LIE not in page.read_text(encoding="utf-8")


def test_neither_do_those_who_play_on_or_watch(game: Path, tmp_path: Path) -> None:
    with resume_game(game, from_seed(b"ann")) as ann:
        assert LIE not in repr(ann.game.story())
    with watch_game(tmp_path / "w", str(game.parent / "ben.git"), tmp_path) as watched:
        assert LIE not in repr(watched.game.story())


@pytest.mark.slow
def test_a_game_in_the_words_of_another_version_is_read_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seats, "sentence_of", lambda *_: "Something was done.")
    outcome = simulated(tmp_path, SimulationPlan("formal", 3, 3, (("turn_limit", 5),), "joint"))
    monkeypatch.undo()
    assert outcome.ended
    report = audited(tmp_path / "monopoly_2" / "m2_p1")
    assert report.holds
    assert report.complete
    assert len(report.misworded) == report.entries

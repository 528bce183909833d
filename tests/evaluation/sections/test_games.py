"""Games are played on repositories and weighed there; computed figures are named as such."""

from __future__ import annotations

import subprocess
from pathlib import Path

from gitopoly.evaluation.played import disk_usage, measure_lengths, play, play_in
from gitopoly.evaluation.sections import games
from gitopoly.evaluation.study import Found, Settings
from tests.evaluation import invented
from tests.evaluation.invented import QUICK, found, told


def test_a_game_is_weighed_as_git_and_du_weigh_it(tmp_path: Path) -> None:
    row = play_in(tmp_path, "random", 0, 3, 1)
    folder = tmp_path / "monopoly_0" / "m0_p0"
    said = subprocess.run(["du", "-sk", str(folder)], capture_output=True, text=True, check=True)
    assert row["kilobytes"] == int(said.stdout.split()[0])
    assert int(row["commits"] or 0) > 20
    assert row["turns"] == 3
    assert not row["ended"]
    assert row["refusals"] == ""


def test_a_played_game_leaves_nothing_behind() -> None:
    (row,) = play(lambda share: None, "sensible", 1, 2, 1)["games"]
    assert row["policy"] == "sensible"
    again = play(lambda share: None, "sensible", 1, 2, 1)["games"][0]
    assert (row["commits"], row["state_bytes"]) == (again["commits"], again["state_bytes"])


def test_folders_count_too(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    before = disk_usage(tmp_path)
    (tmp_path / "a" / "b" / "file").write_bytes(b"x" * 10_000)
    assert disk_usage(tmp_path) >= before + 10_000


def test_lengths_are_those_of_whole_games() -> None:
    rows = measure_lengths(lambda share: None, "sensible", 2, 0)["lengths"]
    assert [row["game"] for row in rows] == [0, 1]
    assert all(int(row["actions"] or 0) > 100 for row in rows)


def test_a_quick_study_says_what_it_computed() -> None:
    words = told(games.tell(found("games")))
    assert "(computed)" in words
    assert "Commits and sizes of whole games are computed, not counted." in words
    assert "1 of 3 were not over after 1,000 turns" in words
    assert games.headlines(found("games"))[0].measured.startswith("computed: ")


def test_a_full_study_counts() -> None:
    rows = invented.games()
    full = found("games", {"games": rows["games"]}, Settings())
    words = told(games.tell(full))
    assert "computed" not in words
    assert games.commits(full, "random") == [1000, 1000]
    assert [line.verdict for line in games.headlines(full)] == ["shorter", "shorter", "better"]


def test_a_heavy_commit_is_told_as_more() -> None:
    rows = invented.games()
    for row in rows["games"]:
        row["kilobytes"] = 60_000.0
    heavy = found("games", rows)
    assert "times more than the published" in told(games.tell(heavy))
    assert games.headlines(heavy)[-1].verdict == "worse"


def test_a_refusal_is_a_fault() -> None:
    rows = invented.games()
    assert games.faults(found("games", rows)) == []
    rows["games"][0]["refusals"] = "p0 refuses p1: forged"
    assert games.faults(found("games", rows)) == ["random game 0: p0 refuses p1: forged"]


def test_without_rows_only_published_figures_are_shown() -> None:
    words = told(games.tell(Found(QUICK)))
    assert "about 3,000" in words
    assert "Picture" not in words

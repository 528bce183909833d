"""Games are played on repositories and weighed there; those cut off count as far as they went."""

from __future__ import annotations

import subprocess
from pathlib import Path

from gitopoly.evaluation.played import disk_usage, play, play_in
from gitopoly.evaluation.sections import games
from gitopoly.evaluation.study import SectionResults, Settings
from gitopoly.evaluation.verdicts import BEYOND, CUT_OFF, TOO_FEW, UNDECIDED
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


def many(commits: int, *, ended: bool = True, kilobytes: float = 600.0) -> SectionResults:
    """Twenty games of each policy, of about so many commits."""
    rows = [
        {**row, "game": game, "ended": ended, "commits": commits + game, "kilobytes": kilobytes}
        for row in invented.games()["games"]
        for game in range(10)
    ]
    return found("games", {"games": rows}, Settings())


def verdicts(one: SectionResults) -> list[str]:
    """What the summary says of commits by each policy, and of the size of a commit."""
    return [line.verdict for line in games.headlines(one)]


def test_means_are_compared_with_the_published_average() -> None:
    assert verdicts(many(1000)) == ["shorter", BEYOND, "smaller"]
    assert verdicts(many(5000))[0] == "longer"
    assert verdicts(many(2995))[0] == UNDECIDED
    words = told(games.tell(many(1000)))
    assert "has 1,004 (1,003 to 1,006) commits on average" in words
    assert "the published average of 3,000 (shorter)" in words


def test_a_median_is_never_set_beside_the_average() -> None:
    """Nine short games and a very long one: shorter in the median, longer on average."""
    one = many(1000)
    for row in one.rows["games"][::10]:
        row["commits"] = 60_000
    assert verdicts(one)[0] != "shorter"
    assert "'commits of a game, median', '—'" in told(games.tell(one))


def test_games_that_were_cut_off_give_a_lower_bound() -> None:
    assert verdicts(many(1000, ended=False))[0] == CUT_OFF
    assert verdicts(many(5000, ended=False))[0] == "longer"
    line = games.headlines(many(1000, ended=False))[0]
    assert line.measured.startswith("at least 1,004 (")
    assert "0 of 0 that ended" in told(games.tell(many(1000, ended=False)))


def test_few_games_have_no_verdict() -> None:
    assert verdicts(found("games"))[0] == TOO_FEW
    assert verdicts(found("games"))[2] == TOO_FEW


def test_a_heavy_commit_is_larger() -> None:
    heavy = many(1000, kilobytes=60_000.0)
    assert verdicts(heavy)[2] == "larger"
    assert "KB (larger)" in told(games.tell(heavy))


def test_a_refusal_is_a_fault() -> None:
    rows = invented.games()
    assert games.faults(found("games", rows)) == []
    rows["games"][0]["refusals"] = "p0 refuses p1: forged"
    assert games.faults(found("games", rows)) == ["random game 0: p0 refuses p1: forged"]


def test_without_rows_only_published_figures_are_shown() -> None:
    words = told(games.tell(SectionResults(QUICK)))
    assert "about 3,000" in words
    assert "Picture" not in words

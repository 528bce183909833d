"""A report is one page that needs no other file, and its plots."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.plots import PLOTS
from gitopoly.arena.tournaments.report import read_results, write_report
from gitopoly.arena.tournaments.tournament import TournamentPlan, play_tournament
from gitopoly.errors import InvalidMatch, MissingExtra, NoRoom


@pytest.fixture(scope="module")
def results() -> dict[str, Any]:
    return play_tournament(
        TournamentPlan(tuple(parse_bots(["random", "sensible"])), games=4, seed=2)
    )


def test_the_page_and_the_plots_are_written(tmp_path: Path, results: dict[str, Any]) -> None:
    written = write_report(results, tmp_path / "new" / "folder")
    assert [path.name for path in written] == [
        *("report.html", "ratings.png", "head-to-head.png", "money.png")
    ]
    for path in written[1:]:
        assert path.read_bytes().startswith(b"\x89PNG")
    page = written[0].read_text(encoding="utf-8")
    assert page.count("data:image/png;base64,") == 3
    assert not re.search(r'(src|href)="(?!data:)', page)
    for words in ("Not decided: ", "sensible against random", "95 % interval", "is ahead"):
        assert words in page


def test_faults_are_drawn_only_if_there_are_any(tmp_path: Path, results: dict[str, Any]) -> None:
    assert not (tmp_path / "faults.png").exists()
    text = json.dumps(results).replace('"faults": {}', '"faults": {"junk": 3}', 1)
    assert [path.stem for path in write_report(json.loads(text), tmp_path)][1:] == list(PLOTS)


def test_the_same_results_give_the_same_files(tmp_path: Path, results: dict[str, Any]) -> None:
    one, other = (write_report(results, tmp_path / name) for name in "ab")
    assert [p.read_bytes() for p in one] == [p.read_bytes() for p in other]


def test_a_bots_name_cannot_break_the_page(tmp_path: Path, results: dict[str, Any]) -> None:
    text = json.dumps(results).replace("random", "<script>$x$&")
    page = write_report(json.loads(text), tmp_path)[0].read_text(encoding="utf-8")
    assert "<script>" not in page
    assert "&lt;script&gt;" in page


def test_results_of_the_first_version_are_rated_anew(
    tmp_path: Path, results: dict[str, Any]
) -> None:
    """Their ratings depended on the order of games; the games themselves are there."""
    old = json.loads(json.dumps(results))
    old["version"] = 1
    for key in ("leaders", "first_seat"):
        del old[key]
    for standing in old["standings"]:
        standing.update(rating=25.0, uncertainty=8.3)
        del standing["low"], standing["high"]
    for meeting in old["meetings"]:
        meeting.update(first_is_better=0.97, verdict="random is better, 97.0% sure")
    path = tmp_path / "old.json"
    path.write_text(json.dumps(old), encoding="utf-8")
    assert read_results(path) == results
    path.write_text(json.dumps({**old, "version": 3}), encoding="utf-8")
    with pytest.raises(InvalidMatch, match="another version"):
        read_results(path)


def test_results_go_through_a_file(tmp_path: Path, results: dict[str, Any]) -> None:
    path = tmp_path / "cup.json"
    for seed in (results["seed"], 2**64 - 1):
        path.write_text(json.dumps({**results, "seed": seed}), encoding="utf-8")
        assert read_results(path) == {**results, "seed": seed}


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "{}", '{"kind": "tournament"}', '{"kind": "tournament", "version": 1}'),
        '{"kind": "tournament", "version": []}',
    ],
)
def test_what_holds_no_results_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "cup.json"
    with pytest.raises(InvalidMatch):
        read_results(path)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidMatch):
        read_results(path)


@pytest.mark.parametrize(
    ("where", "junk"),
    [
        (["seed"], "<script>"),
        (["seed"], 10**400),
        (["standings"], []),
        (["standings", 0, "rating"], float("nan")),
        (["standings", 0, "won"], "<b>"),
        (["standings", 0, "name"], "nobody"),
        (["standings", 0, "faults"], {"junk": None}),
        (["meetings", 0, "bots"], ["random"]),
        (["meetings", 0, "score"], None),
        (["money", "random"], [1, "x"]),
        (["money"], {}),
        (["played", 0, "winner"], 3),
        (["played", 0, "bots", 1], "nobody"),
        (["played", 0], []),
    ],
)
def test_damaged_results_are_refused(
    tmp_path: Path, results: dict[str, Any], where: list[Any], junk: Any
) -> None:
    """What stands in them goes into a page, and may come from somebody else."""
    changed = json.loads(json.dumps(results))
    part = changed
    for key in where[:-1]:
        part = part[key]
    part[where[-1]] = junk
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(changed), encoding="utf-8")
    with pytest.raises(InvalidMatch, match="is damaged; save the tournament again"):
        read_results(path)


def test_a_folder_that_cannot_be_written_is_refused(
    tmp_path: Path, results: dict[str, Any]
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoRoom):
        write_report(results, tmp_path / "file" / "below")


def test_without_matplotlib_it_is_said_what_to_install(
    tmp_path: Path, results: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="arena"):
        write_report(results, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", [r"$\frac$", "$", "$$", r"a\b", "_", "\N{GRINNING FACE}"])
def test_a_bots_name_is_drawn_as_it_is(tmp_path: Path, results: dict[str, Any], name: str) -> None:
    text = json.dumps(results).replace('"random"', json.dumps(name))
    text = text.replace('"faults": {}', '"faults": {"junk": 3}')
    assert len(write_report(json.loads(text), tmp_path)) == 1 + len(PLOTS)


@pytest.mark.parametrize("name", ["\ud800", "\x00", "\x1b[2J", "a\nb"])
def test_a_name_that_no_terminal_shows_is_refused(
    tmp_path: Path, results: dict[str, Any], name: str
) -> None:
    path = tmp_path / "cup.json"
    path.write_text(json.dumps(results).replace('"random"', json.dumps(name)), encoding="utf-8")
    with pytest.raises(InvalidMatch, match="is damaged"):
        read_results(path)

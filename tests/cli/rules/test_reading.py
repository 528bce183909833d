"""`gitopoly rules list`, `show` and `stats`."""

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli.rules.command import rules
from tests.annotations.sample import SAMPLE, VERBS


@pytest.fixture
def marbles(tmp_path: Path) -> str:
    """Return a document on disk."""
    path = tmp_path / "marbles.md"
    path.write_text(SAMPLE, encoding="utf-8")
    return str(path)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(rules, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def listed(*arguments: str) -> dict[str, Any]:
    result = run("list", *arguments, "--json")
    assert result.exit_code == 0
    data: dict[str, Any] = json.loads(result.stdout)
    return data


def verbs(*arguments: str) -> list[str]:
    return [artifact["verb"] for artifact in listed(*arguments)["artifacts"]]


def test_list_shows_the_columns_of_the_document_and_its_counts(marbles: str) -> None:
    result = run("list", marbles)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "#  kind       noun      verb          description"
    assert lines[2] == "1  service    game      play          Playing"
    assert lines[3] == "2  action     player    roll          A player rolls one"
    assert "artifacts listed: 8 tags, 7 distinct" in lines
    assert "the key 'generate_rc' occurs in line 4 and again in line 9" in result.stderr


def test_list_can_be_read_by_programs(marbles: str) -> None:
    data = listed(marbles)
    assert data["total"] == 8
    assert [artifact["verb"] for artifact in data["artifacts"]] == VERBS
    assert data["artifacts"][1]["repeats"] == 2
    assert data["filtered_stats"]["kinds"]["action"] == 3
    assert data["problems"][0]["line"] == 9
    rows = list(csv.reader(io.StringIO(run("list", marbles, "--csv").stdout)))
    assert [row[3] for row in rows[1:]] == VERBS
    assert run("list", marbles, "--csv", "--json").exit_code == 2


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--exclude", "action", "--exclude", "service"], ["next", VERBS[4], "tradeable"]),
        (["--noun", "game"], ["play", "next"]),
        (["--noun", "all"], VERBS),
        (["--search", "^(query|interface)"], ["next", "tradeable"]),
        (["--duplicate-verbs"], []),
        (["--search", "next", "--no-filter"], VERBS),
        (["--order-by", "verb:desc", "--noun", "game"], ["play", "next"]),
        (["--order-by", "verb", "--noun", "game"], ["next", "play"]),
        (["--order-by", "noun", "--order-by", "verb:desc", "--exclude", "action"],
         ["play", "next", "tradeable", "trade", VERBS[4]]),
        (["--page", "2", "--rows", "3"], VERBS[3:6]),
        (["--page", "3"], VERBS[6:]),
        (["--rows", "2"], VERBS[:2]),
        (["--rows", "2", "--no-pages"], VERBS),
    ],
)  # fmt: skip
def test_options_override_the_document(
    marbles: str, options: list[str], expected: list[str]
) -> None:
    assert verbs(marbles, *options) == expected


def write(tmp_path: Path, block: str) -> str:
    body = SAMPLE.split("---\n", 2)[2]
    path = tmp_path / "other.md"
    path.write_text(f"---\n{block}\n---\n{body}", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("block", "expected"),
    [
        ("filter: {exclude_actions: 1, exclude_services: 1}", ["next", VERBS[4], "tradeable"]),
        ("filter: {domain_nouns: [game]}", ["play", "next"]),
        ("filter: {search: 'next'}", ["next"]),
        ("filter: {find_duplicate_verbs: 1}", []),
        ("filter: {search: 'next'}\nuse_filter: 0", VERBS),
        ("pagination: [1, 2, 3]", VERBS[3:6]),
        ("pagination: [0, 2, 3]", VERBS),
        ("order_by: ['natural:desc']", VERBS[::-1]),
    ],
)
def test_the_document_decides_what_is_listed(
    tmp_path: Path, block: str, expected: list[str]
) -> None:
    assert verbs(write(tmp_path, block)) == expected


def test_a_filter_on_the_command_line_is_used_even_if_the_documents_is_off(tmp_path: Path) -> None:
    path = write(tmp_path, "filter: {search: 'roll'}\nuse_filter: 0")
    assert verbs(path, "--noun", "game") == ["play", "next"]
    assert verbs(path, "--filter") == ["roll", "trade", "roll"]


def test_the_document_decides_what_is_shown(tmp_path: Path) -> None:
    path = write(tmp_path, "show_artifacts: 0\nshow_config: 1\nshow_all_stats: 1\nword_wrap: 44")
    shown = run("list", path).stdout
    assert "description" not in shown.splitlines()[1]
    assert "word_wrap: 44" in shown
    assert "all artifacts: 8 tags" in shown
    assert "artifacts listed" not in shown
    data = listed(path, "--artifacts", "--no-config", "--no-all-stats", "--filtered-stats")
    assert set(data) == {"document", "total", "artifacts", "filtered_stats", "problems"}
    data = listed(path)
    assert data["config"]["word_wrap"] == 44
    assert data["all_stats"]["tags"] == 8


def test_columns_and_wrapping_can_be_chosen(marbles: str) -> None:
    shown = run("list", marbles, "--column", "line:4", "--column", "description:9", "--wrap", "0")
    assert shown.stdout.splitlines()[:4] == [
        "line  descript…",
        "────  ─────────",
        "  16  Playing",
        "  18  A player…",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--column", "colour"], "'colour' is not a column"),
        (["--order-by", "colour"], "'colour' is not an order"),
        (["--search", "("], "'(' is not a valid regular expression"),
        (["--page", "9"], "there is no page 9; the last one is 3"),
    ],
)
def test_what_cannot_be_listed_gives_one_line(
    marbles: str, options: list[str], message: str
) -> None:
    result = run("list", marbles, *options)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


def test_a_document_with_errors_is_listed_and_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("{action:a:b}x{/action}\n{query:c", encoding="utf-8")
    result = run("list", str(path))
    assert result.exit_code == 1
    assert f"{path}:2:1: error: the tag '{{query:c' has no closing brace" in result.stderr
    assert "action" in result.stdout
    assert run("stats", str(path)).exit_code == 1


def test_a_flood_of_problems_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("{/action}\n" * 1000, encoding="utf-8")
    result = run("stats", str(path))
    assert result.stderr.endswith("... and 950 more; --json lists all\n")
    assert len(json.loads(run("stats", str(path), "--json").stdout)["problems"]) == 1000


def test_stats_count_everything(marbles: str) -> None:
    shown = run("stats", marbles).stdout
    assert "8 tags, 7 distinct" in shown
    assert "       2  action:player:roll" in shown
    assert "       1  can-sell" in shown
    data = json.loads(run("stats", marbles, "--json").stdout)
    assert data["kinds"] == {"action": 3, "query": 1, "predicate": 1, "interface": 1, "service": 2}
    assert json.loads(run("stats", marbles, "--noun", "game", "--json").stdout)["tags"] == 2


def test_stats_use_the_filter_only_when_asked(tmp_path: Path) -> None:
    path = write(tmp_path, "filter: {domain_nouns: [game]}")
    assert json.loads(run("stats", path, "--json").stdout)["tags"] == 8
    assert json.loads(run("stats", path, "--filter", "--json").stdout)["tags"] == 2


def test_show_has_all_places_with_their_lines(marbles: str) -> None:
    result = run("show", "player:roll", marbles)
    assert result.exit_code == 0
    assert result.stdout == (
        "action:player:roll  (2 places)\n\n"
        f"{marbles}:18:1\nA player rolls one marble\n\n"
        f"{marbles}:27:1\nRolling comes first,\nwhoever asks.\n\n"
    )
    data = json.loads(run("show", "roll", marbles, "--json").stdout)
    assert [place["location"]["line"] for place in data] == [18, 27]


def test_show_wraps_text(marbles: str) -> None:
    assert "A player\nrolls one\nmarble\n" in run("show", "roll", marbles, "--wrap", "10").stdout


def test_show_tells_options_and_empty_texts(marbles: str) -> None:
    assert ":20:1  -md-remove\n" in run("show", "hint", marbles).stdout
    assert "(no text)" in run("show", "can-sell", marbles).stdout


def test_show_has_rules_by_their_number() -> None:
    result = run("show", "jail-4")
    assert result.stdout.startswith("JAIL-4: ")
    assert "{" not in result.stdout
    assert json.loads(run("show", "JAIL-4", "--json").stdout)["number"] == "JAIL-4"


def test_show_suggests_what_was_meant(marbles: str) -> None:
    result = run("show", "player:rol", marbles)
    assert result.exit_code == 2
    assert "has no 'player:rol'; try player:roll or " in result.stderr


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("{action:a:b}\x1b]0;title\x07{/action}", encoding="utf-8")
    for arguments in (["list", str(path)], ["show", "b", str(path)]):
        assert "\x1b" not in run(*arguments).stdout


def test_our_own_rule_book_is_the_default() -> None:
    assert listed()["document"] == "rules"
    assert run("stats").exit_code == 0


def test_standard_input_is_read() -> None:
    result = CliRunner().invoke(rules, ["stats", "-", "--json"], input=SAMPLE)
    assert json.loads(result.stdout)["tags"] == 8

"""``gitopoly simulate``: what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.simulate import command
from gitopoly.rules import money
from gitopoly.rules.state import State

SERIES = ("--edition", "formal-small", "--players", "3", "--seed", "7")
SMALL = (*SERIES, "--games", "5")
QUICK = ("--engine", "interpreted", "--jobs", "1")


def simulate(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["simulate", *arguments])


def facts(*arguments: str) -> dict[str, Any]:
    """The JSON object that a run prints."""
    result = simulate(*arguments, *QUICK, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if "second" not in key}


def refused(*arguments: str) -> str:
    """The last line of a refusal, which is all that there is to say."""
    result = simulate(*QUICK, *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr.splitlines()[-1]


def lose(s: State, payer: int, payee: int, amount: int) -> None:
    """A payment that does not arrive."""
    s.money[payer] -= amount


# What it prints.


def test_json_tells_what_was_played_and_how_it_ended() -> None:
    found = facts(*SMALL)
    assert (found["edition"], found["players"], found["seed"]) == ("formal-small", 3, 7)
    assert (found["policies"], found["options"], found["max_turns"]) == (["random"], {}, 1000)
    assert (found["engine"], found["checked"]) == ("interpreted", True)
    assert (found["games"], found["terminated"], found["capped"]) == (5, 5, 0)
    assert (found["violations"], found["violated"]) == (0, [])
    assert sum(found["wins"]) + found["ties"] == 5
    assert set(found["turns"]) == {"median", "least", "most", "mean"}
    assert found["actions"]["total"] == sum(found["kinds"].values())
    assert found["seconds"] >= 0
    assert found["actions_per_second"] > 0


def test_json_is_all_that_is_printed() -> None:
    result = simulate(*SMALL, *QUICK, "--json")
    assert result.stderr == ""
    assert '"violations": 0' in result.stdout


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_every_edition_ends_with_every_game_terminated_or_capped(edition: str) -> None:
    found = facts("--edition", edition, "--games", "2", "--max-turns", "25", "--players", "2")
    assert found["terminated"] + found["capped"] == 2
    assert found["violations"] == 0


def test_equal_seeds_give_equal_results_and_other_seeds_others() -> None:
    first, second = without_times(facts(*SMALL)), without_times(facts(*SMALL))
    assert first == second
    assert without_times(facts(*SMALL[:-1], "8"))["actions"] != first["actions"]


def test_capped_games_are_nobodys_wins() -> None:
    found = facts("--games", "3", "--max-turns", "4")
    assert (found["capped"], found["terminated"]) == (3, 0)
    assert (found["wins"], found["ties"]) == ([0, 0, 0, 0], 0)
    table = simulate("--games", "3", "--max-turns", "4", *QUICK).output
    assert "nobody has won" in table


def test_the_table_shows_ends_wins_and_invariants() -> None:
    result = simulate(*SMALL, *QUICK)
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "5 games of formal-small, 3 players, policy random, seed 7, interpreted"
    assert lines[1].split() == ["terminated", "5", "100%"]
    assert lines[2].split() == ["capped", "0", "after", "1000", "turns"]
    assert [line.split()[:2] for line in lines[6:9]] == [[f"p{seat}", "won"] for seat in (1, 2, 3)]
    assert lines[-1] == "invariants: all 13 hold after every action"
    assert all(line == line.rstrip() for line in lines if "█" not in line and "won" not in line)


def test_without_checking_the_table_says_so() -> None:
    result = simulate(*SMALL, *QUICK, "--no-check")
    assert result.exit_code == 0
    assert "invariants: not checked (--no-check)" in result.output
    assert facts(*SMALL, "--no-check")["checked"] is False


def test_one_game_of_a_series_is_played_alone() -> None:
    found = facts(*SERIES, "--game", "3")
    assert found["games"] == 1
    assert found["turns"]["least"] == found["turns"]["most"]
    assert "1 game of formal-small" in simulate(*SERIES, *QUICK, "--game", "3").output


def test_show_tells_that_game_move_by_move() -> None:
    found = facts(*SERIES, "--game", "3")
    story = simulate(*SERIES, "--game", "3", "--show")
    assert story.exit_code == 0
    assert "p1 rolls " in story.output
    winner = found["wins"].index(1) + 1
    turns, actions = found["turns"]["most"], found["actions"]["total"]
    assert story.output.splitlines()[-1] == (
        f"p{winner} has won after {turns:,} turns ({actions:,} actions)."
    )


def test_options_and_policies_are_passed_on() -> None:
    found = facts(
        *("--players", "2", "--games", "1", "--max-turns", "3", "--policy", "random, sensible"),
        *("--option", "board=uk", "--option", "decks=17", "--option", "free-parking-pot"),
    )
    assert found["policies"] == ["random", "sensible"]
    assert found["options"] == {"board": "uk", "decks": "17", "free_parking_pot": "on"}


def test_a_preset_sets_options_and_single_ones_count_more() -> None:
    chosen = ("--option", "starting_deeds=1", "--preset", "quick", "--option", "turn_limit=3")
    found = facts("--players", "3", "--games", "1", *chosen)
    assert found["options"] == {
        "starting_deeds": "1",
        "hotel_after_three_houses": "1",
        "bankruptcy_limit": "2",
        "turn_limit": "3",
    }


# What it refuses.


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--edition", "chess"), "'chess' is not one of 'classic', 'london'"),
        (("--players", "1"), "gitopoly: classic is for 2 to 8 players, not 1"),
        (("--players", "9"), "gitopoly: classic is for 2 to 8 players, not 9"),
        (("--players", "two"), "'two' is not a whole number"),
        (("--policy", "genius"), "gitopoly: there is no policy 'genius'; choose one of random"),
        (("--policy", ""), "gitopoly: there is no policy ''"),
        (("--policy", "random,random"), "gitopoly: give one policy, or one for each of the 4"),
        (
            ("--option", "turn_limits=3"),
            "there is no option 'turn_limits'; did you mean turn_limit",
        ),
        (("--option", "=3"), "gitopoly: '=3' is not an option; write NAME=VALUE"),
        (("--option", "jail_fine=1.5"), "gitopoly: jail_fine must be a whole number, not '1.5'"),
        (("--option", f"decks={'9' * 5000}"), "gitopoly: decks must have 16 or 17 cards, not"),
        (("--option", "decks=None"), "gitopoly: decks must have 16 or 17 cards, not 'None'"),
        (("--option", f"houses={'9' * 5000}"), "gitopoly: houses must be a whole number"),
        (("--option", "board=moon"), "gitopoly: there is no board 'moon'; choose one of us"),
        (("--seed", "-1"), "-1 is not in the range 0<=x<=18446744073709551615"),
        (("--seed", str(2**64)), "is not in the range"),
        (("--seed", "abc"), "'abc' is not a whole number"),
        (("--games", "0"), "0 is not in the range"),
        (("--max-turns", "0"), "0 is not in the range"),
        (("--jobs", "0"), "0 is not in the range"),
        (
            ("--game", "5", "--games", "2"),
            "--games cannot be combined with --game, which plays one game",
        ),
        (
            ("--game", "5", "--games", "2", "--player", "random", "--player", "random"),
            "--games cannot be combined with --game",
        ),
        (("--show",), "--show prints one game; add --game N"),
        (
            ("--show", "--game", "1", "--json"),
            "--json cannot be combined with --show, which prints text",
        ),
        (("--show", "--game", "1", "--record", "x"), "--record cannot be combined with --show"),
        (("--out", "x"), "--out needs --on git"),
        (("--dice", "joint"), "--dice needs --on git"),
        (("--on", "git", "--record", "x"), "--record cannot be combined with --on git"),
        (("--on", "git", "--game", "1", "--show"), "--show cannot be combined with --on git"),
        (("--on", "git", "--no-check"), "--check cannot be combined with --on git"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, tuple) else "",
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    line = refused(*arguments)
    assert reason in line
    assert len(line) < 250


# Violations.


def test_a_violation_is_named_with_the_way_to_see_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(money, "pay", lose)
    again = ("--max-turns", "500", "--option", "jail_fine=9")
    result = simulate(*SMALL, *QUICK, *again)
    assert result.exit_code == 1
    line = result.output.splitlines()[-1]
    assert "InvConservationOfMoney does not hold in game " in line
    seen = line.partition("see it with: gitopoly ")[2].split()
    assert seen[-5:] == ["--max-turns", "500", "--option", "jail_fine=9", "--show"]
    story = CliRunner().invoke(main, seen)
    assert story.exit_code == 1
    assert "InvConservationOfMoney does not hold after action" in story.output


def test_the_way_to_see_a_game_of_ones_own_edition_names_its_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "a city.toml"
    path.write_text('extends = "formal-small"\nname = "city"\n', encoding="utf-8")
    monkeypatch.setattr(money, "pay", lose)
    result = simulate("--edition", str(path), "--games", "5", *QUICK)
    seen = result.output.splitlines()[-1].partition("see it with: gitopoly ")[2]
    assert "does not hold after action" in CliRunner().invoke(main, shlex.split(seen)).output


def test_a_violation_is_counted_in_the_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(money, "pay", lose)
    result = simulate(*SMALL, *QUICK, "--json")
    assert result.exit_code == 1
    found = json.loads(result.stdout)
    assert found["violations"] == len(found["violated"]) > 0
    assert found["violations"] + found["terminated"] == 5
    assert found["violated"][0]["invariant"] == "InvConservationOfMoney"
    assert sum(found["wins"]) == found["terminated"]


# How it is stopped.


def test_an_interruption_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[object]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(command, "play_series", interrupted)
    result = simulate(*SMALL, *QUICK)
    assert (result.exit_code, result.stdout) == (130, "")
    assert result.stderr.strip() == "gitopoly: stopped by Ctrl-C"


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise here")
def test_a_closed_pipe_is_no_news() -> None:
    line = [sys.executable, "-m", "gitopoly", "simulate", *SMALL, *QUICK]
    reading, writing = os.pipe()
    os.close(reading)  # before anything is written, however long that takes
    result = subprocess.run(line, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")

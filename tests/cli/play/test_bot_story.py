"""``gitopoly play --watch``: a game told to its end, and how it can be stopped."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.options import ABOUT_DEFECTS
from gitopoly.cli.play import bot_story
from gitopoly.cli.terminal import Terminal
from gitopoly.rules.rules import described

SMALL = ("--edition", "formal-small", "--seed", "3")


def play(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["play", "--watch", *arguments])


def start(*arguments: str) -> subprocess.Popen[str]:
    """Run the command as a program of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "gitopoly", "play", "--watch", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# The story.


def test_a_game_is_told_to_its_end() -> None:
    result = play("--seed", "3")
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0] == "classic, 3 players, seed 3"
    assert re.fullmatch(r"p[123] has won after [\d,]+ turns \([\d,]+ actions\)\.", lines[-1])
    assert re.fullmatch(r"  1\. p[123] worth \$[\d,]+ with \d+ deeds?", lines[-4])
    assert [line[-8:] for line in lines[-3:-1]] == ["bankrupt", "bankrupt"]


def test_equal_seeds_tell_equal_games() -> None:
    assert play(*SMALL).output == play(*SMALL).output
    assert play(*SMALL).output != play("--edition", "formal-small", "--seed", "4").output


def test_without_a_seed_another_game_is_told_and_its_seed_named() -> None:
    told = play("--edition", "formal-small")
    seed = re.search(r"seed (\d+)", told.output)
    assert seed
    assert play("--edition", "formal-small", "--seed", seed[1]).output == told.output


def test_every_turn_has_one_heading_and_a_purse_for_everybody() -> None:
    headings = re.findall(r"^turn +([\d]+)  (.*)$", play(*SMALL).output, re.MULTILINE)
    numbers = [int(number) for number, _ in headings]
    assert numbers[0] == 1
    assert numbers == sorted(set(numbers))
    assert headings[0][1] == "p1 $30  p2 $30  p3 $30"


def test_a_bankruptcy_belongs_to_the_turn_in_which_it_happens() -> None:
    output = play("--seed", "3").output
    for block in output.split("\n\n"):
        moves = block.splitlines()[1:]
        assert not (moves and "goes bankrupt" in moves[0])


def test_what_only_moves_the_game_along_is_told_on_demand() -> None:
    assert "takes the dice" not in play(*SMALL).output
    everything = play(*SMALL, "--all").output
    assert "takes the dice" in everything
    assert set(play(*SMALL).output.splitlines()) <= set(everything.splitlines())


def test_lines_are_not_broken_where_nobody_looks() -> None:
    lines = play("--seed", "3").output.splitlines()
    assert max(map(len, lines)) > 80
    assert all(re.match(r"classic|turn|  p\d |  \d\. |p\d has|$", line) for line in lines)


def test_on_a_terminal_lines_are_broken_at_words_and_indented(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    Terminal().tell("p1", "cyan", "draws chance, “Take a walk to Boardwalk [39]”: from there.")
    lines = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out).splitlines()
    assert lines == ["  p1 draws chance, “Take a walk to", "       Boardwalk [39]”: from there."]


def test_end_2_after_the_last_turn_the_greatest_worth_wins() -> None:
    result = play("--seed", "3", "--max-turns", "5")
    assert result.exit_code == 0
    *_, first, _, _, last = result.output.splitlines()
    best = first.split()[1]
    assert first.startswith(f"  1. {best} worth $")
    assert last.startswith(f"{best} has won by worth after 5 turns (")


def test_every_edition_is_played_by_as_many_as_it_allows() -> None:
    assert "arena, 2 players" in play("--seed", "1", "--edition", "arena").output


def test_the_options_of_the_rules_are_listed() -> None:
    result = play("--list-options")
    assert result.exit_code == 0
    assert "turn_limit" in result.output
    assert "PARK-1: fines, taxes and card payments wait on Free Parking" in result.output


def test_the_defects_of_the_specification_are_listed_apart_and_last() -> None:
    rules, about, defects = play("--list-options").output.partition(ABOUT_DEFECTS)
    assert about
    assert "defect_" not in rules
    names = [line.split()[0] for line in defects.split("\n") if line.strip()]
    assert names == [name for name in described() if name.startswith("defect_")] != []


def test_options_and_boards_are_passed_on() -> None:
    result = play("--seed", "1", "--option", "board=uk", "--max-turns", "30", "--players", "5")
    assert "classic, 5 players, seed 1" in result.output
    assert "Avenue to" not in result.output.replace("Northumberland Avenue to", "")


def test_a_delay_lies_between_two_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(bot_story.time, "sleep", waits.append)
    play(*SMALL, "--delay", "0.5", "--max-turns", "2")
    assert set(waits) == {0.5}


# What it refuses.


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--edition", "chess"), "'chess' is not one of 'classic', 'london'"),
        (("--players", "9"), "gitopoly: classic is for 2 to 8 players, not 9"),
        (("--policy", "genius"), "gitopoly: there is no policy 'genius'; choose one of random"),
        (("--option", "bord=uk"), "gitopoly: there is no option 'bord'; did you mean board?"),
        (("--seed", "x"), "'x' is not a whole number"),
        (("--delay", "-1"), "-1.0 is not in the range 0<=x<=60"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: tuple[str, ...], reason: str) -> None:
    result = play(*arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reason in result.stderr.splitlines()[-1]


# How it is stopped.


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_ctrl_c_stops_the_story_with_one_line() -> None:
    program = start("--delay", "30", *SMALL)
    assert program.stdout
    assert program.stdout.readline() == "formal-small, 3 players, seed 3\n"
    program.send_signal(signal.SIGINT)
    _, errors = program.communicate(timeout=300)
    assert (program.returncode, errors) == (130, "\ngitopoly: stopped by Ctrl-C\n")


@pytest.mark.skipif(os.name != "posix", reason="pipes end otherwise here")
def test_a_reader_that_goes_away_is_no_news() -> None:
    # So slowly that it is not all told before the reader is gone.
    program = start("--seed", "3", "--delay", "0.5")
    assert program.stdout
    assert program.stderr
    assert program.stdout.readline() == "classic, 3 players, seed 3\n"
    program.stdout.close()
    errors = program.stderr.read()
    program.stderr.close()
    assert (program.wait(timeout=300), errors) == (141, "")


@pytest.mark.xdist_group("compiled")
def test_every_policy_can_be_watched() -> None:
    result = play(*SMALL, "--policy", "strong,trader,cautious", "--max-turns", "12")
    assert result.exit_code == 0
    assert "seed 3" in result.output

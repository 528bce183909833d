"""Bots are found by path, by module and class, or by name."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from gitopoly.arena.agents.roster import Bot, parse_bot, parse_bots, players
from gitopoly.errors import InvalidBot
from tests.arena.bots import write_bot
from tests.arena.invented_agents import play


def test_a_file_is_isolated_unless_told_otherwise(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "quiet")
    assert parse_bot(str(path)) == Bot("quiet", "file", str(path), "", True)
    assert not parse_bot(str(path), isolate=False).isolated
    assert parse_bot(f"{path}:Agent").class_name == "Agent"


def test_a_module_runs_here_unless_told_otherwise() -> None:
    assert parse_bot("a.b:C") == Bot("a.b:C", "module", "a.b", "C", False)
    assert parse_bot("a.b:C", isolate=True).isolated


def test_a_built_in_has_a_name() -> None:
    assert parse_bot("random", isolate=True) == Bot("random", "built-in", "random")


@pytest.mark.parametrize(
    "text", ["", "nobody", "no/such/file", "gone.py", ":C", "m:", "m:1", "a b"]
)
def test_what_is_no_bot_is_refused(text: str) -> None:
    with pytest.raises(InvalidBot):
        parse_bot(text)


def test_bots_of_equal_names_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    paths = [write_bot(tmp_path, "quiet"), write_bot(tmp_path / "more", "quiet")]
    bots = parse_bots([*map(str, paths), "random", "random"])
    assert [bot.name for bot in bots] == ["quiet", "quiet (2)", "random", "random (2)"]


def test_agents_of_files_and_modules_play_in_this_process(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "quiet")
    here = parse_bot(str(path), isolate=False)
    module = parse_bot("tests.arena.agents.test_roster:Quiet")
    with players((here, module)) as (one, other):
        _, state, _ = play(one.sit_down(1, 0), other.sit_down(2, 0), [(1, 2), (1, 2)])
    assert state[3] == (1444, 1496)


def test_a_bot_named_like_a_module_does_not_take_its_place(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "json")
    parse_bot(str(path), isolate=False).agent(1, 0)
    assert sys.modules["json"] is json
    # Processes that are started later inherit the path, and look for json along it.
    assert sys.path.index(str(tmp_path)) > sys.path.index(str(Path(json.__file__).parents[1]))


class Quiet:
    """An agent without an argument."""

    def __getattr__(self, method: str) -> object:
        return lambda state: None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("class A:\n def buyProperty(s): 1\nclass B(A): pass", "several"),
        ("class Other: pass", "no class"),
        ("1 // 0", "ZeroDivisionError"),
    ],
)
def test_a_file_without_one_clear_agent_is_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "unclear.py"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidBot, match=told):
        parse_bot(str(path), isolate=False).agent(1, 0)
    with pytest.raises(InvalidBot, match="no class Nobody" if "//" not in text else told):
        parse_bot(f"{path}:Nobody", isolate=False).agent(1, 0)


def test_a_module_that_cannot_be_imported_is_refused() -> None:
    with pytest.raises(InvalidBot, match="ModuleNotFoundError"):
        parse_bot("no_such_module_here:Agent").agent(1, 0)


@pytest.mark.skipif(os.name != "posix", reason="names of files are letters elsewhere")
def test_a_bot_is_called_by_letters_that_can_be_shown(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"bot\xff\x1b.py")
    path.touch()
    assert parse_bot(str(path)).name == "bot??"

"""`gitopoly edition new`, `check`, `show` and `list`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.edition.command import edition
from gitopoly.editions import EDITIONS, load
from gitopoly.editions.data import digest
from gitopoly.game.edition_files import read_edition
from tests.rules.house_options import NONSENSE

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(edition, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize("full", [[], ["--full"]])
def test_a_new_file_is_sound_and_the_edition_that_it_extends(base: str, full: list[str]) -> None:
    assert run("new", "mycity", "--extends", base, *full).exit_code == 0
    assert run("check", "mycity.toml").exit_code == 0
    mine, other = read_edition("mycity.toml"), load(base)
    assert (mine.squares, mine.chance, mine.flags) == (other.squares, other.chance, other.flags)


def test_new_replaces_no_file_and_no_shipped_edition() -> None:
    run("new", "mycity")
    before = Path("mycity.toml").read_text()
    again = run("new", "mycity")
    assert (again.exit_code, "cannot write mycity.toml" in again.stderr) == (2, True)
    assert Path("mycity.toml").read_text() == before
    for name in ("classic", "My City", "../x", ""):
        assert run("new", name).exit_code == 2
    assert [path.name for path in Path().iterdir()] == ["mycity.toml"]


def test_check_lists_every_problem_with_its_line() -> None:
    Path("bad.toml").write_text(
        'extends = "classic"\nsummary = "x"\njail = 3\n'
        "[squares.1]\nvalue = -1\n[flags]\nluck = true\n"
    )
    result = run("check", "bad.toml")
    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "bad.toml, line 3: jail must be 10, the square of the type jail",
        "bad.toml, line 5: squares[1].value must be a whole number from 1 to 100,000, not -1",
        "bad.toml, line 7: flags.luck is not a flag of the rules",
    ]
    told = json.loads(run("check", "bad.toml", "--json").stdout)
    assert (told["sound"], len(told["problems"])) == (False, 3)


def test_show_prints_board_cards_and_options() -> None:
    shown = run("show", "london").stdout
    assert " 39  Mayfair                   dark blue: £400, house £200, rent 50, 200" in shown
    assert " 11  Fined for speeding: pay £15. (pay £15)" in shown
    assert "Get out of jail free. (jail card)" in shown
    assert "for each hotel. (repairs £25 £100)" in shown
    assert "tax_choice" in shown
    assert f"hash {digest(load('london'))}" in shown
    assert json.loads(run("show", "london", "--json").stdout)["currency"] == "£"


def test_show_draws_the_board() -> None:
    for name, start in (("board.png", b"\x89PNG"), ("board.svg", b"<svg ")):
        assert run("show", "harbour", "--picture", name).exit_code == 0
        assert Path(name).read_bytes().startswith(start)
    svg = Path("board.svg").read_bytes()
    run("show", "harbour", "--picture", "board.svg")
    assert Path("board.svg").read_bytes() == svg
    assert b"#8a6f4d" in svg
    assert run("show", "harbour", "--picture", "board.gif").exit_code == 2


def test_only_a_png_needs_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert run("show", "harbour", "--picture", "board.svg").exit_code == 0
    names = [part.text for part in ElementTree.parse("board.svg").iter(f"{SVG}text")]
    assert {"harbour", "4", "$60"} <= {*names}
    refused = run("show", "harbour", "--picture", "board.png")
    assert refused.exit_code == 2
    assert "matplotlib" in refused.stderr
    assert not Path("board.png").exists()


def test_names_in_a_picture_stay_text() -> None:
    Path("hostile.toml").write_text(
        'extends = "classic"\nsummary = "salt & pepper"\n', encoding="utf-8"
    )
    assert run("show", "hostile.toml", "--picture", "board.svg").exit_code == 0
    drawn = ElementTree.parse("board.svg")
    assert "salt & pepper" in [part.text for part in drawn.iter(f"{SVG}text")]


def test_list_names_every_edition() -> None:
    assert [line.split()[0] for line in run("list").stdout.splitlines()] == list(EDITIONS)
    assert [one["name"] for one in json.loads(run("list", "--json").stdout)] == list(EDITIONS)


def test_new_extends_a_file() -> None:
    run("new", "mycity", "--extends", "harbour")
    assert run("new", "ours", "--extends", "./mycity.toml").exit_code == 0
    assert 'extends = "./mycity.toml"' in Path("ours.toml").read_text()
    assert read_edition("ours.toml").squares == load("harbour").squares


def test_show_says_where_a_card_leads_back_to() -> None:
    assert "Go back to Old Kent Road. (back to 1)" in run("show", "london").stdout


def simulate(*arguments: str) -> Result:
    """Run the command as people do: one that is run alone would keep its other options for help."""
    return CliRunner().invoke(main, ["simulate", *arguments])


@pytest.mark.parametrize("reason", NONSENSE)
def test_house_rules_that_make_no_sense_are_refused_by_a_command(reason: str) -> None:
    options = [f"--option={name}={value}" for name, value in NONSENSE[reason].items()]
    result = simulate("--players", "3", "--games", "1", *options)
    assert result.exit_code == 2
    assert reason in result.stderr


def test_other_commands_take_the_path() -> None:
    run("new", "mycity")
    arguments = ["--edition", "mycity.toml", "--games", "2", "--players", "2", "--json"]
    result = simulate(*arguments, "--option", "turn_limit=5")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["edition"] == "mycity"
    result = simulate("--edition", "none.toml")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert simulate("--edition", "mycity").exit_code == 2

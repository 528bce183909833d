"""Running a file or a module of somebody else."""

import sys
from pathlib import Path

import pytest

from gitopoly.errors import InvalidBot
from gitopoly.isolation.loading import run_file, run_module


def test_a_file_is_run_anew_every_time_and_finds_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mine.py").write_text("VALUE = 3\n", encoding="utf-8")
    path = tmp_path / "random.py"
    path.write_text("import neighbour_of_mine\nfound = [neighbour_of_mine.VALUE]\n", "utf-8")
    first, second = run_file(path), run_file(path)
    assert first.found == [3]
    assert first.found is not second.found
    assert "getrandbits" in dir(__import__("random"))
    sys.path.remove(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1 / 0", "cannot be run: ZeroDivisionError: division by zero (bot.py, line 1)"),
        ("def", "cannot be run: SyntaxError"),
        ("raise SystemExit(3)", "cannot be run: SystemExit"),
    ],
)
def test_a_file_that_cannot_be_run_is_told_with_its_line(
    text: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidBot) as refused:
        run_file(tmp_path / "bot.py")
    assert reason in str(refused.value)


def test_a_module_that_is_not_there_is_told() -> None:
    with pytest.raises(InvalidBot, match=r"the module nowhere\.at_all cannot be imported"):
        run_module("nowhere.at_all")


def package(folder: Path, bot: str) -> Path:
    """A bot two packages deep, with neighbours in both."""
    inner = folder / "agents" / "greedy"
    inner.mkdir(parents=True)
    (folder / "agents" / "__init__.py").write_text("NAME = 'agents'\n", encoding="utf-8")
    (folder / "agents" / "shared.py").write_text("from . import NAME\n", encoding="utf-8")
    (inner / "__init__.py").write_text("", encoding="utf-8")
    (inner / "prices.py").write_text(f"PRICE = {folder.name!r}\n", encoding="utf-8")
    (inner / "bot.py").write_text(bot, encoding="utf-8")
    return inner / "bot.py"


def test_a_file_in_a_package_imports_relatively(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    bot = "from .prices import PRICE\nfrom ..shared import NAME\nfound = [PRICE, NAME]\n"
    one, other = (run_file(package(tmp_path / name, bot)) for name in ("one", "other"))
    # Both packages have the same name; neither is taken for the other.
    assert one.found == ["one", "agents"]
    assert other.found == ["other", "agents"]
    again = run_file(tmp_path / "one" / "agents" / "greedy" / "bot.py")
    assert again.found == one.found
    assert again.found is not one.found


def test_a_file_in_a_package_that_needs_none_runs_as_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    path = package(tmp_path, "import prices\n")
    (tmp_path / "agents" / "__init__.py").write_text("1 / 0\n", encoding="utf-8")
    assert tmp_path.name == run_file(path).prices.PRICE


def test_a_relative_import_without_a_package_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "bot.py").write_text("from .prices import PRICE\n", encoding="utf-8")
    with pytest.raises(InvalidBot, match=r"import without the dot, or add an __init__\.py"):
        run_file(tmp_path / "bot.py")

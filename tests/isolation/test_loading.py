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

"""The page about games in Python does what it shows."""

import doctest
import sys
from pathlib import Path

import pytest

from gitopoly.game.player import FAULTS
from tests.test_readme import blocks, examples, matches, run

PAGE = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
IN_A_FILE = "Put this into `saver.py`:"


def write_player(folder: Path) -> None:
    """The file that a reader of the page has written."""
    (block,) = (block for block in blocks(PAGE, "python") if not block.startswith(">>> "))
    assert f"{IN_A_FILE}\n\n```python\n{block}```" in PAGE
    (folder / "saver.py").write_text(block, encoding="utf-8")


def failures(page: str) -> int:
    """Run all examples of a page as one session; how many of them do something else."""
    session = "\n".join(block for block in blocks(page, "python") if block.startswith(">>> "))
    test = doctest.DocTestParser().get_doctest(session, {}, "python.md", None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.tries > 0
    return runner.failures


def test_the_examples_do_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_player(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "saver", raising=False)
    assert failures(PAGE) == 0
    monkeypatch.delitem(sys.modules, "saver", raising=False)


def test_a_wrong_example_is_noticed() -> None:
    assert failures("```python\n>>> 1 + 1\n3\n```\n") == 1


@pytest.mark.slow
def test_the_commands_do_what_they_show(tmp_path: Path) -> None:
    write_player(tmp_path)
    commands = list(examples(PAGE))
    assert commands
    for example in commands:
        result = run(example.command, tmp_path)
        assert result.returncode == 0, result.stderr
        assert not example.shown or matches(example.shown, result.stdout), result.stdout


def test_every_kind_of_fault_is_told_in_its_words() -> None:
    for kind, words in FAULTS.items():
        assert f"| `{kind}` | {words} |" in PAGE

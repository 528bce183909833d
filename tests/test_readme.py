"""The README's examples do what the README says."""

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from tests.cli.terminals import Played

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")

RUN = ("gitopoly", "make help", "eval ")
"""Commands that are run here."""

FRIENDS = "Play with friends"
"""The section whose commands belong together; they are run in terminals, by a test of their own."""

NOT_RUN = ("git clone", "cd ", "make ", "pip install", "python3 -m venv", ".venv/")
"""Commands that set things up, or that would run this test again."""


class Example(NamedTuple):
    """A command with the output that is shown for it, which may be none."""

    command: str
    shown: str


def blocks(page: str, language: str) -> list[str]:
    """Return the text of every fenced block in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def examples(page: str) -> Iterator[Example]:
    """Yield the commands of the console blocks."""
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = part.partition("\n")
            yield Example(command, shown)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a reader would, with this environment's programs first."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    plain = {"COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"}
    environment = {**os.environ, "PATH": programs, **plain}
    # Set by an outer `make test`; an inner make would announce its folder.
    for name in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        environment.pop(name, None)
    folder = ROOT if command.startswith("make ") else folder
    shell = shutil.which("bash") if os.name == "posix" else None
    return subprocess.run(
        command,
        shell=True,
        executable=shell,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    )


def complaint(example: Example, folder: Path) -> str | None:
    """Say what is wrong with an example, or return None."""
    result = run(example.command, folder)
    if result.returncode != 0:
        return f"{example.command} ends with {result.returncode}: {result.stderr}"
    if example.shown and not matches(example.shown, result.stdout):
        return f"{example.command} shows\n{result.stdout}\ninstead of\n{example.shown}"
    return None


def matches(shown: str, output: str) -> bool:
    """Compare as doctest does: `...` stands for anything."""
    trimmed = "".join(line.rstrip() + "\n" for line in output.splitlines())
    return doctest.OutputChecker().check_output(shown, trimmed, doctest.ELLIPSIS)


def failures(block: str) -> int:
    """Run a python block as a doctest and count what fails; a block without a prompt fails."""
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    if not test.examples:
        return 1
    report: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    print("".join(report))
    return outcome.failed


def section(page: str, title: str) -> str:
    """The text of one section."""
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


ALONE = README.replace(section(README, FRIENDS), "")
EXECUTED = [example for example in examples(ALONE) if example.command.startswith(RUN)]


@pytest.mark.slow
@pytest.mark.parametrize("example", EXECUTED, ids=[example.command for example in EXECUTED])
def test_a_console_example_does_what_it_shows(example: Example, tmp_path: Path) -> None:
    assert complaint(example, tmp_path) is None


@pytest.mark.parametrize("block", blocks(README, "python"))
def test_a_python_example_does_what_it_shows(block: str) -> None:
    assert failures(block) == 0


def test_no_example_is_left_out_by_accident() -> None:
    commands = [example.command for example in examples(ALONE)]
    assert EXECUTED
    together = [example.command for example in examples(section(README, FRIENDS))]
    assert sorted([*commands, *together]) == sorted(e.command for e in examples(README))
    assert [line for line in commands if not line.startswith(RUN + NOT_RUN)] == []


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there are no such terminals here")
def test_friends_can_play_with_nothing_but_the_readme(tmp_path: Path) -> None:
    from tests.cli.terminals import Played, published

    players: dict[str, Played] = {}
    try:
        for command, _ in examples(section(README, FRIENDS)):
            words = shlex.split(command)
            if words[:2] in (["gitopoly", "new"], ["gitopoly", "join"]):
                name = words[3].partition("=")[0]
                players[name] = Played(tmp_path, *words[1:], GITOPOLY_HOME=str(tmp_path / name))
                players[name].wait_for("> ")
                players[name].wait_until(lambda: published(tmp_path, "ann"), "the invitation")
            elif words[:2] == ["gitopoly", "resume"]:
                _leave_and_come_back(players, tmp_path, words)
            elif words[:2] == ["gitopoly", "watch"]:
                # It is killed in the end, and cannot remove what it keeps for itself.
                players["watching"] = Played(tmp_path, *words[1:], TMPDIR=str(tmp_path))
                players["watching"].wait_for("► ", "watching")
            elif "--show-signature" in command:
                # Ben's folder has the entries of the others as soon as he has written after them.
                players["ben"].wait_until(lambda: _all_have_signed(command, tmp_path), command)  # noqa: B023
            else:
                result = run(command, tmp_path)
                assert result.returncode == 0, result
    finally:
        for player in players.values():
            player.kill()


def _all_have_signed(command: str, folder: Path) -> bool:
    """Whether a command shows good signatures of all three."""
    result = run(command, folder)
    assert result.returncode == 0, result
    names = ("ann", "ben", "cleo")
    return all(f'Good "git" signature for {name}@gitopoly' in result.stdout for name in names)


def _leave_and_come_back(players: "dict[str, Played]", folder: Path, words: list[str]) -> None:
    """Press Ctrl-C once all sit at the table, and do what is said then."""
    name = words[-1].removeprefix("monopoly_")
    for player in players.values():
        player.wait_for("► ")
    players[name].interrupt()
    assert players[name].end() == 0
    assert shlex.join(words) in players[name].last_words
    players[name].kill()
    players[name] = type(players[name])(folder, *words[1:], GITOPOLY_HOME=str(folder / name))
    players[name].wait_for("► ")


# The twins: each check notices what it is there for.


def test_a_command_that_fails_is_noticed(tmp_path: Path) -> None:
    said = complaint(Example("gitopoly no-such-command", ""), tmp_path)
    assert said is not None
    assert "ends with 2" in said


def test_other_output_than_shown_is_noticed(tmp_path: Path) -> None:
    assert complaint(Example("gitopoly --version", "gitopoly, version 99\n"), tmp_path)
    assert complaint(Example("gitopoly --version", "gitopoly, version ...\n"), tmp_path) is None


def test_a_wrong_python_example_is_noticed() -> None:
    assert failures(">>> 1 + 1\n3\n") == 1
    assert failures("1 + 1\n") == 1
    assert failures(">>> 1 + 1\n2\n") == 0


def test_commands_and_output_are_told_apart() -> None:
    page = "```console\n$ gitopoly a\nfirst\n$ gitopoly b\n```\n"
    assert list(examples(page)) == [Example("gitopoly a", "first\n"), Example("gitopoly b", "")]

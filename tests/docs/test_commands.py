"""Every command on the pages of the site is run, or says why not."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.world import World, world
from tests.test_readme import Example, blocks, examples, matches
from tools.site.sources import sections

ROOT = Path(__file__).resolve().parents[2]
PAGES = {page.path: page.text for section in sections(ROOT) for page in section.pages}
"""All pages, whoever wrote them."""

RUN_BY = {
    "docs/arena.md": "tests/arena/test_docs.py",
    "docs/python.md": "tests/game/test_docs.py",
}
"""Pages whose commands another test runs."""

NOT_RUN = {
    "make ": "sets up an environment or runs these tests; a test holds that the target exists",
    "gitopoly check --quick": "continuous integration runs it as make check",
    "gitopoly evaluate": "takes minutes; tests/cli/test_evaluate.py runs it with a few games",
}
"""Beginnings of commands that are not run, with the reason."""

LONG = {"docs/analysis.md", "docs/verification.md", "docs/evaluation.md", "docs/scale.md"}
"""Pages whose commands take more than a few seconds."""

LASTING = {
    "gitopoly play --ui terminal": "> ",
    "gitopoly new --here": "http://",
    "gitopoly play --watch": None,
    "gitopoly play --list": None,
    "gitopoly play": "http://",
    "gitopoly resume": "> ",
    "gitopoly watch": "watching",
}
"""Commands that stay until Ctrl-C, and what they show by then; None: it ends by itself."""

BEFORE = {
    "docs/replay.md": "gitopoly simulate --on git --games 1 --players 2 --max-turns 4 --out played"
    " && cp -r played/monopoly_0/m0_p0 ann.git",
}
"""What a reader of a page has already: a game."""

SECONDS = 600.0
"""No command takes that long; what hangs is ended."""


def run_in(here: World, example: Example) -> str | None:
    """Run one example; what is wrong with it, None if nothing."""
    shown = next((LASTING[start] for start in LASTING if example.command.startswith(start)), None)
    if shown is not None:
        return _stopped(here, example.command, shown)
    result = here.run(example.command, SECONDS)
    if result.returncode != 0:
        return f"{example.command} ends with {result.returncode}: {result.stderr}"
    shown_here = here.plain(result.stdout)
    if example.shown and not matches(example.shown, shown_here):
        return f"{example.command} shows\n{shown_here}\ninstead of\n{example.shown}"
    return None


def _stopped(here: World, command: str, shown: str) -> str | None:
    """Run a command in a terminal until it shows something, press Ctrl-C, and see it end."""
    from tests.cli.terminals import Played

    words = command.split()[1:]
    if shown == "http://":
        words += ["--ui", "web", "--no-browser"]
    plain = ("COLUMNS", "NO_COLOR", "TERM")
    environment = {name: value for name, value in here.environment.items() if name not in plain}
    played = Played(here.here, *words, **environment)
    try:
        played.wait_until(lambda: shown in played.output, f"{command}: {shown}")
        played.interrupt()
        code = played.end()
        return None if code in (0, 130) else f"{command} ends with {code}: {played.screen}"
    finally:
        played.kill()


def first_complaint(page: str, here: World) -> str | None:
    """Run the commands of a page one after the other; what is wrong first."""
    for example in examples(page):
        if not example.command.startswith(tuple(NOT_RUN)):
            said = run_in(here, example)
            if said is not None:
                return said
    return None


def with_commands() -> Iterator[object]:
    """The pages that this file has to run."""
    for path, text in PAGES.items():
        if path not in RUN_BY and list(examples(text)):
            long = [pytest.mark.long, pytest.mark.xdist_group("compiled")]
            marks = long if path in LONG else []
            yield pytest.param(path, marks=marks, id=path)


posix = pytest.mark.skipif(os.name != "posix", reason="there are no such terminals here")


@pytest.mark.slow
@posix
@pytest.mark.parametrize("path", list(with_commands()))
def test_the_commands_of_a_page_do_what_it_shows(path: str, tmp_path: Path) -> None:
    with world(tmp_path) as here:
        if path in BEFORE:
            assert run_in(here, Example(BEFORE[path], "")) is None
        assert first_complaint(PAGES[path], here) is None


@pytest.mark.slow
@posix
def test_the_page_on_hosting_pushes_over_ssh_and_reads_over_https(tmp_path: Path) -> None:
    commands = [e for e in examples(PAGES["docs/hosting.md"]) if "git.example.org" in e.command]
    with world(tmp_path) as here:
        for example in commands:
            assert run_in(here, example) is None
        log = (tmp_path / "ssh.log").read_text(encoding="utf-8")
    assert "git-receive-pack 'ann/monopoly.git'" in log
    assert "git-receive-pack 'ben/monopoly.git'" in log
    assert "git-upload-pack" not in log


def test_commands_stand_in_blocks_of_one_kind() -> None:
    """A block of another kind would be run by nobody."""
    for path, text in PAGES.items():
        for kind in ("sh", "bash", "shell", "shell-session", "zsh"):
            assert blocks(text, kind) == [], f"{path}: write ```console and a prompt instead"
        for block in blocks(text, "console"):
            assert block.startswith("$ "), f"{path}: a command begins with a prompt: {block}"


def test_what_another_test_runs_is_run_by_it() -> None:
    for path, test in RUN_BY.items():
        assert path in PAGES
        assert Path(path).name in (ROOT / test).read_text(encoding="utf-8")


def test_no_reason_is_left_over() -> None:
    commands = [example.command for text in PAGES.values() for example in examples(text)]
    unused = [start for start in NOT_RUN if not any(c.startswith(start) for c in commands)]
    assert set(unused) <= {"gitopoly evaluate"}  # its page may come later than this test


# The twins: a page that is wrong is noticed.


@posix
@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("```console\n$ gitopoly nothing\n```\n", "ends with 2"),
        ("```console\n$ gitopoly --version\ngitopoly, version 99\n```\n", "instead of"),
        ("```console\n$ git ls-remote https://git.example.org/eve/x.git\n```\n", "ends with"),
        ("```console\n$ ssh games.example.org git -C /srv/gone status\n```\n", "ends with"),
    ],
)
def test_a_command_that_does_something_else_is_noticed(
    page: str, said: str, tmp_path: Path
) -> None:
    with world(tmp_path) as here:
        assert said in (first_complaint(page, here) or "")


@posix
def test_a_host_that_forbids_pushes_is_noticed(tmp_path: Path) -> None:
    push = "git init -q x && cd x && git commit -q --allow-empty -m x && git push -q {} main"
    command = push.format("https://git.example.org/ann/monopoly.git")
    settings = "git config --global user.name x; git config --global user.email x@example.org; "
    with world(tmp_path) as here:
        said = run_in(here, Example(settings + command, ""))
    assert said is not None
    assert re.search(r"ends with \d+", said)

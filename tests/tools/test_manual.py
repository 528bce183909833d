"""The manual tells every command with every option, and its pages are those of the commands."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gitopoly.cli import main
from tools.manual import FOLDER, page, pages, text, write

MADE = pages()


def commands(ctx: click.Context) -> Iterator[click.Context]:
    """A command and all below it."""
    yield ctx
    if isinstance(ctx.command, click.Group):
        for name in ctx.command.list_commands(ctx):
            command = ctx.command.get_command(ctx, name)
            assert command is not None
            yield from commands(click.Context(command, info_name=name, parent=ctx))


ALL = list(commands(click.Context(main, info_name="gitopoly", **main.context_settings)))


def untold(ctx: click.Context, shown: str) -> list[str]:
    """The command and those of its options that a page does not tell."""
    words = shown.replace("\\-", "-")
    options = [name for param in ctx.command.get_params(ctx) for name in param.opts]
    options = [name for name in options if name.startswith("-")]
    return [
        name
        for name in [ctx.command_path, *options]
        if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", words)
    ]


@pytest.mark.parametrize("ctx", ALL, ids=[ctx.command_path for ctx in ALL])
def test_the_manual_tells_every_command_and_option(ctx: click.Context) -> None:
    file = "-".join(ctx.command_path.split()[:2]) + ".1"
    assert untold(ctx, MADE[file]) == []


def test_an_option_that_is_not_told_is_noticed() -> None:
    command = click.Command("gitopoly", params=[click.Option(["--left-out"])])
    ctx = click.Context(command, info_name="gitopoly")
    assert untold(ctx, page(ctx)) == []
    assert untold(ctx, page(ctx).replace("left\\-out", "left")) == ["--left-out"]


def test_the_pages_in_the_repository_are_those_of_the_commands() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
    assert sorted(kept) == sorted(MADE), "run make man"
    assert [name for name in kept if kept[name] != MADE[name]] == [], "run make man"


def test_pages_of_commands_that_are_gone_are_taken_out(tmp_path: Path) -> None:
    (tmp_path / "gitopoly-gone.1").touch()
    assert write(tmp_path) == sorted(path.name for path in tmp_path.iterdir())


def test_words_cannot_be_taken_for_requests() -> None:
    assert text(".so x\n'y \\ -ä") == "\\&.so x\n\\&'y \\e \\-\\[u00E4]"


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff, which shows pages, is missing")
def test_every_page_can_be_shown_without_a_warning() -> None:
    files = sorted(str(path) for path in FOLDER.iterdir())
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-ww", "-z", *files], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")

"""Commands inside sentences exist: `gitopoly …` in a span of code names commands and options."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from gitopoly.cli import main
from tools.site.sources import sections

ROOT = Path(__file__).resolve().parents[2]
PAGES = {page.path: page.text for section in sections(ROOT) for page in section.pages}
PAGES["README.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
LATER = {"evaluate"} - set(main.list_commands(click.Context(main)))
"""Commands that pages may name before they are there."""


def spans(page: str) -> list[str]:
    """The spans of code that begin with the program's name."""
    without_blocks = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`(gitopoly(?: [^`]+)?)`", without_blocks)


def complaint(span: str) -> str | None:
    """What is wrong with a command, None if it can be meant."""
    context = click.Context(main, info_name="gitopoly", **main.context_settings)
    for word in shlex.split(span)[1:]:
        command = context.command
        options = {
            name for p in command.get_params(context) for name in (*p.opts, *p.secondary_opts)
        }
        if word.startswith("-"):
            if word.partition("=")[0] not in options:
                return f"{context.command_path} has no option {word}"
        elif isinstance(command, click.Group):
            if word.isupper() or word == "…":
                return None
            below = command.get_command(context, word)
            if below is None:
                return f"{context.command_path} has no command {word}"
            context = click.Context(below, info_name=word, parent=context)
    return None


@pytest.mark.parametrize("path", PAGES)
def test_the_commands_that_a_page_names_exist(path: str) -> None:
    named = [span for span in spans(PAGES[path]) if span.split()[1:2] not in ([w] for w in LATER)]
    said = {span: complaint(span) for span in named}
    assert {span: what for span, what in said.items() if what} == {}


@pytest.mark.parametrize(
    ("span", "said"),
    [
        ("gitopoly nothing", "no command nothing"),
        ("gitopoly arena nothing", "no command nothing"),
        ("gitopoly simulate --nothing", "no option --nothing"),
    ],
)
def test_a_command_that_does_not_exist_is_noticed(span: str, said: str) -> None:
    assert said in (complaint(span) or "")


@pytest.mark.parametrize("span", ["gitopoly", "gitopoly COMMAND --help", "gitopoly check MODEL"])
def test_what_can_be_meant_is_let_through(span: str) -> None:
    assert complaint(span) is None

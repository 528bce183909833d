"""Generate the manual pages in man/ from the commands: `make man`.

One page describes the program, and one each command with the commands below it, so that
`man gitopoly-arena` is all there is to know about the arena.
The pages are kept in the repository, because a wheel is built where no command can be run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click

from gitopoly import __version__
from gitopoly.cli import main as program
from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.exit_codes import EXIT_CODES

FOLDER = Path(__file__).resolve().parent.parent / "man"
SECTION = 1


def pages() -> dict[str, str]:
    """The text of every page by the name of its file."""
    root = click.Context(program, info_name="gitopoly", **program.context_settings)
    made = {f"gitopoly.{SECTION}": page(root)}
    for name in program.list_commands(root):
        command = program.get_command(root, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=root)
        made[f"gitopoly-{name}.{SECTION}"] = page(context)
    return made


def page(ctx: click.Context) -> str:
    """One page: name, synopsis, description, options, commands, examples."""
    title = ctx.command_path.replace(" ", "-")
    first, rest = _description(ctx.command)
    lines = [
        f'.TH "{title.upper()}" "{SECTION}" "" "gitopoly {__version__}" "Gitopoly"',
        ".SH NAME",
        f"{text(title)} \\- {text(first.rstrip('.'))}",
        ".SH SYNOPSIS",
        *_synopsis(ctx),
        *((".SH DESCRIPTION", *rest) if rest else ()),
        *_options(ctx, ".SH OPTIONS"),
        *_commands(ctx),
        *_examples(ctx.command, ".SH EXAMPLES"),
        *_endings(ctx),
    ]
    return "\n".join(lines) + "\n"


def text(words: str) -> str:
    """Words escaped for roff, whatever they contain, also at the start of a line."""
    escaped = words.replace("\\", "\\e").replace("-", "\\-")
    plain = re.sub(r"[^\x00-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", escaped)
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)


def _description(command: click.Command) -> tuple[str, list[str]]:
    """The first line of the help, and what follows it as paragraphs."""
    paragraphs = re.split(r"\n\s*\n", (command.help or "").replace("\b\n", "").strip())
    rest: list[str] = []
    for paragraph in paragraphs[1:]:
        rest += [".PP", text(" ".join(paragraph.split()))]
    return " ".join(paragraphs[0].split()), rest[1:]


def _synopsis(ctx: click.Context) -> Iterator[str]:
    usage = ctx.command.collect_usage_pieces(ctx)
    yield f".B {text(ctx.command_path)}"
    yield text(" ".join(usage))


def _options(ctx: click.Context, heading: str) -> Iterator[str]:
    records = []
    for parameter in ctx.command.get_params(ctx):
        record = parameter.get_help_record(ctx)
        if record is not None and isinstance(parameter, click.Option):
            records.append(record)
    if records:
        yield heading
    for option, told in records:
        yield ".TP"
        yield f".B {text(option)}"
        yield text(" ".join(told.split())) or "\\&"


def _commands(ctx: click.Context) -> Iterator[str]:
    """The list of the program's commands; for a group below it, all there is to each."""
    group = ctx.command
    if not isinstance(group, click.Group):
        return
    yield ".SH COMMANDS"
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        first, rest = _description(command)
        if ctx.parent is None:
            yield from (".TP", f".BR gitopoly\\-{text(name)} ({SECTION})", text(first))
            continue
        below = click.Context(command, info_name=name, parent=ctx)
        yield f".SS {text(below.command_path)}"
        yield text(" ".join([name, *command.collect_usage_pieces(below)]))
        yield from (".PP", text(first))
        if rest:
            yield from (".PP", *rest)
        yield from _options(below, ".PP\nOptions:")
        yield from _examples(command, ".PP\nExamples:")


def _examples(command: click.Command, heading: str) -> Iterator[str]:
    if not isinstance(command, ShowsExamples) or not command.examples:
        return
    yield heading
    for purpose, line in command.examples:
        yield from (".PP", f"{text(purpose)}:", ".PP", ".RS 4", ".nf", text(line), ".fi", ".RE")


def _endings(ctx: click.Context) -> Iterator[str]:
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES.items():
        yield from (".TP", f".B {code}", text(meaning))
    yield ".SH SEE ALSO"
    yield ".BR git (1)" if ctx.parent is None else f".BR gitopoly ({SECTION})"


def write(folder: Path) -> list[str]:
    """Write all pages into a folder, and remove those of commands that are gone."""
    made = pages()
    folder.mkdir(exist_ok=True)
    for old in folder.glob(f"*.{SECTION}"):
        if old.name not in made:
            old.unlink()
    for name, content in made.items():
        (folder / name).write_text(content, encoding="utf-8", newline="\n")
    return sorted(made)


if __name__ == "__main__":
    print(f"wrote {len(write(FOLDER))} manual pages into {FOLDER.name}/")

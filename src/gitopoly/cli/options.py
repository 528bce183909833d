"""The options that commands share, and those of the rules: ``NAME=VALUE``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from gitopoly.bots import POLICIES
from gitopoly.editions import BOARDS, EDITIONS, Edition, options_of, presets
from gitopoly.errors import InvalidRules
from gitopoly.rules.rules import described

DEFECT = "defect_"
EDITION_FILE = "gitopoly.edition_file"
"""Where a command's context keeps the path that was given as an edition."""
ABOUT_DEFECTS = (
    "Defects of the published specification, to study what they do; "
    "games between peers refuse them:"
)


class EditionChoice(click.ParamType["str | Edition"]):
    """The name of an edition, or the path of a file with one, which is read at once."""

    name = "edition"

    def __init__(self, names: Sequence[str] = EDITIONS) -> None:
        self._names = click.Choice(names)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str | Edition:
        """A name as it is, a path as the edition in that file."""
        if isinstance(value, Edition):
            return value
        from gitopoly.game.edition_files import is_path, read_edition

        if is_path(value):
            if ctx is not None:
                ctx.meta[EDITION_FILE] = value
            return read_edition(value)
        if value not in self._names.choices:
            names = ", ".join(map(repr, self._names.choices))
            self.fail(
                f"{value!r} is not one of {names}, nor a file such as ./mycity.toml", param, ctx
            )
        return str(value)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The names and FILE, as the help shows them."""
        return f"[{'|'.join(self._names.choices)}|FILE]"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The names, and files."""
        names = self._names.shell_complete(ctx, param, incomplete)
        return [*names, CompletionItem(incomplete, type="file")]


hints_option = click.option(
    "--hints",
    is_flag=True,
    help="Let all players ask for hints; whoever joins sees that they may.",
)
"""For commands that begin a game; passed as `hints`."""


def game_options(
    policy: str,
    seats: str = "Number of seats; by default the edition's usual number.",
    seed: int | None = None,
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options that choose the game, with its own defaults."""
    another = "; by default a new one each time" if seed is None else ""
    shared = (
        click.option("--players", type=int, metavar="N", help=seats),
        click.option(
            "--edition",
            type=EditionChoice(),
            default="classic",
            show_default=True,
            help="Edition to play, or a file with one of your own.",
        ),
        click.option(
            "--policy",
            "policies",
            default=policy,
            show_default=True,
            metavar="NAME[,NAME…]",
            help=f"Policy of the seats: {', '.join(POLICIES)}. One for all, or one per seat.",
        ),
        click.option(
            "--seed",
            type=click.IntRange(0, 2**64 - 1),
            metavar="N",
            default=seed,
            show_default=seed is not None,
            help=f"The same seed gives the same games{another}.",
        ),
        click.option(
            "--max-turns",
            type=click.IntRange(1, 2**31),
            metavar="N",
            default=1000,
            show_default=True,
            help="Stop a game after this many turns and count it as capped.",
        ),
        options_of_the_rules,
    )

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(shared):
            command = option(command)
        return command

    return decorate


def options_of_the_rules(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command `--option`, and a list of valid options."""
    listed = click.option(
        "--list-options",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_list_options,
        help="List all rule options and exit.",
    )
    preset = click.option(
        "--preset",
        type=click.Choice(list(presets())),
        is_eager=True,
        expose_value=False,
        callback=_remember_preset,
        help="House rules that go together; --option can change single ones.",
    )
    given = click.option(
        "--option",
        "options",
        multiple=True,
        callback=_after_preset,
        metavar="NAME=VALUE",
        help="A rule option, such as board=uk or turn_limit=200; a bare NAME turns it "
        "on. Can be repeated.",
    )
    return preset(given(listed(command)))


_PRESET = "gitopoly.preset"


def _remember_preset(context: click.Context, _: click.Parameter, name: str | None) -> None:
    context.meta[_PRESET] = options_of(name) if name else {}


def _after_preset(
    context: click.Context, _: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """The options of the preset, then those given one by one, which count where both set one."""
    chosen = context.meta.get(_PRESET, {})
    return (*(f"{name}={value}" for name, value in chosen.items()), *given)


def _list_options(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if not wanted or context.resilient_parsing:
        return

    choices = {"board": f"names of the squares: {', '.join(BOARDS)}", "decks": "16 or 17 cards"}
    meanings = {**choices, **described()}
    defects = {name: meanings.pop(name) for name in [*meanings] if name.startswith(DEFECT)}
    width = max(map(len, (*meanings, *defects)))
    for name, meaning in meanings.items():
        click.echo(f"{name:<{width}}  {meaning}")
    click.echo(f"\n{ABOUT_DEFECTS}")
    for name, meaning in defects.items():
        click.echo(f"{name:<{width}}  {meaning}")
    context.exit()


def rule_options(given: Iterable[str]) -> tuple[tuple[str, Any], ...]:
    """Split each ``NAME=VALUE``; a bare name turns a flag on."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not name:
            raise InvalidRules(f"{text!r} is not an option; write NAME=VALUE, as in turn_limit=200")
        options[name] = value.strip() if equals else "on"
    return tuple(options.items())

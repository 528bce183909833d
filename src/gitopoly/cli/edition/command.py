"""``gitopoly edition``: make, check and show editions of your own."""

import click

from gitopoly.cli.lazy import LazyCommand, LazyGroup

__all__ = ["COMMANDS", "edition"]

COMMANDS = {
    "new": LazyCommand(
        "gitopoly.cli.edition.making", "new", "Write a commented file to start your edition from."
    ),
    "check": LazyCommand(
        "gitopoly.cli.edition.checking", "check", "List everything that is wrong with a file."
    ),
    "show": LazyCommand(
        "gitopoly.cli.edition.showing", "show", "Show the board, deeds, cards and options."
    ),
    "list": LazyCommand("gitopoly.cli.edition.checking", "list_editions", "List all editions."),
}
"""Every command by its name, in the order in which ``--help`` lists them."""


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        ("Start an edition of your own", "gitopoly edition new mycity"),
        ("What is wrong with it?", "gitopoly edition check mycity.toml"),
        ("See it", "gitopoly edition show mycity.toml --picture board.svg"),
        ("Play it", "gitopoly simulate --edition mycity.toml --games 10"),
    ],
)
def edition() -> None:
    """Make, check and show editions of your own.

    An edition is a TOML file: names, prices, colours, currency, cards and sizes.
    Its path works wherever a command takes the name of an edition.
    """

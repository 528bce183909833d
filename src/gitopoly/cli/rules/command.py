"""``gitopoly rules``: the rule book as data."""

import click

from gitopoly.cli.lazy import LazyCommand, LazyGroup

__all__ = ["COMMANDS", "rules"]

COMMANDS = {
    "list": LazyCommand(
        "gitopoly.cli.rules.reading", "list_artifacts", "List the tagged artifacts of a rule book."
    ),
    "show": LazyCommand(
        "gitopoly.cli.rules.reading", "show", "Show a rule, or all occurrences of an artifact."
    ),
    "stats": LazyCommand(
        "gitopoly.cli.rules.reading", "stats", "Count artifacts by kind, noun and verb."
    ),
    "rc": LazyCommand(
        "gitopoly.cli.rules.writing", "rc", "Write every artifact to a JSON file (.dddrc.json)."
    ),
    "clean": LazyCommand(
        "gitopoly.cli.rules.writing", "clean", "Write the rule book without its tags (DOMAIN.MD)."
    ),
    "build": LazyCommand(
        "gitopoly.cli.rules.writing", "build", "Write a typed Python stub for each artifact."
    ),
    "run": LazyCommand(
        "gitopoly.cli.rules.writing", "run", "Do everything the front matter asks for."
    ),
    "check": LazyCommand(
        "gitopoly.cli.rules.checking", "check", "Check that code and tests cover every rule."
    ),
    "index": LazyCommand(
        "gitopoly.cli.rules.checking", "index", "Print the list of all numbered rules."
    ),
}
"""Every command by its name, in the order in which ``--help`` lists them."""


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        ("List the artifacts of our own rule book", "gitopoly rules list"),
        ("Show one rule", "gitopoly rules show JAIL-4"),
        ("Count the tags of another document", "gitopoly rules stats RULES.md"),
        ("Which rule lacks code or a test?", "gitopoly rules check"),
    ],
)
def rules() -> None:
    """Read annotated rule books, and check what implements each rule.

    FILE is a Markdown document, a folder with one page per concept, or - for
    standard input; without it our own rule book is read.
    """

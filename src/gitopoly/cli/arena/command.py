"""``gitopoly arena``: bots under an adjudicator."""

import click

from gitopoly.cli.lazy import LazyCommand, LazyGroup

__all__ = ["COMMANDS", "arena"]

COMMANDS = {
    "play": LazyCommand("gitopoly.cli.arena.play", "play", "Play two bots against each other."),
    "test": LazyCommand(
        "gitopoly.cli.arena.cases", "test", "Run test cases: given dice and cards, expected state."
    ),
    "new-bot": LazyCommand(
        "gitopoly.cli.arena.cases", "new_bot", "Write a starter bot with a test."
    ),
    "replay": LazyCommand(
        "gitopoly.cli.arena.play", "replay", "Replay recorded games, call by call."
    ),
    "tournament": LazyCommand(
        "gitopoly.cli.arena.tournament", "tournament", "Run a tournament of bots and rate them."
    ),
    "report": LazyCommand(
        "gitopoly.cli.arena.tournament", "report", "Write a report with plots on a tournament."
    ),
    "league": LazyCommand(
        "gitopoly.cli.arena.league", "league", "Keep bots, versions and games over time."
    ),
}
"""Every command by its name, in the order in which ``--help`` lists them."""


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        ("Write a starter bot", "gitopoly arena new-bot mybot"),
        ("Let it play ten games", "gitopoly arena play mybot.py random --games 10"),
        ("A tournament", "gitopoly arena tournament mybot.py random sensible"),
    ],
)
def arena() -> None:
    """Bots under an adjudicator: matches, tests, tournaments.

    BOT is a path to a Python file, module:Class, or the name of a built-in
    bot. Each file runs in its own process.
    """

"""The command line: ``gitopoly COMMAND``.

Each command has its own module and is listed in ``COMMANDS``.
Nothing heavy may be imported here: a test ensures that ``gitopoly --help``
loads none of wasmtime, numpy, rich and yaml.
"""

import click

from gitopoly import __version__
from gitopoly.cli.exit_codes import EXIT_CODES
from gitopoly.cli.lazy import LazyCommand, LazyGroup

__all__ = ["COMMANDS", "main"]

COMMANDS = {
    "play": LazyCommand(
        "gitopoly.cli.play.command",
        "play",
        "Play against bots in the browser or terminal, or watch bots.",
    ),
    "games": LazyCommand(
        "gitopoly.cli.play.games",
        "games",
        "List your games against bots, or resume one.",
    ),
    "new": LazyCommand("gitopoly.cli.friends.new", "new", "Invite friends to a game, and play."),
    "join": LazyCommand(
        "gitopoly.cli.friends.join",
        "join",
        "Join a game that a friend has started, and play.",
    ),
    "resume": LazyCommand("gitopoly.cli.friends.resume", "resume", "Resume a game."),
    "attend": LazyCommand(
        "gitopoly.cli.friends.attend",
        "attend",
        "Keep a seat present without a person, by standing orders.",
    ),
    "watch": LazyCommand(
        "gitopoly.cli.friends.watch", "watch", "Watch a game on Git repositories until it is over."
    ),
    "log": LazyCommand(
        "gitopoly.cli.friends.watch", "log", "Print the log of a game on Git repositories."
    ),
    "replay": LazyCommand(
        "gitopoly.cli.play.replay",
        "replay",
        "Replay a game in the browser, or export it.",
    ),
    "analyse": LazyCommand(
        "gitopoly.cli.analyse.command",
        "analyse",
        "Show who could have won a game at any time, and what decided it.",
    ),
    "simulate": LazyCommand(
        "gitopoly.cli.simulate.command",
        "simulate",
        "Play many games in memory and check all invariants.",
    ),
    "edition": LazyCommand(
        "gitopoly.cli.edition.command",
        "edition",
        "Make, check and show editions of your own.",
    ),
    "arena": LazyCommand(
        "gitopoly.cli.arena.command",
        "arena",
        "Bots under an adjudicator: matches, tests, tournaments.",
    ),
    "check": LazyCommand(
        "gitopoly.cli.check.command",
        "check",
        "Check the specifications, and the implementation against them.",
    ),
    "verify": LazyCommand(
        "gitopoly.cli.verify.command", "verify", "Verify that games were played by the rules."
    ),
    "evaluate": LazyCommand(
        "gitopoly.cli.evaluate",
        "evaluate",
        "Repeat the published evaluation and write a report.",
    ),
    "rules": LazyCommand(
        "gitopoly.cli.rules.command",
        "rules",
        "Read annotated rule books, and check what implements each rule.",
    ),
    "bench": LazyCommand(
        "gitopoly.cli.bench.command",
        "bench",
        "Run the benchmarks, and compare two commits.",
    ),
    "help": LazyCommand("gitopoly.cli.helping", "show_help", "Show the help of a command."),
    "completion": LazyCommand(
        "gitopoly.cli.helping", "completion", "Print the shell completion script."
    ),
}
"""Every command by its name, in the order in which ``--help`` lists them."""


_AS_IT_IS = "\b\n"
"""Keeps click from rewrapping the lines that follow."""
_ENDS = "\n".join(f"  {code:<3}  {meaning}" for code, meaning in EXIT_CODES.items())


@click.group(
    cls=LazyGroup,
    epilog=f"{_AS_IT_IS}Exit codes:\n{_ENDS}",
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        ("Play against three bots, in the browser", "gitopoly play"),
        ("The same in the terminal", "gitopoly play --ui terminal"),
        (
            "Play a hundred games with four players and count the wins",
            "gitopoly simulate --games 100 --players 4",
        ),
        ("See all options of a command, with examples", "gitopoly simulate --help"),
    ],
)
@click.version_option(__version__, "-V", "--version", prog_name="gitopoly")
def main() -> None:
    """Monopoly with no server."""

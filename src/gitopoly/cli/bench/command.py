"""``gitopoly bench``: run benchmarks and compare the results."""

import click

from gitopoly.cli.lazy import LazyCommand, LazyGroup

__all__ = ["COMMANDS", "bench"]

COMMANDS = {
    "run": LazyCommand("gitopoly.cli.bench.running", "run", "Run benchmarks; needs a checkout."),
    "compare": LazyCommand(
        "gitopoly.cli.bench.comparing", "compare", "Say which changes are larger than the noise."
    ),
    "table": LazyCommand(
        "gitopoly.cli.bench.running", "table", "Print the newest figures as a table."
    ),
}
"""Every command by its name, in the order in which ``--help`` lists them."""


@click.group(
    cls=LazyGroup,
    lazy_commands=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
    examples=[
        ("Measure the kernel and the ledger", "gitopoly bench run kernel ledger"),
        ("What has changed since the last commit?", "gitopoly bench compare HEAD~1 HEAD"),
        ("Two histories from other machines", "gitopoly bench compare old.jsonl new.jsonl"),
        ("The newest figures as a table", "gitopoly bench table"),
    ],
)
def bench() -> None:
    """Run the benchmarks, and compare two commits.

    Runs are kept in a history, one line of JSON each: bench/history.jsonl of
    the checkout, unless --history names another file.
    """

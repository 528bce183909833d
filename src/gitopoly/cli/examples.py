"""The Examples section that every command shows in its ``--help``.

A command asks for it by its class::

    @click.command(
        cls=ShowsExamples,
        examples=[("Ten games of the small edition", "gitopoly simulate --games 10 ...")],
    )
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

import click

__all__ = ["ShowsExamples"]


class ShowsExamples(click.Command):
    """A command whose help ends with examples that can be copied."""

    def __init__(
        self, *args: Any, examples: Sequence[tuple[str, str]] = (), **settings: Any
    ) -> None:
        super().__init__(*args, **settings)
        self.examples = tuple(examples)
        """Pairs of a description and the line to type."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options; errors remember the command they belong to."""
        with _typed_in(ctx):
            return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; usage errors it raises remember the command they belong to."""
        with _typed_in(ctx):
            return super().invoke(ctx)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples unwrapped: a wrapped line cannot be copied."""
        if self.examples:
            with formatter.section("Examples"):
                for purpose, line in self.examples:
                    formatter.write(f"{'':{formatter.current_indent}}# {purpose}\n")
                    formatter.write(f"{'':{formatter.current_indent}}{line}\n")
        super().format_epilog(ctx, formatter)


@contextlib.contextmanager
def _typed_in(ctx: click.Context) -> Iterator[None]:
    try:
        yield
    except click.UsageError as error:
        error.ctx = error.ctx or ctx
        raise

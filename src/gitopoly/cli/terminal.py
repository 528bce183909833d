"""Where commands print: rich's console, which leaves a closed pipe to `exit_on_error`."""

from __future__ import annotations

import textwrap
from typing import NoReturn

from rich.console import Console
from rich.markup import escape

__all__ = ["Terminal"]


class Terminal(Console):
    """A console that wraps lines at words, and only on a terminal."""

    def __init__(self) -> None:
        super().__init__(highlight=False, soft_wrap=True)

    def on_broken_pipe(self) -> NoReturn:
        """Let `exit_on_error` end the command; rich would exit as if a check had failed."""
        raise BrokenPipeError

    def tell(self, name: str, style: str, sentence: str) -> None:
        """Print a sentence after a coloured name, with further lines indented."""
        start = f"  {name} "
        if self.is_terminal:
            width = max(self.width, 20)
            sentence = textwrap.fill(
                sentence, width, initial_indent=start, subsequent_indent=" " * (len(start) + 2)
            )[len(start) :]
        self.print(f"  [{style}]{escape(name)}[/] {escape(sentence)}")

"""A progress bar for tasks longer than two seconds, on a terminal only."""

from __future__ import annotations

import sys
import threading
from types import TracebackType

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE = 2.0
"""Seconds after which the bar appears."""
STEPS = 200
"""How often it moves at most; drawing each of many more takes longer than some tasks."""


class ProgressBar:
    """Shows the progress of a task; one of unknown length only shows that it is running."""

    def __init__(self, label: str, total: int | None = None, quiet: bool = False) -> None:
        disable = quiet or not sys.stderr.isatty()
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        console = Console(stderr=True)
        self.bar = Progress(*columns, console=console, transient=True, disable=disable)
        self.task = self.bar.add_task(escape(label), total=total)
        self._step = max(1, (total or 0) // STEPS)
        self._told = 0
        self.timer = threading.Timer(PATIENCE, self.bar.start)
        self.timer.daemon = True

    def __enter__(self) -> ProgressBar:
        self.timer.start()
        return self

    def done(self, number: int) -> None:
        """Report how much of the total is done."""
        if abs(number - self._told) >= self._step:
            self._told = number
            self.bar.update(self.task, completed=number)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.timer.cancel()
        self.timer.join()  # it may be about to show the bar
        self.bar.stop()

"""What the source document published, from one data file."""

from __future__ import annotations

import functools
import tomllib
from dataclasses import dataclass
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class ProgressRow:
    """A row of a table about TLC's progress."""

    time: str
    """Hours, minutes and seconds."""
    diameter: int
    found: int
    distinct: int
    queue: int

    @property
    def seconds(self) -> int:
        """The time in seconds.

        >>> ProgressRow("13:20:32", 44, 0, 0, 0).seconds
        48032
        """
        hours, minutes, seconds = map(int, self.time.split(":"))
        return 3600 * hours + 60 * minutes + seconds


@functools.cache
def document() -> dict[str, Any]:
    """Everything that was published, as given in the file."""
    text = (resources.files("gitopoly.evaluation") / "published.toml").read_text("utf-8")
    return tomllib.loads(text)


def citation() -> str:
    """The source document of all figures."""
    return "{author}: {title}; {kind}; {chapter}".format(**document()["source"])


def figure(part: str, name: str) -> float:
    """One figure of a part such as `actions`."""
    return float(document()[part][name])


def progress(module: str) -> list[ProgressRow]:
    """The rows about a module such as `Auction1`, newest first."""
    return [ProgressRow(*row) for row in document()["progress"][module]]


def taken(module: str) -> dict[str, tuple[int, int]]:
    """States found and distinct states of each action of a module."""
    return {name: (a, b) for name, (a, b) in document()["taken"][module].items()}


def behaviours() -> dict[str, int]:
    """How often each action was found in random behaviours."""
    return dict(document()["behaviours"])

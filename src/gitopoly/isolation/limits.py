"""What code of others may take, and how its failures are called."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gitopoly.errors import InvalidBot

MEMORY = 1024
"""Megabytes that an isolated process may have, unless told otherwise."""
LONGEST = 10_000_000
"""Seconds that can be allowed: about four months, which timers of every system know."""

RAISED = "raised"
TIMEOUT = "timeout"
BUDGET = "budget"
JUNK = "junk"
REFUSED = "refused"
DIED = "died"


@dataclass(frozen=True)
class ResourceLimits:
    """Seconds that a bot has."""

    call: float = 3.0
    match: float = 300.0

    def __post_init__(self) -> None:
        for name, seconds in (("call", self.call), ("match", self.match)):
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise InvalidBot(f"the limit {name} is a number of seconds, not {seconds!r}")
            if not 0 < seconds <= LONGEST or math.isnan(seconds):
                raise InvalidBot(f"the limit {name} is more than 0 s and at most {LONGEST} s")


class RemoteFault(Exception):
    """Raised on this side for a fault that happened in the other process."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

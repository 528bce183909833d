"""Resource limits for untrusted code, and the names of its failures."""

from __future__ import annotations

import math
from dataclasses import dataclass

from gitopoly.errors import InvalidBot

MEMORY = 1024
"""Default memory limit of an isolated process, in megabytes."""
LONGEST = 10_000_000
"""The largest time limit in seconds: about four months, which every system's timers support."""

GRACE = 1.0
"""Seconds beyond the limit of a call after which a process is given up."""

RAISED = "raised"
TIMEOUT = "timeout"
BUDGET = "budget"
JUNK = "junk"
REFUSED = "refused"
DIED = "died"


@dataclass(frozen=True)
class ResourceLimits:
    """Time limits of a bot, in seconds."""

    call: float = 3.0
    match: float = 300.0

    def __post_init__(self) -> None:
        for name, seconds in (("call", self.call), ("match", self.match)):
            if isinstance(seconds, bool) or not isinstance(seconds, int | float):
                raise InvalidBot(f"the limit {name} must be a number of seconds, not {seconds!r}")
            if not 0 < seconds <= LONGEST or math.isnan(seconds):
                raise InvalidBot(f"the limit {name} must be more than 0 s and at most {LONGEST} s")


class RemoteFault(Exception):
    """Raised on this side for a fault in the other process."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

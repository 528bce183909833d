"""What code of others may take, and how its failures are called."""

from __future__ import annotations

from dataclasses import dataclass

MEMORY = 1024
"""Megabytes that an isolated process may have, unless told otherwise."""

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


class RemoteFault(Exception):
    """Raised on this side for a fault that happened in the other process."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

"""What was refused, why, and the proof: enough to show others, never the bytes themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from gitopoly.ledger.entry import UNPRINTABLE

CODES = {
    "malformed": "a commit or a tree that is not an entry",
    "too-big": "an object over the limit, seen by its size and never read",
    "too-many": "more new entries at once than a game needs",
    "unknown-seat": "an author who is not in the game",
    "wrong-chain": "an entry on the log of another seat",
    "wrong-parents": "parents that no honest program names",
    "unknown-parent": "a parent, or another object, that is missing",
    "refused-parent": "an entry on top of a refused one",
    "unknown-key": "a first entry that did not come from its seat itself",
    "other-key": "a first entry under a different key from the one that its seat has shown here",
    "forged": "a signature that is not the author's",
    "illegal": "an entry that the game's rules refuse",
    "moved-back": "an earlier entry than its repository has shown before",
    "fork": "two entries of one seat in the same place",
    "forked": "an entry of a seat whose fork is known",
    "bound": "an entry of a seat that this one has voted out",
}
"""Every reason for a refusal, in words."""

PASSING = {"unknown-parent", "unknown-key", "other-key", "bound", "too-many"}
"""What later entries may resolve, so that the same entry is looked at again."""

BLAMELESS = {"unknown-key", "other-key", "bound"}
"""What an honest seat may cause, and so is not held against it."""


UNPROVED = {"moved-back"}
"""What a seat's host may cause on its own, such as a mirror that lags.

It is recorded and shown, but held against nobody: the proof that a seat takes moves back is
another branch with its own signatures.
"""


PROVED = {"illegal", "fork"}
"""What only the seat's own key can have caused, whoever writes where the seat publishes."""


@dataclass(frozen=True)
class Evidence:
    """One refusal, or one proof of a fork."""

    code: str
    """One of `CODES`."""
    id: str
    """The entry that was refused."""
    seat: str
    """On whose log it was found."""
    reason: str
    """What is wrong, for people."""
    size: int
    """Bytes of the commit, or of the object that is too big; 0 if it is missing."""
    time: int
    """When it was seen, in seconds since 1970."""
    also: tuple[str, ...] = ()
    """Other entries that are part of the proof."""
    rule: str = ""
    """The game rule that was broken, if any."""

    def record(self) -> dict[str, object]:
        """Write it as a JSON object."""
        return {**asdict(self), "also": list(self.also)}

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Evidence:
        """Read what `record` wrote."""
        also = record.get("also")
        return cls(
            code=_text(record.get("code", "malformed")),
            id=_text(record.get("id")),
            seat=_text(record.get("seat")),
            reason=_text(record.get("reason")),
            size=_whole(record.get("size")),
            time=_whole(record.get("time")),
            also=tuple(map(_text, also)) if isinstance(also, list) else (),
            rule=_text(record.get("rule")),
        )


def _text(value: object) -> str:
    """A line that can be printed; the record may be in a folder that somebody else has made."""
    return UNPRINTABLE.sub("?", value) if isinstance(value, str) else ""


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0

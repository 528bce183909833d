"""Whom one trusts, and why: keys, fingerprints to compare, and what is held against a seat."""

from __future__ import annotations

from pathlib import Path

from gitopoly.ledger.evidence import BLAMELESS, CODES, PASSING, Evidence
from gitopoly.ledger.identity import Identity, default_path, load_or_make
from gitopoly.table.game import Game

__all__ = ["default_path", "fingerprints", "held_against", "own_key", "warning"]


def own_key(path: Path | None = None) -> Identity:
    """The key in a file, by default this user's; it is made on first use."""
    return load_or_make(path)


def fingerprints(game: Game) -> dict[str, str]:
    """The fingerprint of each seat whose key is known, for people to compare."""
    return {name: key.fingerprint for name, key in game.replica.keys.items() if key is not None}


def held_against(game: Game) -> list[Evidence]:
    """What shows that a seat's program is damaged or hostile; nothing that news may still mend."""
    return [found for found in game.evidence if found.code not in PASSING | BLAMELESS]


def warning(found: Evidence) -> str:
    """One line about a piece of evidence."""
    proof = " and ".join(commit[:12] for commit in (found.id, *found.also) if commit)
    said = CODES.get(found.code, found.code)
    why = "" if found.reason == said else f": {found.reason}"
    return f"{found.seat} showed {said}{why} ({proof or 'nothing was taken over'})"

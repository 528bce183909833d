"""Extras that a command needs: a missing one is said before any work is done."""

from __future__ import annotations

import importlib.util

from gitopoly.errors import MissingExtra

__all__ = ["demand"]


def demand(purpose: str, package: str, extra: str) -> None:
    """Refuse at once what would fail at the end; imports nothing."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtra(purpose, package, extra)

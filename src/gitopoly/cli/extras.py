"""Extras that a command needs: a missing one is reported before any work is done."""

from __future__ import annotations

import importlib.util

from gitopoly.errors import MissingExtra

__all__ = ["demand"]


def demand(purpose: str, package: str, extra: str) -> None:
    """Fail now instead of at the end if an extra is missing; imports nothing."""
    if importlib.util.find_spec(package) is None:
        raise MissingExtra(purpose, package, extra)

"""Editions by name or from a file: a path works wherever a name does.

Only what a person or their own program passes in is taken for a path. Records and games between
friends carry their editions along; a name in them is never looked for on this machine.
"""

from __future__ import annotations

import os
from os import PathLike
from pathlib import Path
from typing import Any

from gitopoly import editions
from gitopoly.editions import EDITIONS, Edition
from gitopoly.editions.files import MOST_BYTES, read, shipped_edition
from gitopoly.errors import InvalidEdition, InvalidRules
from gitopoly.rules.rules import problems_of

SUFFIX = ".toml"
MOST_FILES = 8
"""How many files may extend each other in a row."""


def is_path(edition: str | PathLike[str]) -> bool:
    """Whether a file is meant, not the name of a shipped edition.

    >>> is_path("classic"), is_path("mycity.toml"), is_path("./mycity")
    (False, True, True)
    """
    given = os.fspath(edition)
    return not isinstance(edition, str) or given.endswith(SUFFIX) or os.sep in given


def edition_for(edition: str | PathLike[str] | Edition, options: dict[str, Any]) -> Edition:
    """The edition given by name, by path or as itself; `options` may change a shipped one."""
    if isinstance(edition, str | PathLike) and not is_path(edition):
        return editions.load(str(edition), options.get("board"), options.get("decks"))
    if not isinstance(edition, Edition):
        edition = read_edition(edition)
    elif problems := problems_of(edition):
        raise InvalidEdition(str(edition.name), tuple(map(str, problems)))
    editions.refuse_variants(edition, options)
    return edition


def read_edition(path: str | PathLike[str]) -> Edition:
    """The edition of a file; raises `InvalidEdition` with everything that is wrong with it."""
    return _playable(os.fspath(path), *examine(path))


def read_text(text: str, name: str) -> Edition:
    """The same for a text that somebody sends, as the file `name`."""
    return _playable(name, *examine_text(text, name))


def _playable(name: str, edition: Edition | None, problems: list[str]) -> Edition:
    if edition is None or problems:
        raise InvalidEdition(name, tuple(problems))
    return edition


def examine(path: str | PathLike[str]) -> tuple[Edition | None, list[str]]:
    """The edition of a file, if it can be read as one, and every problem with its line."""
    return _examine_file(Path(path), ())


def examine_text(text: str, name: str) -> tuple[Edition | None, list[str]]:
    """The same for a text that somebody sends, as the file `name`: it extends no other file."""
    return read(text, name, problems_of)


def _examine_file(place: Path, above: tuple[Path, ...]) -> tuple[Edition | None, list[str]]:
    """The same for a file that is extended by those `above`."""
    known = (*above, Path(os.path.abspath(place)))

    def extended(name: object) -> Edition:
        """A shipped edition, or that of a file, whose path starts where this file lies."""
        if not isinstance(name, str) or not is_path(name):
            try:
                return shipped_edition(name)
            except InvalidRules as refusal:
                raise InvalidRules(f"{refusal}, or a file such as ./mycity.toml") from None
        other = Path(os.path.abspath(place.parent / name))
        if other in known:
            raise InvalidRules("leads back to this file; extend another one")
        if len(known) == MOST_FILES:
            raise InvalidRules(f"would be file {MOST_FILES + 1} in a row; {MOST_FILES} may be")
        try:
            found, problems = _examine_file(other, known)
        except InvalidRules as refusal:
            raise InvalidRules(f"cannot be followed: {refusal}") from None
        if found is None or problems:
            raise InvalidRules(f"cannot be followed: {name}, {problems[0]}")
        return found

    return read(_text(place), place.name.removesuffix(SUFFIX), problems_of, extended=extended)


def _text(place: Path) -> str:
    try:
        if place.exists() and not place.is_file() and not place.is_dir():  # a pipe makes us wait
            raise InvalidRules(f"{place} is not a regular file; name another file")
        with place.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InvalidRules(f"{place} is larger than any edition; name another file")
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidRules(f"{place} is not a text file; name another file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidRules(
            f"there is no edition {str(place)[:160]!r}: {reason}; "
            f"name a file, or one of {', '.join(EDITIONS)}"
        ) from None

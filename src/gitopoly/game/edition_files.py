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
from gitopoly.editions.files import MOST_BYTES, MOST_PROBLEMS, EditionFile
from gitopoly.errors import InvalidEdition, InvalidRules
from gitopoly.kernel.rules import problems_of

SUFFIX = ".toml"


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
    place = Path(path)
    return examine_text(_text(place), place.name.removesuffix(SUFFIX))


def examine_text(text: str, name: str) -> tuple[Edition | None, list[str]]:
    """The same for a text that somebody sends, as the file `name`."""
    file = EditionFile(text, name)
    problems = list(file.problems)
    if file.edition is not None:
        problems += problems_of(file.edition)
    return file.edition, [file.told(problem) for problem in problems[:MOST_PROBLEMS]]


def _text(place: Path) -> str:
    try:
        with place.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InvalidRules(f"{place} is larger than any edition; name another file")
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise InvalidRules(f"{place} is not a text file; name another file") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidRules(
            f"there is no edition {str(place)!r}: {reason}; "
            f"name a file, or one of {', '.join(EDITIONS)}"
        ) from None

"""Objects of a repository that nobody has mended yet: what is damaged is missing at once."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from gitopoly.errors import MissingObject
from gitopoly.ledger.git.read_only import ReadOnlyStore
from tests.ledger.repositories import game, raw

CONTENT = bytes(range(256)) * 3


def loose(folder: Path) -> tuple[str, Path]:
    """An object in a file of its own in a new repository; its id and the file."""
    name = raw(game(folder), "blob", CONTENT)
    path = folder / ".git" / "objects" / name[:2] / name[2:]
    path.chmod(0o644)
    return name, path


def test_a_whole_object_is_read(tmp_path: Path) -> None:
    name, _ = loose(tmp_path)
    assert ReadOnlyStore(tmp_path).read(name) == ("blob", CONTENT)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.1, 0.5, 0.9, 0.99])
def test_an_object_that_is_cut_short_is_missing(tmp_path: Path, share: float) -> None:
    name, path = loose(tmp_path)
    os.truncate(path, int(path.stat().st_size * share))
    with pytest.raises(MissingObject):
        ReadOnlyStore(tmp_path).read(name)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.99])
def test_zeros_in_the_place_of_an_end_are_no_object(tmp_path: Path, share: float) -> None:
    name, path = loose(tmp_path)
    size = path.stat().st_size
    os.truncate(path, int(size * share))
    os.truncate(path, size)
    with pytest.raises(MissingObject):
        ReadOnlyStore(tmp_path).read(name)


def test_what_a_pack_holds_too_is_read_from_there(tmp_path: Path) -> None:
    name, path = loose(tmp_path)
    command = ["git", "-C", str(tmp_path), "pack-objects", "-q", ".git/objects/pack/pack"]
    subprocess.run(command, input=name.encode(), check=True, capture_output=True)
    os.truncate(path, 20)
    assert ReadOnlyStore(tmp_path).read(name) == ("blob", CONTENT)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    name, path = loose(tmp_path)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(MissingObject):
        ReadOnlyStore(tmp_path).read(name)


@pytest.mark.parametrize("name", ["", "x", "\0" * 40, "../" * 14, "ab" * 30])
def test_what_is_no_name_of_an_object_is_missing(tmp_path: Path, name: str) -> None:
    loose(tmp_path)
    with pytest.raises(MissingObject):
        ReadOnlyStore(tmp_path).read(name)

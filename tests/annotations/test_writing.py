"""Files are written whole, and never over somebody's work."""

from pathlib import Path

import pytest

from gitopoly.annotations.writing import read_present, replace_file, write_new
from gitopoly.errors import InvalidRulebook


def test_a_new_file_is_written_with_its_folders(tmp_path: Path) -> None:
    assert write_new(tmp_path / "a" / "b.txt", "text\r\n")
    assert (tmp_path / "a" / "b.txt").read_bytes() == b"text\r\n"


def test_a_file_that_differs_is_only_replaced_by_force(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(InvalidRulebook, match="exists and differs; use --force to replace it"):
        write_new(path, "text")
    assert path.read_text(encoding="utf-8") == "mine"
    assert write_new(path, "text", force=True)
    assert path.read_text(encoding="utf-8") == "text"


def test_the_same_text_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    assert write_new(path, "text")
    assert not write_new(path, "text")


def test_what_is_present_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "b.txt"
    assert read_present(path) is None
    path.write_bytes(b"text\r\n")
    assert read_present(path) == "text\r\n"


def test_nothing_is_left_behind_when_writing_fails(tmp_path: Path) -> None:
    (tmp_path / "b.txt").mkdir()
    with pytest.raises(InvalidRulebook, match="cannot write"):
        replace_file(tmp_path / "b.txt", "text")
    assert [path.name for path in tmp_path.iterdir()] == ["b.txt"]


def test_a_file_where_a_folder_should_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    with pytest.raises(InvalidRulebook, match="cannot read"):
        write_new(tmp_path / "a" / "b.txt", "text")

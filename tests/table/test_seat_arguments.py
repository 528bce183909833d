"""Seats and addresses as people write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import GitopolyError, InvalidSeat
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.routes import address_from, is_path, join_command, read_seat

KEY = "SHA256:" + "aB3+/" * 8 + "xyz"


def test_a_seat_is_a_nickname_and_an_address() -> None:
    info = read_seat("ann=https://example.org/ann.git", Path("/here"))
    assert (info.name, info.url, info.fingerprint) == (
        "ann",
        "https://example.org/ann.git",
        "",
    )


def test_a_fingerprint_pins_a_key() -> None:
    info = read_seat(f"ben=git@example.org:b#1.git#{KEY}", Path("/here"))
    assert (info.url, info.fingerprint) == ("git@example.org:b#1.git", KEY)


def test_a_path_means_the_same_from_every_folder() -> None:
    assert read_seat("ann=ann.git", Path("/here")).url == "/here/ann.git"
    assert read_seat("ann=../x/ann.git", Path("/here/now")).url == "/here/x/ann.git"
    assert address_from("/there/ann.git", Path("/here")) == "/there/ann.git"
    assert address_from("~/ann.git", Path("/here")) == str(Path.home() / "ann.git")


@pytest.mark.parametrize(
    "text",
    [
        "ann",
        "ann=",
        "=x",
        "origin=x",
        "a b=x",
        "-x=y",
        "ann=ext::sh -c x",
        "ann=--upload-pack=x",
        "ann=x#SHA256:short",
        f"ann=x#{KEY}y",
        "ann=~no-such-user/ann.git",
    ],
)
def test_anything_else_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(GitopolyError) as refusal:
        read_seat(text, Path("/here"))
    assert "\n" not in str(refusal.value)


def test_the_refusal_says_what_to_write() -> None:
    with pytest.raises(InvalidSeat, match="write NICK=URL"):
        read_seat("ann", Path("/here"))


def test_a_command_to_join_can_be_pasted_whatever_the_address() -> None:
    game = GameFile("classic", (SeatInfo("ann", "/a b.git"), SeatInfo("ben", "https://h/x;y.git")))
    assert join_command(game, "ben") == (
        "gitopoly join --me 'ben=https://h/x;y.git' --from '/a b.git'"
    )
    with pytest.raises(InvalidSeat, match="there is no seat cleo"):
        join_command(game, "cleo")


def test_folders_are_told_from_addresses_that_hold_everywhere() -> None:
    assert is_path("/here/ann.git")
    assert not is_path("git@example.org:ann.git")
    assert not is_path("https://example.org/ann.git")

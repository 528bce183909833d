"""Guests talk by the host's program: as their own seat, within the bounds of every seat."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from gitopoly.errors import GameUnavailable, InvalidLine
from gitopoly.ledger.signature import check
from gitopoly.ledger.talk import MAX_TEXT, MOST_AT_ONCE
from gitopoly.ledger.transports.remote import transport
from gitopoly.table.conversation import Conversation
from gitopoly.table.host_game import GuestTable, HostDriver
from tests.table.hosted import host_in, resumed
from tests.web.game_servers import wait_for


def talk_of(table: HostDriver | GuestTable) -> Conversation:
    """What somebody hears, once they may speak."""
    found = table.talk
    assert found is not None
    return found


def speaking(host: HostDriver, name: str) -> Conversation:
    """What a guest hears who may speak."""
    guest = talk_of(host.table_of(name))
    wait_for(lambda: (talk_of(host).hear(), guest.may_speak)[1])
    return guest


def published(host: HostDriver, name: str) -> str | None:
    """The newest published line of a seat."""
    place = str(host.hosting.repository(name))
    return transport(place, host.hosting.folder, branch="talk").probe().head


def test_guests_speak_as_their_own_seat_and_everybody_hears_them(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    watching = talk_of(host.table_of(""))
    host.sit("ben")
    host.sit("cleo")
    ben, cleo = speaking(host, "ben"), speaking(host, "cleo")
    line = ben.say("hello")
    reaction = cleo.react("thanks")
    for hearing in (talk_of(host), ben, cleo, watching):
        assert [(one.seat, one.text) for one in hearing.hear()] == [
            ("ben", "hello"),
            ("cleo", "thanks"),
        ]
        assert hearing.hear() == []
    for said in (line, reaction):
        key = host.game.replica.keys[said.seat]
        assert key is not None
        assert check(key, said.payload, said.signature)
        wait_for(lambda said=said: published(host, said.seat) == said.id)
    assert published(host, "ann") is None
    with pytest.raises(GameUnavailable):
        watching.say("me too")
    host.close()


def test_a_guest_has_the_bounds_of_every_seat(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    host.sit("ben")
    host.sit("cleo")
    ben, cleo = speaking(host, "ben"), speaking(host, "cleo")
    for wrong in ("", " \n", "x" * (MAX_TEXT + 1)):
        with pytest.raises(InvalidLine):
            ben.say(wrong)
    with pytest.raises(InvalidLine):
        ben.react("applause")
    for number in range(MOST_AT_ONCE):
        ben.say(str(number))
    with pytest.raises(InvalidLine):
        ben.say("one more")
    assert cleo.say("nobody else has to wait").seat == "cleo"
    host.close()


def test_each_guest_mutes_for_themselves_and_is_remembered(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    host.sit("ben")
    host.sit("cleo")
    ben, cleo = speaking(host, "ben"), speaking(host, "cleo")
    line = cleo.say("hello")
    ben.mute("cleo")
    with pytest.raises(InvalidLine):
        ben.mute("ben")
    assert ben.shown([line]) == []
    assert talk_of(host).shown([line]) == cleo.shown([line]) == [line]
    host.close()
    again = resumed(tmp_path)
    assert talk_of(again.table_of("ben")).muted == {"cleo"}
    assert not talk_of(again).muted
    again.close()


def test_an_old_copy_of_the_folder_says_nothing_in_the_place_of_what_was_said(
    tmp_path: Path,
) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    first = speaking(host, "ben").say("first")
    host.close()
    assert published(host, "ben") == first.id  # the last line is not lost at the end
    shutil.copytree(tmp_path / "ann", tmp_path / "copy")
    host = resumed(tmp_path)
    second = speaking(host, "ben").say("second")
    host.close()
    shutil.rmtree(tmp_path / "ann")
    (tmp_path / "copy").rename(tmp_path / "ann")
    again = resumed(tmp_path)
    third = speaking(again, "ben").say("third")
    assert third.previous == second.id
    wait_for(lambda: published(again, "ben") == third.id)
    again.close()

"""Votes at a table with guests, whose seats one program holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import (
    GameUnavailable,
    IllegalAction,
)
from gitopoly.peers.absence import Retire
from gitopoly.peers.position import STAYS
from gitopoly.table.driver import GameDriver
from gitopoly.table.host_game import HostDriver
from tests.table.hosted import host_in, peer_of, play, playing_on
from tests.web.game_servers import wait_for


def test_a_host_who_stays_away_cannot_be_voted_out_by_those_without_its_guests(
    tmp_path: Path,
) -> None:
    host = host_in(
        tmp_path, "ben", "cleo", "dan", options=(("opening_throw", 0),), retire_after=10**6
    )
    host.sit("ben")
    peers = [peer_of(host, tmp_path, name) for name in ("cleo", "dan")]
    wait_for(lambda: ([one.poll(0.01) for one in (host, *peers)], peers[1].game.started)[1])
    host.close()
    wait_for(lambda: ([one.poll(0.01) for one in peers], can_vote_out("ann", peers))[1])
    for peer in peers:
        peer.vote("ann")
    heads = {head for peer in peers for head in peer.game.heads().values()}
    wait_for(
        lambda: (
            [one.poll(0.01) for one in peers],
            all(head in peer.game.log for head in heads for peer in peers),
        )[1]
    )
    for peer in peers:  # the vote of ben, whose key the host has, is missing
        assert peer.game.position.plays(0)
        assert peer.game.position.retired[0] == STAYS
        assert all(peer.game.position.votes[seat] for seat in (2, 3))
        peer.close()


def can_vote_out(name: str, tables: list[GameDriver]) -> bool:
    """Whether all of them could vote on a seat now."""
    return all(table.seat is not None and name in table.seat.votable() for table in tables)


def test_a_guest_has_no_vote_and_a_host_lets_an_absent_one_resign(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo", retire_after=60)
    host.sit("ben")
    host.sit("cleo")
    play(host, 2)
    with pytest.raises(GameUnavailable):
        host.table_of("ben").vote("ann")
    host.vote("cleo")
    host.poll()
    assert not host.game.position.plays(2)
    assert not any(host.game.position.votes)
    host.close()


def test_seats_of_one_program_vote_as_one_also_when_a_vote_is_repeated(tmp_path: Path) -> None:
    host = host_in(
        tmp_path, "ben", "cleo", "dan", options=(("opening_throw", 0),), retire_after=10**6
    )
    host.sit("ben")
    cleo, dan = (peer_of(host, tmp_path, name) for name in ("cleo", "dan"))
    wait_for(lambda: ([one.poll(0.01) for one in (host, cleo, dan)], dan.game.started)[1])
    for number in (1, 2):  # dan is silent, shows up after all, and is silent again
        # Whatever dan has written is on its way, and a vote that misses it would be void.
        last = dan.game.position.counts[3]
        wait_for(lambda last=last: playing_on(host, cleo) and could_vote_at(host, last))
        assert not votes_at(host, 1, last)  # a guest's seat does not begin
        host.vote("dan")
        host.advance()
        assert votes_at(host, 0, last) == votes_at(host, 1, last) == {3}
        with pytest.raises(IllegalAction):
            host.vote("dan")
        cast = votes_in_log(host)
        host.advance()  # and perhaps hear what cleo has done meanwhile
        assert votes_in_log(host) == cast  # nobody votes twice
        if number == 1:
            wait_for(
                lambda last=last: (
                    playing_on(host, cleo, dan) and host.game.position.counts[3] > last
                )
            )
    wait_for(lambda: playing_on(host, cleo) and could_vote_at(cleo, last))
    cleo.vote("dan")
    wait_for(lambda: playing_on(host, cleo) and host.game.position.retired[3] != STAYS)
    for one in (host, cleo, dan):
        one.close()


def could_vote_at(table: GameDriver, last: int) -> bool:
    """Whether somebody has all of dan's entries and could vote dan out now."""
    assert table.seat is not None
    return table.game.position.counts[3] == last and "dan" in table.seat.votable()


def votes_in_log(host: HostDriver) -> list[str]:
    """Every vote that anybody has written, also one that changes nothing."""
    return [entry.id for entry in host.game.log if entry.trailers["Action"] == Retire.NAME]


def votes_at(host: HostDriver, seat: int, last: int) -> set[int]:
    """On whom a seat has voted, as of so many entries of theirs."""
    return {vote.seat for vote in host.game.position.votes[seat] if vote.last == last}

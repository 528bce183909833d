"""Auctions between peers: what has been seen binds, and all come to the same fair end."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.peers import Act, ProtocolPosition, choices, required_move
from gitopoly.peers.auction import highest_known_bid, known_last_bid
from gitopoly.rules import actions as a
from gitopoly.rules.auction import beats, open_auction
from gitopoly.rules.codes import AUCTION, DEED_AUCTION
from tests.peers.network import Game, Replica, deliver, new_game, random_move, settle
from tests.peers.positions import begun, concurrent, do, refused

ASSET = 39


def opened(players: int = 3, edition: str = "classic") -> ProtocolPosition:
    """Seat 0 has put Boardwalk up for auction."""
    p = begun(players, edition)
    open_auction(p.state, p.state.rules, DEED_AUCTION, ASSET, 0, p.state.phase)
    return p


def bid(seat: int, amount: int) -> Act:
    return Act(a.code_of(a.BID, seat, number=amount))


def test_a_bid_must_beat_every_bid_that_its_author_has_seen() -> None:
    p = opened()
    do(p, 0, bid(0, 20))
    assert known_last_bid(p.state, 0) == 20
    assert highest_known_bid(p.state) == 20
    assert highest_known_bid(p.state, but=0) == 0
    refused(p, 1, bid(1, 20), "at least as much")
    refused(p, 1, bid(1, 19), "at least as much")
    do(p, 1, bid(1, 21))


def test_bids_that_cross_are_all_placed() -> None:
    p = concurrent(
        opened(), *([(seat, bid(seat, amount))] for seat, amount in enumerate((9, 5, 9)))
    )
    assert p.state.bid[:3] == [9, 5, 9]


def test_the_leader_stands_only_while_it_leads() -> None:
    p = opened(3, "formal")
    for seat, amount in enumerate((9, 5)):
        p.state.bid[seat] = amount
    do(p, 2, Act(a.code_of(a.PASS, 2)))
    for seat in (0, 1):
        do(p, seat, Act(a.code_of(a.NEXT_ROUND, seat)))
    ahead = do(p.copy(), 1, bid(1, 12))
    refused(ahead, 0, Act(a.code_of(a.STAND, 0)), "at least as much")
    do(p, 0, Act(a.code_of(a.STAND, 0)))


@pytest.mark.parametrize(("edition", "leader"), [("classic", 1), ("formal", None)])
def test_of_bids_that_cross_and_are_equal_one_leads(edition: str, leader: int | None) -> None:
    """AUCTION-7: the first after the initiator, who cannot pass even if it has seen a raise."""
    p = concurrent(opened(3, edition), *([(seat, bid(seat, 9))] for seat in range(3)))
    for seat in range(3):
        do(p, seat, Act(a.code_of(a.NEXT_ROUND, seat)))
    assert [seat for seat in range(3) if a.code_of(a.STAND, seat) in choices(p, seat)] == (
        [] if leader is None else [leader]
    )
    if leader is not None:
        do(p, 0, bid(0, 12))
        refused(p, leader, Act(a.code_of(a.PASS, leader)), "AUCTION-5")
        do(p, leader, Act(a.code_of(a.STAND, leader)))


def test_who_has_nothing_to_decide_acts_unasked() -> None:
    p = opened()
    for seat in (1, 2):
        do(p, seat, Act(a.code_of(a.PASS, seat)))
    assert required_move(p, 0, None) is None
    do(p, 0, bid(0, 7))
    assert required_move(p, 0, None) == Act(a.code_of(a.NEXT_ROUND, 0))
    assert choices(p, 1) == []


@pytest.mark.parametrize("edition", ["classic", "formal"])
@pytest.mark.parametrize("seed", range(8))
def test_agreement_validity_and_integrity(seed: int, edition: str) -> None:
    """The winner's bid beats all others and is what is paid, and all have chosen alike.

    In `classic` every bid sells (AUCTION-7).
    """
    random = Random(seed)
    game = new_game(random.choice([2, 3, 4]), edition, joint=False)
    replicas = [Replica(game, seat) for seat in range(game.seats)]
    ended = sum(_auctions(game, replicas, random))
    settle(replicas)
    assert ended > 0


def _auctions(game: Game, replicas: list[Replica], random: Random) -> list[bool]:
    """Play at random; True for every auction that a closing entry ended."""
    found = []
    for _ in range(1500):
        replica = random.choice(replicas)
        arriving = list(replica.takeable())
        move = random_move(replica, random)
        if arriving and (move is None or random.random() < 0.5):
            replica.take(random.choice(arriving))
            continue
        if move is None:
            continue
        before = replica.position.copy()
        replica.write(move)
        closes = isinstance(move, Act) and a.kind_of(move.action) == a.CLOSE_AUCTION
        if closes and before.state.phase == AUCTION:
            _check_end(before, replica.position)
            found.append(True)
    deliver(replicas)
    return found


def _check_end(before: ProtocolPosition, after: ProtocolPosition) -> None:
    s = before.state
    bidders = [seat for seat in range(s.rules.num_players) if not s.is_bankrupt[seat]]
    chosen = {s.winner[seat] for seat in bidders}
    assert len(chosen) == 1
    winner = chosen.pop()
    if winner < 0:
        unsold = not s.rules.ties_have_a_leader
        assert all(s.last_bid[seat] == 0 or (unsold and s.passed[seat]) for seat in bidders)
        assert after.state.money == s.money
        return
    price = s.last_bid[winner]
    assert all(beats(s, s.rules, winner, seat) for seat in bidders if seat != winner)
    assert after.state.money[winner] == s.money[winner] - price
    for seat in bidders:
        assert seat == winner or after.state.money[seat] == s.money[seat]

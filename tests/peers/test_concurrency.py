"""Moves that may be concurrent commute: every order of the same moves gives one position."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.peers import Act, ProtocolPosition, Resign, Retire, Reveal, absence
from gitopoly.peers.position import STAYS
from gitopoly.rules import actions as a, is_over
from tests.peers.network import (
    Game,
    Replica,
    Written,
    all_orders,
    deliver,
    new_game,
    play,
    random_order,
    settle,
)

seeds = st.integers(0, 1 << 32)


def all_moves(game: Game) -> list[Written]:
    """Every move of every log."""
    return [written for log in game.logs for written in log]


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(seeds, st.sampled_from(["classic", "formal"]), st.integers(2, 4), st.booleans())
def test_replicas_that_hold_the_same_moves_have_the_same_position(
    seed: int, edition: str, players: int, joint: bool
) -> None:
    random = Random(seed)
    game = new_game(players, edition, joint)
    replicas = play(game, random, steps=400, resign=random.choice([0, 0.003]))
    settle(replicas)
    expected = replicas[0].position.to_yaml()
    assert {replica.position.to_yaml() for replica in replicas} == {expected}
    for _ in range(3):
        assert game.fold(random_order(all_moves(game), random)).to_yaml() == expected


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(3, 4))
def test_seats_that_fall_silent_are_retired_alike_for_all_who_stay(seed: int, players: int) -> None:
    random = Random(seed)
    game = new_game(players, "classic", joint=True, may_retire=True)
    gone = random.randrange(200)
    replicas = play(game, random, steps=500, vote=0.05, away=range(gone, gone + 300))
    settle(replicas)
    retired = {seat for r in replicas for seat, n in enumerate(r.position.retired) if n != STAYS}
    staying = [replica for replica in replicas if replica.seat not in retired]
    assert len({replica.position.to_yaml() for replica in staying}) <= 1


def crossed(game: Game) -> bool:
    """Whether two seats have voted on each other in ignorance of the other's vote."""
    votes = [w for w in all_moves(game) if isinstance(w.move, Retire)]
    return any(
        (left.move.seat, right.move.seat) == (right.seat, left.seat)  # type: ignore[union-attr]
        and left.past[right.seat] <= right.number
        and right.past[left.seat] <= left.number
        for left in votes
        for right in votes
    )


def quarrel(seed: int) -> tuple[Game, set[str]]:
    """A game of people without patience: the positions of all seats, and of other orders."""
    random = Random(seed)
    game = new_game(random.choice([2, 2, 3]), "classic", joint=True, may_retire=True)
    replicas = play(game, random, steps=300, vote=random.choice([0.05, 0.3]))
    settle(replicas)
    orders = [random_order(all_moves(game), random) for _ in range(3)]
    found = {replica.position.to_yaml() for replica in replicas}
    return game, found | {game.fold(order).to_yaml() for order in orders}


def test_two_who_vote_each_other_out_at_the_same_time_agree_in_the_end() -> None:
    games = [quarrel(seed) for seed in range(40)]
    assert [len(found) for _, found in games] == [1] * len(games)
    assert sum(crossed(game) for game, _ in games) >= 5


def test_without_an_order_of_votes_that_cross_the_two_would_part_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(absence, "overrules", lambda *_: False)

    def parts(seed: int) -> bool:
        try:
            return len(quarrel(seed)[1]) > 1
        except AssertionError:  # a comparison on the way has noticed it
            return True

    assert any(parts(seed) for seed in range(40))


def concurrent_windows(game: Game, random: Random) -> list[tuple[list[Written], list[Written]]]:
    """Short runs of moves that can be ordered in several ways, each with what came before."""
    order = random_order(all_moves(game), random)
    windows = []
    for first in range(0, len(order) - 7, 3):
        have = [0] * game.seats
        for written in order[:first]:
            have[written.seat] += 1
        window = order[first : first + 7]
        others = list(all_orders(have, window, []))
        if len(others) > 1:
            windows.append((order[:first], window))
    return windows


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_all_orders_of_small_sets_give_the_same_position(edition: str) -> None:
    random = Random(11)
    game = new_game(3, edition, joint=True)
    settle(play(game, random, steps=1200))
    windows = concurrent_windows(game, random)
    assert len(windows) > 20
    for before, window in windows[:60]:
        have = [0] * game.seats
        for written in before:
            have[written.seat] += 1
        found = {game.fold([*before, *order]).to_yaml() for order in all_orders(have, window, [])}
        assert len(found) == 1


def test_the_comparison_would_notice_moves_that_do_not_commute() -> None:
    """Two seats that both act on the bare table, as if both had the floor."""
    game = new_game(2, "formal", joint=False)
    ends = [Written(seat, 0, (0, 0), Act(a.code_of(a.END_PRE_ROLL, seat))) for seat in (0, 1)]
    roll = Written(0, 1, (1, 0), Act(a.code_of(a.ROLL_AND_MOVE, 0)))
    resign = Written(1, 0, (0, 0), Resign())
    assert game.fold([ends[0], roll]) != game.fold([ends[0]])
    assert game.fold([ends[0], roll, resign]) == game.fold([resign, ends[0], roll])
    early = game.fold([roll, ends[0]])
    assert early != game.fold([ends[0], roll])


def auction(players: int = 3) -> tuple[Game, list[Replica]]:
    """A classic game in which seat 0 has just put a deed up for auction."""
    random = Random(3)
    for seed in range(200):
        game = new_game(players, "classic", joint=True, opening_throw=0)
        replicas = [Replica(game, seat) for seat in range(players)]
        _until_auction(replicas, Random(seed))
        if replicas[0].position.state.auction_kind:
            settle(replicas)
            return game, replicas
    raise AssertionError(f"no auction in any game of {random}")


def _until_auction(replicas: list[Replica], random: Random) -> None:
    from gitopoly.peers import choices, required_move

    for _ in range(40):
        for replica in replicas:
            settle(replicas)
            position = replica.position
            if position.state.auction_kind or is_over(position.state):
                return
            move = required_move(position, replica.seat, replica.chain)
            if move is None:
                found = [c for c in choices(position, replica.seat) if isinstance(c, int)]
                wanted = [c for c in found if a.kind_of(c) == a.AUCTION_PROPERTY]
                if not found:
                    continue
                move = Act((wanted or found)[0])
            replica.write(move)


def test_bids_of_one_round_are_placed_at_the_same_time() -> None:
    _, replicas = auction()
    for replica, amount in zip(replicas, (10, 20, 30), strict=True):
        replica.write(Act(a.code_of(a.BID, replica.seat, number=amount)))
    deliver(replicas)
    assert [replica.position.state.bid[:3] for replica in replicas] == [[10, 20, 30]] * 3


def test_a_draw_is_made_by_links_that_arrive_in_any_order() -> None:
    game = new_game(3, "formal", joint=True)
    replicas = [Replica(game, seat) for seat in range(3)]
    replicas[0].write(Act(a.code_of(a.END_PRE_ROLL, 0)))
    replicas[0].write(Act(a.code_of(a.ROLL_AND_MOVE, 0)))
    deliver(replicas)
    links = [replicas[seat].write(_reveal(replicas[seat])) for seat in (1, 2)]
    deliver(replicas)
    last = replicas[0].write(_reveal(replicas[0]))
    before = game.logs[0][:2]
    found = [game.fold([*before, *order, last]) for order in (links, links[::-1])]
    assert found[0] == found[1]
    assert found[0].draw is None
    assert found[0].state.positions[0] > 0


def _reveal(replica: Replica) -> Reveal:
    assert replica.chain is not None
    link = replica.chain.next(replica.position.links[replica.seat])
    assert link is not None
    return Reveal(replica.position.draws, link)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(150))
def test_long_games_with_everything_that_can_happen(seed: int) -> None:
    random = Random(seed)
    game = new_game(
        random.choice([3, 4]),
        random.choice(["classic", "formal"]),
        joint=random.random() < 0.8,
        may_retire=True,
    )
    gone = random.randrange(1000)
    replicas = play(
        game,
        random,
        steps=2500,
        resign=random.choice([0, 0.001]),
        vote=random.choice([0.002, 0.02, 0.1]),
        away=range(gone, gone + random.choice([50, 300, 3000])),
    )
    deliver(replicas)
    assert all(isinstance(replica.position, ProtocolPosition) for replica in replicas)

"""A seat: what it may do, what it does unasked, its auto_play, its secrets and its clock."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.errors import IllegalAction, InvalidIdentity, InvalidSeat
from gitopoly.ledger.identity import from_seed
from gitopoly.peers import Recommit, dice
from gitopoly.rules import actions as a
from gitopoly.rules.codes import AUCTION, FREE_4_ALL
from gitopoly.table import seat as seat_module
from gitopoly.table.seat import AutoPlay, Seat
from tests.table.attacks import floor_of, table_at
from tests.table.tables import Table, act_at_random


def test_joining_twice_or_with_no_such_token_is_refused() -> None:
    table = Table(3)
    with pytest.raises(InvalidSeat, match="there is no token 'car wreck'"):
        table.seats[0].join("car wreck")
    table.seats[0].join()
    with pytest.raises(InvalidSeat, match="has already joined this game"):
        table.seats[0].join()


def test_a_refused_move_changes_nothing() -> None:
    table = Table(3, options={"opening_throw": 0}).start()
    ben = table.seats[1]
    before, length = ben.position.to_yaml(), len(ben.game.log)
    with pytest.raises(IllegalAction):
        ben.act("roll")
    assert (ben.position.to_yaml(), len(ben.game.log)) == (before, length)
    table.seats[0].act(a.code_of(a.END_PRE_ROLL, 0))
    table.seats[0].act("roll")


def test_before_the_start_there_is_nothing_to_choose() -> None:
    assert Table(3).seats[0].choices() == []


@pytest.mark.parametrize("edition", ["classic", "formal"])
def test_a_game_plays_to_its_end_and_all_finish(edition: str) -> None:
    table = Table(3, edition, options={"turn_limit": 6}).start()
    random = Random(2)
    for _ in range(4000):
        seat = random.choice(table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
        if all(min(seat.position.finished) == 3 for seat in table.seats):
            break
    for seat in table.seats:
        assert seat.game.over
        assert seat.position.finished == [3] * 3
        assert seat.run_automatic_moves() == []
        assert seat.choices() == []


def test_single_actions_are_taken_unasked_only_if_wanted() -> None:
    for single in (True, False):
        table = Table(2, "formal", options={}).start()
        for seat in table.seats:
            seat.auto_play = AutoPlay(single=single)
        random = Random(1)
        taken = 0
        for _ in range(60):
            for seat in table.seats:
                only = [c for c in seat.choices() if isinstance(c, int)]
                alone = len(seat.choices()) == 1 and len(only) == 1
                events = seat.run_automatic_moves()
                taken += alone and bool(events)
                assert single or not alone or not events
                act_at_random(seat, random)
                table.exchange()
        assert (taken > 0) == single


def test_a_seat_can_pass_until_its_turn_and_step_in_again() -> None:
    table = Table(3, "formal", options={}).start()
    ben = table.seats[1]
    ben.auto_play = AutoPlay(single=False, pass_until_my_turn=True)
    random = Random(3)
    passed = 0
    for _ in range(500):
        seat = random.choice(table.seats)
        s = ben.position.state
        others_turn = s.turn_player != 1 and s.phase in (FREE_4_ALL, AUCTION)
        events = seat.run_automatic_moves()
        if seat is ben and others_turn and events:
            passed += 1
        if seat is not ben or ben.position.state.turn_player == 1:
            act_at_random(seat, random)
        table.exchange()
    assert passed > 0
    ben.auto_play.pass_until_my_turn = False
    for _ in range(300):
        seat = random.choice(table.seats[::2])
        seat.run_automatic_moves()
        act_at_random(seat, random)
        table.exchange()
        if ben.choices() and ben.position.state.turn_player != 1:
            ben.run_automatic_moves()
            assert ben.choices()
            return
    assert ben.position.state.turn_player == 1 or ben.game.waiting_for() == ["ben"]


def test_a_chain_that_runs_out_is_replaced_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dice, "LENGTH", 20)
    monkeypatch.setattr(seat_module, "RESERVE", 12)
    table = Table(3, "formal").start()
    random = Random(6)
    for _ in range(1500):
        seat = random.choice(table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
        if min(seat.position.recommits) >= 1 and seat.position.draws > 30:
            break
    position = table.seats[0].position
    assert min(position.recommits) >= 1
    assert position.draws > 30
    log = table.seats[0].game.log
    assert sum(entry.trailers["Action"] == "Recommit" for entry in log) == sum(position.recommits)
    assert len({seat.position.to_yaml() for seat in table.seats}) == 1
    table.seats[1].resign()
    table.exchange()
    assert table.seats[0].position.resigned[1]


def test_the_wrong_key_has_no_secrets_for_this_game() -> None:
    table = Table(3, options={"opening_throw": 0}).start()
    stranger = Seat(table.seats[1].game, "ben", from_seed(b"a stranger"), table.clock)
    with pytest.raises(InvalidIdentity, match="do not come from this key"):
        stranger.resign()
    table.seats[1].resign()


def test_a_silent_seat_is_voted_out_where_the_game_says_so() -> None:
    table = table_at("a draw of another", retire_after=60)
    ann, ben, _ = table.seats
    for seat in (ann, ben):
        seat.run_automatic_moves()
    table.exchange()
    assert ann.game.waiting_for() == ["cleo"]
    assert ann.votable() == ["cleo"]
    ann.vote("cleo")
    assert ann.votable() == []
    table.exchange()
    ben.vote("cleo")
    table.exchange()
    assert ann.position.retired[2] >= 0
    assert ann.position == ben.position
    ann.run_automatic_moves()
    assert ann.position.draw is None


def test_where_all_wait_a_withheld_link_stops_the_draw_and_nothing_else_happens() -> None:
    table = table_at("a draw of another")
    ann, ben, _ = table.seats
    for _ in range(3):
        for seat in (ann, ben):
            seat.run_automatic_moves()
        table.exchange()
    assert ann.game.waiting_for() == ["cleo"]
    assert ann.choices() == ben.choices() == []
    assert ann.votable() == []
    with pytest.raises(IllegalAction, match="silent seats are waited for"):
        ann.vote("cleo")


def test_times_never_go_back_on_a_log() -> None:
    table = table_at("its floor")
    cleo = table.seats[2]
    assert floor_of(cleo)
    last = cleo.game.log[cleo.game.log.tips()["cleo"]].time
    again = Seat(cleo.game, "cleo", cleo.identity, lambda: 5.0)
    event = again.write(_anything(again))
    assert event.time == last


def _anything(seat: Seat) -> seat_module.Move:
    from gitopoly.peers import Act

    return Act(next(choice for choice in seat.choices() if isinstance(choice, int)))


def test_a_recommitment_is_not_written_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a reserve as long as the chain a seat would otherwise never stop."""
    monkeypatch.setattr(dice, "LENGTH", 30)
    monkeypatch.setattr(seat_module, "RESERVE", 30)
    table = Table(3, options={"opening_throw": 0}).start()
    ann = table.seats[0]
    assert ann.run_automatic_moves() == []
    with pytest.raises(IllegalAction, match="nothing of the chain has been revealed yet"):
        ann.write(Recommit(b"n" * 32))


def test_joining_one_invitation_twice_gives_other_dice() -> None:
    """Else links that were shown after the first join would be known after the second."""
    commitments = set()
    for nonce in (b"1" * 16, b"2" * 16, b""):
        table = Table(2)
        seat = table.seats[1]
        seat.join(nonce=nonce)
        entry = seat.game.log[seat.game.heads()["ben"]]
        commitments.add(entry.trailers["Dice"])
        assert not nonce or entry.trailers["Nonce"] == nonce.hex()
    assert len(commitments) == 3


def test_a_seat_that_comes_back_finds_its_chain_by_its_join() -> None:
    table = Table(2)
    for seat in table.seats:
        seat.join(nonce=seat.name.encode().ljust(16))
    table.start()
    assert all(seat.game.started for seat in table.seats)
    ben = table.seats[1]
    back = Seat(ben.game, "ben", ben.identity, table.clock)
    assert back.current_chain().commitment == ben.current_chain().commitment  # type: ignore[union-attr]
    assert back.current_chain().commitment == ben.position.links[1]  # type: ignore[union-attr]


def test_a_game_from_a_seed_repeats_its_nonces() -> None:
    first, second = Table(2).start(), Table(2).start()
    assert first.seats[0].game.heads() == second.seats[0].game.heads()

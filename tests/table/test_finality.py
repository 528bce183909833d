"""Forks in games that are judged by `Finality`: what is done stays done."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.peers import (
    Objection,
    ProtocolPosition,
    Recommit,
    Resign,
    Reveal,
    Setting,
    skip,
)
from gitopoly.peers.dice import Chain, hashed
from gitopoly.proof.games.audit import final_entries
from gitopoly.rules import Rules
from gitopoly.table.events import how_final
from gitopoly.table.opening import reseat
from tests.ledger.offers import offer
from tests.table.attacks import Opponent, table_at
from tests.table.tables import Table, act_at_random
from tests.table.test_forks import (
    OPTIONS,
    again,
    branches,
    look,
    meet,
    opponent,
    own,
    play_to_the_end,
    play_with_a_fork,
    play_with_two_forked_seats,
    same,
)
from tests.table.test_silence import crossing


def test_two_branches_end_a_seat_alike_and_the_game_goes_on_without_it() -> None:
    o = opponent()
    left, right = branches(o)
    for seat, entry in zip(o.honest, (left, right), strict=True):
        assert o.show(seat, entry).accepted
    for seat, entry in zip(o.honest, (right, left), strict=True):
        assert o.show(seat, entry).accepted
    for seat in o.honest:
        assert set(seat.game.log.forks()) == {"cleo"}
        assert [e.code for e in seat.game.evidence] == ["fork"]
        assert seat.position.forked == [False, False, True]
    same(o.honest)
    play_to_the_end(o.honest, Random(3))
    same(o.honest)
    for seat in o.honest:
        assert seat.position.state.is_bankrupt[2]
        assert seat.position.retired[2] >= 0


def test_a_seat_that_played_on_two_computers_opens_its_game_again() -> None:
    """It finds its dice again, though two branches of its own are there now."""
    table = Table(3, options=OPTIONS).start()
    table.exchange()
    cleo = table.seats[2]
    spare = table.twin(cleo)
    cleo.resign()
    table.clock()
    spare.resign()  # the same move at another time is another branch
    ann = table.seats[0]
    for seat in (cleo, spare):
        look(ann, seat)
    ann.run_automatic_moves()  # which shows both branches
    look(cleo, ann)
    assert set(cleo.game.log.forks()) == {"cleo"}
    again = reseat(cleo.game.store, "cleo", cleo.identity, table.clock)
    assert again.current_chain() is not None
    assert again.next_automatic_move() is None


@pytest.mark.slow
@pytest.mark.parametrize("back", [8, 20, 60])
def test_a_late_fork_takes_nothing_back_that_all_have_built_on(back: int) -> None:
    """By the first rule everything after the fork would be void."""
    o = opponent()
    for seat in (*o.honest, o.seat):
        meet([*o.honest, o.seat])
        seat.run_automatic_moves()
    meet([*o.honest, o.seat])
    game = o.honest[0].game
    before = game.counted()
    old = own(o, back)
    for seat in o.honest:
        assert o.show(seat, again(o, old)).accepted
    meet(o.honest)
    lost = set(before) - set(game.counted())
    assert game.log.forks()["cleo"]
    assert len(lost) <= 4
    same(o.honest)
    play_to_the_end(o.honest, Random(back))
    same(o.honest)


@pytest.mark.slow
def test_a_second_join_of_a_seat_that_resigned_does_not_revive_a_finished_game() -> None:
    table = table_at("its floor", options=OPTIONS)
    o = Opponent(table, table.seats[2])
    o.seat.write(Resign(o.seat.current_chain().secret))  # type: ignore[union-attr]
    seats = [*o.honest, o.seat]
    meet(seats)
    play_to_the_end(seats, Random(1))
    meet(seats)
    game = o.honest[0].game
    before, position = game.counted(), game.position
    log = o.seat.game.log
    join = log[log.at(log.tips()["cleo"], 1)]
    for seat in o.honest:
        assert o.show(seat, again(o, join)).accepted
    meet(o.honest)
    assert set(game.log.forks()) == {"cleo"}
    # Nobody stands on its own confirmation of the end; everything else stays.
    assert {game.log[e].trailers["Action"] for e in set(before) - set(game.counted())} <= {"Finish"}
    assert game.over
    assert game.position.state == position.state
    assert all(game.position.finished[:2])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_a_fork_anywhere_leads_all_to_the_same_and_the_game_ends(seed: int) -> None:
    play_with_a_fork(seed)


@pytest.mark.slow
def test_two_seats_that_forked_have_no_say_about_each_other() -> None:
    play_with_two_forked_seats()


@pytest.mark.slow
def test_a_link_that_was_shown_on_a_void_branch_is_not_used_for_another_draw() -> None:
    """One seat reveals on a branch that the other has never taken."""
    void_links = 0
    for seed in range(1, 5):
        o = opponent("a draw of another", seed=seed)
        ann, ben = o.honest
        o.show(ben, o.entry(o.reveal()))
        ben.run_automatic_moves()
        o.show(ann, o.entry(o.reveal(), time=int(o.table.clock()) + 9))
        meet(o.honest)
        play_to_the_end(o.honest, Random(seed))
        same(o.honest)
        log = ann.game.log
        reveals = [e for e in log if e.trailers["Action"] == "Reveal" and e.seat != "cleo"]
        void_links += sum(log.is_void(entry.id) for entry in reveals)
        assert len({entry.trailers["Link"] for entry in reveals}) == len(reveals)
    assert void_links > 0


@pytest.mark.slow
def test_a_resignation_on_a_void_branch_takes_effect() -> None:
    """Its secret is public, so that every later draw with the chain could be predicted."""
    o = opponent()
    ann, ben = o.honest
    left, right = branches(o)
    assert o.show(ann, left).accepted
    resignation = ann.resign().id
    assert o.show(ben, right).accepted
    for _ in range(2):
        meet(o.honest)
        ben.run_automatic_moves()
    meet(o.honest)
    for seat in o.honest:
        assert seat.game.log.is_void(resignation)
        assert seat.position.resigned == [True, False, False]
    play_to_the_end([ben], Random(2))
    assert ben.position.state.is_bankrupt[0]


def test_a_forked_seat_goes_out_by_votes_whatever_it_shows_to_one_alone() -> None:
    """Whoever alone knew that it resigned would see no reason to vote, and others would wait."""
    o = opponent()
    ann, ben = o.honest
    left, _ = branches(o)
    chain = o.seat.current_chain()
    assert chain is not None
    assert o.show(ann, left).accepted
    assert o.show(ben, o.entry(Resign(chain.secret), time=int(o.table.clock()) + 9)).accepted
    meet(o.honest)
    play_to_the_end(o.honest, Random(2))
    same(o.honest)
    assert ann.position.retired[2] >= 0
    assert not ann.position.resigned[2]


def new_position() -> tuple[ProtocolPosition, Chain]:
    chain = Chain(bytes(32))
    setting = Setting(("a", "b"), (chain.commitment,) * 2, b"game")
    return ProtocolPosition(Rules.of("classic", 2), setting), chain


def test_void_links_are_burnt_one_after_the_other_and_no_others() -> None:
    position, chain = new_position()
    first = chain.next(chain.commitment)
    assert first is not None
    second = chain.next(first)
    assert second is not None
    skip(position, 0, Reveal(1, second), (0, 0))
    assert position.links[0] == chain.commitment
    skip(position, 0, Reveal(1, first), (1, 0))
    assert position.links[0] == first
    skip(position, 0, Reveal(2, second), (2, 0))
    assert position.links[0] == second


def test_a_void_recommitment_has_no_effect_and_its_chain_is_not_begun_again() -> None:
    """Else a seat could choose its chain after it has seen the links of others."""
    position, chain = new_position()
    other = Chain(bytes(31) + b"x")
    skip(position, 1, Recommit(other.commitment), (0, 0))
    assert position.links[1] == chain.commitment
    assert position.recommits[1] == 1
    first = other.next(other.commitment)
    assert first is not None
    assert hashed(first) == other.commitment
    skip(position, 1, Reveal(1, first), (0, 1))
    assert position.links[1] == chain.commitment


def test_an_entry_says_in_plain_words_whether_it_can_be_taken_back() -> None:
    o = opponent()
    game = o.honest[0].game
    counted = game.counted()
    levels = [game.final_level(entry_id) for entry_id in counted]
    assert levels[0] == 3
    assert levels[-1] == 0
    assert how_final(3, 3) == "can no longer be taken back"
    assert how_final(2, 3) == "2 cheating players together could still take it back"
    assert how_final(1, 3) == "one cheating player could still take it back"
    assert how_final(0, 3) == "not everybody has built on it yet"
    final, still_open = final_entries(game)
    assert final == levels.count(3)
    assert [(e.commit, e.level) for e in still_open] == [
        (e, level) for e, level in zip(counted, levels, strict=True) if level != 3
    ]
    assert next(e.final for e in still_open if e.level == 0) == how_final(0, 3)


@pytest.mark.slow
def test_when_all_have_confirmed_the_end_nothing_before_it_can_be_taken_back() -> None:
    o = opponent()
    seats = [*o.honest, o.seat]
    play_to_the_end(seats, Random(1))
    game = o.honest[0].game
    assert game.confirmed
    open_still = [e for e in game.counted() if game.final_level(e) != 3]
    assert {game.log[e].trailers["Action"] for e in open_still} <= {"Finish"}


def ended_without_cleo() -> Table:
    """A game that somebody else has played to its end, of which cleo does not know yet."""
    for seed in range(20):
        table = Table(3, "classic", options=OPTIONS).start()
        random = Random(seed)
        while not any(seat.game.over for seat in table.seats):
            meet(table.seats)
            seat = random.choice(table.seats)
            if not seat.run_automatic_moves():
                act_at_random(seat, random)
        if not table.seats[2].game.over:
            return table
    raise AssertionError("cleo has ended every game")


def test_the_end_is_as_final_as_what_all_have_built_on_it() -> None:
    """One confirmation of everybody is one level: a fork in the last turn may still undo it."""
    table = ended_without_cleo()
    game = table.seats[0].game
    for _ in range(2):
        meet(table.seats)
        for seat in table.seats:
            if not seat.position.finished[seat.number]:
                seat.run_automatic_moves()
    for seat in table.seats[1:]:
        look(table.seats[0], seat)
    assert game.confirmed
    open_still = {e for e in game.counted() if game.final_level(e) != 3}
    assert {game.log[e].trailers["Action"] for e in open_still} > {"Finish"}
    play_to_the_end(table.seats, Random(1))
    assert game.position.finished == [3, 3, 3]
    open_still = {e for e in game.counted() if game.final_level(e) != 3}
    assert {game.log[e].trailers["Action"] for e in open_still} == {"Finish"}


@pytest.mark.slow
def test_who_left_without_seeing_the_end_can_still_speak_after_all_others_confirmed_it() -> None:
    table = ended_without_cleo()
    ann, ben, cleo = table.seats
    cleo.write(Resign(cleo.current_chain().secret))  # type: ignore[union-attr]
    for _ in range(2):
        meet([ann, ben])
        ann.run_automatic_moves()
        ben.run_automatic_moves()
    look(ann, cleo)
    look(ann, ben)
    game = ann.game
    assert game.confirmed
    some = {e for e in game.counted() if 0 < game.final_level(e) < 3}
    assert some
    meet(table.seats)
    play_to_the_end(table.seats, Random(1))
    assert {game.final_level(e) for e in some} == {3}


def draw_of_the_second_seat() -> Opponent:
    """A game in which all know that ben has asked for a draw, and nobody has revealed yet."""
    table = Table(3, "classic", options=OPTIONS).start()
    random = Random(1)
    for _ in range(3000):
        seat = random.choice(table.seats)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        table.exchange()
        draw = table.seats[0].position.draw
        if draw is not None and draw.asker == 1 and not any(draw.links):
            return Opponent(table, table.seats[2])
    raise AssertionError("the moment never came")


@pytest.mark.slow
def test_a_fork_within_the_last_draw_has_it_made_again() -> None:
    """Openly not promised: the last level is open, and the price is the seat."""
    o = draw_of_the_second_seat()
    ann, ben = o.honest
    draw = ann.position.draws
    ann.run_automatic_moves()
    look(ben, ann)
    assert o.show(ben, o.entry(o.reveal())).accepted
    revealed = ben.run_automatic_moves()[0].id
    drawn = ben.game.fold.known(revealed)
    assert drawn is not None
    assert drawn.draw is None
    # The outcome is known to ben and cleo; ann is shown the other branch.
    assert o.show(ann, o.entry(o.reveal(), time=int(o.table.clock()) + 9)).accepted
    look(ann, ben)
    ann.run_automatic_moves()
    look(ben, ann)
    for seat in o.honest:
        assert seat.game.log.is_void(revealed)
        assert seat.position.draws == draw
        assert seat.position.draw is not None
        assert seat.position.forked == [False, False, True]
    play_to_the_end(o.honest, Random(1))
    same(o.honest)
    assert ann.position.state.is_bankrupt[2]


@pytest.mark.slow
def test_a_third_branch_that_only_one_knows_of_changes_nothing_for_it() -> None:
    """None of its entries could name it, so that others would find them wrong."""
    o = opponent()
    ann, ben = o.honest
    left, right = branches(o)
    chain = o.seat.current_chain()
    assert chain is not None
    resignation = o.entry(Resign(chain.secret), time=int(o.table.clock()) + 19)
    assert o.show(ann, left).accepted
    assert o.show(ann, right).accepted
    assert o.show(ben, resignation).accepted
    ann.run_automatic_moves()
    look(ben, ann)
    assert len(ben.game.log.newest()["cleo"]) == 3
    play_to_the_end(o.honest, Random(4))
    for seat in o.honest:
        assert {found.seat for found in seat.game.evidence} == {"cleo"}
    assert ann.position.to_yaml() == ben.position.to_yaml()
    assert ann.game.counted() == ben.game.counted()


def test_what_stands_on_a_vote_that_can_be_overruled_is_not_called_final() -> None:
    """Two are left, and the one that comes first may have voted at the same moment."""
    table = Table(2, "classic", options={"opening_throw": 0}, retire_after=60).start()
    ann, ben = crossing(table)
    vote = ben.vote("ann").id
    assert ben.game.final_level(vote) == 0
    before = ben.game.counted()[0]
    assert ben.game.final_level(before)
    last = ann.vote("ben").id
    assert ann.game.final_level(last)


def test_news_of_a_fork_is_passed_on_by_whoever_has_nothing_else_to_write() -> None:
    """Else each of two could wait for the other: the fork changes whose turn it is."""
    o = opponent()
    ann, ben = o.honest
    left, right = branches(o)
    assert o.show(ann, left).accepted
    assert o.show(ben, left).accepted
    assert o.show(ben, right).accepted
    shown = ben.run_automatic_moves()
    assert shown
    look(ann, ben)
    assert set(ann.game.log.forks()) == {"cleo"}
    assert ann.position == ben.position


def test_a_fork_is_shown_once_and_not_without_end() -> None:
    o = opponent()
    ann, ben = o.honest
    left, right = branches(o)
    for seat in o.honest:
        assert o.show(seat, left).accepted
        assert o.show(seat, right).accepted
    shown = ben.write(Objection(2))
    assert shown.sentence == "ben shows that cleo wrote two versions of the same log."
    again_ = Opponent(o.table, ben).entry(Objection(2))
    look(ann, ben)
    offer(ann.game.store, again_.objects)
    refused = ann.game.receive("ben", again_.entry.id).refused
    assert refused is not None
    assert "nothing new" in refused.reason

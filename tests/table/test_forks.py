"""A seat that writes two branches goes out alike for all, and the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from gitopoly.ledger.entry import Draft, Entry, Sealed, seal
from gitopoly.peers import Act, ProtocolPosition, carry_out
from gitopoly.peers.play import owes_confirmation
from gitopoly.table import fold as fold_module
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.lobby import lobby_entries
from gitopoly.table.seat import Seat
from tests.table.attacks import Opponent, codes, table_at
from tests.table.tables import Table, act_at_random, copy, files_with

OPTIONS = {"opening_throw": 0, "turn_limit": 8}


def look(seat: Seat, other: Seat) -> None:
    """Let a seat take what another shows, whatever comes of it."""
    head = other.game.store.head(other.name)
    assert head is not None
    copy(other, seat.game.store)
    seat.game.receive(other.name, head)


def meet(seats: Sequence[Seat]) -> None:
    """Let everybody look at everybody's log."""
    for seat in seats:
        for other in seats:
            if other is not seat:
                look(seat, other)


def owed(position: ProtocolPosition) -> bool:
    """Whether somebody has to confirm the end of a game that is over."""
    return any(owes_confirmation(position, seat) for seat in position.players())


def play_to_the_end(seats: Sequence[Seat], random: Random, steps: int = 6000) -> None:
    """Let the honest seats play until all have seen the end."""
    for _ in range(steps):
        seat, other = random.choice(seats), random.choice(seats)
        if other is not seat:
            look(seat, other)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
        if all(s.game.over and not owed(s.position) for s in seats):
            break
    meet(seats)
    for seat in seats:
        assert seat.game.over
        assert all(seat.position.finished[other.number] for other in seats)


def reread(seat: Seat) -> GameReplica:
    """The same game as somebody sees it who reads the repository from the beginning."""
    store = seat.game.store
    root, invitation = find_invitation(store, seat.game.root)
    game = GameReplica(store, root, invitation)
    game.load()
    return game


def same(seats: Sequence[Seat]) -> None:
    """All honest seats are in one position in every respect, and so is who comes later."""
    first = seats[0].position
    for seat in seats:
        assert seat.position == first
        assert reread(seat).position == first
    log, fold = seats[0].game.log, seats[0].game.fold
    for entry in list(log)[-20:]:
        if fold.is_move(entry.id) and not log.is_void(entry.id):
            assert fold.past(entry.id) == tuple(fold.before(entry).counts)


def again(o: Opponent, old: Entry) -> Sealed:
    """An old entry once more, a second later: another branch, and nothing wrong with it."""
    draft = Draft(old.seat, old.parents, old.sentence, old.trailers, old.time + 1)
    return seal(draft, files_with(o.seat.game, old), o.seat.identity)


def own(o: Opponent, back: int) -> Entry:
    """The opponent's entry so many places before its newest, but none of the lobby."""
    log = o.seat.game.log
    newest = log.tips()[o.seat.name]
    return log[log.at(newest, max(2, log.number(newest) - back))]


def opponent(moment: str = "its floor", seed: int = 1, after: int = 70) -> Opponent:
    table = table_at(moment, seed=seed, after=after, options=OPTIONS)
    return Opponent(table, table.seats[2])


def branches(o: Opponent) -> tuple[Sealed, Sealed]:
    """Two entries in the same place, of which each alone would be taken."""
    first, *others = codes(o.seat)
    second = others[0] if others else first
    return o.entry(Act(first)), o.entry(Act(second), time=int(o.table.clock()) + 9)


def play_with_a_fork(seed: int) -> None:
    """One seat alone sees the second branch while the others play on without knowing of it."""
    random = Random(seed)
    o = opponent(random.choice(["its floor", "a draw of another", "its own draw"]), seed)
    branch = again(o, own(o, random.choice([0, 1, 3, 8, 20])))
    for _ in o.table.rounds(random, 25, [*o.honest, o.seat]):
        pass
    o.show(random.choice(o.honest), branch)
    for _ in range(40):
        seat, other = random.choice(o.honest), random.choice([*o.honest, o.seat])
        if seat is not other and random.random() < 0.4:
            look(seat, other)
        if not seat.run_automatic_moves():
            act_at_random(seat, random)
    for _ in range(3):
        meet(o.honest)
    same(o.honest)
    play_to_the_end(o.honest, random)
    same(o.honest)


def play_with_two_forked_seats() -> None:
    """Two of four seats fork; the others see it and play to the end."""
    table = Table(4, "classic", options=OPTIONS).start()
    random = Random(4)
    for _ in table.rounds(random, 120):
        pass
    for _ in range(3):
        table.exchange()
    honest = table.seats[:2]
    for bad in table.seats[2:]:
        o = Opponent(table, bad)
        for seat in honest:
            o.show(seat, again(o, own(o, 0)))
    meet(honest)
    assert honest[0].position.forked == [False, False, True, True]
    play_to_the_end(honest, random)
    same(honest)


@pytest.mark.slow
def test_two_branches_put_a_seat_out_alike_and_the_game_ends() -> None:
    o = opponent()
    last = o.seat.game.log.tips()["cleo"]
    left, right = branches(o)
    for seat, entry in zip(o.honest, (left, right), strict=True):
        assert o.show(seat, entry).accepted
    for seat, entry in zip(o.honest, (right, left), strict=True):
        assert o.show(seat, entry).accepted
    for seat in o.honest:
        proof = seat.game.log.forks()["cleo"]
        assert proof.last_common == last
        assert {proof.left, proof.right} == {left.entry.id, right.entry.id}
        assert [e.code for e in seat.game.evidence] == ["fork"]
        assert seat.position.forked == [False, False, True]
        assert seat.position.counts[2] == seat.game.log.number(last) - lobby_entries(2)
    same(o.honest)
    play_to_the_end(o.honest, Random(3))
    same(o.honest)
    for seat in o.honest:
        assert seat.position.state.is_bankrupt[2]
        assert seat.position.retired[2] >= 0


def test_a_forked_seat_cannot_go_on_with_either_branch() -> None:
    o = opponent()
    left, right = branches(o)
    for seat in o.honest:
        o.show(seat, left)
        o.show(seat, right)
        more = o.entry(Act(codes(o.seat)[0]), parents=(left.entry.id,))
        evidence = o.show(seat, more).refused
        assert evidence is not None
        assert evidence.code == "forked"


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_fork_far_back_is_healed_whoever_learns_of_it_first(seed: int) -> None:
    play_with_a_fork(seed)


def test_two_seats_that_forked_have_no_say_about_each_other() -> None:
    play_with_two_forked_seats()


@pytest.mark.slow
def test_a_link_that_was_shown_on_a_void_branch_is_not_used_for_another_draw() -> None:
    """Whoever saw it could work out the next draw before anybody asks for it."""
    void_links = 0
    for seed in range(1, 4):
        o = opponent(seed=seed)
        branch = again(o, own(o, 12))
        for seat in o.honest:
            o.show(seat, branch)
        meet(o.honest)
        play_to_the_end(o.honest, Random(seed))
        game = o.honest[0].game
        reveals = [
            entry
            for entry in game.log
            if entry.trailers["Action"] == "Reveal" and entry.seat != "cleo"
        ]
        void_links += sum(game.log.is_void(entry.id) for entry in reveals)
        assert len({entry.trailers["Link"] for entry in reveals}) == len(reveals)
    assert void_links > 0


def test_a_fork_does_not_make_every_look_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    o = opponent(seed=2)
    for seat in o.honest:
        o.show(seat, again(o, own(o, 0)))
    carried = []

    def counting(*given: object) -> None:
        carried.append(given)
        carry_out(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(fold_module, "carry_out", counting)
    seat = o.honest[0]
    for _ in range(50):
        assert seat.position.forked[2]
    assert len(carried) <= fold_module.SPACING + 8


def test_an_old_past_does_not_cost_a_whole_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat may show any number of bad entries on top of its oldest ones."""
    o = opponent(seed=2, after=300)
    game = o.honest[0].game
    monkeypatch.setattr(fold_module, "KEPT", 1)
    for _ in o.table.rounds(Random(1), 40):
        pass
    carried = []

    def counting(*given: object) -> None:
        carried.append(given)
        carry_out(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(fold_module, "carry_out", counting)
    moves = [entry for entry in game.log if game.fold.is_move(entry.id)]
    assert len(moves) > fold_module.SPACING + 40
    for entry in moves[-30:]:
        carried.clear()
        game.fold.before(entry)
        assert len(carried) <= fold_module.SPACING + 8


@pytest.mark.slow
def test_two_joins_of_one_seat_void_the_game_so_far_and_it_goes_on_without_it() -> None:
    o = opponent()
    log = o.seat.game.log
    join = log[log.at(log.tips()["cleo"], 1)]
    for seat in o.honest:
        assert o.show(seat, again(o, join)).accepted
    meet(o.honest)
    assert o.honest[0].game.log.forks()["cleo"].last_common is None
    play_to_the_end(o.honest, Random(5))
    same(o.honest)


@pytest.mark.slow
def test_an_initiator_who_forks_is_retired_like_anybody() -> None:
    table = table_at("its floor", options=OPTIONS)
    o = Opponent(table, table.seats[0])
    for seat in o.honest:
        assert o.show(seat, again(o, own(o, 1))).accepted
    meet(o.honest)
    play_to_the_end(o.honest, Random(5))
    same(o.honest)


def test_moves_on_sand_are_void_and_the_story_leaves_them_out() -> None:
    o = opponent()
    for seat in o.honest:
        o.show(seat, again(o, own(o, 6)))
    game = o.honest[0].game
    void = {entry.id for entry in game.log if game.log.is_void(entry.id)}
    assert void
    assert not void & {event.id for event in game.story()}

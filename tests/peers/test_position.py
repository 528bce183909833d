"""A position between peers: copies, comparison, and its text."""

from __future__ import annotations

from gitopoly.peers import ProtocolPosition, Resign
from gitopoly.peers.position import STAYS
from gitopoly.rules import actions as a
from tests.peers.positions import CHAINS, act, begun, do, ready, reveal


def test_a_copy_goes_its_own_way() -> None:
    p = ready()
    twin = p.copy()
    assert twin == p
    act(twin, a.ROLL_AND_MOVE)
    reveal(twin, 1)
    assert twin != p
    assert p.draw is None
    assert p.counts == [1, 0, 0]
    assert p.links == [chain.commitment for chain in CHAINS[:3]]


def test_what_a_copy_does_leaves_the_state_that_both_shared_as_it_was() -> None:
    p = ready()
    shared = p.state
    before = shared.copy()
    twin = p.copy()
    assert twin.state is shared
    act(twin, a.ROLL_AND_MOVE)
    for seat in (1, 2, 0):
        reveal(twin, seat)
    assert twin.state != shared
    assert p.state is shared
    assert shared == before
    (step,) = twin.steps
    assert step.before is shared
    assert step.after is twin.state


def test_every_field_takes_part_in_a_comparison_but_what_was_done_and_written() -> None:
    for name in ProtocolPosition.__slots__:
        p = begun()
        twin = p.copy()
        setattr(twin, name, "changed")
        assert (twin == p) == (name in ("steps", "written"))
    assert begun() != "a position"


def test_the_text_tells_what_is_under_way() -> None:
    p = ready()
    assert "draws: 0\ndraw: null\n" in p.to_yaml()
    act(p, a.ROLL_AND_MOVE)
    reveal(p, 2)
    assert "draw: {asker: ann, action: RollAndMove, revealed: [cleo]}\n" in p.to_yaml()
    do(p, 1, Resign(CHAINS[1].secret))
    assert "resigned: [ben]\nretired: []\nforked: []\n" in p.to_yaml()


def test_moves_after_the_end_of_a_log_do_not_count() -> None:
    p = begun()
    p.counts = [0, 5, 0]
    assert not p.ended(1, 5)
    assert not p.overrun()
    p.retired[1] = 5
    assert [p.ended(1, number) for number in (4, 5, 6)] == [False, True, True]
    assert not p.overrun()
    p.counts[1] = 6
    assert p.overrun()


def test_who_plays() -> None:
    p = begun(4)
    p.state.is_bankrupt[0] = 1
    p.resigned[1] = True
    p.retired[2] = 0
    assert p.players() == [3]
    assert [p.absent(seat) for seat in range(4)] == [False, True, True, False]
    p.retired[2] = STAYS
    assert p.players() == [2, 3]


def test_an_action_that_the_rules_refuse_is_not_done() -> None:
    p = ready()
    before = p.copy()
    p.steps = []
    assert not p.perform(a.code_of(a.END_TURN, 1))
    assert p == before
    assert p.steps == []

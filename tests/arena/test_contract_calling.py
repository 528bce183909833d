"""The contract with agents: how they are called, what a state is, who sees what."""

from __future__ import annotations

from typing import Any

import pytest

from gitopoly.arena import Adjudicator
from tests.arena.invented_agents import Scripted, once, owned, play, table


def test_the_adjudicator_needs_no_argument_and_returns_a_list_of_winner_and_state() -> None:
    adjudicator = Adjudicator()
    result = adjudicator.runGame(Scripted(), Scripted(), [(3, 1)])
    assert type(result) is list
    assert result[0] == 2
    assert adjudicator.state is result[1]


def test_lists_of_cards_may_be_given_by_position_or_by_name() -> None:
    by_position = Adjudicator().runGame(Scripted(), Scripted(), [[3, 4]], [15], [])
    by_name = Adjudicator().runGame(
        agent1=Scripted(), agent2=Scripted(), diceRolls=((3, 4),), chanceCards=(15,)
    )
    assert by_position == by_name
    assert by_position[1][3] == (1650, 1500)


def test_seats_go_by_the_order_of_the_arguments_whatever_an_id_says() -> None:
    first, second = Scripted(), Scripted()
    first.id, second.id = 2, 0  # type: ignore[attr-defined]
    _, state, _ = play(first, second, [(1, 2)])
    assert owned(state) == {3: 1}
    assert {seat for seat, _ in state[7]} == {1, 2}


class Other:
    """Spells the method the other way, and has nothing but what the game needs."""

    asked = 0

    def getBMSTDecision(self, state: Any) -> None:
        self.asked += 1

    def receiveState(self, state: Any) -> None:
        pass


def test_both_spellings_are_called_and_methods_that_are_not_needed_may_be_missing() -> None:
    other = Other()
    _, _, adjudicator = play(other, Other(), [(3, 1)])
    assert other.asked == 3
    assert adjudicator.faults == []


def test_a_missing_method_is_a_fault_only_when_it_is_needed() -> None:
    _, state, adjudicator = play(Other(), Other(), [(1, 2)])
    assert {fault.method for fault in adjudicator.faults} == {"buyProperty", "auctionProperty"}
    assert owned(state) == {3: -1}


def test_a_state_is_a_tuple_of_eight() -> None:
    agent = Scripted()
    play(agent, Scripted(), [(1, 2)])
    state = agent.calls[0][1]
    assert type(state) is tuple
    assert state == (0, (0,) * 42, (0, 0), (1500, 1500), 0, (), (0, 0, 0, 0), [])
    assert isinstance(state[7], list)


@pytest.mark.parametrize("status", range(1, 8))
@pytest.mark.parametrize("sign", [1, -1])
def test_every_status_of_a_property_is_told(status: int, sign: int) -> None:
    others = 1 if status == 7 else status
    match = table(
        Scripted(), Scripted(), deeds={1: sign * status, 3: sign * others, 40: sign, 41: -sign}
    )
    statuses = match.view(0, (), (0, 0, 0, 0))[1]
    assert len(statuses) == 42
    assert (statuses[1], statuses[40], statuses[41]) == (sign * status, sign, -sign)


def test_history_has_one_entry_for_each_call_made_before_and_no_answer() -> None:
    first, second = Scripted(), Scripted(buy=False)
    _, state, _ = play(first, second, [(1, 2), (2, 4)])
    lengths = [len(state[7]) for _, state in first.calls + second.calls]
    assert sorted(lengths) == list(range(len(state[7])))
    for seat, agent in ((1, first), (2, second)):
        told = [entry for entry in state[7] if entry[0] == seat]
        assert told == [(seat, call[:7]) for _, call in agent.calls]
    assert [len(entry) for entry in state[7]] == [2] * len(state[7])


def test_a_history_that_was_kept_does_not_grow_with_the_game() -> None:
    first = Scripted()
    _, state, _ = play(first, Scripted(), [(1, 2), (2, 4)])
    for _, kept in first.calls:
        assert kept[7] == state[7][: len(kept[7])]


def test_about_to_buy_shows_the_square_and_the_price_as_a_debt_to_both() -> None:
    first, second = Scripted(), Scripted()
    play(first, second, [(1, 2)])
    for agent in (first, second):
        phases = [(s[4], s[5], s[6]) for s in agent.asked("getBSMTDecision")]
        assert phases == [
            (0, (), (0, 0, 0, 0)),
            (0, 3, (0, 60, 0, 0)),
            (0, (), (0, 0, 0, 0)),
        ]


def test_rent_and_tax_show_as_debts_of_the_payer_to_both() -> None:
    first, second = Scripted(), Scripted()
    play(first, second, [(1, 2), (1, 2), (3, 4), (1, 3)], [11])
    for agent in (first, second):
        debts = [s[6] for s in agent.asked("getBSMTDecision") if s[5] == () and any(s[6])]
        assert debts == [(0, 0, 1, 4), (0, 0, 0, 15)]


def test_a_trade_shows_the_offer_to_the_other_and_the_result_to_the_proposer() -> None:
    offer = ("T", 20.9, (3,), "7", [6])
    first = Scripted(bsmt=once(offer, lambda s: s[1][6] == -1))
    second = Scripted(trade=True)
    play(first, second, [(1, 2), (2, 4)])
    (asked,) = second.asked("respondTrade")
    assert (asked[4], asked[5]) == (1, (20, [3], 7, [6]))
    assert first.told(1) == [(True, 20, [3], 7, [6])]
    assert second.told(1) == []
    (result,) = [s for m, s in first.calls if m == "receiveState" and s[4] == 1]
    assert owned(result) == {3: -1, 6: 1}
    assert result[3] == (1500 - 60 - 20 + 7, 1500 - 100 + 20 - 7)


def test_a_declined_trade_is_told_with_false() -> None:
    first = Scripted(bsmt=once(("T", 0, [3], 0, []), lambda s: s[1][3] == 1))
    play(first, Scripted(trade=False), [(1, 2)])
    assert first.told(1) == [(False, 0, [3], 0, [])]


def test_dice_are_told_to_both_before_the_move() -> None:
    first, second = Scripted(), Scripted()
    play(first, second, [(2, 2), (1, 2)])
    for agent in (first, second):
        assert agent.told(2) == [(2, 2, True), (1, 2, False)]
    (before, _) = [s for m, s in first.calls if m == "receiveState" and s[4] == 2]
    assert before[2] == (0, 0)


def test_buying_names_the_square_as_a_number() -> None:
    first = Scripted()
    play(first, Scripted(), [(1, 2)])
    (asked,) = first.asked("buyProperty")
    assert (asked[4], asked[5]) == (3, 3)
    assert type(asked[5]) is int


def test_an_auction_asks_with_0_and_tells_both_the_winner() -> None:
    first, second = Scripted(buy=False, bid=10), Scripted(bid=20)
    play(first, second, [(1, 2)])
    for agent in (first, second):
        (asked,) = agent.asked("auctionProperty")
        assert (asked[4], asked[5]) == (4, (3, 0))
        assert agent.told(4) == [(3, 2)]


def test_jail_asks_with_nothing_and_tells_both_the_result() -> None:
    first, second = Scripted(jail=("R",)), Scripted()
    match = table(first, second, [(1, 2), (3, 1)], positions=(-1, 0))
    match.play()
    (asked,) = first.asked("jailDecision")
    assert (asked[4], asked[5], asked[2]) == (6, (), (-1, 0))
    assert first.told(6) == second.told(6) == [(False,)]


def test_cards_are_told_to_both() -> None:
    first, second = Scripted(), Scripted()
    play(first, second, [(3, 4), (1, 1), (1, 2)], [15], [14])
    for agent in (first, second):
        assert agent.told(7) == [(15,)]
        assert agent.told(8) == [(14,)]


def test_receive_state_is_called_for_nothing_else() -> None:
    first, second = Scripted(buy=False), Scripted(buy=False)
    play(first, second, seed=3)
    told = {s[4] for m, s in first.calls if m == "receiveState"}
    assert told <= {2, 4, 6, 7, 8}


def test_run_player_on_state_calls_the_method_of_the_phase() -> None:
    views = {
        "getBSMTDecision": (0, ()),
        "respondTrade": (1, (0, [3], 0, [])),
        "buyProperty": (3, 3),
        "auctionProperty": (4, (3, 0)),
        "jailDecision": (6, ()),
        "receiveState": (2, (1, 2, False)),
    }
    agent = Scripted(bsmt=("M", [3]), buy=True, bid=7, trade=True, jail=("P",))
    adjudicator = Adjudicator()
    for method, (phase, payload) in views.items():
        state = (0, (0,) * 42, (0, 0), (1500, 1500), phase, payload, (0, 0, 0, 0), [])
        assert adjudicator.runPlayerOnState(agent, state) == agent.answers[method]
        assert agent.calls[-1] == (method, state)


def test_run_player_on_state_takes_a_function_and_uses_defaults_for_failures() -> None:
    adjudicator = Adjudicator()
    state = (0, (0,) * 42, (0, 0), (1500, 1500), 4, (3, 0), (0, 0, 0, 0), [])
    assert adjudicator.runPlayerOnState(lambda s: s[5][0], state) == 3
    assert adjudicator.runPlayerOnState(lambda s: 1 // 0, state) == 0
    assert adjudicator.faults[0].kind == "raised"


def test_broadcast_state_tells_both() -> None:
    first, second = Scripted(), Scripted()
    state = (0, (0,) * 42, (0, 0), (1500, 1500), 2, (1, 2, False), (0, 0, 0, 0), [])
    Adjudicator().broadcastState(first, second, state)
    assert first.told(2) == second.told(2) == [(1, 2, False)]

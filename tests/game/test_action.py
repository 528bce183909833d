"""Actions in words and in parts."""

import pytest

import gitopoly
from gitopoly.errors import InvalidAction
from gitopoly.game.action import KINDS, deal_of
from gitopoly.rules import actions as a
from gitopoly.rules.codes import BANKRUPTCY_PREVENTION, FREE_4_ALL, PRE_ROLL
from tests.game.walks import walked


def auction() -> gitopoly.Game:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    game.push("auction")
    return game


def test_every_action_of_the_kernel_has_one_kind() -> None:
    assert len(KINDS) == len(a.NAMES)
    for phase in (PRE_ROLL, FREE_4_ALL):
        assert KINDS[a.operation_kind(phase, a.UPGRADE)] == "build"
    assert KINDS[a.operation_kind(BANKRUPTCY_PREVENTION, a.SELL_GROUP)] == "sell group"


def test_a_range_of_bids_stands_for_its_lowest_and_gives_any_other() -> None:
    game = auction()
    bids = game.actions_of("Ben")[0]
    assert (bids.kind, bids.seat, bids.low, bids.high, bids.amount) == (
        "bid",
        "Ben",
        1,
        1500,
        None,
    )
    assert bids.at(120).amount == bids.at(120).low == bids.at(120).high == 120
    assert bids.at(120) is bids.at(120)
    for amount in (0, 1501, 2.5, True):
        with pytest.raises(InvalidAction, match="from 1 to 1500"):
            bids.at(amount)  # type: ignore[arg-type]
    game.push(bids)
    assert game.history[-1].action == bids.at(1)


def test_only_bids_have_amounts_to_choose() -> None:
    with pytest.raises(InvalidAction, match="only bids have at"):
        auction().actions_of("Ann")[1].at(5)


def test_actions_are_equal_by_what_they_mean() -> None:
    one, other = auction(), auction()
    assert one.legal_actions == other.legal_actions
    assert len({*one.legal_actions, *other.legal_actions}) == len(one.legal_actions)
    london = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False, board="uk")
    london.push("roll", dice=(2, 1))
    london.push("buy")
    new_york = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    new_york.push("roll", dice=(2, 1))
    new_york.push("buy")
    for game in (london, new_york):
        game.push("conclude")
    pairs = zip(london.actions_of("Ann"), new_york.actions_of("Ann"), strict=True)
    assert [left == right for left, right in pairs] == [True, False]
    assert one.legal_actions[0] != "bid 1"


def test_the_parts_of_an_action_are_those_of_its_text() -> None:
    for pushes in range(20, 400, 20):
        game = walked("classic", pushes, seats=["Ann", "Ben", "Cleo"])
        for action in game.legal_actions:
            assert (action.square is not None) == ('"' in str(action))
            if action.square is not None:
                assert f'"{action.square}"' in str(action)
                assert repr(action).startswith(f"Action({str(action)!r}, seat={action.seat!r}")


def test_the_winner_of_an_auction_in_one_step_is_named() -> None:
    game = gitopoly.Game("formal-small", seats=["Ann", "Ben"])
    game.push("roll", dice=(1, 1))
    while game.phase != "post-roll" or len(game.legal_actions) < 3:
        game.push(
            game.legal_actions[0],
            next(iter(game.chance_outcomes(game.legal_actions[0])), [None])[0],
        )
    sale = next(action for action in game.legal_actions if action.to == "Ben")
    assert sale.amount in (1, 5, 10)
    assert str(sale) == f"auction to Ben for {sale.amount}"


def test_a_deed_that_the_board_does_not_have_has_no_name() -> None:
    game = gitopoly.Game("formal-small", seats=["Ann", "Ben"])
    offer = a.offer(0, 1, (1 << 28) - 1, 0, 5)
    assert len(deal_of(game._state, offer).want) == game._state.rules.deed_count

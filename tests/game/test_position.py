"""What can be seen of a game and asked of it."""

import pytest

import gitopoly
from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.rules.board import change_level, change_mortgage, change_owner
from tests.game.walks import EDITIONS, walked


def bought() -> gitopoly.Game:
    """Ann owns Baltic Avenue, and Ben is first in the free-4-all."""
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    game.push("buy")
    return game


def test_seats_and_squares_are_found_by_name_and_by_number() -> None:
    game = bought()
    assert game.seats["Ann"].deeds == ("Baltic Avenue",)
    assert game.seats[1].name == "Ben"
    assert game.board[3].owner == "Ann"
    assert game.board["Baltic Avenue"].tokens == ("Ann",)
    with pytest.raises(KeyError, match="did you mean 'Baltic Avenue'"):
        game.board["Baltic"]
    with pytest.raises(KeyError, match="there are Ann, Ben"):
        game.seats["Cleo"]
    with pytest.raises(KeyError):
        game.board[40]


def test_rent_is_what_a_visitor_owes_as_things_stand() -> None:
    game = bought()
    board = game.board
    assert (board["Baltic Avenue"].rent, board["Mediterranean Avenue"].rent) == (4, 2)
    assert (board["Reading Railroad"].rent, board["Water Works"].rent) == (25, None)
    assert (board["Water Works"].rent_times_dice, board["GO"].rent) == (4, None)
    assert board["Income Tax"].tax == 200
    s = game._state
    change_owner(s, s.rules, 1, 0)
    assert board["Baltic Avenue"].rent == 8
    change_level(s, s.rules, 3, 5)
    assert (board["Baltic Avenue"].rent, board["Baltic Avenue"].hotel) == (450, True)
    change_mortgage(s, s.rules, 1, 1)
    assert board["Mediterranean Avenue"].rent == 0
    for rail in (5, 15, 25):
        change_owner(s, s.rules, rail, 1)
    assert board["Reading Railroad"].rent == 100


def test_an_offer_is_built_of_names_and_shown_while_it_is_open() -> None:
    game = bought()
    assert game.trade_partners == ("Ann",)
    offer = game.offer(to="ann", want=["Baltic Avenue"], cash=50)
    assert (offer.to, offer.give, offer.want, offer.cash) == ("Ann", (), ("Baltic Avenue",), 50)
    assert game.is_legal(offer)
    game.push(offer)
    assert game.open_offer == offer
    assert game.to_act == ("Ann", "Ben")
    game.push("decline")
    assert game.open_offer is None
    game.push('offer Ann $60 for "Baltic Avenue"')
    game.push("accept")
    assert (game.seats["Ben"].deeds, game.seats["Ben"].cash) == (("Baltic Avenue",), 1440)


def test_an_offer_that_cannot_be_is_refused_with_what_would_do() -> None:
    game = bought()
    for give, want, cash, reason in (
        ((), ["Boardwalk"], 0, "a deed that Ann owns"),
        (["Baltic Avenue"], (), 0, "a deed that Ben owns"),
        ((), ["Baltik Avenue"], 0, "Baltic Avenue"),
        ((), "Baltic Avenue", 0, "a list of names"),
        ((), None, 0, "a list of names"),
        (5, (), 0, "a list of names"),
        ((), ["Baltic Avenue", "Baltic Avenue"], 0, "once"),
        ((), ["chance jail card"], 0, "a jail card that Ann holds"),
        ((), ["Baltic Avenue"], 10**9, "whole number"),
        ((), ["Baltic Avenue"], 1.5, "whole number"),
    ):
        with pytest.raises(InvalidAction, match=reason):
            game.offer(to="Ann", give=give, want=want, cash=cash)  # type: ignore[arg-type]
    with pytest.raises(InvalidAction, match="a seat: Ann, Ben"):
        game.offer(to="Cleo", want=["Baltic Avenue"])
    with pytest.raises(IllegalAction, match="TRADE-6"):
        game.push(game.offer(to="Ann", want=["Baltic Avenue"], cash=5000))


def test_a_long_text_is_repeated_in_part() -> None:
    with pytest.raises(InvalidAction) as refusal:
        bought().push("castle " * 10_000)
    assert "castle" in str(refusal.value)
    assert len(str(refusal.value)) < 1000


def test_an_auction_is_told_with_its_bids() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben", "Cleo"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    assert game.auction is None
    game.push("auction")
    game.push("Ben: bid 40")
    game.push("Cleo: pass")
    assert game.auction is not None
    assert game.auction.bids == {"Ann": 0, "Ben": 40, "Cleo": 0}
    assert (game.auction.passed, game.auction.leader) == (("Cleo",), "Ben")


@pytest.mark.parametrize(("edition", "leader"), [("classic", "Ben"), ("formal", None)])
def test_in_a_tie_the_auction_tells_who_leads(edition: str, leader: str | None) -> None:
    game = gitopoly.Game(edition, seats=["Ann", "Ben", "Cleo"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    game.push("auction")
    assert game.auction is not None
    assert game.auction.leader is None
    for bid in ("Ann: bid 40", "Ben: bid 40", "Cleo: bid 20"):
        game.push(bid)
    assert game.auction.leader == leader


def test_a_debt_is_told_with_who_owes_whom() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    game._state.money[0] = 100
    change_owner(game._state, game._state.rules, 1, 0)
    game.push("roll", dice=(1, 3))
    game.push("owe tax")
    assert game.debt is not None
    assert (game.debt.debtor, game.debt.creditor, game.debt.amount) == ("Ann", "the bank", 200)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_drawing_shows_every_square_every_seat_and_who_is_to_act(edition: str) -> None:
    game = walked(edition, 90)
    drawn = str(game)
    for name in game.board:
        assert name in drawn
    for name in game.seats:
        assert name in drawn
    end = f"{', '.join(game.to_act)} to act ({game.phase}):\n  {game.legal_actions[0]}"
    assert (str(game.result) if game.result else end) in drawn
    assert max(map(len, drawn.splitlines())) <= 100
    assert repr(game).startswith(f"<Game of {edition}: ")


def test_chance_outcomes_of_what_has_none_are_none() -> None:
    game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(2, 1))
    assert game.chance_outcomes("buy") == ()
    with pytest.raises(InvalidAction, match="buy, auction"):
        game.chance_outcomes()
    with pytest.raises(IllegalAction):
        game.chance_outcomes("roll")


def test_a_result_names_winner_reason_and_ranking() -> None:
    game = walked("formal-small", 5000, players=3)
    assert game.result is not None
    assert game.result.why == "last player"
    assert game.result.ranking[0] == game.result.winner
    assert sorted(game.result.ranking) == ["p1", "p2", "p3"]
    gone = [step.action.seat for step in game.history if step.action.kind == "go bankrupt"]
    assert list(game.result.ranking[1:]) == gone[::-1]
    assert str(game).endswith(f"{game.result.winner} won (last player)")
    with pytest.raises(IllegalAction, match="END-1"):
        game.push("roll", dice=(1, 1))

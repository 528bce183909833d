"""AUCTION: who bids what in which round, who gets the deed, and the auction in one step."""

import pytest

from gitopoly.rules import State, actions as a, apply, legal_actions
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import PHASES
from tests.rules.scenario import Scenario

PLAYED = pytest.mark.parametrize("edition", ["classic", "formal"])


def boardwalk_declined(edition: str = "classic", *cash: int, players: int = 3) -> Scenario:
    """Seat 1 has landed on Boardwalk and declined it."""
    return Scenario(edition, players).cash(*cash).at(1, 36).roll(1, 2).do("auction")


def next_round(game: Scenario) -> Scenario:
    """Everybody who is still in goes on to the next round."""
    for seat in range(1, game.rules.num_players + 1):
        if "next round" in game.choices(seat):
            game.do(f"p{seat}: next round")
    return game


def finish(game: Scenario) -> Scenario:
    """Everybody who has to states the winner, and the auction is closed."""
    next_round(game)
    for seat in range(1, game.rules.num_players + 1):
        if "choose winner" in game.choices(seat):
            game.do(f"p{seat}: choose winner")
    return game.do("close auction")


@PLAYED
def test_auction_1_the_decliner_wins(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 20", "p2: pass", "p3: pass")
    assert finish(game).owner("Boardwalk") == 1


@PLAYED
def test_auction_1_the_jailed_wins(edition: str) -> None:
    game = Scenario(edition).jail(2).at(1, 36).roll(1, 2).do("auction")
    game.do("p1: pass", "p2: bid 20", "p3: pass")
    assert finish(game).owner("Boardwalk") == 2


@PLAYED
def test_auction_1_all_live_players_may_bid_in_any_order(edition: str) -> None:
    game = boardwalk_declined(edition)
    assert all(game.choices(seat) == ["bid 1 to 1500", "pass"] for seat in (1, 2, 3))
    game.do("p3: bid 1", "p1: bid 2", "p2: bid 3")


def bankrupt_second_seat(edition: str) -> Scenario:
    """Seat 2 is out of the game when seat 1 declines Boardwalk."""
    game = Scenario(edition).cash(1500, 0, 1500).at(1, 36)
    game.s.is_bankrupt[1] = 1
    return game.roll(1, 2).do("auction")


@PLAYED
def test_auction_1_the_bankrupt_may_not_bid(edition: str) -> None:
    game = bankrupt_second_seat(edition)
    assert game.choices(2) == []
    assert game.refused("p2: bid 1") == "BANKRUPT-5"


@PLAYED
def test_auction_1_goes_on_without_the_bankrupt(edition: str) -> None:
    game = bankrupt_second_seat(edition).do("p1: pass", "p3: bid 1")
    assert finish(game).owner("Boardwalk") == 3


@PLAYED
def test_auction_2_zero_is_refused(edition: str) -> None:
    assert boardwalk_declined(edition).refused("p2: bid 0") == "AUCTION-2"


@PLAYED
def test_auction_2_one_dollar_is_legal_and_wins(edition: str) -> None:
    game = boardwalk_declined(edition).do("p2: bid 1", "p1: pass", "p3: pass")
    assert finish(game).money(2) == 1499


@PLAYED
def test_auction_2_one_dollar_more_is_enough(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 1", "p2: bid 2", "p3: pass")
    next_round(game).do("p1: bid 3", "p2: stand")
    next_round(game).do("p1: stand", "p2: pass")
    assert finish(game).money(1) == 1497


@PLAYED
def test_auction_3_more_than_ones_cash_is_refused(edition: str) -> None:
    game = boardwalk_declined(edition, 1500, 700)
    assert game.refused("p2: bid 701") == "AUCTION-3"
    game.do("p2: bid 700")


@PLAYED
def test_auction_3_cash_is_frozen(edition: str) -> None:
    """Nobody can raise more money while the auction lasts."""
    game = Scenario(edition).give(2, "Short Line").jail_card(2).at(1, 36).roll(1, 2).do("auction")
    assert game.refused('p2: mortgage "Short Line"') == "TIME-1"
    assert game.refused('p2: offer p1 "Short Line" for $100') == "TRADE-1"


@PLAYED
def test_auction_4_equal_to_last_rounds_best_is_refused(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 50", "p2: bid 100", "p3: bid 20")
    next_round(game)
    assert game.refused("p1: bid 100") == "AUCTION-4"
    assert game.refused("p2: bid 100") == "AUCTION-4"
    game.do("p1: bid 101")


@PLAYED
def test_auction_4_bids_of_one_round_need_not_beat_each_other(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 50", "p2: bid 50", "p3: bid 20")
    assert game.s.bid[:3] == [50, 50, 20]


@PLAYED
def test_auction_4_only_the_leader_stands(edition: str) -> None:
    game = boardwalk_declined(edition)
    assert game.refused("p1: stand") == "AUCTION-4"
    next_round(game.do("p1: bid 50", "p2: bid 100", "p3: bid 20"))
    assert game.refused("p1: stand") == "AUCTION-4"
    assert game.do("p2: stand").s.bid[1] == 100


def test_auction_4_formal_two_leaders_cannot_stand() -> None:
    game = boardwalk_declined("formal").do("p1: bid 50", "p2: bid 50", "p3: pass")
    next_round(game)
    assert game.refused("p1: stand") == game.refused("p2: stand") == "AUCTION-4"


@PLAYED
def test_auction_4_a_pass_is_final(edition: str) -> None:
    game = boardwalk_declined(edition).do("p3: pass")
    assert game.refused("p3: bid 10") == "AUCTION-4"
    next_round(game.do("p1: bid 1", "p2: bid 2"))
    assert game.refused("p3: bid 10") == game.refused("p3: pass") == "AUCTION-4"


@PLAYED
def test_auction_4_one_action_a_round(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 10")
    assert game.refused("p1: bid 20") == game.refused("p1: pass") == "AUCTION-4"


@PLAYED
def test_auction_4_a_round_ends_when_all_have_acted(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: bid 10", "p2: bid 20")
    assert game.refused("p1: next round") == "AUCTION-4"
    game.do("p3: pass", "p1: next round")
    assert game.refused("p1: bid 30") == "AUCTION-4"
    game.do("p2: next round", "p1: bid 30")


@PLAYED
def test_auction_4_is_closed_by_the_decliner_when_all_have_chosen(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: pass", "p2: bid 10", "p3: pass")
    assert game.refused("p1: choose winner") == "AUCTION-4"
    game.do("p2: next round", "p1: choose winner", "p2: choose winner")
    assert game.refused("close auction") == "AUCTION-4"
    game.do("p3: choose winner")
    assert game.refused("p2: close auction") == "TIME-1"
    game.do("close auction")
    assert (game.phase, game.owner("Boardwalk")) == ("doubles-check", 2)


def leader_alone(edition: str) -> Scenario:
    """Seat 1 leads with 100, and the others pass against it."""
    game = boardwalk_declined(edition).do("p1: bid 100", "p2: bid 50", "p3: pass")
    return next_round(game).do("p2: pass")


def test_auction_5_classic_the_leader_may_not_pass() -> None:
    game = leader_alone("classic")
    assert game.refused("p1: pass") == "AUCTION-5"
    assert game.choices(1) == ["bid 101 to 1500", "stand"]
    assert finish(game.do("p1: stand")).money(1) == 1400


def test_auction_5_classic_a_bid_against_which_all_pass_at_once_binds() -> None:
    game = boardwalk_declined().do("p1: bid 100", "p2: pass", "p3: pass")
    assert game.refused("p1: pass") == "AUCTION-4"
    assert game.do("p1: next round").refused("p1: pass") == "AUCTION-4"
    assert finish(game).money(1) == 1400


def test_auction_5_formal_the_leader_may_pass() -> None:
    game = finish(leader_alone("formal").do("p1: pass"))
    assert (game.owner("Boardwalk"), game.money(1)) == (0, 1500)


@PLAYED
def test_auction_6_without_a_bid_the_bank_keeps_the_deed(edition: str) -> None:
    game = finish(boardwalk_declined(edition).do("p1: pass", "p2: pass", "p3: pass"))
    assert (game.owner("Boardwalk"), game.phase) == (0, "doubles-check")
    assert [game.money(seat) for seat in (1, 2, 3)] == [1500] * 3


@PLAYED
def test_auction_6_an_unsold_deed_is_for_sale_to_the_next_lander(edition: str) -> None:
    game = finish(boardwalk_declined(edition).do("p1: pass", "p2: pass", "p3: pass"))
    game.do("check doubles").conclude_all().at(2, 36).roll(1, 2).do("buy")
    assert game.owner("Boardwalk") == 2


def tied(edition: str = "classic", **options: int) -> Scenario:
    """Seat 1 with $1,000 has declined Boardwalk, and both bid the $100 that seat 2 has."""
    game = Scenario(edition, 2, **options).cash(1000, 100).at(1, 36).roll(1, 2).do("auction")
    return next_round(game.do("p1: bid 100", "p2: bid 100"))


def test_auction_7_classic_a_tie_is_sold_to_the_first_after_the_initiator() -> None:
    game = tied()
    assert game.refused("p2: pass") == "AUCTION-5"
    assert game.refused("p1: stand") == "AUCTION-4"
    assert (game.choices(1), game.choices(2)) == (["bid 101 to 1000", "pass"], ["stand"])
    finish(game.do("p1: pass", "p2: stand"))
    assert (game.owner("Boardwalk"), game.money(1), game.money(2)) == (2, 1000, 0)


@pytest.mark.parametrize(
    ("edition", "options"), [("formal", {}), ("classic", {"ties_have_a_leader": 0})]
)
def test_auction_7_a_strict_tie_that_nobody_beats_is_no_sale(
    edition: str, options: dict[str, int]
) -> None:
    game = tied(edition, **options)
    assert (game.choices(1), game.choices(2)) == (["bid 101 to 1000", "pass"], ["pass"])
    finish(game.do("p1: pass", "p2: pass"))
    assert (game.owner("Boardwalk"), game.money(1), game.money(2)) == (0, 1000, 100)


def test_auction_7_the_order_of_a_tie_goes_round_the_table() -> None:
    """Seat 2 has declined: of equal bids that of seat 3 leads, then seat 1's, then its own."""
    bids = {"p1": 50, "p2": 50, "p3": 50}
    for leader in (3, 1, 2):
        game = Scenario("classic", 3).turn(2, "pre-roll").at(2, 36).roll(1, 2).do("auction")
        game.do(*(f"{seat}: bid {amount}" for seat, amount in bids.items()))
        next_round(game)
        assert [seat for seat in (1, 2, 3) if "stand" in game.choices(seat)] == [leader]
        bids[f"p{leader}"] = 40


def test_auction_7_without_a_bid_nobody_leads() -> None:
    game = boardwalk_declined()
    assert all(game.refused(f"p{seat}: stand") == "AUCTION-4" for seat in (1, 2, 3))


def test_auction_7_a_raise_takes_the_lead_from_the_first_of_a_tie() -> None:
    game = tied().do("p1: bid 101", "p2: stand")
    assert next_round(game).choices(2) == ["pass"]
    assert finish(game.do("p2: pass", "p1: stand")).owner("Boardwalk") == 1


def test_auction_7_formal_who_is_left_of_a_tie_has_not_won_yet() -> None:
    game = tied("formal").do("p2: pass")
    assert game.refused("p1: choose winner") == game.refused("p1: stand") == "AUCTION-4"
    assert finish(game.do("p1: bid 101")).money(1) == 899


def abstract_auction(*cash: int, players: int = 3, out: tuple[int, ...] = ()) -> Scenario:
    """Seat 1 stands on an unowned street of the small board; some seats are out."""
    game = Scenario("formal-small", players).cash(*cash)
    for seat in out:
        game.s.is_bankrupt[seat - 1] = 1
    return game.roll(1, 1)


def published_successors(s: State) -> list[State]:
    """AuctionProperty as published: a live winner who pays a bid of the set, or no sale."""
    here = s.positions[s.turn_player]
    no_sale = s.copy()
    no_sale.phase = PHASES.index("doubles-check")
    successors = [no_sale]
    for winner in range(s.rules.num_players):
        for bid in (1, 5, 10):
            if s.is_bankrupt[winner] or s.money[winner] < bid:
                continue
            sale = no_sale.copy()
            sale.money[winner] -= bid
            sale.bank_money += bid
            change_owner(sale, sale.rules, here, winner)
            successors.append(sale)
    return successors


def kernel_successors(s: State) -> list[State]:
    """What the kernel makes of every auction that it lists."""
    successors = []
    for choice in legal_actions(s):
        if isinstance(choice, int) and a.kind_of(choice) == a.AUCTION_PROPERTY:
            successor = s.copy()
            apply(successor, choice)
            successors.append(successor)
    return successors


def only_in_one(these: list[State], those: list[State]) -> list[State]:
    """The states that one of two sets has and the other has not."""
    return [s for s in these if s not in those] + [s for s in those if s not in these]


@pytest.mark.parametrize(
    ("cash", "out", "count"),
    [((30, 30, 30), (), 10), ((9, 1, 0), (), 4), ((30, 0, 5), (2,), 6)],
)
def test_auction_8_formal_small_has_the_published_successors(
    cash: tuple[int, ...], out: tuple[int, ...], count: int
) -> None:
    s = abstract_auction(*cash, out=out).s
    published, kernel = published_successors(s), kernel_successors(s)
    assert len(published) == len(kernel) == count
    assert only_in_one(published, kernel) == []


def test_auction_8_the_comparison_notices_a_missing_successor() -> None:
    s = abstract_auction(30, 30, 30).s
    published = published_successors(s)
    assert only_in_one(published[1:], kernel_successors(s)) == [published[0]]


@pytest.mark.parametrize("sale", ["p2 for 2", "p2 for 0", "p3 for 10", "p1 for 1"])
def test_auction_8_formal_small_refuses_any_other_sale(sale: str) -> None:
    game = abstract_auction(0, 30, 9)
    assert game.refused(f"auction to {sale}") == "AUCTION-8"


def test_auction_8_formal_small_refuses_a_bankrupt_winner() -> None:
    assert abstract_auction(30, 0, 30, out=(2,)).refused("auction to p2 for 1") == "AUCTION-8"


@PLAYED
def test_auction_8_played_auctions_are_not_decided_in_one_step(edition: str) -> None:
    game = Scenario(edition).at(1, 36).roll(1, 2)
    assert game.refused("auction to p2 for 10") == "AUCTION-8"
    assert game.do("auction").phase == "auction"


def test_auction_8_a_flag_chooses() -> None:
    game = Scenario("formal-small", played_auctions=1).roll(1, 1).do("auction")
    assert game.phase == "auction"


@PLAYED
def test_auction_9_the_winner_pays_his_bid_whatever_the_price(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: pass", "p2: bid 10", "p3: pass")
    bank = game.s.bank_money
    finish(game)
    assert (game.money(2), game.s.bank_money, game.owner("Boardwalk")) == (1490, bank + 10, 2)


@PLAYED
def test_auction_9_more_than_the_price_is_paid_too(edition: str) -> None:
    game = boardwalk_declined(edition).do("p1: pass", "p2: bid 1234", "p3: pass")
    assert finish(game).money(2) == 1500 - 1234


def test_auction_9_after_doubles_the_decliner_throws_again() -> None:
    game = Scenario().at(1, 37).roll(1, 1).do("auction", "p1: pass", "p2: bid 1", "p3: pass")
    assert finish(game).conclude_all().turn_player == 1

"""The story: every action becomes one sentence that says who did what and what it moved."""

from __future__ import annotations

import pytest

from gitopoly.rules import apply, dice, parse_action
from gitopoly.rules.story import aside, tell
from tests.rules.scenario import Scenario, outcome_of


def told(game: Scenario, move: str, names: list[str] | None = None) -> str:
    """Play a move and tell it."""
    text, _, outcome = move.partition("->")
    before, action = game.s.copy(), parse_action(game.s, text)
    drawn = outcome_of(game.s, action, outcome)
    apply(game.s, action, drawn)
    return tell(before, action, drawn, game.s, names)


def on(square: int | str, seat: int = 1, players: int = 3, **options: object) -> Scenario:
    """A seat that has just arrived on a square."""
    return Scenario(players=players, **options).at(seat, square).turn(seat, "post-roll")


@pytest.mark.parametrize(
    ("game", "move", "sentence"),
    [
        (Scenario(), "end pre-roll", "p1 takes the dice."),
        (Scenario().turn(1, "roll"), "roll -> 3,4", "p1 rolls 3 and 4: from GO to Chance 1."),
        (
            Scenario().at(1, 38).turn(1, "roll"),
            "roll -> 1,2",
            "p1 rolls 1 and 2: from Luxury Tax to Mediterranean Avenue, p1 +$200.",
        ),
        (on(39), "buy", "p1 buys Boardwalk: p1 -$400."),
        (on(39), "auction", "p1 does not buy Boardwalk; it goes to auction."),
        (
            on(39).give(2, 39),
            "pay rent",
            "p1 pays rent on Boardwalk: p1 -$50, p2 +$50.",
        ),
        (
            on(39).give(2, 37, 39, level=5).cash(10),
            "owe rent",
            "p1 cannot pay the rent on Boardwalk: p1 owes p2 $2,000.",
        ),
        (on(39).give(1, 39), "go on", "p1 is at home on Boardwalk."),
        (
            on(39).give(2, 39, mortgaged=True),
            "go on",
            "p1 pays nothing on Boardwalk, which is mortgaged.",
        ),
        (on(10), "go on", "p1 is just visiting."),
        (on(20), "go on", "p1 rests on Free Parking."),
        (on(30), "go to jail", "p1 goes to jail: from Go to Jail to Jail."),
        (on(4), "pay tax", "p1 pays Income Tax: p1 -$200."),
        (on(4), "pay tenth of worth", "p1 pays 10% of all they own: p1 -$150."),
        (on(38).cash(5), "owe tax", "p1 cannot pay Luxury Tax: p1 owes the bank $100."),
        (
            on(38, free_parking_pot=1).cash(5),
            "owe tax",
            "p1 cannot pay Luxury Tax: p1 owes the pot $100.",
        ),
        (
            on(7),
            "draw chance card -> card 6",
            "p1 draws a Chance card, “The bank pays you a dividend: collect $50”: p1 +$50.",
        ),
        (on(7), "draw chance card -> card 7", "p1 draws a Chance card, “Get out of jail free”."),
        (
            on(2),
            "draw community chest card -> card 5",
            "p1 draws a Community Chest card, “Go to jail”: from Community Chest 1 to Jail.",
        ),
        (Scenario().jail(1), "pay jail fine", "p1 pays the fine and leaves jail: p1 -$50."),
        (
            Scenario().jail(1).jail_card(1),
            "play chance jail card",
            "p1 uses the Chance jail card and leaves jail.",
        ),
        (
            Scenario().jail(1).turn(1, "roll"),
            "roll -> 1,2",
            "p1 rolls 1 and 2 and stays in jail.",
        ),
        (
            Scenario().jail(1, missed=2).cash(10).turn(1, "roll"),
            "roll -> 1,2",
            "p1 rolls 1 and 2, the third miss: p1 owes the bank $50.",
        ),
        (
            Scenario().jail(1, missed=2).turn(1, "roll"),
            "roll -> 1,3",
            "p1 rolls 1 and 3: from Jail to Virginia Avenue, p1 -$50.",
        ),
        (
            Scenario().give(1, 37, 39),
            'build "Boardwalk"',
            "p1 builds on Boardwalk: p1 -$200.",
        ),
        (
            Scenario().give(1, 37, 39, level=1),
            'sell "Boardwalk"',
            "p1 sells a building on Boardwalk: p1 +$100.",
        ),
        (
            Scenario().give(1, 37, 39, level=5).stock(houses=0),
            'sell group "Park Place" down to 0',
            "p1 sells buildings in the group of Park Place, down to 0: p1 +$1,000.",
        ),
        (Scenario().give(1, 39), 'mortgage "Boardwalk"', "p1 mortgages Boardwalk: p1 +$200."),
        (
            Scenario().give(1, 39, mortgaged=True),
            'unmortgage "Boardwalk"',
            "p1 pays off the mortgage on Boardwalk: p1 -$220.",
        ),
        (
            Scenario().give(1, 39),
            'offer p2 "Boardwalk" for $1000',
            'p1 offers p2 "Boardwalk" for $1000.',
        ),
        (
            on(12).give(2, 12, 28).cash(1500),
            "pay rent -> 2,3",
            "p1 rolls 2 and 3 and pays rent on Electric Company: p1 -$50, p2 +$50.",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("p1") else "",
)
def test_the_sentence(game: Scenario, move: str, sentence: str) -> None:
    if "utility" in move or "Electric" in sentence:
        game.s.rent_rule = 2
    assert told(game, move) == sentence


def test_a_utility_rent_that_cannot_be_paid_is_told_as_such() -> None:
    game = on(12).give(2, 12).cash(3)
    game.s.throw = [6, 6]
    assert told(game, "pay rent") == ("p1 cannot pay the rent on Electric Company: p1 owes p2 $48.")


def test_the_third_doubles() -> None:
    game = Scenario().turn(1, "roll")
    game.s.doubles_count = 2
    assert (
        told(game, "roll -> 2,2")
        == "p1 rolls 2 and 2: the third doubles in a row, from GO to Jail."
    )


def test_throws_for_the_start_and_who_begins() -> None:
    game = Scenario(players=2, opening_throw=1)
    assert told(game, "roll for start -> 1,2") == "p1 rolls 1 and 2 to see who starts."
    assert told(game, "roll for start -> 4,2") == "p2 rolls 4 and 2 to see who starts; p2 starts."


def test_an_auction_from_the_first_bid_to_its_end() -> None:
    game = on(39).do("auction")
    assert told(game, "p2: bid 1200") == "p2 bids $1,200."
    assert told(game, "p1: pass") == "p1 passes."
    assert told(game, "p3: pass") == "p3 passes."
    while "close auction" not in game.choices():
        for seat in (1, 2, 3):
            for move in ("next round", "choose winner"):
                if move in game.choices(seat):
                    game.do(f"p{seat}: {move}")
    closing = told(game, "p1: close auction")
    assert closing == "p1 closes the auction; p2 gets Boardwalk: p2 -$1,200."


def test_an_auction_that_is_decided_at_once_names_its_winner() -> None:
    game = Scenario("formal-small", 3).at(1, 1).turn(1, "post-roll")
    again = Scenario("formal-small", 3).at(1, 1).turn(1, "post-roll")
    assert told(game, "auction to p2 for 5") == (
        "p1 does not buy First Street; p2 wins it at auction: p2 -$5."
    )
    assert told(again, "auction") == "p1 does not buy First Street; nobody wants it."


def test_a_trade_from_offer_to_answer() -> None:
    game = Scenario().give(1, 39).do('offer p2 "Boardwalk" for $100')
    assert told(game, "p2: accept") == "p2 accepts the trade: p2 -$100, p1 +$100."
    game = Scenario().give(1, 39).do('offer p2 "Boardwalk" for $100')
    assert told(game, "p2: decline") == "p2 declines the trade."
    game = Scenario().give(1, 39).do('offer p2 "Boardwalk" for $100')
    assert told(game, "p1: withdraw") == "p1 withdraws the offer."


def test_ruin() -> None:
    game = on(39).give(2, 37, 39, level=5).cash(10).do("owe rent")
    assert told(game, "go bankrupt") == "p1 goes bankrupt: p1 -$10, p2 +$10."


def test_players_go_by_their_names() -> None:
    game = on(39).give(2, 39)
    assert told(game, "pay rent", ["Ann", "Bob Lee", "Cy"]) == (
        "Ann pays rent on Boardwalk: Ann -$50, Bob Lee +$50."
    )


def test_a_third_miss_past_go_tells_the_whole_salary_and_not_what_the_fine_leaves_of_it() -> None:
    """On a board whose jail lies a few squares before GO."""
    game = Scenario(players=2, pass_go_reward=120, jail_fine=40)
    game.rules.jail_index = 36
    game.jail(1, missed=2).do("end pre-roll")
    before, code, drawn = game.s.copy(), parse_action(game.s, "roll"), dice(2, 5)
    apply(game.s, code, drawn)
    assert game.money(1) - before.money[0] == 80
    assert aside(before, code, drawn, game.s) == "p1 passes GO and collects $120."


def test_a_third_miss_past_go_without_the_fine_tells_the_whole_salary() -> None:
    game = Scenario("formal", players=2).cash(0)
    game.rules.jail_index = 36
    game.jail(1, missed=2).do("end pre-roll")
    before, code = game.s.copy(), parse_action(game.s, "roll")
    apply(game.s, code, dice(2, 5))
    assert aside(before, code, dice(2, 5), game.s) == "p1 passes GO and collects $200."


def test_a_debt_is_told_once() -> None:
    game = on(39).give(2, 39).give(1, 5).cash(10).do("owe rent")
    assert "owes" not in told(game, 'mortgage "Reading Railroad"')


def left_out(game: Scenario, move: str) -> str:
    """What the sentence about a move leaves out."""
    text, _, outcome = move.partition("->")
    before, code = game.s.copy(), parse_action(game.s, text)
    drawn = outcome_of(game.s, code, outcome)
    apply(game.s, code, drawn)
    return aside(before, code, drawn, game.s)


def test_both_sides_of_a_trade_and_the_salary_can_be_told_besides() -> None:
    for move in ("p2: accept", "p2: decline", "p1: withdraw"):
        game = Scenario().give(1, 39).do('offer p2 "Boardwalk" for $100')
        assert left_out(game, move) == 'p1 gives "Boardwalk"; p2 gives $100.'
    game = Scenario().at(1, 38).do("end pre-roll")
    assert left_out(game, "roll -> 3,4") == "p1 passes GO and collects $200."
    assert left_out(Scenario().do("end pre-roll"), "roll -> 3,4") == ""
    assert left_out(on(39), "buy") == ""

"""A state of the kernel in the words and numbers of the full game's modules."""

from __future__ import annotations

from gitopoly.proof.specs.classic_values import FUNCTIONS, VALUES, cards_of, squares_of
from gitopoly.proof.specs.values import differences, variables, written
from gitopoly.rules import Rules, actions as a, apply, dice, initial
from gitopoly.rules.codes import ABSENT, POT, PRE_ROLL, TRADE
from gitopoly.rules.money import owe
from tests.proof.recorded import classic_trace, played

RULES = Rules.of("classic", 3)


def test_the_first_state_is_that_of_the_module() -> None:
    found = variables(initial(RULES), FUNCTIONS, VALUES)
    assert found["phase"] == "opening"
    assert found["opening"] == {1: (), 2: (), 3: ()}
    assert found["unseen"] == dict.fromkeys(("chance", "community-chest"), frozenset(range(1, 17)))
    assert (found["auction"], found["offer"], found["debts"]) == (None, None, ())
    assert found["level"] == dict.fromkeys(found["level"], 1)  # type: ignore[arg-type]


def test_only_what_changed_is_listed() -> None:
    before = initial(RULES)
    after = before.copy()
    apply(after, a.code_of(a.THROW_FOR_START, 0), dice(3, 4))
    assert differences(before, after, FUNCTIONS, VALUES) == {"opening": {1: (3, 4)}}


def test_a_debt_to_the_pot_and_an_offer_are_records() -> None:
    s = initial(RULES)
    owe(s, RULES, 1, POT, 7, PRE_ROLL)
    debts = written(VALUES["debts"](s))
    assert debts == '<<[debtor |-> 2, creditor |-> POT, amount |-> 7, nextPhase |-> "pre-roll"]>>'
    s.phase, s.offer_from, s.offer_to, s.offer_deeds, s.offer_cards = TRADE, 0, 2, 0b101, 2
    offer = written(VALUES["offer"](s))
    assert 'deeds |-> {2, 6}, cards |-> {"community-chest"}, cash |-> 0' in offer
    assert offer.startswith("[from |-> 1, to |-> 3")


def test_an_auction_names_what_bidders_think_of_the_winner() -> None:
    trace = classic_trace(played("classic", 0, 3, turns=4))
    told = [step.becomes["auction"] for step in trace.steps if "auction" in (step.becomes or {})]  # type: ignore[index]
    opened = next(auction for auction in told if auction)
    assert written(opened["winner"]) == "<<UNKNOWN, UNKNOWN, UNKNOWN>>"  # type: ignore[index]
    assert ABSENT < 0


def test_what_is_beyond_the_board_is_no_square() -> None:
    assert squares_of(RULES, 1 << 27) == {40}
    harbour = Rules.of("harbour", 2)
    assert squares_of(harbour, 1 << 27) == {0}
    assert cards_of(0) == frozenset()

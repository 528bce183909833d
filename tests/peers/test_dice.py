"""Nobody knows or bends a draw: chains, who reveals when, and outcomes without bias."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given, strategies as st

from gitopoly.peers import Act, Chain, Recommit, Resign, Reveal, carry_out, dice as dice_module
from gitopoly.peers.dice import (
    LENGTH,
    chain_of,
    drawable,
    hashed,
    needs_draw,
    outcome_from_seed,
    owes_reveal,
    pick,
    seed_of_draw,
)
from gitopoly.rules import actions as a
from gitopoly.rules.codes import CHANCE_CARD
from gitopoly.rules.outcomes import card_drawn, first_die, order_rank, second_die
from tests.peers.positions import CHAINS, act, begun, do, link_of, ready, refused, reveal

ROLL = a.code_of(a.ROLL_AND_MOVE, 0)
LIMIT_AT_1_IN_100_000 = {5: 30.9, 15: 49.5, 23: 62.0, 35: 79.4}
"""By degrees of freedom: what a fair draw exceeds once in 100,000 times."""


def seeds(count: int) -> list[bytes]:
    """The same seeds in every run."""
    return [sha256(b"%d" % number).digest() for number in range(count)]


def chi_square(found: Counter[int], values: int) -> float:
    """How far counts are from even ones."""
    assert set(found) <= set(range(values))
    even = sum(found.values()) / values
    return sum((found[value] - even) ** 2 / even for value in range(values))


# Chains.


def test_each_link_hashes_to_the_one_before() -> None:
    chain = Chain(b"s" * 32)
    public = chain.commitment
    for left in range(LENGTH, 0, -1):
        assert chain.left(public) == left
        link = chain.next(public)
        assert link is not None
        assert hashed(link) == public
        public = link
    assert public == chain.secret
    assert chain.next(public) is None
    assert chain.left(b"another" * 5) == 0
    assert not chain.has(b"another" * 5)


def test_a_published_secret_gives_every_link_and_no_others() -> None:
    chain = Chain(b"s" * 32)
    behind = chain.next(chain.commitment)
    assert behind is not None
    assert chain_of(chain.secret).next(chain.commitment) == behind
    assert chain_of(chain.secret).next(behind) == chain.next(behind)
    assert chain_of(chain.secret).next(chain.secret) is None
    assert chain_of(b"t" * 32).next(chain.commitment) is None


# Outcomes.


@given(st.binary(min_size=32, max_size=32), st.text(max_size=9), st.integers(1, 10**6))
def test_a_pick_is_in_range_and_the_same_for_all(seed: bytes, label: str, count: int) -> None:
    assert 0 <= pick(seed, label, count) < count
    assert pick(seed, label, count) == pick(seed, label, count)


def test_numbers_beyond_the_last_whole_share_are_drawn_again() -> None:
    """With this many values almost half of all numbers would favour the first ones."""
    count = (1 << 63) + 1
    again = 0
    for seed in seeds(200):
        first = int.from_bytes(sha256(seed + b"x" + bytes(4)).digest()[:8], "big")
        if first < count:
            assert pick(seed, "x", count) == first
        else:
            again += 1
            assert pick(seed, "x", count) != first % count
    assert 60 < again < 140


def test_dice_are_fair_and_independent() -> None:
    s = begun().state
    found = [outcome_from_seed(s, ROLL, seed) for seed in seeds(7200)]
    throws = Counter((first_die(o) - 1) * 6 + second_die(o) - 1 for o in found)
    assert chi_square(throws, 36) < LIMIT_AT_1_IN_100_000[35]
    for die in (first_die, second_die):
        assert chi_square(Counter(die(o) - 1 for o in found), 6) < LIMIT_AT_1_IN_100_000[5]


def test_the_test_of_fairness_notices_a_loaded_die() -> None:
    loaded = Counter(number % 6 for number in range(6000))
    loaded[5] += 300
    assert chi_square(loaded, 6) > LIMIT_AT_1_IN_100_000[5]


def test_cards_are_fair_among_those_that_can_come() -> None:
    s = begun().state
    draw = a.code_of(a.DRAW_AND_EXECUTE_CHANCE_CARD, 0)
    cards = drawable(s, CHANCE_CARD)
    found = Counter(card_drawn(outcome_from_seed(s, draw, seed)) for seed in seeds(4800))
    assert set(found) == set(cards)
    assert chi_square(found, len(cards)) < LIMIT_AT_1_IN_100_000[15]


def test_orders_are_fair_in_the_formal_game() -> None:
    s = begun(4, "formal").state
    check = a.code_of(a.DOUBLES_CHECK_ACTION, 0)
    assert needs_draw(s, check)
    found = Counter(order_rank(outcome_from_seed(s, check, seed)) for seed in seeds(4800))
    assert chi_square(found, 24) < LIMIT_AT_1_IN_100_000[23]


def test_labels_give_values_that_do_not_hang_together() -> None:
    pairs = Counter(pick(s, "first die", 6) * 6 + pick(s, "order", 6) for s in seeds(7200))
    assert chi_square(pairs, 36) < LIMIT_AT_1_IN_100_000[35]


def test_everything_that_goes_into_a_draw_counts() -> None:
    links = (b"a" * 32, b"b" * 32, b"")
    made = {
        seed_of_draw(b"game", 1, links),
        seed_of_draw(b"other", 1, links),
        seed_of_draw(b"game", 2, links),
        seed_of_draw(b"game", 1, (links[1], links[0], b"")),
        seed_of_draw(b"game", 1, (*links[:2], b"c" * 32)),
        seed_of_draw(b"game", 1, (links[0], b"", links[1])),
    }
    assert len(made) == 6


# Asking and revealing.


def test_a_draw_waits_for_all_and_for_the_asker_last() -> None:
    p = act(ready(), a.ROLL_AND_MOVE)
    assert p.draw is not None
    assert [owes_reveal(p, seat) for seat in range(3)] == [False, True, True]
    reveal(p, 2)
    assert [owes_reveal(p, seat) for seat in range(3)] == [False, True, False]
    reveal(p, 1)
    assert [owes_reveal(p, seat) for seat in range(3)] == [True, False, False]
    reveal(p, 0)
    assert p.draw is None
    assert p.draws == 1
    assert p.steps[0].code == ROLL


def test_seeded_games_draw_at_once() -> None:
    p = act(ready(joint=False), a.ROLL_AND_MOVE)
    assert p.draw is None
    assert p.draws == 1


def test_reveals_out_of_place_are_refused() -> None:
    p = ready()
    early = Reveal(1, link_of(p, 1).link)
    refused(p, 1, early, "that draw is not in progress")
    refused(begun(joint=False), 1, Reveal(0, early.link), "that draw is not in progress")
    act(p, a.ROLL_AND_MOVE)
    refused(p, 0, link_of(p, 0), "another seat must reveal first")
    refused(p, 1, Reveal(2, early.link), "that draw is not in progress")
    refused(p, 1, Reveal(1, b"?" * 32), "does not match the committed chain")
    refused(p, 1, Reveal(1, CHAINS[1].commitment), "does not match the committed chain")
    refused(p, 1, Reveal(1, CHAINS[2].next(CHAINS[2].commitment) or b""), "does not match")
    reveal(p, 1)
    refused(p, 1, link_of(p, 1), "has already revealed its link")


def test_a_link_that_was_used_does_not_do_again() -> None:
    p = act(ready(), a.ROLL_AND_MOVE)
    used = link_of(p, 1)
    for seat in (1, 2, 0):
        reveal(p, seat)
    p.draw = dice_module.Draw(0, ROLL, (b"",) * 3)
    p.draws += 1
    refused(p, 1, Reveal(p.draws, used.link), "does not match the committed chain")
    reveal(p, 1)


def test_a_reveal_that_comes_after_its_draw_decides_nothing() -> None:
    p = act(ready(), a.ROLL_AND_MOVE)
    late = link_of(p, 1)
    past = tuple(p.counts)
    for draw in (None, dice_module.Draw(0, ROLL, (b"",) * 3)):
        p.draw, p.draws = draw, 2
        twin = p.copy()
        carry_out(twin, 1, late, past)
        assert (twin.draw, twin.links) == (draw, p.links)


# Recommitting.


def with_links_used() -> dice_module.ProtocolPosition:
    """A game in which every seat has revealed a link and seat 0 has the floor."""
    p = act(ready(), a.ROLL_AND_MOVE)
    for seat in (1, 2, 0):
        reveal(p, seat)
    return p


def test_the_floor_may_begin_a_new_chain_between_draws() -> None:
    p = with_links_used()
    new = Chain(b"n" * 32)
    do(p, 0, Recommit(new.commitment))
    assert p.links[0] == new.commitment
    refused(p, 0, Recommit(b"m" * 32), "nothing of the chain has been revealed yet")


def test_nobody_recommits_where_it_could_help() -> None:
    p = with_links_used()
    refused(p, 1, Recommit(b"n" * 32), "only whoever has the move may")
    refused(begun(), 0, Recommit(b"n" * 32), "nothing of the chain has been revealed yet")
    refused(act(ready(), a.ROLL_AND_MOVE), 0, Recommit(b"n" * 32), "only whoever has the move may")
    refused(begun(joint=False), 0, Recommit(b"n" * 32), "are seeded")


@pytest.mark.parametrize("steps", [1, 2])
def test_a_secret_that_ends_its_chain_early_stops_nobody(steps: int) -> None:
    """A seat that resigns may publish a link of its chain as if it were the beginning."""
    p = ready()
    short = CHAINS[2].commitment
    for _ in range(steps):
        short = CHAINS[2].next(short) or b""
    do(p, 2, Resign(short))
    for draw in range(1, 5):
        p.state = ready().state
        p.draws, p.draw = draw, dice_module.Draw(0, ROLL, (b"",) * 3)
        reveal(p, 1)
        reveal(p, 0)
        assert p.draw is None
        assert p.steps[0].code == ROLL


def test_an_action_without_chance_needs_no_draw() -> None:
    s = begun().state
    assert needs_draw(s, ROLL)
    assert not needs_draw(s, a.code_of(a.END_TURN, 0))
    p = ready()
    do(p, 0, Act(ROLL))
    assert p.draw is not None

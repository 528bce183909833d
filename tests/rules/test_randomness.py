"""Random numbers: each equally likely, in arithmetic that a GPU can do in 32 bits."""

from __future__ import annotations

import pytest

from gitopoly.rules.randomness import Generator, below, next_word, seeded, surplus_words


def drawn_with_a_division(generator: Generator, bound: int) -> int:
    """The same draw, written with the division that it avoids."""
    while True:
        product = next_word(generator) * bound
        if product % 2**32 >= 2**32 % bound:
            return product >> 32


@pytest.mark.parametrize("bound", [*range(1, 300), 2**16, 10**6 + 3, 2**29, 2**30 - 1])
def test_surplus_words_are_those_that_would_favour_some_numbers(bound: int) -> None:
    assert surplus_words(bound) == 2**32 % bound
    largest_step = (surplus_words(bound) or bound) * 2
    assert largest_step < 2**31


@pytest.mark.parametrize("bound", [1, 2, 6, 40, 3 * 2**29])
def test_draws_are_those_of_the_division(bound: int) -> None:
    """Of the last bound a quarter of all draws is repeated."""
    one, other = seeded(7, 1), seeded(7, 1)
    for _ in range(500):
        assert below(one, bound) == drawn_with_a_division(other, bound)
    assert (one.a, one.b, one.c, one.counter) == (other.a, other.b, other.c, other.counter)


def test_seeds_mean_what_they_have_always_meant() -> None:
    generator = seeded(33, 1)
    assert [next_word(generator) for _ in range(3)] == [3982280272, 3982156490, 3757225102]

"""Logarithms, roots and powers in whole numbers, against those of Python."""

from __future__ import annotations

import math

import pytest

from gitopoly.bots.fixed_point import ONE, exponential, log_of, root_of

NUMBERS = [*range(1, 300), 999, 1500, 32767, 32768, 65537, 10**6, 10**9 + 7, 10**13]


def test_logarithms_and_roots_are_those_of_python() -> None:
    for number in NUMBERS:
        assert log_of(number) / ONE == pytest.approx(math.log(number), abs=3 / ONE)
        assert root_of(number) == math.isqrt(number)


def test_powers_are_those_of_python_within_their_bounds() -> None:
    for exponent in range(-13 * ONE, 13 * ONE, 1777):
        true = ONE * math.exp(exponent / ONE)
        assert exponential(exponent) == pytest.approx(true, rel=4e-4, abs=2)
    assert exponential(0) == ONE
    assert exponential(-15 * ONE) == 0
    assert exponential(99 * ONE) == exponential(14 * ONE)
    assert root_of(0) == root_of(-4) == 0

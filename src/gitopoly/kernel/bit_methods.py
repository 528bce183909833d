"""Methods of Python's numbers that Numba does not have: `bit_count` and `bit_length`.

Only for sets, which are never negative.
"""

# mypy: disable-error-code="no-untyped-call, untyped-decorator"

from __future__ import annotations

from functools import cache
from typing import Any

from llvmlite import ir
from numba import int64, types
from numba.extending import intrinsic, overload_method


@intrinsic
def count_of_bits(typing: Any, number: Any) -> Any:
    """How many bits are set."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.ctpop(given[0])

    return int64(int64), generate


@intrinsic
def length_in_bits(typing: Any, number: Any) -> Any:
    """The position of the highest set bit, counted from 1."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        zeros = builder.ctlz(given[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return int64(int64), generate


def _bit_count(number: Any) -> Any:
    def implementation(number: Any) -> Any:
        return count_of_bits(number)  # type: ignore[call-arg]

    return implementation


def _bit_length(number: Any) -> Any:
    def implementation(number: Any) -> Any:
        return length_in_bits(number)  # type: ignore[call-arg]

    return implementation


@cache
def teach() -> None:
    """Make the methods known to Numba."""
    overload_method(types.Integer, "bit_count")(_bit_count)
    overload_method(types.Integer, "bit_length")(_bit_length)

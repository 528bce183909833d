"""Processor instructions that the exploration needs and Python does not offer.

Only compiled code can call them.
"""

from __future__ import annotations

from typing import Any

from gitopoly.errors import MissingExtra

try:
    from llvmlite import ir
    from llvmlite.binding import get_host_cpu_features, get_host_cpu_name
    from numba import config, types
    from numba.extending import intrinsic
except ImportError as missing:
    raise MissingExtra("the native checker", missing.name or "numba", "fast") from None

SLOW_AT_IT = ("znver1", "znver2")
"""Processors whose bit instructions are a hundred times slower."""
COMPILES_FOR_HOST = not vars(config).get("CPU_NAME")
HAS_BIT_INSTRUCTIONS = bool(
    COMPILES_FOR_HOST
    and get_host_cpu_features().get("bmi2", False)
    and get_host_cpu_name() not in SLOW_AT_IT
)
"""Whether `extract` and `deposit` may be called here."""
LANES = 8
MOST_COMPARED = 64


def _address(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


@intrinsic
def compare_and_swap(typing: Any, words: Any, place: Any, expected: Any, word: Any) -> Any:
    """Replace a word if it equals `expected`; return the old word, atomically."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        address = _address(context, builder, signature.args[0], given[0], given[1])
        swap = builder.cmpxchg(address, given[2], given[3], "seq_cst", "seq_cst")
        return builder.extract_value(swap, 0)

    return types.uint64(words, types.int64, types.uint64, types.uint64), generate


@intrinsic
def fetch_early(typing: Any, words: Any, place: Any) -> Any:
    """Prefetch a word that will be needed soon."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        address = _address(context, builder, signature.args[0], given[0], given[1])
        number = ir.IntType(32)
        octet = ir.IntType(8).as_pointer()
        fetch = builder.module.declare_intrinsic(
            "llvm.prefetch",
            [octet],
            ir.FunctionType(ir.VoidType(), [octet, number, number, number]),
        )
        to_write, stay_close, data = number(1), number(3), number(1)
        builder.call(fetch, [builder.bitcast(address, octet), to_write, stay_close, data])
        return context.get_dummy_value()

    return types.void(words, types.int64), generate


@intrinsic
def lowest_bit(typing: Any, word: Any) -> Any:
    """The number of the lowest set bit in a word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


@intrinsic
def differing(typing: Any, words: Any, count: Any) -> Any:
    """Which of the first 64 words differ from those `count` places later, one bit each.

    All 64 are read, so at least that many must exist.
    """

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        word, octet = ir.IntType(64), ir.IntType(8)
        several = ir.VectorType(word, LANES).as_pointer()
        bits = ir.Constant(word, 0)
        for first in range(0, MOST_COMPARED, LANES):
            here = ir.Constant(word, first)
            places = here, builder.add(given[1], here)
            addresses = [_address(context, builder, signature.args[0], given[0], p) for p in places]
            one, other = (builder.load(builder.bitcast(a, several), align=8) for a in addresses)
            differ = builder.bitcast(builder.icmp_unsigned("!=", one, other), octet)
            bits = builder.or_(bits, builder.shl(builder.zext(differ, word), here))
        return bits

    return types.uint64(words, types.int64), generate


def _of_two_words(name: str) -> Any:
    """An instruction with two operand words."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(builder.module.declare_intrinsic(name, [], kind), given)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def extract(typing: Any, word: Any, mask: Any) -> Any:
    """The bits of a word selected by a mask, packed to the right."""
    return _of_two_words("llvm.x86.bmi.pext.64")


@intrinsic
def deposit(typing: Any, word: Any, mask: Any) -> Any:
    """The inverse: the lowest bits of a word, spread to the positions of a mask."""
    return _of_two_words("llvm.x86.bmi.pdep.64")

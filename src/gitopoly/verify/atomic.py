"""Three things that the exploration needs and Python has no words for.

Each stands for a single instruction of the processor and can be called by compiled code only.
"""

from __future__ import annotations

from typing import Any

from gitopoly.errors import MissingExtra

try:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic
except ImportError as missing:
    raise MissingExtra("the native checker", missing.name or "numba", "fast") from None


def _address(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


@intrinsic
def compare_and_swap(typing: Any, words: Any, place: Any, expected: Any, word: Any) -> Any:
    """Write a word where `expected` stands; return what stood there, all in one step."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        address = _address(context, builder, signature.args[0], given[0], given[1])
        swap = builder.cmpxchg(address, given[2], given[3], "seq_cst", "seq_cst")
        return builder.extract_value(swap, 0)

    return types.uint64(words, types.int64, types.uint64, types.uint64), generate


@intrinsic
def fetch_early(typing: Any, words: Any, place: Any) -> Any:
    """Ask for a word that will be needed soon, without waiting for it."""

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
    """The number of the lowest bit that is set, in a word that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        return builder.cttz(given[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate

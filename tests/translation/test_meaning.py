"""Translated functions mean what they mean in Python, also where C++ means something else."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gitopoly.translation.native import CHECKED, NARROW, translated
from gitopoly.translation.program import program_of
from gitopoly.translation.records import record
from tests.translation import samples
from tests.translation.samples import Box

NUMBERS = (
    *("divided", "remainder", "bits", "code", "bounds", "between", "is_kind", "decided"),
    *("last_of_range", "downwards", "over_members", "searched", "keywords", "truth"),
    *("members", "wide_members", "wide_product", "from_a_table", "shifted_away"),
)
ON_A_BOX = ("in_order", "arguments_in_order", "read_before", "added_in_order", "narrowed")

numbers = st.integers(-(2**31), 2**31 - 1) | st.integers(-20, 20)


@cache
def library(*flags: str) -> Any:
    """All samples, built once."""
    names = (*NUMBERS, *ON_A_BOX, "counted")
    return translated(*(getattr(samples, name) for name in names), flags=(*CHECKED, *flags))


def arguments_of(name: str) -> int:
    count: int = getattr(samples, name).__code__.co_argcount
    return count


@pytest.mark.parametrize("name", NUMBERS)
@given(data=st.data())
def test_a_function_of_numbers_gives_the_same(name: str, data: st.DataObject) -> None:
    given_numbers = [data.draw(numbers) for _ in range(arguments_of(name))]
    if name in ("divided", "remainder") and given_numbers[1] == 0:
        given_numbers[1] = 1
    assert getattr(library(), name)(*given_numbers) == getattr(samples, name)(*given_numbers)


@pytest.mark.slow
@pytest.mark.parametrize("name", NUMBERS)
@given(data=st.data())
def test_numbers_of_32_bits_give_the_same_where_these_are_enough(
    name: str, data: st.DataObject
) -> None:
    given_numbers = [data.draw(st.integers(-3000, 3000)) for _ in range(arguments_of(name))]
    if name in ("divided", "remainder") and given_numbers[1] == 0:
        given_numbers[1] = 1
    narrow = getattr(library(NARROW), name)
    assert narrow(*given_numbers) == getattr(samples, name)(*given_numbers)


@pytest.mark.slow
@pytest.mark.parametrize("call", ["with_default(2**30, 3)", "cast(2**31)", "shifted(3, 30)"])
def test_a_number_that_outgrows_32_bits_ends_a_process_that_checks(call: str) -> None:
    lines = [
        "from gitopoly.translation.native import CHECKED, NARROW, OVERFLOW, translated",
        "from tests.translation.samples import cast, shifted, with_default",
        "flags = (*CHECKED, NARROW, *OVERFLOW)",
        "built = translated(cast, shifted, with_default, flags=flags)",
        f"built.{call.replace('0, 3)', '0, 3, 1)')}",
    ]
    small = [*lines[:-1], "built.with_default(20, 3, 1) + built.cast(5) + built.shifted(3, 4)"]
    for script, ends in ((lines, True), (small, False)):
        run = [sys.executable, "-c", "\n".join(script)]
        assert (subprocess.run(run, check=False).returncode != 0) == ends


@given(given_numbers=st.lists(st.integers(0, 2**31 - 1), max_size=5))
def test_what_threads_share_is_added_up(given_numbers: list[int]) -> None:
    plain = samples.Sums()
    sums = record(plain)
    for number in given_numbers:
        assert library().counted(sums, number) == samples.counted(plain, number)
    assert list(sums.row) == plain.row


def test_a_list_whose_members_are_known_is_not_read() -> None:
    assert "values[" in program_of(samples.all_alike)
    known = program_of(samples.all_alike, members={"values": 7})
    assert "return (Int(7) + Int(7));" in known
    assert "values[" not in known


@pytest.mark.parametrize("name", ON_A_BOX)
@given(start=st.integers(0, 999), number=st.integers(0, 2**31 - 1))
def test_a_function_of_a_record_gives_and_leaves_the_same(
    name: str, start: int, number: int
) -> None:
    plain = Box()
    plain.wide = start
    other = record(plain)
    assert getattr(library(), name)(other, number) == getattr(samples, name)(plain, number)
    left = {field: getattr(other, field) for field in Box.FIELDS}
    found = {f: list(v) if hasattr(v, "__len__") else v for f, v in left.items()}
    assert found == {field: getattr(plain, field) for field in Box.FIELDS}


def test_the_samples_tell_python_from_c() -> None:
    """The same expressions, as C++ would take them, give something else."""
    assert samples.divided(-7, 2) == -4 != int(-7 / 2)
    assert samples.remainder(-7, 3) == 2 != -7 + 3 * 2
    box = Box()
    box.wide = 5
    assert samples.in_order(box, 10) == 5 * 100 + 25 - 76

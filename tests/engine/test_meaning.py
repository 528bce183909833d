"""Translated functions mean what they mean in Python, also where C++ means something else."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, strategies as st

from gitopoly.engine.program import program_of
from tests.engine import samples
from tests.engine.carriers import NUMBERS, ON_A_BOX, carrier, parameters_of
from tests.engine.samples import Box

RANGES = {
    "native": st.integers(-(2**31), 2**31 - 1) | st.integers(-20, 20),
    "wasm": st.integers(-(2**31), 2**31 - 1) | st.integers(-20, 20),
    "narrow": st.integers(-3000, 3000),
}
"""The numbers that each carrier is for."""
CARRIERS = [*("native", "wasm"), pytest.param("narrow", marks=pytest.mark.slow)]


@pytest.mark.parametrize("name", NUMBERS)
@pytest.mark.parametrize("where", CARRIERS)
@given(data=st.data())
def test_a_function_of_numbers_gives_the_same(where: str, name: str, data: st.DataObject) -> None:
    numbers = [data.draw(RANGES[where]) for _ in range(parameters_of(name))]
    if name in ("divided", "remainder") and numbers[1] == 0:
        numbers[1] = 1
    function = getattr(samples, name)
    assert carrier(where).call(function, *numbers) == function(*numbers)


@pytest.mark.parametrize("name", ON_A_BOX)
@pytest.mark.parametrize("where", CARRIERS)
@given(start=st.integers(0, 999), number=st.integers(0, 2**31 - 1))
def test_a_function_of_a_record_gives_and_leaves_the_same(
    where: str, name: str, start: int, number: int
) -> None:
    plain, other = Box(), Box()
    plain.wide = other.wide = start
    function = getattr(samples, name)
    assert carrier(where).call(function, other, number) == function(plain, number)
    for field in Box.FIELDS:
        assert getattr(other, field) == getattr(plain, field)


@given(numbers=st.lists(st.integers(0, 2**31 - 1), max_size=5))
def test_what_threads_share_is_added_up(numbers: list[int]) -> None:
    plain, other = samples.Sums(), samples.Sums()
    for number in numbers:
        found = carrier("native").call(samples.counted, other, number)
        assert found == samples.counted(plain, number)
    assert other.row == plain.row


@pytest.mark.slow
@pytest.mark.parametrize("call", ["with_default, 2**30, 3, 1", "cast, 2**31", "shifted, 3, 30"])
def test_a_number_that_outgrows_32_bits_ends_a_process_that_checks(call: str) -> None:
    for asked, ends in ((call, True), ("with_default, 20, 3, 1", False)):
        script = [
            "from tests.engine.carriers import NARROW, OVERFLOW, BuiltTogether, source",
            "from tests.engine.samples import cast, shifted, with_default",
            f"BuiltTogether(source, NARROW, *OVERFLOW).call({asked})",
        ]
        run = [sys.executable, "-c", "\n".join(script)]
        assert (subprocess.run(run, check=False).returncode != 0) == ends


def test_a_field_whose_numbers_are_known_is_not_read() -> None:
    assert "box.small[" in program_of(samples.all_alike)
    known = program_of(samples.all_alike, fixed={"Box.small": 7})
    assert "return (Int(7) + Int(7));" in known
    assert "box.small[" not in known


def test_the_samples_tell_python_from_c() -> None:
    """The same expressions, as C++ would take them, give something else."""
    assert samples.divided(-7, 2) == -4 != int(-7 / 2)
    assert samples.remainder(-7, 3) == 2 != -7 + 3 * 2

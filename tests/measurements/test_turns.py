"""Variants are warmed up and take turns."""

from __future__ import annotations

from collections.abc import Callable

from gitopoly.measurements.turns import in_turns, timed


def counting(order: list[str], name: str) -> Callable[[], int]:
    """A variant that notes when it is run."""

    def run() -> int:
        order.append(name)
        return 10

    return run


def test_variants_are_warmed_up_once_and_timed_in_turns_back_and_forth() -> None:
    order: list[str] = []
    found = in_turns({name: counting(order, name) for name in "ab"}, 3)
    assert "".join(order) == "ab" + "ab" + "ba" + "ab"
    assert [len(turns) for turns in found.values()] == [3, 3]
    assert all(turn.seconds > 0 and turn.made == 10 for turns in found.values() for turn in turns)


def test_a_run_is_timed_by_the_clock_and_by_its_work() -> None:
    took = timed(lambda: sum(range(1000)))
    assert took.made == 499500
    assert took.seconds > 0
    assert took.processor_seconds >= 0

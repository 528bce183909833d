"""Compiling is told when it takes a while, and done in any case."""

from __future__ import annotations

import pytest

from gitopoly.cli import compiling


@pytest.mark.parametrize(("steps", "told"), [(3, False), (compiling.FEW_STEPS, True)])
def test_many_steps_are_told_and_few_are_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], steps: int, told: bool
) -> None:
    done: list[bool] = []

    def listed(searches: bool) -> list[object]:
        return [lambda: done.append(searches)] * steps

    monkeypatch.setattr(compiling, "steps_to_compile", listed)
    compiling.compile_kernel(True)
    assert done == [True] * steps
    assert ("once for this version" in capsys.readouterr().err) == told


def test_only_a_search_is_prepared_and_only_where_it_can_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[bool] = []
    monkeypatch.setattr(compiling, "compile_kernel", lambda searches: done.append(searches))
    compiling.prepare_policy("trader")
    assert done == []
    compiling.prepare_policy("strong")
    assert done == [True]
    monkeypatch.setattr(compiling, "able", lambda: False)
    compiling.prepare_policy("strong")
    assert done == [True]

"""The walk by the kernel's own rules."""

from __future__ import annotations

import pytest

from gitopoly.kernel import Rules, initial
from gitopoly.kernel.randomness import seeded
from gitopoly.landings import walk, walking
from gitopoly.landings.walking import walked_shares

RULES = Rules.of("classic")


def test_the_same_seed_walks_the_same_way() -> None:
    one, other = (walked_shares(RULES, True, 2000, 1) for _ in range(2))
    assert one == other
    assert walked_shares(RULES, True, 2000, 2) != one


@pytest.mark.parametrize("long_stay", [False, True])
def test_every_roll_is_counted_once(long_stay: bool) -> None:
    s, ended = initial(RULES), [0] * 41
    walk.walk(s, RULES, seeded(5), 3000, long_stay, ended)
    assert sum(ended) == 3000
    assert ended[30] == 0


def test_a_short_stay_never_rolls_in_jail(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(walk, "roll_in_jail")
    walk.walk(initial(RULES), RULES, seeded(5), 2000, False, [0] * 41)
    with pytest.raises(NameError):
        walk.walk(initial(RULES), RULES, seeded(5), 2000, True, [0] * 41)


@pytest.mark.xdist_group("compiled")
def test_compiled_walks_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = walked_shares(RULES, True, 5000, 7)
    monkeypatch.setattr(walking, "WORTH_COMPILING", 0)
    assert walked_shares(RULES, True, 5000, 7) == plain

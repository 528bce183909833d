"""The native checker: TLC's counts, complete spaces, violations, memory, pauses."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.kernel import Rules, legal_actions
from gitopoly.verify import manifest
from gitopoly.verify.native.checker import MEMORY, PROGRESS, Explorer, Level

pytestmark = pytest.mark.xdist_group("compiled")

MANIFEST = manifest.load(Path(__file__).parents[3] / "specs" / "manifest.toml")
PUBLISHED = {
    "defect_stale_debt": 1,
    "defect_third_miss_impossible": 1,
    "defect_fine_in_any_phase": 1,
    "defect_rent_on_mortgaged_utility": 1,
    "defect_go_to_jail_in_any_phase": 1,
}
PENNILESS = {"total_money": 0, "starting_money": 0, "jail_fine": 1, "pass_go_reward": 1}
BLOCKED = {"defect_stale_debt": 1, "starting_money": 1, "jail_fine": 1}


def levels(explorer: Explorer, depth: int = 1000) -> list[Level]:
    """Explore so many levels."""
    found = []
    while explorer.depth < depth and (level := explorer.next_level()) is not None:
        found.append(level)
        if not level.waiting:
            break
    return found


@pytest.mark.parametrize(
    ("model", "players", "options"),
    [
        ("MCMonopoly", 2, {}),
        ("MCMonopolyThree", 3, {"starting_money": 7, "dice_max": 3}),
        ("MCMonopolyPublished", 2, PUBLISHED),
    ],
)
def test_counts_equal_those_of_tlc(model: str, players: int, options: dict[str, int]) -> None:
    """The models that TLC checks in `test_models.py`, with the same constants."""
    expected = MANIFEST[model]
    last = levels(Explorer(Rules.of("formal-small", players, **options)), expected.depth)[-1]
    assert (last.distinct, last.generated) == (expected.distinct, expected.generated)


def test_one_rule_that_differs_shows_in_the_counts() -> None:
    expected = MANIFEST["MCMonopoly"]
    other = Rules.of("formal-small", 2, defect_fine_in_any_phase=1)
    assert levels(Explorer(other), expected.depth)[-1].distinct != expected.distinct


@pytest.mark.slow
def test_counts_do_not_depend_on_workers_or_the_kind_of_set() -> None:
    rules = Rules.of("formal-small", 3)
    explorers = [
        Explorer(rules, workers=1),
        Explorer(rules, workers=2),
        Explorer(rules, workers=3, exact=True),
    ]
    first, *others = [levels(explorer, 20) for explorer in explorers]
    assert all(other == first for other in others)
    branches = [[(a, b, n) for a, b, n, _ in explorer.coverage()] for explorer in explorers]
    assert branches[0] == branches[1] == branches[2]
    assert sum(n for *_, n in branches[0]) + 1 == first[-1].generated
    new = [sum(n for *_, n in explorer.coverage()) for explorer in explorers]
    assert new == [first[-1].distinct + first[-1].waiting - 1] * 3


def test_a_complete_space_ends_and_is_smaller_with_symmetry() -> None:
    rules = Rules.of("formal-small", 2, **PENNILESS)
    plain = levels(Explorer(rules))[-1]
    symmetric = levels(Explorer(rules, symmetric=True))[-1]
    assert plain.waiting == symmetric.waiting == 0
    assert plain.distinct / 2 <= symmetric.distinct < plain.distinct


@pytest.mark.parametrize("workers", [1, 2])
def test_a_deadlock_is_found_at_the_same_state_by_any_number_of_workers(workers: int) -> None:
    explorer = Explorer(Rules.of("formal-small", 3, **BLOCKED), workers)
    levels(explorer, 30)
    assert explorer.trouble is not None
    assert (explorer.trouble.name, explorer.trouble.depth) == (PROGRESS, 11)
    assert explorer.trouble.state is not None
    assert legal_actions(explorer.trouble.state) == []
    assert (explorer.generated, explorer.distinct) == (2911, 1066)
    words = explorer.workers[0].pack(explorer.trouble.state)
    assert [hex(word) for word in words] == ["0x600041000240100", "0x804c1e240"]


def test_the_memory_bound_stops_the_exploration_and_more_lets_it_go_on() -> None:
    rules = Rules.of("formal-small", 3)
    explorer = Explorer(rules, memory=8 << 20)
    levels(explorer, 20)
    assert explorer.trouble is not None
    assert explorer.trouble.name == MEMORY
    assert explorer.depth < 20
    assert explorer.held() < 16 << 20
    explorer.memory = 1 << 30
    assert levels(explorer, 20)[-1] == levels(Explorer(rules), 20)[-1]


def test_a_pause_keeps_everything_that_was_found() -> None:
    rules = Rules.of("formal-small", 3)
    pause = Event()
    explorer = Explorer(rules, pause=pause)
    levels(explorer, 15)
    pause.set()
    assert explorer.next_level() is None
    assert explorer.trouble is None
    pause.clear()
    assert levels(explorer, 18)[-1] == levels(Explorer(rules), 18)[-1]


@pytest.mark.long
def test_a_large_space_takes_few_bytes_a_state() -> None:
    explorer = Explorer(Rules.of("formal-small", 3, **PENNILESS))
    levels(explorer)
    assert explorer.held() / explorer.distinct <= 24


def test_an_edition_without_end_is_refused() -> None:
    with pytest.raises(InvalidModel, match="formal-small"):
        Explorer(Rules.of("classic", 2))

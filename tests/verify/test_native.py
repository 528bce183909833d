"""The native checker: TLC's counts, complete spaces, violations with their shortest story."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRules
from gitopoly.kernel import Rules, apply, initial, legal_actions
from gitopoly.verify import manifest
from gitopoly.verify.native import MEMORY, PROGRESS, Explorer, Level, path_to

pytestmark = pytest.mark.xdist_group("compiled")

MANIFEST = manifest.load(Path(__file__).parents[2] / "specs" / "manifest.toml")
PUBLISHED = {
    "defect_stale_debt": 1,
    "defect_third_miss_impossible": 1,
    "defect_fine_in_any_phase": 1,
    "defect_rent_on_mortgaged_utility": 1,
    "defect_go_to_jail_in_any_phase": 1,
}
TINY = {"total_money": 12, "starting_money": 4, "dice_max": 1, "jail_fine": 1, "pass_go_reward": 1}


def levels(explorer: Explorer, depth: int) -> list[Level]:
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


def test_counts_do_not_depend_on_workers_or_the_kind_of_set() -> None:
    rules = Rules.of("formal-small", 3)
    explorers = [
        Explorer(rules, workers=1),
        Explorer(rules, workers=2),
        Explorer(rules, workers=3, exact=True),
    ]
    first, *others = [levels(explorer, 17) for explorer in explorers]
    assert all(other == first for other in others)
    kinds = [explorer.generated_by() for explorer in explorers]
    assert kinds[0] == kinds[1] == kinds[2]
    assert sum(kinds[0].values()) + 1 == first[-1].generated
    distinct = [sum(explorer.distinct_by().values()) for explorer in explorers]
    assert distinct == [first[-1].distinct + first[-1].waiting] * 3


def test_a_complete_space_ends_and_is_smaller_with_symmetry() -> None:
    rules = Rules.of("formal-small", 2, **TINY)
    plain = levels(Explorer(rules), 1000)[-1]
    symmetric = levels(Explorer(rules, symmetric=True), 1000)[-1]
    assert plain.waiting == symmetric.waiting == 0
    assert plain.distinct / 2 <= symmetric.distinct < plain.distinct


def test_a_deadlock_is_found_and_its_shortest_path_replays() -> None:
    rules = Rules.of("formal-small", 3, defect_stale_debt=1, starting_money=1, jail_fine=1)
    explorer = Explorer(rules)
    levels(explorer, 30)
    assert explorer.trouble is not None
    assert explorer.trouble.name == PROGRESS
    state = explorer.trouble.state
    assert state is not None
    assert legal_actions(state) == []
    path = path_to(rules, state, explorer.depth)
    assert len(path) == explorer.depth - 1
    replayed = initial(rules)
    for before, action, outcome in path:
        assert replayed == before
        apply(replayed, action, outcome)
    assert replayed == state


def test_the_memory_bound_stops_the_exploration() -> None:
    explorer = Explorer(Rules.of("formal-small", 3), memory=3 << 20)
    levels(explorer, 40)
    assert explorer.trouble is not None
    assert explorer.trouble.name == MEMORY


def test_an_edition_without_end_is_refused() -> None:
    with pytest.raises(InvalidRules, match="formal-small"):
        Explorer(Rules.of("classic", 2))

"""Every branch of every action of the specification happens; what the board rules out is listed."""

from __future__ import annotations

import pytest

from gitopoly.proof.explorer.branches import (
    BRANCHES,
    MOST_BRANCHES,
    branch_of,
    name_of_branch,
)
from gitopoly.proof.explorer.run import explore
from gitopoly.proof.specs.actions import actions_of
from gitopoly.proof.specs.model_config import Search, native_search
from gitopoly.proof.suite import find_specs, load_suite
from gitopoly.rules import Rules, apply, initial, legal_actions
from gitopoly.rules.actions import NAMES
from gitopoly.rules.catalogue import kind_of

pytestmark = pytest.mark.xdist_group("compiled")

MODELS = load_suite()
KINDS = [NAMES.index(name) for name in actions_of(find_specs() / "monopoly" / "Monopoly.tla")]
IMPOSSIBLE = {
    ("DrawAndExecuteChanceCard", "advances past Go"): "the card leads from square 4 to square 6",
    ("DrawAndExecuteCommunityChestCard", "advances"): "the card leads to Go",
}
"""What cannot happen on the small board, with the reason."""


def branches_of(kinds: list[int]) -> set[tuple[str, str]]:
    """All branches of some actions, each with the name of its action."""
    return {(NAMES[kind], name) for kind in kinds for name in BRANCHES.get(kind, ("",))}


def taken(search: Search) -> set[tuple[str, str]]:
    """The branches that happen in an exploration."""
    return set(explore(search).branches)


def of_model(name: str, depth: int | None, symmetric: bool = False) -> set[tuple[str, str]]:
    """The branches that happen in a model, to a depth of our own."""
    return taken(Search(native_search(MODELS, MODELS[name]).rules, depth, symmetric))


def test_branches_have_names_and_room() -> None:
    for kind, names in BRANCHES.items():
        assert len(set(names)) == len(names) <= MOST_BRANCHES, NAMES[kind]
    assert name_of_branch(NAMES.index("DoublesCheck"), 1) == "rolls again"
    assert name_of_branch(NAMES.index("EndTurn"), 0) == ""


def test_a_branch_is_told_from_the_states_around_a_step() -> None:
    before = initial(Rules.of("formal-small", 2))
    apply(before, legal_actions(before)[0])  # type: ignore[arg-type]
    throw = legal_actions(before)[0]
    assert isinstance(throw, int)
    seen = set()
    for outcome in (0, 1, 6, 7):
        after = before.copy()
        apply(after, throw, outcome)
        branch = branch_of(before, after, before.rules, throw, outcome)
        seen.add((outcome, name_of_branch(kind_of(throw), branch)))
    assert seen == {(0, "doubles"), (1, "moves"), (6, "moves"), (7, "doubles")}


@pytest.mark.slow
def test_some_branches_need_other_models() -> None:
    """The twin of the next test: one model alone does not reach everything."""
    assert ("RollInJail", "owes at the third miss") in of_model("MCMonopolyPenniless", None)
    assert ("RollInJail", "owes at the third miss") not in of_model("MCMonopoly", 14)


@pytest.mark.long
def test_every_branch_of_every_action_happens_in_some_model() -> None:
    happened = of_model("MCMonopolyDeep", 21) | of_model("MCMonopolyPenniless", None)
    for name in ("MCMonopolyFourFaces", "MCMonopolyPoor", "MCMonopolySixFaces"):
        happened |= of_model(name, MODELS[name].depth, symmetric=True)
    assert branches_of(KINDS) - happened == set(IMPOSSIBLE)

"""The pages about editions say how they differ from `classic`."""

import re

import pytest

from gitopoly.rulebook.book import open_book
from gitopoly.rules.rules import FLAGS, Rules

PAGES = {page.page.rsplit("/", 1)[-1]: page.plain for page in open_book().pages}
FORMAL = PAGES["11-formal.md"]
ARENA = PAGES["12-arena.md"]
CARRIED = ARENA.split("## What the edition carries")[1].split("## What the adjudicator")[0]
CHANGED = ARENA.split("## What the adjudicator changes")[1]


def differing(edition: str) -> set[str]:
    """The rules whose flags an edition sets otherwise than `classic`."""
    one, other = Rules.of("classic"), Rules.of(edition)
    return {
        text.split(":")[0]
        for flag, text in FLAGS.items()
        if not flag.startswith("defect_") and getattr(one, flag) != getattr(other, flag)
    }


def mentioned(text: str) -> set[str]:
    return set(re.findall(r"\*\*([A-Z]+-[0-9]+)\*\*", text))


@pytest.mark.parametrize("edition", ["formal", "formal-small"])
def test_every_difference_of_formal_has_its_place(edition: str) -> None:
    for number in differing(edition):
        assert re.search(rf"\b{number}\b", FORMAL), number


def test_every_difference_of_arena_has_its_place() -> None:
    assert differing("arena") - {"SHORT-1", "SHORT-3"} <= mentioned(CARRIED)


def test_what_the_adjudicator_changes_is_played_as_in_classic_without_it() -> None:
    assert mentioned(CHANGED).isdisjoint(differing("arena"))
    entries = CHANGED.split("\n- ")[1:]
    assert entries
    for entry in entries:
        assert "Without it: " in entry
        assert "\n  With it: " in entry


def test_the_numbers_of_formal_small_are_those_of_the_edition() -> None:
    small = FORMAL.split("## What is smaller in `formal-small`")[1]
    rules = Rules.of("formal-small")
    for words in (
        f"starts with ${rules.starting_money}, all money together is ${rules.total_money}",
        f"The faces of a die are 1 and {rules.dice_max},",
        f"The board has {rules.board_length} squares",
        f"The salary is ${rules.pass_go_reward}.",
        f"The fine is ${rules.jail_fine}.",
        f"A railroad costs ${rules.base_rail_rent}, and ${2 * rules.base_rail_rent} if",
    ):
        assert words in small
    assert rules.max_level == 2
    assert rules.deck_size == [5, 5]


@pytest.mark.parametrize("edition", ["london", "us-2008", "harbour"])
def test_every_difference_of_an_edition_in_a_file_has_its_place(edition: str) -> None:
    (page,) = (text for name, text in PAGES.items() if name.endswith(f"-{edition}.md"))
    assert differing(edition) == {"TAX-1"}
    assert differing(edition) <= mentioned(page)


def test_the_numbers_of_harbour_are_those_of_the_edition() -> None:
    page, rules = PAGES["15-harbour.md"], Rules.of("harbour")
    for words in (
        f"starts with ${rules.starting_money}; the board has {rules.board_length} squares",
        f"leave of ${rules.total_money:,}",
        f"The salary is ${rules.pass_go_reward}.",
        f"The fine is ${rules.jail_fine}.",
        f"{rules.houses} houses and {rules.hotels} hotels",
        f"after {rules.turn_limit} turns",
    ):
        assert words in page

"""Numbered rules: headings, mentions and the list made of them."""

import pytest

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.rules import (
    INDEX_BEGIN,
    INDEX_END,
    in_family_order,
    read_mentions,
    read_rules,
    refuse_doubles,
    render_index,
    replace_index,
)

PAGE = """\
# Jail

### JAIL-2: A card frees

{action:player:play-card}It is played.{/action}
See **GO-1**.

### JAIL-1 (formal): A fine frees

## Other
### Not a rule

```
### JAIL-9: quoted
```

### GO-1: Salary
"""


def test_a_rule_is_a_heading_with_its_number() -> None:
    second, first, salary = read_rules("jail.md", PAGE)
    assert (second.number, second.title, second.edition) == ("JAIL-2", "A card frees", "classic")
    assert (second.page, second.line) == ("jail.md", 3)
    assert second.text == "{action:player:play-card}It is played.{/action}\nSee **GO-1**."
    assert (first.number, first.edition, first.text) == ("JAIL-1", "formal", "")
    assert (first.family, first.ordinal) == ("JAIL", 1)
    assert salary.number == "GO-1"


@pytest.mark.parametrize("heading", ["JAIL-1", "JAIL-1 A fine", "JAIL-1:", "JAIL-1 [x]: A fine"])
def test_a_heading_that_is_nearly_a_rule_is_refused_with_its_place(heading: str) -> None:
    with pytest.raises(InvalidRulebook, match=r"^p\.md:2:1: a rule's heading reads"):
        read_rules("p.md", f"\n### {heading}\n")


def test_a_heading_may_be_closed_and_a_line_of_blanks_takes_no_time() -> None:
    (rule,) = read_rules("p.md", f"### GO-1: Salary ###  \n# a{' ' * 100_000}b\n")
    assert rule.title == "Salary"


def test_a_bold_number_is_a_mention() -> None:
    (mention,) = read_mentions("jail.md", PAGE)
    assert (mention.number, mention.line) == ("GO-1", 6)


def test_a_number_that_is_stated_twice_is_refused() -> None:
    rules = [*read_rules("a.md", PAGE), *read_rules("b.md", "### GO-1: Again")]
    with pytest.raises(InvalidRulebook, match=r"b\.md:1:1: rule GO-1 is already stated in a\.md"):
        refuse_doubles(rules)


def test_the_list_is_by_family_and_number() -> None:
    rules = [*read_rules("rules/jail.md", PAGE), *read_rules("x.md", "### JAIL-10: Ten")]
    numbers = [rule.number for rule in in_family_order(rules)]
    assert numbers == ["JAIL-1", "JAIL-2", "JAIL-10", "GO-1"]
    lines = render_index(rules).splitlines()
    assert (
        lines[2]
        == "- **JAIL-1** [A fine frees](jail.md#jail-1-formal-a-fine-frees) (`formal` only)"
    )
    assert lines[3] == "- **JAIL-2** [A card frees](jail.md#jail-2-a-card-frees)"


def test_the_list_is_renewed_in_its_place() -> None:
    rules = read_rules("jail.md", PAGE)
    old = f"before\n{INDEX_BEGIN}\nold\n{INDEX_END}\nafter\n"
    new = replace_index(old, rules)
    assert new == f"before\n{render_index(rules)}\nafter\n"
    assert replace_index(new, rules) == new


def test_a_page_without_a_place_for_the_list_is_refused() -> None:
    with pytest.raises(InvalidRulebook, match="has no lines"):
        replace_index(f"{INDEX_END}{INDEX_BEGIN}", [])

"""Whatever has no translation is refused, with its file and its line."""

from __future__ import annotations

import inspect

import pytest

from gitopoly.engine.program import program_of
from gitopoly.errors import Untranslatable
from tests.engine import samples

LATER = "changes it may also read; give a part of it a name first"
REFUSED = {
    "in_order": (1, f"what take(box, a) * 100 + take(box, 1) {LATER}"),
    "arguments_in_order": (1, f"what bounds(take(box, a), take(box, 2), box.wide) {LATER}"),
    "read_before": (1, f"what box.wide - take(box, a) * 2 {LATER}"),
    "added_in_order": (1, f"what box.wide + take(box, a) {LATER}"),
    "compared_in_order": (1, f"what box.wide < take(box, a) {LATER}"),
    "greatest_in_order": (1, f"what max(take(box, a), box.wide) {LATER}"),
    "makes_a_list": (1, "List has no translation"),
    "raises": (2, "Raise has no translation"),
    "divides": (1, "Div has no translation"),
    "calls_a_method": (1, "a.conjugate is not a declared field"),
    "counts_from_the_end": (1, "arrays are not counted from their end"),
    "reads_no_field": (1, "box.nothing is not a declared field"),
    "takes_a_word": (0, "the type of word is not one of the rules"),
    "says_nothing_of_a": (0, "the type of a is not one of the rules"),
    "says_nothing_of_its_value": (0, "the type of return is not one of the rules"),
    "returns_a_list": (0, "the type of return is not one of the rules"),
    "may_end_without_a_value": (0, "it can end without a value"),
    "two_at_once": (1, "one assignment for each variable is needed"),
    "too_large": (1, "Pow has no translation"),
    "large": (1, "9223372036854775808 does not fit into 64 bits"),
    "cuts_off": (1, "a + 1 may need more than 32 bits"),
    "grows": (2, "total may need more than 32 bits; declare it Wide"),
    "hands_over": (1, "box.wide may need more than 32 bits"),
    "declares_a_word": (1, "only variables that hold numbers are declared"),
    "multiplies_a_sum": (1, "threads can only add to what they share"),
    "takes_a_word_from_a_table": (1, "`len` needs a table"),
    "takes_the_last": (1, "arrays are not counted from their end"),
    "takes_a_value_of_or": (1, "the value of `and` or `or` may be none of the truth values"),
    "names_an_argument": (1, "with_default takes its arguments one by one, without names"),
    "sums_what_is_wide": (1, "found_1 may need more than 32 bits; declare it Wide"),
    "folds_pairs": (1, "a loop over one variable, without `else`, is needed"),
    "leaves_a_table": (1, "a loop over a table goes through all of it"),
    "asks_for_a_name": (1, "NamedExpr has no translation"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_function_outside_the_subset_is_refused_with_its_line(name: str) -> None:
    function = getattr(samples, name)
    below, reason = REFUSED[name]
    with pytest.raises(Untranslatable) as refused:
        program_of(function)
    line = inspect.getsourcelines(function)[1] + below
    said = f"samples.py:{line}: {name} cannot be translated: {reason}"
    assert str(refused.value) == said


def test_a_function_within_a_function_is_refused() -> None:
    def inner(a: int) -> int:
        return a

    with pytest.raises(Untranslatable, match="not defined at the top of a module"):
        program_of(inner)


def test_two_functions_of_one_name_are_refused() -> None:
    from gitopoly.rules.auction import bid
    from tests.engine import namesakes

    with pytest.raises(Untranslatable, match="another function has its name"):
        program_of(bid, namesakes.bid)

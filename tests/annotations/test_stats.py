"""Counts."""

from hypothesis import given

from gitopoly.annotations.stats import count
from tests.annotations.sample import ANYTHING, SAMPLE, artifacts_of


def test_counts_by_kind_noun_and_verb() -> None:
    stats = count(artifacts_of(SAMPLE))
    assert (stats.tags, stats.distinct) == (8, 7)
    assert stats.kinds == {"action": 3, "query": 1, "predicate": 1, "interface": 1, "service": 2}
    assert stats.nouns == {"player": 5, "game": 2, "marble": 1}
    assert stats.verbs["roll"] == 2
    assert stats.verbs["can-sell"] == 1
    assert stats.repeated == {"action:player:roll": 2}
    assert stats.duplicate_verbs == {}


def test_kinds_that_do_not_occur_count_zero() -> None:
    assert set(count([]).kinds.values()) == {0}


@given(ANYTHING)
def test_kinds_and_nouns_add_up(text: str) -> None:
    stats = count(artifacts_of(text))
    assert sum(stats.kinds.values()) == sum(stats.nouns.values()) == stats.tags
    assert sum(stats.verbs.values()) >= stats.tags

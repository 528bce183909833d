"""Sections are chosen by name, in their own order."""

from __future__ import annotations

import pytest

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation.sections.order import SECTIONS, choose
from gitopoly.evaluation.study import SectionResults, Settings
from tests.evaluation.invented import ROWS, found


def test_all_sections_have_a_name_of_their_own_and_are_invented_for_tests() -> None:
    assert [section.name for section in SECTIONS] == list(
        dict.fromkeys(section.name for section in SECTIONS)
    )
    assert {section.name for section in SECTIONS} == set(ROWS)


def test_nothing_chosen_is_everything() -> None:
    assert list(choose([])) == list(SECTIONS)


def test_chosen_sections_come_in_their_own_order() -> None:
    assert [section.name for section in choose(["lengths", "acting"])] == ["acting", "lengths"]


def test_a_misspelt_section_is_answered_with_its_neighbour() -> None:
    with pytest.raises(InvalidMeasurement, match="did you mean acting"):
        choose(["actign"])
    with pytest.raises(InvalidMeasurement, match="choose among"):
        choose(["xyz"])


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_section_has_tasks_of_different_names_and_tells_in_any_state(section: object) -> None:
    one = next(s for s in SECTIONS if s is section)
    for settings in (Settings(), Settings(quick=True, games=1)):
        names = [task.name for task in one.tasks(settings)]
        assert len(names) == len(set(names)) > 0
        assert all(task.seconds > 0 for task in one.tasks(settings))
        assert one.tell(SectionResults(settings))
    assert one.faults(found(one.name)) == [] or not list(one.faults(found(one.name)))


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_section_tells_with_any_one_of_its_tables_missing(section: object) -> None:
    one = next(s for s in SECTIONS if s is section)
    for table in ROWS[one.name]():
        rows = ROWS[one.name]()
        del rows[table]
        assert one.tell(found(one.name, rows))
        one.headlines(found(one.name, rows))

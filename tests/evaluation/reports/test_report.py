"""A report shows every published figure, whatever was measured, and needs no other file."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from gitopoly.errors import InvalidMeasurement
from gitopoly.evaluation import published
from gitopoly.evaluation.reports import markdown, page, report
from gitopoly.evaluation.reports.blocks import Picture
from gitopoly.evaluation.reports.wording import count
from gitopoly.evaluation.sections.order import SECTIONS
from gitopoly.evaluation.study import Settings, StudyStore
from tests.evaluation.invented import whole_study


def published_numbers() -> list[str]:
    """Every published number as it is shown."""
    rows = [row for name in published.document()["progress"] for row in published.progress(name)]
    shown = [count(number) for row in rows for number in (row.found, row.distinct, row.queue)]
    shown += [row.time for row in rows]
    taken = [published.taken(module) for module in ("Auction1", "Auction2", "Auction3")]
    shown += [count(number) for table in taken for pair in table.values() for number in pair]
    shown += [count(number) for number in published.behaviours().values()]
    return [*shown, "19 ms", "34 ms", "6,500", "about 3,000", "20 MB", "40 MB", "5.7 KB", "200"]


def pictures(store: StudyStore) -> list[Picture]:
    """All pictures of a report."""
    chapters = report.compose(store).chapters
    return [block for one in chapters for block in one.blocks if isinstance(block, Picture)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report that was written once for all tests that only look at it."""
    folder = tmp_path_factory.mktemp("study")
    files = report.write(whole_study(folder))
    assert [path.name for path in files[:2]] == [report.PAGE, report.TEXT]
    assert sorted(files) == sorted([*folder.glob("report.*"), *folder.glob("figures/*")])
    return folder


@pytest.fixture(scope="module")
def written(folder: Path) -> dict[str, str]:
    return {name: (folder / name).read_text("utf-8") for name in (report.PAGE, report.TEXT)}


@pytest.mark.slow
def test_every_published_figure_is_in_both_forms(written: dict[str, str]) -> None:
    for name, text in written.items():
        missing = [number for number in published_numbers() if number not in text]
        assert missing == [], name


def test_every_published_figure_is_there_even_if_nothing_was_measured(tmp_path: Path) -> None:
    store = StudyStore(tmp_path, Settings(), resume=False)
    text = page.render(report.compose(store), {})
    assert [number for number in published_numbers() if number not in text] == []
    assert text.count("Not measured in this study") == len(SECTIONS)


def test_the_page_loads_nothing_and_runs_nothing(written: dict[str, str]) -> None:
    text = written[report.PAGE]
    assert not re.search(r'\b(?:src|href)\s*=\s*["\']?(?!["\']?#)', text)
    assert not re.search(r"url\((?!#)|@import|<script|<link|<iframe", text)
    assert not re.search(r"https?:", text)


def test_every_figure_stands_in_the_page_and_beside_the_text(
    written: dict[str, str], folder: Path
) -> None:
    drawn = list((folder / report.FIGURES).iterdir())
    assert len(drawn) >= 10
    assert written[report.PAGE].count("<svg ") == len(drawn)
    for picture in drawn:
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert f"(figures/{picture.name})" in written[report.TEXT]


def test_names_on_the_page_are_unique(written: dict[str, str]) -> None:
    names = re.findall(r'\bid="([^"]+)"', written[report.PAGE])
    assert len(names) == len(set(names))
    for target in re.findall(r'href="#([^"]+)"', written[report.PAGE]):
        assert target in names


def test_each_section_has_its_method_and_what_one_sees(written: dict[str, str]) -> None:
    parts = re.split(r"^### ", written[report.TEXT], flags=re.MULTILINE)[1:]
    assert len(parts) == len(SECTIONS)
    for part in parts:
        assert part.count("**Method.**") >= 1, part[:60]
        assert "**Findings.**" in part, part[:60]
        assert "| --- |" in part, part[:60]


def test_both_forms_have_threats_and_the_machine(written: dict[str, str]) -> None:
    for text in written.values():
        assert "Threats to validity" in text
        assert "Ryzen" in text
        assert "CPython" in text


def test_a_section_that_failed_is_shown_as_failed(tmp_path: Path) -> None:
    store = whole_study(tmp_path)
    found = store.load("acting")
    found.error, found.complete = "ValueError: <broken> & lost", False
    store.save("acting", found)
    text = markdown.render(report.compose(store), "figures")
    assert "**Failed.** This section failed" in text
    drawn = {block.name: "" for block in pictures(store)}
    assert "ValueError: &lt;broken&gt; &amp; lost" in page.render(report.compose(store), drawn)
    assert "Failed: acting." in text
    assert report.problems(report.gather(store)) == ["acting failed: ValueError: <broken> & lost"]


@pytest.mark.slow
def test_what_does_not_hold_is_a_problem_and_in_the_report(tmp_path: Path) -> None:
    store = whole_study(tmp_path)
    assert report.problems(report.gather(store)) == []
    found = store.load("implementation")
    found.rows["memory"][3]["violation"] = "InvConservationOfMoney"
    store.save("implementation", found)
    (problem,) = report.problems(report.gather(store))
    assert "InvConservationOfMoney" in problem
    assert f"Does not hold: {problem.partition(': ')[2]}" in report.write(store)[1].read_text(
        "utf-8"
    )


def test_a_busy_machine_is_a_threat(tmp_path: Path) -> None:
    store = whole_study(tmp_path)
    assert "A busy machine" not in " ".join(report.compose(store).threats)
    found = store.load("acting")
    found.other_work.append(0.9)
    store.save("acting", found)
    assert "more than 0.25 of a core busy" in report.compose(store).threats[0]
    assert "during acting:" in report.compose(store).threats[0]


def test_the_document_is_cited(written: dict[str, str]) -> None:
    for text in written.values():
        assert "Formal Specification and Decentralized Implementation of Monopoly" in text
        assert "chapter 5, Evaluation" in text


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    store = whole_study(tmp_path)
    (tmp_path / report.FIGURES).touch()
    with pytest.raises(InvalidMeasurement, match="cannot write to"):
        report.write(store)

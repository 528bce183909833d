"""Every decision record has a number of its own, the same in its name and in its heading."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

RECORDS = sorted((Path(__file__).parents[2] / "docs/decisions").glob("[0-9]*.md"))


def test_a_number_is_given_once() -> None:
    numbers = Counter(record.name[:4] for record in RECORDS)
    assert [number for number, count in numbers.items() if count > 1] == []


def test_a_heading_begins_with_the_number_of_its_file() -> None:
    wrong = [
        record.name
        for record in RECORDS
        if not record.read_text("utf-8").startswith(f"# {record.name[:4]}: ")
    ]
    assert wrong == []

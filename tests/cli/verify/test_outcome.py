"""The shape of ``verify --json`` is the one that the documentation tells."""

import re
from dataclasses import fields
from pathlib import Path

from gitopoly.cli.verify.outcome import Finding, VerifiedGame, VerifiedSeat

PAGE = Path(__file__).parents[3] / "docs" / "verification.md"


def rows() -> dict[str, str]:
    """What the table says, by the first cell of each row."""
    section = PAGE.read_text(encoding="utf-8").split("## What `verify --json` prints")[1]
    table = section.split("\n## ")[0]
    return dict(re.findall(r"^\| (`.*?) \| (.*) \|$", table, re.MULTILINE))


def names(text: str) -> list[str]:
    """Everything that is set as code."""
    return re.findall(r"`(\w+)`", text)


def test_every_field_is_documented_once_in_its_order() -> None:
    told = [name for cell in rows() for name in names(cell)]
    assert told == [field.name for field in fields(VerifiedGame)]


def test_the_fields_of_seats_and_offences_are_documented() -> None:
    assert set(names(rows()["`seats`"])) == {field.name for field in fields(VerifiedSeat)}
    assert set(names(rows()["`offences`"])) == {field.name for field in fields(Finding)}

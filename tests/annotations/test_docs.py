"""The page about rule books tells the same as the code."""

import dataclasses
import re
from pathlib import Path

from gitopoly.annotations.settings import COLUMNS, RulebookSettings
from gitopoly.annotations.tags import TagKind

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "rulebook.md").read_text(encoding="utf-8")


def test_every_setting_has_its_row() -> None:
    table = PAGE.split("| setting |")[1].split("\n\n")[0]
    told = set(re.findall(r"^\| `(\w+)` \|", table, flags=re.MULTILINE))
    assert told == {field.name for field in dataclasses.fields(RulebookSettings)} - {"folders"}


def test_every_column_is_named() -> None:
    (line,) = [line for line in PAGE.splitlines() if line.startswith("The columns are")]
    assert set(re.findall(r"`(\w+)`", line)) == set(COLUMNS)


def test_every_kind_is_named() -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| kind |")]
    assert re.findall(r"`(\w+)`", row) == [kind.value for kind in TagKind]

"""Every rule of our own rule book is carried and proved: what `gitopoly rules check` says."""

from pathlib import Path

from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.coverage import check

ROOT = Path(__file__).resolve().parents[2]


def test_every_rule_is_carried_and_proved() -> None:
    assert check(open_book(str(ROOT / "rules")), ROOT).findings == ()

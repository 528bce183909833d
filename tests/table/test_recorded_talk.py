"""What was said can be read when nobody has the game open."""

from __future__ import annotations

from pathlib import Path

from gitopoly.ledger.talk import Line
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table.conversation import recorded_talk
from tests.table.repositories import invitation, open_all
from tests.table.talking import Chatterbox, hear_until, ready, talk_of


def recorded(place: Path) -> list[tuple[str, str]]:
    """Who said what, according to a folder or a repository."""
    with opened(str(place)) as repository:
        _, game = audit(repository)
        found: list[Line] = recorded_talk(game, str(place))
    return [(line.seat, line.text) for line in found]


def test_a_folder_has_all_sides_and_an_address_its_own(tmp_path: Path) -> None:
    ann, ben = seats = open_all(tmp_path, invitation(tmp_path, 2))
    ready(*seats)
    talk_of(ann).say("one")
    hear_until(lambda: len(talk_of(ben).lines) == 1, seats)
    talk_of(ben).say("two")
    hear_until(lambda: len(talk_of(ann).lines) == 2, seats)
    talk_of(ann).mute("ben")
    for seat in seats:
        seat.close()
    assert recorded(tmp_path / "m1") == [("ann", "one"), ("ben", "two")]
    assert recorded(tmp_path / "m0") == [("ann", "one")]
    assert recorded(tmp_path / "ann.git") == [("ann", "one")]
    assert recorded(tmp_path / "ben.git") == [("ben", "two")]


def test_whatever_cannot_be_read_was_not_said(tmp_path: Path) -> None:
    seats = open_all(tmp_path, invitation(tmp_path, 2))
    for seat in seats:
        seat.close()
    assert recorded(tmp_path / "m0") == []
    assert recorded(tmp_path / "ben.git") == []
    Chatterbox(tmp_path / "ben.git", "ben", "e" * 40).line("of another game")
    assert recorded(tmp_path / "ben.git") == []
    Chatterbox(tmp_path / "ann.git", "ann", "e" * 40).show("f" * 40)
    assert recorded(tmp_path / "ann.git") == []

"""A game checked again from its repository: what is found, how far it is, and what goes wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.proof.games.audit import AuditReport, Offence
from gitopoly.table.opening import folder_of
from gitopoly.web import verification as module
from gitopoly.web.verification import Verification
from tests.web.game_servers import game_server_in, play_person, wait_for


def checked(folder: Path) -> dict[str, object]:
    """What a check of a folder finds."""
    found = Verification()
    assert found.facts() == {"state": "none"}
    found.start(folder)
    wait_for(lambda: found.facts()["state"] != "running", "a result")
    return found.facts()


@pytest.mark.slow
def test_everything_is_counted_that_was_signed(tmp_path: Path) -> None:
    server = game_server_in(tmp_path)
    room = server.begin("Ann", 1, "sensible", {"opening_throw": 0})
    play_person(room, most=5)
    folder = room.submit(lambda table: folder_of(table.game)).result(60)
    room.close()
    facts = checked(folder)
    assert facts["state"] == "holds"
    assert 0 < facts["steps"] < facts["signatures"]  # type: ignore[operator]
    server.close()


def test_a_folder_without_a_game_is_said_in_a_line(tmp_path: Path) -> None:
    facts = checked(tmp_path / "nothing")
    assert facts["state"] == "failed"
    assert isinstance(facts["why"], dict)
    assert facts["why"]["text"]


def test_an_offence_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = AuditReport("g", "classic", "joint", entries=7, moves=5)
    report.offences.append(Offence("c" * 40, "ben", "illegal", "JAIL-4", "no"))
    monkeypatch.setattr(module, "entries_to_check", lambda repository: 7)
    monkeypatch.setattr(module, "audit", lambda repository, progress: (report, None))
    monkeypatch.setattr(module, "opened", lambda source: Opened())
    facts = checked(tmp_path)
    assert facts["state"] == "broken"
    assert facts["offences"] == [{"seat": "ben", "code": "illegal", "commit": "c" * 40}]


class Opened:
    """A repository that is not looked at."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        return None

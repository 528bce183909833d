"""The games of a server: what a bot needs is ready before its game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.web import hall as halls
from tests.web.halls import hall_in


@pytest.mark.parametrize(("policy", "ready"), [("strong", True), ("sensible", False)])
def test_what_a_search_needs_is_compiled_before_the_room_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, policy: str, ready: bool
) -> None:
    done: list[str] = []
    monkeypatch.setattr(halls, "able", lambda: True)
    monkeypatch.setattr(
        halls, "steps_to_compile", lambda searches: [lambda: done.append(f"searches {searches}")]
    )
    monkeypatch.setattr(halls.Hall, "room", lambda self, game: done.append("opened"))
    hall_in(tmp_path).begin("Ann", 1, policy)
    assert done == (["searches True", "opened"] if ready else ["opened"])

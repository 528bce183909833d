"""How the person played is how the next game begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.web.settings import FILE, PlaySettings, keep_settings, last_settings
from tests.web.game_servers import game_server_in

USUAL = PlaySettings("normal")


def test_what_was_kept_is_found_again(tmp_path: Path) -> None:
    wanted = PlaySettings("fast", hold=True, offers=False)
    keep_settings(tmp_path / "games", wanted)
    assert last_settings(tmp_path / "games", USUAL) == wanted


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"pace": "warp"}', '{"pace": []}', '{"hold": true}', "[" * 99999]
)
def test_what_no_version_has_written_is_not_believed(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert last_settings(tmp_path, USUAL) == USUAL


def test_what_a_file_does_not_say_is_as_usual(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('{"pace": "fast", "hold": 1, "more": 2}', encoding="utf-8")
    assert last_settings(tmp_path, USUAL) == PlaySettings("fast")


def test_the_next_run_plays_as_fast_as_the_last_one(tmp_path: Path) -> None:
    server = game_server_in(tmp_path)
    room = server.begin("Ann", 1, "sensible", {"turn_limit": 2})
    room.submit(lambda _: room.adjust(pace="fast", passing=True)).result(60)
    server.close()
    again = game_server_in(tmp_path)
    assert again.room(room.name).settings == PlaySettings("fast", passing=True)
    again.close()

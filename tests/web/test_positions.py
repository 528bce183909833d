"""A position that somebody pastes is shown, and bots play on; what is no position is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import gitopoly
from gitopoly.web.app import make_app
from gitopoly.web.game_server import MOST_POSITIONS, GameServer
from gitopoly.web.guard import Guard

HOST = "127.0.0.1:8000"
TEXT = gitopoly.Game("classic", ["Ann", "Ben"], opening_throw=False).to_yaml()
OVER = TEXT.replace("options: {", "options: {turn_limit: 1, ").replace("turns: 0", "turns: 1")
BOARDWALK = TEXT.replace('"Boardwalk", owner: null', '"Boardwalk", owner: Ben')


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """A page of a server without games."""
    server = GameServer(tmp_path_factory.mktemp("home"))
    guard = Guard(make_app(server), "token", frozenset({HOST}))
    return TestClient(guard, base_url=f"http://{HOST}/token/")


def paste(client: TestClient, text: str) -> Any:
    """Paste a text as the page does."""
    origin = {"origin": f"http://{HOST}"}
    return client.post("api/positions", headers=origin, json={"position": text})


def test_a_pasted_position_is_the_beginning_of_a_replay(client: TestClient) -> None:
    answer = paste(client, BOARDWALK)
    assert answer.status_code == 201
    replay = client.get(f"api/games/{answer.json()['game']}/replay").json()
    assert replay["printed"]["names"] == ["Ann", "Ben"]
    assert replay["start"]["owners"][39] == 1
    assert len(replay["frames"]) > 10


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a position is a mapping"),
        (TEXT.replace("money: 1500", "money: 2", 1), "bank_money must be"),
        (TEXT.replace("phase: ", "phase: x"), "phase is"),
        ("[" * 5000, "levels of nesting"),
        (OVER, "the game is over in this position"),
    ],
)
def test_what_is_no_position_is_refused_in_one_line(
    client: TestClient, text: str, said: str
) -> None:
    answer = paste(client, text)
    assert answer.status_code == 400
    assert said in json.dumps(answer.json())


def test_only_the_last_positions_are_kept(client: TestClient) -> None:
    names = []
    for cash in range(MOST_POSITIONS + 1):
        text = TEXT.replace("money: 1500", f"money: {1500 - cash}", 1)
        bank = f"bank_money: {115660 + cash}"
        text = text.replace("bank_money: 115660", bank)
        names.append(paste(client, text).json()["game"])
    found = [client.get(f"api/games/{name}/replay").status_code for name in names]
    assert found == [404, *[200] * MOST_POSITIONS]


def test_the_page_has_a_form_for_it() -> None:
    home = Path(gitopoly.__file__).parent / "web" / "static" / "home.js"
    assert 'post("api/positions"' in home.read_text(encoding="utf-8")

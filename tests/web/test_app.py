"""The server's answers: games, commands and refusals; nothing that changes on a bad request."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st
from starlette.testclient import TestClient

from gitopoly.web.app import make_app
from gitopoly.web.commands import COMMANDS
from gitopoly.web.game_server import GameServer
from gitopoly.web.guard import Guard
from gitopoly.words import texts
from tests.web.game_servers import game_server_in, view, wait_for, wait_for_choice

HOST = "127.0.0.1:8000"
OWN = {"origin": f"http://{HOST}"}


@pytest.fixture(scope="module")
def game_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameServer]:
    """A game server with one game against a bot."""
    found = game_server_in(tmp_path_factory.mktemp("game_server"))
    found.begin("Ann", 1)
    yield found
    found.close()


@pytest.fixture(scope="module")
def client(game_server: GameServer) -> TestClient:
    """A page of that game server."""
    app = Guard(make_app(game_server), "token", frozenset({HOST}))
    return TestClient(app, base_url=f"http://{HOST}/token/", raise_server_exceptions=True)


@pytest.fixture(scope="module")
def game(client: TestClient) -> str:
    """The name of the game."""
    name: str = client.get("api/games").json()["games"][0]["id"]
    return name


def post(client: TestClient, path: str, facts: Any) -> Any:
    """Send a command as the page does."""
    return client.post(path, headers=OWN, json=facts)


OURS = 'extends = "classic"\nsummary = "our street"\nconstants.starting_money = 2000\n'


def wanted(**changes: Any) -> dict[str, Any]:
    """A new game as the page asks for it."""
    usual = {"person": "Ann", "bots": 1, "policy": "sensible", "edition": "classic"}
    return {**usual, "options": {}, "file": {}, "hints": False, **changes}


def test_the_page_and_its_files_are_served(client: TestClient) -> None:
    assert client.get("").headers["content-type"].startswith("text/html")
    assert client.get("static/main.js").headers["content-type"].startswith("text/javascript")
    for language, close in (("de", "Schließen"), ("en", "Close"), ("xx", "Close")):
        found = client.get(f"static/texts.json?language={language}").json()
        assert [one["close"] for one in found.values() if "close" in one] == [close]
        assert {one["language"] for one in found.values()} == {"English", "Deutsch"}


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e/app.py", "nothing.js", ".", "a/b"])
def test_no_other_file_is_served(client: TestClient, name: str) -> None:
    assert client.get(f"static/{name}").status_code == 404


def test_a_game_is_listed_and_shown(client: TestClient, game: str) -> None:
    listed = client.get("api/games").json()["games"][0]
    assert listed["players"] == ["Ann", "Birch"]
    shown = client.get(f"api/games/{game}").json()
    assert [seat["name"] for seat in shown["view"]["seats"]] == ["Ann", "Birch"]
    assert len(shown["printed"]["board"]["squares"]) == 40
    assert shown["printed"]["dice"] == "joint"


@pytest.mark.parametrize("name", ["20200101-000000-0000", "..", "x", "%00", "a" * 3000])
def test_a_game_that_is_not_there_is_refused(client: TestClient, name: str) -> None:
    answer = client.get(f"api/games/{name}")
    assert answer.status_code in (404, 405)
    assert answer.json()["error"]
    assert answer.json()["told"]["key"] in texts("de")


def test_a_choice_of_the_page_is_carried_out_once(
    client: TestClient, game_server: GameServer, game: str
) -> None:
    now = wait_for_choice(game_server.room(game))
    facts = now["decisions"]
    button = next((b for b in facts["buttons"] if "refused" not in b), None)
    order = {"decision": now["decision"], "code": button["code"]} if button else {}
    if not button:
        order = {"decision": now["decision"], "amount": facts["bid"]["lowest"]}
    path = f"api/games/{game}/{'act' if button else 'bid'}"
    assert post(client, path, order).status_code == 200
    wait_for(lambda: view(game_server.room(game))["decision"] > now["decision"])
    again = post(client, path, order)
    assert again.status_code == 409
    assert again.json()["told"]["key"] == "error.stale"


def test_what_the_rules_refuse_comes_back_with_rule_and_reason(
    client: TestClient, game_server: GameServer, game: str
) -> None:
    now = wait_for_choice(game_server.room(game))
    offer = {"decision": now["decision"], "to": 1, "deeds": [], "cards": [], "cash": 5}
    answer = post(client, f"api/games/{game}/offer", offer)
    assert answer.status_code == 409
    assert answer.json()["refused"]["rule"].startswith("TRADE")
    assert f"refusal.{answer.json()['refused']['key']}" in texts("de")
    assert view(game_server.room(game))["decision"] == now["decision"]
    checked = post(client, f"api/games/{game}/check-offer", offer)
    assert checked.json()["refused"]["rule"] == answer.json()["refused"]["rule"]


def test_a_game_that_goes_on_can_be_replayed_and_goes_on(
    client: TestClient, game_server: GameServer, game: str
) -> None:
    now = wait_for_choice(game_server.room(game))
    replay = client.get(f"api/games/{game}/replay").json()
    assert replay["printed"]["names"] == ["Ann", "Birch"]
    assert replay["frames"][0]["line"]["id"]
    assert [seat["entries"] > 0 for seat in replay["trust"]] == [True, True]
    assert view(game_server.room(game))["decision"] == now["decision"]
    assert post(client, f"api/games/{game}/replay", {}).status_code == 404
    assert client.get("api/games/nothing/replay").status_code == 404


def test_a_replay_that_was_made_elsewhere_is_served_as_it_is(
    client: TestClient, game_server: GameServer
) -> None:
    game_server.replays["made"] = {"frames": []}
    assert client.get("api/games/made/replay").json() == {"frames": []}


def test_settings_are_adopted_and_shown(
    client: TestClient, game_server: GameServer, game: str
) -> None:
    wanted = {"pace": "fast", "hold": True, "passing": False, "offers": True}
    assert post(client, f"api/games/{game}/settings", wanted).status_code == 200
    wait_for(lambda: view(game_server.room(game))["settings"] == wanted)
    assert post(client, f"api/games/{game}/settings", {"hold": False}).status_code == 200
    assert post(client, f"api/games/{game}/settings", {"pace": "instant"}).status_code == 200
    changed = {**wanted, "hold": False, "pace": "instant"}
    wait_for(lambda: view(game_server.room(game))["settings"] == changed)


@pytest.mark.parametrize(
    "facts",
    [wanted(bots=0), wanted(bots=8), wanted(person="<b>"), wanted(person=""), wanted(person=5),
     wanted(policy="genius"), wanted(edition="arena"), wanted(edition="none"), wanted(options=[]),
     wanted(options={"board": "small"}), wanted(options={"board": 1}),
     wanted(options={"turn_limit": -1}), wanted(options={"turn_limit": True}),
     wanted(options={"defect_stale_debt": 1}), wanted(edition="formal-small", bots=5),
     wanted(options={"free_parking_seed": 500}), wanted(options={"starting_money_3": 5}),
     wanted(file=[]), wanted(file={"name": "ours"}), wanted(file={"name": "ours", "text": 1}),
     wanted(file={"name": "ours", "text": "extends = 1"}),
     wanted(file={"name": "Ours", "text": OURS}), wanted(file={"name": "../ours", "text": OURS}),
     {"person": "Ann", "bots": 1}, {"person": "Ann"}, []],
)  # fmt: skip
def test_a_game_that_cannot_be_is_refused_and_leaves_nothing(
    client: TestClient, game_server: GameServer, facts: Any
) -> None:
    before = sorted(path.name for path in game_server.home.iterdir())
    assert 400 <= post(client, "api/games", facts).status_code < 500
    assert sorted(path.name for path in game_server.home.iterdir()) == before


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["decision", "code", "amount", "to", "deeds", "cards", "cash", "name", "pace", "hold"]
)
BODIES = (
    JSON.map(lambda facts: json.dumps(facts).encode())
    | st.dictionaries(FIELDS, JSON).map(lambda facts: json.dumps(facts).encode())
    | st.binary(max_size=40)
)
PATHS = st.sampled_from(
    ["api/games", *(f"api/games/GAME/{command}" for command in COMMANDS)]
) | st.text(max_size=20)


@pytest.mark.slow
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(path=PATHS, body=BODIES)
def test_no_request_makes_the_server_fail_or_the_game_move(
    client: TestClient, game_server: GameServer, game: str, path: str, body: bytes
) -> None:
    now = wait_for_choice(game_server.room(game))
    assume(not (path.endswith("resign") and body == b"{}"))  # the one command that needs no fields
    address = "/token/" + quote(path.replace("GAME", game).lstrip("/"))
    answer = client.post(address, headers=OWN, content=body)
    assert answer.status_code < 500
    if answer.status_code >= 400:
        assert answer.json()["error"]
    assert view(game_server.room(game))["decision"] == now["decision"]


def test_a_game_begun_on_the_page_has_a_repository_for_every_seat(
    client: TestClient, game_server: GameServer
) -> None:
    answer = post(client, "api/games", wanted(person="Cleo", bots=2))
    assert answer.status_code == 201
    folder: Path = game_server.home / answer.json()["game"]
    seats = sorted(path.name for path in (folder / "seats").iterdir() if (path / ".git").is_dir())
    assert seats == ["Birch", "Cedar", "Cleo"]


def test_a_game_begins_by_the_rules_that_were_chosen(client: TestClient) -> None:
    offered = client.get("api/games").json()["choices"]
    assert offered["usual"] in offered["policies"]
    assert offered["editions"] == [
        "classic",
        "london",
        "us-2008",
        "harbour",
        "formal",
        "formal-small",
    ]
    options = {"board": "uk", "turn_limit": 30, "free_parking_pot": 1}
    answer = post(client, "api/games", wanted(person="Dora", policy="random", options=options))
    assert answer.status_code == 201
    board = client.get(f"api/games/{answer.json()['game']}").json()["printed"]["board"]
    assert board["squares"][39]["name"] == "Mayfair"
    assert (board["turn_limit"], board["pot"]) == (30, True)


@pytest.mark.parametrize("command", [*COMMANDS, "again", None])
def test_half_a_letter_in_any_order_is_a_bad_request(
    client: TestClient, game: str, command: str | None
) -> None:
    """A lone surrogate can be read from JSON, but neither written nor shown."""
    path = f"api/games/{game}/{command}" if command else "api/games"
    facts = wanted(person="\ud800") if command is None else {"name": "\ud800"}
    answer = client.post(path, headers=OWN, content=json.dumps(facts))
    assert answer.status_code == 400
    assert answer.json()["error"] == "the request contains a lone surrogate"


def test_a_file_is_examined_and_played(client: TestClient, game_server: GameServer) -> None:
    file = {"name": "ours", "text": OURS}
    found = post(client, "api/edition", file).json()
    assert found == {"summary": "our street", "house": {}, "problems": []}
    answer = post(client, "api/games", wanted(file=file))
    assert answer.status_code == 201
    room = game_server.room(answer.json()["game"])
    assert [seat["money"] for seat in view(room)["seats"]] == [2000, 2000]


def test_all_problems_of_a_file_are_told(client: TestClient) -> None:
    text = OURS + "constants.jail_fine = -3\nflags.no_such = true\n"
    found = post(client, "api/edition", {"name": "ours", "text": text}).json()
    assert found["summary"] == ""
    assert len(found["problems"]) == 2


def test_house_rules_that_make_no_sense_are_refused_with_their_key(client: TestClient) -> None:
    options = {"starting_deeds": 2, "starting_money_1": 100}
    answer = post(client, "api/games", wanted(options=options))
    assert answer.status_code == 400
    assert answer.json()["told"]["key"] == "rules.deeds_too_dear"


def test_a_game_is_checked_again_on_request(client: TestClient, game: str) -> None:
    path = f"api/games/{game}/verification"
    assert client.get(path).json() == {"state": "none"}
    assert post(client, path, {"folder": "/"}).status_code == 400, "a page names no folder"
    assert [post(client, path, {}).status_code for _ in range(2)] == [202, 202]
    wait_for(lambda: client.get(path).json()["state"] != "running", "a result")
    assert client.get(path).json()["state"] == "holds"


@pytest.mark.parametrize("name", ["replay.htm", "..%2fposter.svg", "poster.png"])
def test_only_what_can_be_shared_is_shared(client: TestClient, game: str, name: str) -> None:
    assert client.get(f"api/games/{game}/share/{name}").status_code == 404


def test_an_unknown_language_is_english(client: TestClient) -> None:
    begun = post(client, "api/games", wanted()).json()["game"]
    path = f"api/games/{begun}/share/poster.svg?language=../../etc"
    wait_for(lambda: client.get(path).status_code != 409, "a first step")
    answer = client.get(path)
    assert answer.headers["content-disposition"].startswith("attachment;")
    assert "Turning points" in answer.text


def test_a_wish_is_said_or_refused_in_a_line(client: TestClient, game: str) -> None:
    facts: dict[str, Any] = {"to": 1, "deeds": [1], "cards": [], "cash": 10}
    for command in ("wish", "check-wish"):
        path = f"api/games/{game}/{command}"
        for wrong in ({"to": 0}, {"to": 7}, {"deeds": [0]}, {"deeds": ["<b>"]}, {"cards": [2]}):
            assert post(client, path, {**facts, **wrong}).status_code == 400
        assert post(client, path, {**facts, "cash": 10**9}).status_code == 422
    answer = post(client, f"api/games/{game}/check-wish", facts).json()
    assert answer["refused"]["key"] == "not_tradable"
    assert post(client, f"api/games/{game}/wish", facts).status_code == 409

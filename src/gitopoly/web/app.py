"""The server's answers: the page, the list of games, and each game as events and commands."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from importlib import resources
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from gitopoly.bots import POLICIES
from gitopoly.editions import BOARDS, EDITIONS
from gitopoly.errors import (
    GameUnavailable,
    GitopolyError,
    IllegalAction,
    InvalidAction,
    InvalidRequest,
    StaleRequest,
    UnknownGame,
)
from gitopoly.table.open_game import OpenGame
from gitopoly.table.opening import folder_of
from gitopoly.web import house_rules, requests
from gitopoly.web.commands import COMMANDS
from gitopoly.web.game_server import USUAL_POLICY, GameServer
from gitopoly.web.guard import TooLong
from gitopoly.web.log_lines import message_of
from gitopoly.web.page_address import challenge_path
from gitopoly.web.place import Place
from gitopoly.web.positions import name_of, replay_of_position
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import ReplaySource, source_of_game
from gitopoly.web.sample import NAME as SAMPLE, sample_replay
from gitopoly.web.sharing import FILES
from gitopoly.web.view import refused
from gitopoly.words import languages, texts_for, worded

PATIENCE = 60.0
"""Seconds that a command may take on a very busy machine."""
HEARTBEAT = 15.0
"""Seconds after which an idle stream sends a heartbeat."""
UNREAD = 1000
"""Events that are kept for a page that does not read them."""
BEHIND = "behind"
"""Marks the end of what such a page has not read."""
PLAYED = tuple(edition for edition in EDITIONS if edition != "arena")
"""The editions that people play."""
TEXTS = "texts.json"
"""The words of all languages, served like a file of the page."""
TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webmanifest": "application/manifest+json",
}


def make_app(game_server: GameServer, again: str = "") -> Starlette:
    """The application that serves a game server; put a `Guard` before it.

    `again` is the token of the next run, if pages may wait for that.
    """
    app = Starlette(
        routes=[
            Route("/", _page),
            Route("/static/{name}", _static),
            Route("/api/again", _again),
            Route("/api/edition", _edition, methods=["POST"]),
            Route("/api/games", _games, methods=["GET"]),
            Route("/api/games", _begin, methods=["POST"]),
            Route("/api/positions", _position, methods=["POST"]),
            Route("/api/friends", _invite, methods=["POST"]),
            Route("/api/games/{game}", _snapshot),
            Route("/api/games/{game}/events", _events),
            Route("/api/games/{game}/replay", _replay),
            Route("/api/games/{game}/share/{file}", _share),
            Route("/api/games/{game}/verification", _verification),
            Route("/api/games/{game}/verification", _verify, methods=["POST"]),
            Route("/api/games/{game}/again", _begin_again, methods=["POST"]),
            Route("/api/games/{game}/{command}", _command, methods=["POST"]),
        ],
        exception_handlers={
            GitopolyError: _refused,
            HTTPException: _not_found,
            TooLong: _too_long,
            ClientDisconnect: _too_long,
        },
    )
    app.state.game_server, app.state.again = game_server, again
    return app


# Files.


async def _page(request: Request) -> Response:
    return _file("index.html")


async def _static(request: Request) -> Response:
    if request.path_params["name"] == TEXTS:
        return _json(texts_for(request.query_params.get("language", "")))
    return _file(request.path_params["name"])


def _file(name: str) -> Response:
    """A file of the page; only names in its folder are served."""
    folder = resources.files("gitopoly.web") / "static"
    if name not in {entry.name for entry in folder.iterdir()}:
        raise HTTPException(404, "there is no such file")
    content = (folder / name).read_bytes()
    kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
    return Response(content, media_type=kind, headers={"cache-control": "no-cache"})


async def _again(request: Request) -> Response:
    """What a page needs to recognise the next run of this program."""
    token = request.app.state.again
    return _json({"token": token, "challenge": challenge_path(token)})


# Games.


async def _games(request: Request) -> Response:
    games = await run_in_threadpool(_game_server(request).games)
    choices = {
        "policies": list(POLICIES),
        "usual": USUAL_POLICY,
        "editions": list(PLAYED),
        "boards": list(BOARDS),
        "house": house_rules.offered(PLAYED),
    }
    damaged = await run_in_threadpool(_game_server(request).damaged)
    friends = f"{_game_server(request).program} new"
    return _json({"games": games, "damaged": damaged, "choices": choices, "friends": friends})


async def _begin(request: Request) -> Response:
    body = await request.body()
    facts = await run_in_threadpool(requests.read_new_game, body)
    room = await run_in_threadpool(lambda: _game_server(request).begin(**facts))
    return _json({"game": room.name}, 201)


async def _invite(request: Request) -> Response:
    """Begin a game with friends on this computer."""
    facts = requests.read_friends(await request.body())
    room = await run_in_threadpool(lambda: _game_server(request).host(**facts))
    return _json({"game": room.name}, 201)


async def _position(request: Request) -> Response:
    """Set up a position that somebody has pasted, as a replay of how it could go on."""
    text = requests.read_body(await request.body(), {"position": str})["position"]
    replay = await run_in_threadpool(replay_of_position, text)
    _game_server(request).keep_replay(name_of(text), replay)
    return _json({"game": name_of(text)}, 201)


async def _edition(request: Request) -> Response:
    body = await request.body()
    return _json(await run_in_threadpool(requests.read_edition_file, body))


async def _begin_again(request: Request) -> Response:
    requests.read_body(await request.body(), {})
    game = request.path_params["game"]
    room = await run_in_threadpool(lambda: _game_server(request).begin_again(game))
    return _json({"game": room.name}, 201)


async def _snapshot(request: Request) -> Response:
    room = await _room(request)
    return _json(room.snapshot())


async def _events(request: Request) -> Response:
    room = await _room(request)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_stream(room), media_type="text/event-stream", headers=headers)


async def _replay(request: Request) -> Response:
    """The replay of a whole game; the game itself continues meanwhile."""
    name = request.path_params["game"]
    replay = _game_server(request).replays.get(name)
    if replay is None and name == SAMPLE:
        replay = await run_in_threadpool(sample_replay)
    if replay is None:
        replay = await _made_of_game(request, lambda source: GameReplay(source).data())
    return _json(replay)


async def _made_of_game(request: Request, make: Callable[[ReplaySource], Any]) -> Any:
    """Something made of the whole game so far.

    It takes a while: at the door one at a time, so that the game goes on meanwhile.
    """
    async with request.scope.get("gitopoly.replaying") or contextlib.nullcontext():
        source = await _source(request)
        return await run_in_threadpool(make, source)


async def _source(request: Request) -> ReplaySource:
    """What a replay of the game so far is made of."""
    room = await _room(request)

    def read(table: OpenGame) -> ReplaySource:
        said = table.talk.shown(table.talk.lines) if table.talk else []
        return source_of_game(table.game, room.name, room.bots, said=said)

    return await asyncio.wrap_future(room.submit(read))


async def _demand_end(request: Request) -> None:
    """Refuse what has to wait for the end of the game."""
    room = await _room(request)
    if not await asyncio.wrap_future(room.submit(lambda table: table.game.over)):
        raise worded(GameUnavailable, "error.not_over")


async def _share(request: Request) -> Response:
    """The game as a file to keep or to send."""
    name = request.path_params["file"]
    shared = FILES.get(name)
    if shared is None:
        raise HTTPException(404, "there is no such file")
    language = request.query_params.get("language", "")
    known = language if language in languages() else "en"
    if "gitopoly.place" in request.scope:  # at the door, where worth is told at the end (TAX-1)
        await _demand_end(request)
    content = await _made_of_game(request, lambda source: shared.content(GameReplay(source), known))
    # Saved, never shown: with the page's address in a tab, a file would know the token.
    saved = {"content-disposition": f'attachment; filename="gitopoly-{name}"'}
    headers = {"cache-control": "no-store", **saved}
    return Response(content, media_type=shared.media_type, headers=headers)


async def _verify(request: Request) -> Response:
    """Begin to check the game again, from its repository."""
    requests.read_body(await request.body(), {})
    room = await _room(request)

    def folder(table: OpenGame) -> Path:
        found = folder_of(table.game)
        if found is None:
            raise worded(GameUnavailable, "error.no_repository")
        return found

    room.verification.start(await asyncio.wrap_future(room.submit(folder)))
    return _json({}, 202)


async def _verification(request: Request) -> Response:
    """How far that is, or what was found."""
    return _json((await _room(request)).verification.facts())


async def _stream(room: Place) -> AsyncIterator[str]:
    """Everything first, then every change, and a heartbeat now and then."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Queue[tuple[str, str]] = asyncio.Queue()

    def add(kind: str, data: str) -> None:
        if waiting.qsize() < UNREAD:
            waiting.put_nowait((kind, data))
        elif waiting.qsize() == UNREAD:
            room.leave(listener)
            waiting.put_nowait((BEHIND, ""))

    def listener(kind: str, data: str) -> None:
        loop.call_soon_threadsafe(add, kind, data)

    room.listen(listener)
    try:
        while True:
            try:
                kind, data = await asyncio.wait_for(waiting.get(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if kind == BEHIND:
                return  # the page reconnects, and receives everything again
            yield f"event: {kind}\ndata: {data}\n\n"
            if kind == "closed":
                return
    finally:
        room.leave(listener)


# Commands.


async def _command(request: Request) -> Response:
    work = COMMANDS.get(request.path_params["command"])
    if work is None:
        raise HTTPException(404, "there is no such command")
    room = await _room(request)
    body = await request.body()
    answer: Future[Any] = work(room, body)
    try:
        result = await asyncio.wait_for(asyncio.wrap_future(answer), PATIENCE)
    except TimeoutError:
        return _json(_shown(worded(GitopolyError, "error.busy")), 503)
    return _json(result if isinstance(result, dict) else {})


# Answers.


def _game_server(request: Request) -> GameServer:
    game_server: GameServer = request.app.state.game_server
    return game_server


async def _room(request: Request) -> Place:
    """The place that a request is for: at the door it is settled by then."""
    place: Place | None = request.scope.get("gitopoly.place")
    if place is not None:
        return place
    return await run_in_threadpool(_game_server(request).room, request.path_params["game"])


def _json(facts: dict[str, Any], status: int = 200) -> JSONResponse:
    return JSONResponse(facts, status, headers={"cache-control": "no-store"})


def _refused(request: Request, error: Exception) -> Response:
    """One line that can be shown to a person, and the rule behind it."""
    facts = _shown(error)
    status = 400
    if isinstance(error, IllegalAction):
        facts["refused"] = refused(error)
        status = 409
    elif isinstance(error, StaleRequest | GameUnavailable):
        status = 409
    elif isinstance(error, InvalidAction):
        status = 422
    elif isinstance(error, UnknownGame):
        status = 404
    return _json(facts, status)


def _shown(error: Exception) -> dict[str, Any]:
    """An error in English, and what words it in other languages."""
    if isinstance(error, InvalidRequest):
        # Only a page of another version sends one; the English text says more to developers.
        return {"error": str(error), "told": {"key": "error.request", "facts": {}}}
    message = message_of(error)
    return {"error": message.pop("text"), **message}


def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    reason = error.detail if isinstance(error, HTTPException) else "not found"
    return _json({**_shown(worded(GitopolyError, "error.missing")), "error": reason}, status)


def _too_long(request: Request, error: Exception) -> Response:
    return _json(_shown(worded(GitopolyError, "error.too_long")), 413)

"""The door: what a host serves to others, on one port.

Everybody gets the page's files, which hold no secret. Everything else needs a capability in the
header Authorization: the game's to watch and to fetch, a seat's to play as a guest or to push.
There is no capability in any path, so nothing on the way has one to log, and nothing here is
logged at all. The host's own page is not served here.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import contextlib
import json
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from gitopoly.errors import GameUnavailable, GitopolyError
from gitopoly.table.host_game import HostDriver
from gitopoly.table.hosting import GIT, Hosting, new_capability
from gitopoly.table.open_game import OpenGame
from gitopoly.table.relay import (
    ALIVE,
    END,
    HEADS,
    KIND,
    MOST_AT_ONCE,
    PATH,
    entries_in,
    heads_in,
)
from gitopoly.table.serving import (
    GitRequest,
    HttpBackend,
    OversizedRequest,
    TooBusy,
    read_path,
)
from gitopoly.web.addresses import own_addresses
from gitopoly.web.connections import WELCOME, household
from gitopoly.web.guard import (
    LONGEST_BODY,
    TooLong,
    is_trusted,
    limited_receive,
    only_header,
    send_answer,
    with_headers,
)
from gitopoly.web.log_lines import message_of
from gitopoly.web.place import Place
from gitopoly.web.requests import read_body
from gitopoly.web.room import Room
from gitopoly.web.sharing import FILES
from gitopoly.words import worded

WHOLE = frozenset(("replay", *(f"share/{name}" for name in FILES)))
"""The whole game, to look at or to keep."""
READING = WHOLE | {"events"}
PLAYING = frozenset(
    (
        *("act", "bid", "ceiling", "raise", "offer", "check-offer", "resign", "settings", "pause"),
        *("say", "react", "mute", "wish", "check-wish", "hint", "judge-offer", "device"),
    )
)
"""What a guest's page may ask for; the other commands are the host's."""
COSTLY = WHOLE | {"hint", "judge-offer"}
"""What takes the host's machine a while."""
NEEDS_LINK = "this needs the link that the host has sent; open it whole"
TOO_OFTEN = {"error": "too many requests; wait a moment"}
REMEMBERED = 1000
"""Of how many addresses an allowance is remembered; those who come then share one."""
OTHERS = "others"
MOST_STREAMS = 64
"""Of all who only read."""
OF_ONE = 8
"""Of those at one address."""
OF_A_SEAT = 2
"""One, and one that nobody has noticed is lost."""
MOST_TOLD = 256
"""Times that somebody may lag behind what is told."""
SEAT = "seat "
"""What begins the name of somebody with a seat, who never shares an allowance."""


@dataclass
class Allowance:
    """How often something may happen: a burst, and then so many a second."""

    burst: float
    each_second: float
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, who: str, count: int = 1) -> bool:
        """Whether it may happen once more for somebody, or so many times."""
        now = time.monotonic()
        if len(self._left) >= REMEMBERED and who not in self._left:
            for one in [one for one in self._left if self._left_for(one, now) >= self.burst]:
                del self._left[one]
            if len(self._left) >= REMEMBERED and not who.startswith(SEAT):
                who = OTHERS
        left = self._left_for(who, now)
        self._left[who] = max(left - count, 0.0), now
        return left >= count

    def _left_for(self, who: str, now: float) -> float:
        left, since = self._left.get(who, (self.burst, now))
        return min(self.burst, left + (now - since) * self.each_second)


class Door:
    """Answers requests of guests, spectators and peers' Git."""

    def __init__(self, app: ASGIApp, room: Room, host: HostDriver) -> None:
        """Serve a room; `app` is the application behind its page."""
        self._app, self._room, self._host = app, room, host
        self._hosting: Hosting = host.hosting
        self._backend: HttpBackend | None = None
        self._fetches = Allowance(200, 20)
        self._pushes = Allowance(60, 5)
        self._commands = Allowance(200, 30)
        self._costly = Allowance(8, 0.2)
        self._asks = Allowance(4, 1 / 30)
        self._sendings = Allowance(400, 40)
        self._listenings = Allowance(40, 1)
        self._entries_sent = Allowance(1000, 50)
        self._streams: dict[asyncio.Future[None], str] = {}
        """What ends each stream, and whose it is; the oldest first."""
        self._replaying = asyncio.Lock()
        self._own = {"127.0.0.1", "::1", *own_addresses()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return
        path: str = scope["path"]
        if path == "/" or path.startswith("/static/"):
            if scope["method"] not in ("GET", "HEAD"):
                await send_answer(send, 405, {"error": "only GET and HEAD are served"})
                return
            send = with_headers(send, is_trusted(self._hosting.address))
            await self._app(scope, limited_receive(receive), send)
            return
        capability, device = shown_in(scope)
        seat = self._hosting.whose(capability)
        if seat is None:
            await _refuse_stranger(send, is_git=path.startswith(f"/{GIT}/"))
            return
        # Whoever has a guest's link on a device that was not let in may watch, as all may.
        is_let_in = seat not in self._hosting.held or self._hosting.devices.plays(seat, device)
        name = seat if is_let_in else ""
        scope[WELCOME] = name
        if self._comes_from_elsewhere(scope):
            self._host.reached = True
        if path.startswith(f"/{GIT}/"):
            await self._git(scope, receive, send, name)
        elif refusal := _other_site(scope):
            await send_answer(send, 403, {"error": refusal})
        elif path.startswith("/api/door"):
            await self._sitting_down(scope, receive, send, seat, device)
        else:
            await self._page(scope, receive, send, name)

    def _comes_from_elsewhere(self, scope: Scope) -> bool:
        """Whether another computer asks, or a tunnel under the name that others open."""
        if _client(scope) not in self._own:
            return True
        named = urlsplit(self._hosting.address)
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        is_name = named.hostname not in (*self._own, "localhost")
        return is_name and only_header(headers, b"host") == named.netloc

    # The page of guests and spectators.

    async def _sitting_down(
        self, scope: Scope, receive: Receive, send: Send, seat: str, device: str
    ) -> None:
        """What a link is for, and how a device comes to play its seat."""
        asked = scope["path"], scope["method"]
        ways = {("/api/door/sit", "POST"): self._sit, ("/api/door/ask", "POST"): self._ask}
        if not self._commands.take(_somebody(scope, scope[WELCOME])):
            await send_answer(send, 429, TOO_OFTEN)
        elif asked == ("/api/door", "GET"):
            await self._answer(send, lambda _: self._facts(seat, device))
        elif asked not in ways or not seat:
            await send_answer(send, 404, {"error": "there is nothing here for you"})
        elif asked[0] == "/api/door/ask" and not self._asks.take(_somebody(scope, "")):
            await send_answer(send, 429, TOO_OFTEN)
        else:
            try:
                facts = await _body(receive)
            except TooLong:
                await send_answer(send, 413, {"error": "this is more than a game needs"})
                return
            await self._answer(send, lambda _: ways[asked](seat, device, facts))

    async def _page(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        path = scope["path"]
        who = _somebody(scope, name)
        if not self._commands.take(who):
            await send_answer(send, 429, TOO_OFTEN)
            return
        parts = path.split("/", 4)
        what = parts[4] if len(parts) == 5 and parts[:3] == ["", "api", "games"] else ""
        may = what in READING or (what in PLAYING and name in self._hosting.held)
        if not may:
            await send_answer(send, 404, {"error": "there is nothing here for you"})
            return
        if what in COSTLY and not self._costly.take(who):
            await send_answer(send, 429, TOO_OFTEN)
            return
        place = await self._place(name)
        inner = {**scope, "path": f"/api/games/{self._room.name}/{what}", "gitopoly.place": place}
        inner["raw_path"] = inner["path"].encode()
        inner["gitopoly.replaying"] = self._replaying
        await self._app(inner, limited_receive(receive), with_headers(send))

    async def _place(self, name: str) -> Place:
        """The place of a guest, or that of spectators."""
        seen = name if name in self._hosting.held else ""
        make = self._host.table_of

        def find(_: OpenGame) -> Place:
            return self._room.guest(seen, lambda: make(seen))

        return await asyncio.wrap_future(self._room.submit(find))

    def _facts(self, name: str, device: str) -> dict[str, Any]:
        """What a page, or a program that joins, has to know."""
        game, first = self._host.game, self._hosting.names[0]
        return {
            "role": self._role(name, device),
            "code": self._hosting.devices.code_of(name, device),
            "name": name,
            "game": self._room.name,
            "host": first,
            "names": list(game.names),
            "joined": game.joined,
            "base": self._hosting.base,
            "reads": self._hosting.game,
        }

    def _role(self, name: str, device: str) -> str:
        if not name:
            return "spectator"
        if name not in self._host.held:
            return "free" if self._host.free(name) else "taken"
        if self._hosting.devices.plays(name, device):
            return "guest"
        return "elsewhere" if self._hosting.devices.count(name) else "freed"

    def _sit(self, name: str, shown: str, facts: bytes) -> Any:
        token, device = read_body(facts, {"token": str})["token"], shown
        if not self._hosting.devices.plays(name, shown):
            device = new_capability()
            self._room.show(self._host.sit(name, token, device))
        return {"device": device}

    def _ask(self, name: str, shown: str, facts: bytes) -> Any:
        read_body(facts, {})
        if self._role(name, shown) != "elsewhere":
            raise worded(GameUnavailable, "error.stale")
        asks = self._hosting.devices.code_of(name, shown)
        device = shown if asks else new_capability()
        return {"device": device, "code": self._hosting.devices.ask(name, device)}

    async def _answer(self, send: Send, work: Any) -> None:
        try:
            found = await asyncio.wrap_future(self._room.submit(work))
        except GitopolyError as error:
            message = message_of(error)
            await send_answer(send, 409, {"error": message.pop("text"), **message})
            return
        await send_answer(send, 200, found)

    # Git.

    async def _git(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        if scope["path"] == f"/{GIT}/{self._hosting.label}/{PATH}":
            await self._entries(scope, receive, send, name)
            return
        request = self._git_request(scope)
        if request is None:
            await send_answer(send, 404, {"error": "there is no such repository"})
            return
        seat = request.folder.name.removesuffix(".git")
        if request.writes and seat != name:
            await send_answer(send, 403, {"error": "this link does not publish there"})
            return
        allowed = self._pushes if request.writes else self._fetches
        if not allowed.take(_somebody(scope, name)):
            await send_answer(send, 429, TOO_OFTEN)
            return
        pushes = request.writes and not request.advertises
        if pushes and not self._hosting.begin_push(seat):
            await send_answer(send, 409, {"error": "the seat is a guest's, or being published"})
            return
        try:
            await self._served(request, receive, send)
        finally:
            if pushes:
                self._hosting.end_push(seat)
                self._host.pushed()

    # Streams of entries.

    async def _entries(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        """Take what a seat has written, or tell what all have."""
        writes = scope["method"] == "POST"
        if not (self._sendings if writes else self._listenings).take(_somebody(scope, name)):
            await send_answer(send, 429, TOO_OFTEN)
        elif writes:
            await self._take_entries(receive, send, name)
        elif scope["method"] != "GET":
            await send_answer(send, 405, {"error": "entries are read and sent"})
        elif not self._has_room(_somebody(scope, name)):
            await send_answer(send, 503, {"error": "too many streams; fetch with Git"})
        else:
            gone = asyncio.ensure_future(_disconnected(receive))
            self._streams[gone] = _somebody(scope, name)
            telling = asyncio.ensure_future(self._tell_entries(scope, send, gone))
            try:
                # Also whoever reads nothing, so that sending never ends, is told no more then.
                await asyncio.wait((telling, gone), return_when=asyncio.FIRST_COMPLETED)
            finally:
                telling.cancel()
                gone.cancel()
                self._streams.pop(gone, None)

    def _has_room(self, who: str) -> bool:
        """Whether somebody may hold one more stream; the oldest of a seat makes room."""
        held = [stream for stream, whose in self._streams.items() if whose == who]
        if who.startswith(SEAT):
            for oldest in held[: len(held) + 1 - OF_A_SEAT]:
                oldest.cancel()
                del self._streams[oldest]
            return True
        reading = [whose for whose in self._streams.values() if not whose.startswith(SEAT)]
        return len(held) < OF_ONE and len(reading) < MOST_STREAMS

    def end_streams(self) -> None:
        """Let every stream end, because the door is being closed; in the loop that serves it."""
        for stream in self._streams:
            stream.cancel()

    async def _take_entries(self, receive: Receive, send: Send, name: str) -> None:
        if not name or name in self._hosting.held:
            await send_answer(send, 403, {"error": "this link does not publish there"})
            return
        try:
            commits = entries_in(await _body(receive, MOST_AT_ONCE))
        except TooLong:
            await send_answer(send, 413, {"error": "this is more than a game needs"})
            return
        if not self._entries_sent.take(f"{SEAT}{name}", len(commits)):
            await send_answer(send, 429, TOO_OFTEN)
            return
        if not commits or not self._host.sent(name, commits):
            await send_answer(send, 503, {"error": "these entries cannot be taken now; use Git"})
            return
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def _tell_entries(self, scope: Scope, send: Send, gone: asyncio.Future[None]) -> None:
        headers = [(key.lower(), value) for key, value in scope["headers"]]
        heads = heads_in(only_header(headers, HEADS.lower().encode()) or "")
        told, loop = asyncio.Queue[bytes](MOST_TOLD), asyncio.get_running_loop()

        def tell(data: bytes) -> None:
            with contextlib.suppress(RuntimeError):  # the door has just been closed
                loop.call_soon_threadsafe(_put, told, data, gone)

        relay, answer = self._host.relay, with_headers(send)
        kind = [(b"content-type", KIND.encode()), (b"cache-control", b"no-store")]
        try:
            data = await asyncio.wrap_future(self._room.submit(lambda _: relay.join(tell, heads)))
            await answer({"type": "http.response.start", "status": 200, "headers": kind})
            while not gone.done():
                await answer({"type": "http.response.body", "body": data, "more_body": True})
                data = await _next(told)
        except GitopolyError:  # the room is closed
            await send_answer(send, 503, {"error": "the game is closed here"})
        finally:
            self._room.submit(lambda _: relay.leave(tell))

    def _git_request(self, scope: Scope) -> GitRequest | None:
        """The repository and the service that a path names, if there are such."""
        parts = scope["path"].split("/", 4)
        if len(parts) < 5 or parts[2] != self._hosting.label:
            return None
        names = {f"{name}.git": name for name in self._hosting.names}
        headers = [(key.lower(), value) for key, value in scope["headers"]]
        kind = only_header(headers, b"content-type") or ""
        query = scope["query_string"].decode("latin-1")
        service = read_path(parts[4], query, scope["method"], kind)
        if parts[3] not in names or service is None:
            return None
        return GitRequest(
            self._hosting.repository(names[parts[3]]),
            *service,
            protocol=only_header(headers, b"git-protocol") or "",
            packed=only_header(headers, b"content-encoding") == "gzip",
        )

    async def _served(self, request: GitRequest, receive: Receive, send: Send) -> None:
        backend = self._backend = self._backend or HttpBackend()
        try:
            answer = await backend.serve(request, _parts_of(receive))
        except TooBusy:
            await send_answer(send, 503, {"error": "too many requests; try again"})
            return
        except OversizedRequest:
            await send_answer(send, 413, {"error": "this is more than a game needs"})
            return
        except ClientDisconnect:
            return
        except TimeoutError:
            await send_answer(send, 408, {"error": "this took too long"})
            return
        await _stream(send, answer.status, answer.headers, answer.body)


async def _stream(
    send: Send, status: int, found: tuple[tuple[str, str], ...], body: AsyncGenerator[bytes]
) -> None:
    headers = [(b"cache-control", b"no-store")]
    headers += [(name.encode(), value.encode()) for name, value in found]
    send = with_headers(send)
    try:
        await send({"type": "http.response.start", "status": status, "headers": headers})
        async for part in body:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
    finally:
        await body.aclose()


def _parts_of(receive: Receive) -> Any:
    ended = False

    async def part() -> bytes:
        nonlocal ended
        while not ended:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            ended = not message.get("more_body", False)
            if body := message.get("body", b""):
                return bytes(body)
        return b""

    return part


def _put(told: asyncio.Queue[bytes], data: bytes, gone: asyncio.Future[None]) -> None:
    """Add to what somebody is told; who reads too slowly is left to Git."""
    try:
        told.put_nowait(data)
    except asyncio.QueueFull:
        gone.cancel()


async def _next(told: asyncio.Queue[bytes]) -> bytes:
    """What is told next; a sign of life if there is nothing for a while."""
    try:
        # In Python 3.11 `wait_for` may forget that it was cancelled.
        async with asyncio.timeout(ALIVE):
            return await told.get()
    except TimeoutError:
        return END


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _body(receive: Receive, most: int = LONGEST_BODY) -> bytes:
    parts, limited = [], limited_receive(receive, most)
    while True:
        message = await limited()
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def shown_in(scope: Scope) -> tuple[str, str]:
    """The capability that a request shows, and the secret of its device.

    Pages send both as `Bearer`, with a dot between them; Git a capability as password of `Basic`.
    """
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    kind, _, value = (only_header(headers, b"authorization") or "").partition(" ")
    if kind.lower() == "bearer":
        capability, _, device = value.strip().partition(".")
        return capability, device
    if kind.lower() == "basic":
        try:
            text = base64.b64decode(value.strip(), validate=True).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            return "", ""
        return text.partition(":")[2], ""
    return "", ""


def _somebody(scope: Scope, name: str) -> str:
    """Whose requests are counted together: those of a seat, or of an address.

    All spectators have one link, and none of them must be able to use it up.
    """
    return f"{SEAT}{name}" if name else f"at {household(_client(scope))}"


def _client(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])


def _other_site(scope: Scope) -> str:
    """Why a request of a browser is not its own page's; empty if it is."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    origin, host = only_header(headers, b"origin"), only_header(headers, b"host")
    if origin is not None and origin.partition("://")[2] != host:
        return "requests from other sites are refused"
    if only_header(headers, b"sec-fetch-site") in ("cross-site", "same-site"):
        return "requests from other sites are refused"
    return ""


async def _refuse_stranger(send: Send, *, is_git: bool) -> None:
    headers = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
    if is_git:  # so that stock Git asks for a password
        headers.append((b"www-authenticate", b'Basic realm="gitopoly"'))
    send = with_headers(send)
    await send({"type": "http.response.start", "status": 401, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps({"error": NEEDS_LINK}).encode()})

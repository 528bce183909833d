"""Who may talk to the server: only its own page, with the token in its address.

The token is part of every path. A cookie would not do: cookies ignore ports, so a browser would
send it to every other server on this machine.
"""

from __future__ import annotations

import hmac
import html
import ipaddress
import json
import re
import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gitopoly.web.connections import WELCOME
from gitopoly.web.page_address import challenge_path, proof
from gitopoly.words import Words

LONGEST_BODY = 65_536
METHODS = ("GET", "HEAD", "POST")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; "
    "manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""Headers of every response."""
OPENER = (b"cross-origin-opener-policy", b"same-origin")
"""A header for addresses that browsers trust; elsewhere they ignore it and complain of it."""
WRONG_TOKEN = "the address lacks the right token; open the one that was printed"
_NONCE = re.compile(r"[0-9a-f]{32}")


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def is_trusted(address: str) -> bool:
    """Whether browsers take an address as secure: encrypted, or on their own machine.

    >>> [is_trusted(one) for one in ("http://127.0.0.1:80", "https://a.example", "http://a.example")]
    [True, True, False]
    """
    parts = urlsplit(address)
    name = parts.hostname or ""
    if parts.scheme == "https" or name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


class Guard:
    """Admits requests from the server's own page with the token, and strips the token."""

    def __init__(self, app: ASGIApp, token: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._token = token.encode()
        self._challenge_path = challenge_path(token).encode()
        self._hosts = hosts
        """The values of Host that are meant for this server, such as 127.0.0.1:8000."""
        self._is_trusted = all(is_trusted(f"http://{host}") for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _refuse(send, *refusal, people=_asked_by_people(scope))
            return
        if self._is_challenge(scope["path"]):
            await self._prove(scope, send)
            return
        scope[WELCOME] = "page"
        path = scope["path"].split("/", 2)[2]
        inner = {**scope, "path": f"/{path}", "raw_path": f"/{path}".encode(), "root_path": ""}
        await self._app(inner, limited_receive(receive), with_headers(send, self._is_trusted))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """A status and a reason, None if the request may pass."""
        headers = [(name.lower(), value) for name, value in scope["headers"]]
        host = only_header(headers, b"host")
        if host not in self._hosts:
            return 421, "this server answers to its own address and port only"
        parts = scope["path"].split("/", 2)
        given = parts[1].encode("utf-8", "surrogateescape")
        known = len(parts) == 3 and hmac.compare_digest(given, self._token)
        if not known and not self._is_challenge(scope["path"]):
            return 403, WRONG_TOKEN
        if scope["method"] not in METHODS:
            return 405, "only GET, HEAD and POST are served"
        return self._other_site(scope["method"], headers, host)

    def _is_challenge(self, path: str) -> bool:
        """Whether a page asks if this is the server it is waiting for."""
        return hmac.compare_digest(path.encode("utf-8", "surrogateescape"), self._challenge_path)

    async def _prove(self, scope: Scope, send: Send) -> None:
        """Prove that the token is known, without revealing it."""
        query = parse_qs(scope["query_string"].decode("latin-1"))
        nonce = query.get("nonce", [""])[0]
        if scope["method"] != "GET" or not _NONCE.fullmatch(nonce):
            await _refuse(send, 400, "ask with a nonce of 32 hexadecimal digits")
            return
        host = only_header(scope["headers"], b"host") or ""
        await send_answer(send, 200, {"proof": proof(self._token.decode(), host, nonce)})

    def _other_site(
        self, method: str, headers: list[tuple[bytes, bytes]], host: str
    ) -> tuple[int, str] | None:
        origin = only_header(headers, b"origin")
        if origin not in (None, f"http://{host}"):
            return 403, "requests from other sites are refused"
        if method == "POST" and origin is None:
            return 403, "a request that changes something needs an Origin header"
        if only_header(headers, b"sec-fetch-site") in ("cross-site", "same-site"):
            return 403, "requests from other sites are refused"
        length = only_header(headers, b"content-length")
        if length is not None and (not length.isdecimal() or int(length) > LONGEST_BODY):
            return 413, f"a request has at most {LONGEST_BODY} bytes"
        return None


class TooLong(Exception):
    """A body that is longer than announced or allowed."""


def only_header(headers: list[tuple[bytes, bytes]], name: bytes) -> str | None:
    """The value of a header; a repeated header counts as wrong."""
    found = [value for known, value in headers if known == name]
    if not found:
        return None
    return found[0].decode("latin-1") if len(found) == 1 else "given twice"


def limited_receive(receive: Receive, most: int = LONGEST_BODY) -> Receive:
    """A body of a request, refused as soon as it is too long."""
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            raise TooLong
        return message

    return receive_some


def with_headers(send: Send, trusted: bool = False) -> Send:
    """The same answer with the headers that every one has, and those for trusted addresses."""

    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            more += [OPENER] if trusted else []
            message = {**message, "headers": [*message.get("headers", []), *more]}
        await send(message)

    return send_more


def _asked_by_people(scope: Scope) -> str:
    """The language of a browser that opens an address; empty for requests by scripts."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    if "text/html" not in (only_header(headers, b"accept") or ""):
        return ""
    return "de" if (only_header(headers, b"accept-language") or "").startswith("de") else "en"


async def _refuse(send: Send, status: int, reason: str, people: str = "") -> None:
    if people and reason == WRONG_TOKEN:
        await _send(send, status, "text/html; charset=utf-8", _for_people(people))
    else:
        await send_answer(send, status, {"error": reason})


def _for_people(language: str) -> str:
    """What a tab of an earlier run shows when it is reloaded."""
    words = Words(language)
    title, text = html.escape(words("gone.title")), html.escape(words("gone.text"))
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><meta name="color-scheme" '
        f'content="light dark"><title>Gitopoly</title><main><h1>{title}</h1><p>{text}</p>'
        "<pre>gitopoly games latest</pre></main></html>"
    )


async def send_answer(send: Send, status: int, facts: dict[str, Any]) -> None:
    """Answer with a few facts."""
    await _send(send, status, "application/json", json.dumps(facts))


async def _send(send: Send, status: int, kind: str, text: str) -> None:
    headers = [(b"content-type", kind.encode()), (b"cache-control", b"no-store")]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    send = with_headers(send)
    await send(start)
    await send({"type": "http.response.body", "body": text.encode()})

"""Calling the owner of an attended seat: a command of theirs, or an address, once per decision."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import subprocess
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from typing import Any

from gitopoly.errors import InvalidOrders, NoRoom

TIME = 30.0
"""Seconds that a command or an address may take."""
CALLED = "called"
"""The file, in a game's private folder, that names the last decision."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """What is sent goes to the address that its owner wrote, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        """Follow none."""


@dataclass(frozen=True)
class Call:
    """What the owner is told."""

    game: str
    seat: str
    decision: str
    text: str


class Notifier:
    """Calls the owner, at most once for each decision, in whatever run of the program."""

    def __init__(self, private: Path, command: str | None, url: str | None) -> None:
        """Remember decisions in a private folder."""
        self._file = private / CALLED
        self._command = _parsed(command) if command is not None else []
        self._url = _checked(url) if url is not None else ""

    def call(self, call: Call) -> list[str]:
        """Tell the owner, unless that was done; returns what went wrong, in words."""
        if not (self._command or self._url) or self._last() == call.decision:
            return []
        # Noted first: an owner who is told twice switches it off.
        self._note(call.decision)
        problems = [self._run(call)] if self._command else []
        problems += [self._post(call)] if self._url else []
        return [problem for problem in problems if problem]

    def _last(self) -> str:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            return self._file.read_text("utf-8")
        return ""

    def _note(self, decision: str) -> None:
        scratch = self._file.with_suffix(".new")
        try:
            scratch.write_text(decision, "utf-8")
            scratch.replace(self._file)
        except OSError as error:
            raise NoRoom(f"{self._file} cannot be written: {error.strerror}") from None

    def _run(self, call: Call) -> str:
        facts = {
            "GITOPOLY_GAME": call.game,
            "GITOPOLY_SEAT": call.seat,
            "GITOPOLY_DECISION": call.decision,
            "GITOPOLY_TEXT": call.text,
        }
        name = self._command[0]
        try:
            done = subprocess.run(
                self._command,
                input=f"{call.text}\n".encode(),
                env={**os.environ, **facts},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=TIME,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"{name} took more than {TIME:.0f} seconds"
        except OSError as error:
            return f"{name} cannot be run: {error.strerror}"
        return f"{name} ended with exit code {done.returncode}" if done.returncode else ""

    def _post(self, call: Call) -> str:
        body = json.dumps(call.__dict__).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "gitopoly"}
        request = urllib.request.Request(self._url, body, headers)
        opener = urllib.request.build_opener(_NoRedirect)
        try:
            with opener.open(request, timeout=TIME):
                return ""
        except urllib.error.HTTPError as error:
            return f"the address to notify answered {error.code}"
        except urllib.error.URLError as error:
            return f"the address to notify cannot be reached: {str(error.reason)[:120]}"
        except (OSError, HTTPException, ValueError) as error:
            return f"the address to notify cannot be reached: {str(error)[:120]}"


def _parsed(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise InvalidOrders(f"--notify: {error}; quote it as in a shell") from None
    if not words:
        raise InvalidOrders("--notify: there is no command; name one, or leave the option out")
    return words


def _checked(url: str) -> str:
    try:
        parts = urllib.parse.urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        fits = False
    if not fits or not url.isascii() or not url.isprintable() or " " in url:
        raise InvalidOrders("--notify-url: give an address that begins with https:// or http://")
    return url

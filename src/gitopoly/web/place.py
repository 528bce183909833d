"""A place at a table as pages see it: what they show, and how they learn of every change.

A change is a patch, computed once for all pages of a place. What is computed, is computed in the
thread that owns the game.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from gitopoly.errors import GameUnavailable, GitopolyError
from gitopoly.rules import actions as a, turn_number
from gitopoly.table.events import Event
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import AutoPlay
from gitopoly.web.log_lines import line_of, message_of, open_entries
from gitopoly.web.patches import difference
from gitopoly.web.settings import PlaySettings
from gitopoly.web.talk import SHOWN, talk_line, talk_view
from gitopoly.web.verification import Verification
from gitopoly.web.view import printed, view_of
from gitopoly.words import worded

LINES = 150
"""How many lines of the story a page gets when it opens."""

ASKED = frozenset((a.END_PRE_ROLL, a.AUCTION_PROPERTY, a.GO_BANKRUPT))
"""What a person must click even if nothing else is possible."""

Listener = Callable[[str, str], None]
"""Called with the name of an event and its data."""


class Place:
    """A table from where one person sits, or from where spectators stand."""

    def __init__(
        self,
        name: str,
        table: OpenGame,
        bots: frozenset[str] = frozenset(),
        settings: PlaySettings | None = None,
        again: str = "",
        on_settings: Callable[[PlaySettings], None] | None = None,
    ) -> None:
        self.name, self.bots, self._again = name, bots, again
        self.settings = settings or PlaySettings()
        self._on_settings = on_settings
        self.failure: GitopolyError | None = None
        """Why the game cannot continue here, if it cannot."""
        self.verification = Verification()
        """The newest check of the whole game."""
        self._table = table
        self._lock = threading.Lock()
        self.paused = False
        """Whether the bots wait for somebody who reads."""
        self._awaits_page = False
        self._open = True
        """Whether jobs are run and listeners notified."""
        self._listeners: set[Listener] = set()
        self._lines: list[dict[str, Any]] = []
        self._said: list[dict[str, Any]] = []
        self._levels: tuple[int, dict[str, int] | None] = 0, None
        """Which lines can still be taken back, as of so many entries."""
        self._view: dict[str, Any] = {}
        self._version = 0
        self._printed: dict[str, Any] | None = None
        self._adopt_settings()
        self._recall()
        self._publish([])

    # For requests, from any thread.

    def submit(self, work: Callable[[OpenGame], Any]) -> Future[Any]:
        """Run something with the table; the future holds its result or exception."""
        raise NotImplementedError

    def pause(self, on: bool) -> None:
        """Let the bots wait for the person, or go on; without bots nobody waits."""
        with self._lock:
            self.paused = on and bool(self.bots) and self.watched

    def await_page(self) -> None:
        """Let the bots wait for the first page, so that nobody misses how a game begins."""
        with self._lock:
            self.paused = self._awaits_page = bool(self.bots) and not self.watched

    def listen(self, listener: Listener) -> None:
        """Send a page everything now, and every change from now on."""
        with self._lock:
            if awaited := self._awaits_page:
                self.paused = self._awaits_page = False
            listener("all", self._everything())
            if self._open:
                self._listeners.add(listener)
            else:
                listener("closed", self._reason())
        if awaited:
            self.submit(lambda _: None)  # a game that waits is looked at again only after a job

    def leave(self, listener: Listener) -> None:
        """Remove a page."""
        with self._lock:
            self._listeners.discard(listener)
            self.paused = self.paused and self.watched  # nobody is left who could end it

    @property
    def watched(self) -> bool:
        """Whether a page shows the game."""
        return bool(self._listeners)

    def snapshot(self) -> dict[str, Any]:
        """Everything that a page needs to begin with."""
        with self._lock:
            found: dict[str, Any] = json.loads(self._everything())
            return found

    # In the thread that owns the game.

    def unseat(self, name: str) -> None:
        """End the streams of a guest's pages, where there are guests."""

    def adjust(self, **changes: Any) -> None:
        """Play as the person wants from now on; called in the room's thread."""
        settings = replace(self.settings, **changes)
        if self._on_settings is not None:
            self._on_settings(settings)  # kept before anybody sees it
        self.settings = settings
        self._adopt_settings()

    def end(self) -> None:
        """Tell all pages that the game is closed here."""
        with self._lock:
            self._open = False
            for listener in self._listeners:
                listener("closed", self._reason())

    def _adopt_settings(self) -> None:
        seat = self._table.seat
        if seat is not None:
            seat.auto_play = AutoPlay(
                asks=ASKED,
                stand=True,
                conclude=not self.settings.hold,
                pass_until_my_turn=self.settings.passing,
            )

    def _recall(self) -> None:
        """The newest part of the story so far, and of what was said."""
        game, talk = self._table.game, self._table.talk
        self._said = [talk_line(game, line) for line in talk.lines[-SHOWN:]] if talk else []
        if not game.started:
            return
        events = [event for event in game.story(4 * LINES) if not event.quiet]
        self._lines = [line_of(game, event) for event in events[-LINES:]]

    def _publish(self, events: list[Event]) -> None:
        game = self._table.game
        begins = self._printed is None and game.started
        if begins:
            self._printed = printed(game)
        fresh = [line_of(game, event) for event in events if not event.quiet]
        said = self._hear(game)
        view = view_of(self._table, self.bots)
        view["talk"] = talk_view(self._table)
        view["settings"] = vars(self.settings).copy()
        view["number"] = turn_number(game.position.state) if game.started else 1
        view["open"] = self._open_lines(game, fresh)
        with self._lock:
            patches = difference(self._view, view)
            if not patches and not fresh and not said:
                return
            self._view = view
            self._lines = (self._lines + fresh)[-LINES:]
            self._version += 1
            message = {
                "version": self._version,
                "patches": patches,
                "lines": fresh,
                "said": said,
            }
            if not self._listeners:
                return
            text = self._everything() if begins else json.dumps(message, separators=(",", ":"))
            for listener in self._listeners:
                listener("all" if begins else "patch", text)

    def _closed(self) -> GitopolyError:
        """Why nothing can be done here any more."""
        return self.failure or worded(GameUnavailable, "error.game_closed")

    def _hear(self, game: GameReplica) -> list[dict[str, Any]]:
        """What was said since the last time, which the page then has."""
        talk = self._table.talk
        said = [talk_line(game, line) for line in talk.hear()][-SHOWN:] if talk else []
        if said:
            with self._lock:
                again = {line["id"] for line in said}
                kept = [line for line in self._said if line["id"] not in again]
                self._said = (kept + said)[-SHOWN:]
        return said

    def _open_lines(self, game: GameReplica, fresh: list[dict[str, Any]]) -> dict[str, int] | None:
        """Which of the lines on the page can still be taken back; only entries change that."""
        if self._levels[0] != len(game.log):
            shown = (line["id"] for line in (self._lines + fresh)[-LINES:])
            self._levels = len(game.log), open_entries(game, shown)
        return self._levels[1]

    def _reason(self) -> str:
        found = {"text": ""} if self.failure is None else message_of(self.failure)
        return json.dumps(found, separators=(",", ":"))

    def _everything(self) -> str:
        return json.dumps(
            {
                "name": self.name,
                "again": self._again,
                "repeats": bool(self.bots),
                "version": self._version,
                "printed": self._printed,
                "view": self._view,
                "lines": self._lines,
                "said": self._said,
            },
            separators=(",", ":"),
        )

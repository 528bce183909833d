"""One game in the server: a thread that owns the table, and the pages that show it.

Everything that touches the game happens in that thread. Requests submit jobs and get a future;
pages receive every change as a patch, computed once for all of them.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import GameUnavailable, GitopolyError
from gitopoly.kernel import actions as a
from gitopoly.kernel import turn_number
from gitopoly.table.events import Event
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import AutoPlay
from gitopoly.web.log_lines import line_of, message_of, open_entries
from gitopoly.web.patches import difference
from gitopoly.web.settings import PACES, PlaySettings
from gitopoly.web.talk import SHOWN, talk_line, talk_view
from gitopoly.web.verification import Verification
from gitopoly.web.view import printed, view_of
from gitopoly.words import worded

LINES = 150
"""How many lines of the story a page gets when it opens."""
REST = 0.1
"""Seconds between two polls of a game that is waiting for others."""
IDLE = 5.0
"""Seconds between two polls of a game that is waiting only for the person."""

ASKED = frozenset((a.END_PRE_ROLL, a.AUCTION_PROPERTY, a.GO_BANKRUPT))
"""What a person must click even if nothing else is possible."""

Listener = Callable[[str, str], None]
"""Called with the name of an event and its data."""


@dataclass
class Job:
    """Something to be done in the room's thread."""

    work: Callable[[], Any]
    answer: Future[Any]


class Room:
    """A game that is open in the server."""

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
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self.paused = False
        """Whether the bots wait for somebody who reads."""
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
        self._thread = threading.Thread(target=self._run, name=f"room {name}", daemon=True)
        self._thread.start()

    # For requests, from any thread.

    def submit(self, work: Callable[[OpenGame], Any]) -> Future[Any]:
        """Run something with the table; the future holds its result or exception."""
        answer: Future[Any] = Future()
        with self._lock:
            if self._open:
                self._jobs.put(Job(lambda: work(self._table), answer))
                return answer
        answer.set_exception(self._closed())
        return answer

    def listen(self, listener: Listener) -> None:
        """Send a page everything now, and every change from now on."""
        with self._lock:
            listener("all", self._everything())
            if self._open:
                self._listeners.add(listener)
            else:
                listener("closed", self._reason())

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

    def adjust(self, settings: PlaySettings) -> None:
        """Play as the person wants; called in the room's thread."""
        self.settings = settings
        self._adopt_settings()
        if self._on_settings is not None:
            self._on_settings(settings)

    def pause(self, on: bool) -> None:
        """Let the bots wait for the person, or go on; without bots nobody waits."""
        with self._lock:
            self.paused = on and bool(self.bots) and self.watched

    def close(self) -> None:
        """Leave the table once the current job is done."""
        self._jobs.put(None)
        self._thread.join(60)

    # The room's own thread.

    def _run(self) -> None:
        events: list[Event] = []
        try:
            while self._serve(self._pause(events)):
                events = [] if self.paused else self._table.poll(0.0)
                self._publish(events)
        except GitopolyError as error:
            self.failure = error
        except Exception as error:
            self.failure = worded(GitopolyError, "error.mistake", detail=str(error))
            raise
        finally:
            self._drain()
            self._table.close()

    def _pause(self, events: list[Event]) -> float:
        """How long to wait for jobs before the game continues by itself."""
        if self.paused:
            return IDLE  # the job that ends it comes at once
        if any(not event.quiet for event in events):
            return PACES[self.settings.pace] if self.bots else 0.0
        if events:
            return 0.0
        return IDLE if self._table.rests else REST

    def _serve(self, wait: float) -> bool:
        """Run a job that is there or comes in time; returns whether to continue."""
        try:
            job = self._jobs.get(timeout=wait) if wait else self._jobs.get_nowait()
        except queue.Empty:
            return True
        if job is None:
            return False
        if not job.answer.set_running_or_notify_cancel():
            return True  # its caller was told that it was not done
        try:
            result = job.work()
        except Exception as error:  # noqa: BLE001 - its caller gets it
            job.answer.set_exception(error)
        else:
            done = result if isinstance(result, list) else [result]
            self._publish([event for event in done if isinstance(event, Event)])
            job.answer.set_result(result)
        return True

    def _drain(self) -> None:
        """Make sure that nobody waits forever for a closed room."""
        with self._lock:
            self._open = False
            for listener in self._listeners:
                listener("closed", self._reason())
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None and job.answer.set_running_or_notify_cancel():
                job.answer.set_exception(self._closed())

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

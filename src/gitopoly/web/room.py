"""One game in the server: a thread that owns the table, and the pages that show it.

Everything that touches the game happens in that thread. Requests submit jobs and get a future;
pages receive every change as a patch, computed once for all of them.
"""

from __future__ import annotations

import json
import queue
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import GitopolyError
from gitopoly.table.events import Event
from gitopoly.table.open_game import OpenGame
from gitopoly.web.place import Listener, Place
from gitopoly.web.settings import PACES, PlaySettings
from gitopoly.web.view import devices_of
from gitopoly.words import worded

REST = 1.0
"""Seconds between two polls of a game that is waiting for others, and has heard nothing."""
IDLE = 5.0
"""Seconds between two polls of a game that is waiting only for the person."""
HANDOVER = 0.0005
"""Seconds after which a room that computes lets another thread run.

Python's 5 ms would be waited for with each part of what is sent meanwhile, by each connection.
"""


@dataclass
class Job:
    """Something to be done in the room's thread."""

    work: Callable[[], Any]
    answer: Future[Any]


def _nothing() -> None:
    """A job that only wakes the room."""


class Room(Place):
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
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._guests: dict[str, GuestPlace] = {}
        self._is_told = False
        super().__init__(name, table, bots, settings, again, on_settings)
        table.listen(self._notice)
        sys.setswitchinterval(HANDOVER)
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

    def guest(self, name: str, make: Callable[[], OpenGame]) -> GuestPlace:
        """The place of a guest, or of spectators if the name is empty; made when first asked for.

        Called in the room's thread.
        """
        place = self._guests.get(name)
        if place is None:
            place = self._guests[name] = GuestPlace(self, make())
        return place

    def unseat(self, name: str) -> None:
        """End the streams of a guest's pages; those that still play connect again."""
        if place := self._guests.pop(name, None):
            place.end()

    def close(self) -> None:
        """Leave the table once the current job is done."""
        self._jobs.put(None)
        self._thread.join(60)

    def _notice(self) -> None:
        """Poll soon, because something has arrived; once is enough."""
        with self._lock:
            if self._open and not self._is_told:
                self._is_told = True
                self._jobs.put(Job(_nothing, Future()))

    # The room's own thread.

    def _run(self) -> None:
        events: list[Event] = []
        try:
            while self._serve(wait := self._pause(events)):
                told, self._is_told = self._is_told, False
                events = [] if self.paused else self._table.poll(0.0)
                if events or told or wait:  # or all of it was shown a moment ago
                    self.show(events)
        except GitopolyError as error:
            self.failure = error
        except Exception as error:
            self.failure = worded(GitopolyError, "error.mistake", detail=str(error))
            raise
        finally:
            self._drain()
            try:
                self._table.close()
            except GitopolyError as error:
                # What a full disk does not take now follows from the journal at the next start.
                self.failure = self.failure or error

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
        if job.work is _nothing:
            return True  # what there is to show comes with the poll that follows
        if not job.answer.set_running_or_notify_cancel():
            return True  # its caller was told that it was not done
        try:
            result = job.work()
        except Exception as error:  # noqa: BLE001 - its caller gets it
            job.answer.set_exception(error)
        else:
            done = result if isinstance(result, list) else [result]
            self.show([event for event in done if isinstance(event, Event)])
            job.answer.set_result(result)
        return True

    def show(self, events: list[Event]) -> None:
        """Show on all pages what has happened; called in the room's thread."""
        self._publish(events)
        for place in list(self._guests.values()):
            place.show(events)

    def _drain(self) -> None:
        """Make sure that nobody waits forever for a closed room."""
        for place in (self, *self._guests.values()):
            place.failure = self.failure
            place.end()
        while True:
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return
            if job is not None and job.answer.set_running_or_notify_cancel():
                job.answer.set_exception(self._closed())


class GuestPlace(Place):
    """The place of a guest or of spectators at the table of a room, run by the room's thread."""

    def __init__(self, room: Room, table: OpenGame) -> None:
        self._room = room
        self._missed: list[Event] = []
        self._shown = -1, 0, ""
        self._shown_at = 0.0
        super().__init__(room.name, table)

    def submit(self, work: Callable[[OpenGame], Any]) -> Future[Any]:
        """Run something with this table, in the room's thread."""
        return self._room.submit(lambda _: work(self._table))

    def listen(self, listener: Listener) -> None:
        """Send a page everything; what was missed while nobody listened follows at once."""
        super().listen(listener)
        self._room.submit(lambda _: None)

    def show(self, events: list[Event]) -> None:
        """Send what has changed, if anybody listens."""
        self._missed += events
        talk = self._table.talk
        devices = json.dumps(devices_of(self._table))
        sizes = len(self._table.game.log), len(talk.lines) if talk else 0, devices
        # Otherwise only times of waiting change, and nobody reads them more often.
        idle = not events and sizes == self._shown
        if not self.watched or (idle and time.monotonic() - self._shown_at < REST):
            return
        events, self._missed, self._shown = self._missed, [], sizes
        self._shown_at = time.monotonic()
        self._publish(events)

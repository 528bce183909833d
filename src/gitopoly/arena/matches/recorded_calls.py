"""Calling agents with recording and timing."""

from __future__ import annotations

from sys import getrefcount
from time import perf_counter
from typing import Any

from gitopoly.arena.matches.answers import plain
from gitopoly.arena.matches.calls import RECEIVE, UNSEEN, Calls
from gitopoly.arena.matches.history import TRADE_PHASE, View, fresh_view
from gitopoly.arena.matches.remote_agents import NO_ANSWER


class RecordedCalls(Calls):
    """Calls of which each is recorded.

    A class of its own, because methods kept in an object would keep it and its log in memory
    until the next garbage collection.
    """

    def tell(self, view: View) -> None:
        """Tell both with recording and timing."""
        self.call(0, RECEIVE, view)
        self.call(1, RECEIVE, view)

    def ask_both(self, view: View) -> tuple[Any, Any] | None:
        """Ask both with recording and timing."""
        first = self.call(0, self.bsmt[0] or self.bsmt_method(0), view)
        if first is not None:
            return first, None
        second = self.call(1, self.bsmt[1] or self.bsmt_method(1), view)
        return None if second is None else (None, second)

    def call(self, seat: int, method: str, view: View) -> Any:
        """Call an agent with recording and timing: as `call`, written out."""
        assert self.recorder is not None
        # A copy of its lists, before the agent can change them.
        given = fresh_view(view) if view[4] == TRADE_PHASE else view
        (history,) = tail = self.tails[seat]
        player = seat + 1
        self.log.append((player, view))
        started = perf_counter()
        try:
            self.inside = player
            answer = getattr(self.agents[seat], method)(view + tail)
            self.inside = 0
        except BaseException as error:  # noqa: BLE001 - whatever an agent raises stays with it
            self.inside = 0
            answer = self._failed(seat, method, error)
        seconds = perf_counter() - started
        if getrefcount(history) > UNSEEN:
            self._replace(seat, history)
        told = answer
        if answer is not None and answer is not NO_ANSWER:
            try:
                self.inside = player
                told = plain(answer)
                self.inside = 0
            except BaseException as error:  # noqa: BLE001 - the agent's objects may fail here
                self.inside = 0
                told = answer = self._failed(seat, method, error)
        self.recorder.called((player, method, given, told, seconds))
        return answer

"""The process of an isolated agent: it creates the agent and calls its methods."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from gitopoly.arena.agents.loading import load_file, load_module, make_agent
from gitopoly.arena.matches.answers import plain
from gitopoly.arena.matches.history import CallLog, View, fresh_view, history_of
from gitopoly.arena.matches.mistakes import BSMT_METHODS, told
from gitopoly.isolation.serving import serve


class AgentWorker:
    """One agent, and the history it has received so far."""

    def __init__(self) -> None:
        self.agent: Any = None
        self.log = CallLog()
        self.view: View = ()
        """The last view that was sent."""

    def handle(self, message: dict[str, Any] | tuple[Any, ...]) -> Any:
        """Handle a message."""
        return self.begin(message) if isinstance(message, dict) else self.answer(*message)

    def begin(self, message: dict[str, Any]) -> str:
        """Create an agent for a match; returns the name of its class."""
        kind, target, class_name = message["bot"]
        random.seed(message["seed"])
        self.log = CallLog()
        self.view = ()
        loaded = (
            load_file(Path(target), class_name)
            if kind == "file"
            else load_module(target, class_name)
        )
        self.agent = make_agent(loaded, message["seat"])
        return loaded.__name__[:100]

    def answer(self, method: str, view: Any, entries: list[tuple[int, Any]]) -> Any:
        """Call a method of the agent with a state."""
        log = self.log
        for seat, past in entries:
            log.add((seat, self._whole(past)))
        state = (*fresh_view(self._whole(view)), history_of(log))
        if method in BSMT_METHODS and not hasattr(self.agent, method):
            method = BSMT_METHODS[1]
        answer = getattr(self.agent, method)(state)
        return None if answer is None else plain(answer)

    def _whole(self, sent: Any) -> View:
        """A view as it was: nothing is sent again that is as in the view before."""
        if sent is not None:
            self.view = sent if sent[1] is not None else (sent[0], self.view[1], *sent[2:])
        return self.view


if __name__ == "__main__":
    serve(AgentWorker().handle, sys.argv[1:], told)

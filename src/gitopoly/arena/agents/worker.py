"""The process of an isolated agent: it creates the agent and calls its methods."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from gitopoly.arena.agents.loading import load_file, load_module, make_agent
from gitopoly.arena.matches.answers import plain
from gitopoly.arena.matches.history import CallLog, History, View, fresh_view
from gitopoly.arena.matches.mistakes import BSMT_METHODS, told
from gitopoly.isolation.serving import serve


class AgentWorker:
    """One agent, and the history it has received so far."""

    def __init__(self) -> None:
        self.agent: Any = None
        self.log = CallLog()
        self.view: View = ()

    def handle(self, message: dict[str, Any]) -> dict[str, Any]:
        """Handle a message."""
        return self.begin(message) if "bot" in message else self.answer(message)

    def begin(self, message: dict[str, Any]) -> dict[str, Any]:
        """Create an agent for a match."""
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
        return {"answer": loaded.__name__[:100]}

    def answer(self, message: dict[str, Any]) -> dict[str, Any]:
        """Call a method of the agent with a state."""
        log = self.log
        for seat, view in message["entries"]:
            log.add((seat, self.view if view is None else view))
        self.view = message["view"]
        history = History()
        history.log, history.length = log, len(log)
        state = (*fresh_view(self.view), history)
        name = message["method"]
        if name in BSMT_METHODS and not hasattr(self.agent, name):
            name = BSMT_METHODS[1]
        return {"answer": plain(getattr(self.agent, name)(state))}


if __name__ == "__main__":
    serve(AgentWorker().handle, sys.argv[1:], told)

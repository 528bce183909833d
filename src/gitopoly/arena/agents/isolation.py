"""An agent in its own process, with limits on memory and time.

Its replies are read like any agent's answers. A process that hangs, dies or sends garbage is
killed, and from then on the default answers are used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gitopoly.arena.matches.history import History
from gitopoly.arena.matches.remote_agents import LateFaults, RemoteAgent
from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import MEMORY, RemoteFault, ResourceLimits
from gitopoly.isolation.process import IsolatedProcess

WORKER = "gitopoly.arena.agents.worker"
START_SECONDS = 20.0
"""Extra seconds for a process to start and load its bot, beyond the limit of a call."""


class IsolatedAgent(RemoteAgent):
    """A proxy for an agent in another process.

    Use it as a context manager, or close it: the process ends with it.
    """

    def __init__(
        self,
        bot: tuple[str, str, str],
        limits: ResourceLimits | None = None,
        memory: int = MEMORY,
        show_output: bool = False,
    ) -> None:
        self.bot = bot
        """The kind (file or module), the path or name, and the class, which may be empty."""
        self.bot_name = bot[1]
        self._process = IsolatedProcess(WORKER, limits, memory, show_output)
        self._sent = 0
        """How many entries of the history its process has."""
        self._view: Any = None
        """The last view that was sent."""
        self._posted: list[int] = []
        """Numbers of the calls that nobody has waited for yet."""

    @property
    def process(self) -> Any:
        """The process itself, None before the first match and after the end."""
        return self._process.process

    def begin(self, seat: int, seed: int) -> str:
        """Start a match with a new agent, in a new process if necessary; return its class name.

        Raises `InvalidBot` if the bot cannot be loaded.
        """
        self.start()
        self._sent = 0
        self._view = None
        self._posted = []
        try:
            return str(
                self._process.request({"bot": self.bot, "seat": seat, "seed": seed}, START_SECONDS)
            )
        except RemoteFault as error:
            self.close()
            raise InvalidBot(f"{self.bot[1]} cannot play: {error.detail}") from None

    def start(self) -> None:
        """Start the process ahead of the first match, without waiting for it."""
        if not self._process.lives:
            self._process.start()

    def close(self) -> None:
        """End the process and whatever it started."""
        self._process.close()

    def __enter__(self) -> IsolatedAgent:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The methods of an agent.

    def getBSMTDecision(self, state: Any) -> Any:
        """Ask the agent what to build, sell, mortgage or trade."""
        return self._ask("getBSMTDecision", state)

    def respondTrade(self, state: Any) -> Any:
        """Ask the agent whether it accepts an offer."""
        return self._ask("respondTrade", state)

    def buyProperty(self, state: Any) -> Any:
        """Ask the agent whether it buys."""
        return self._ask("buyProperty", state)

    def auctionProperty(self, state: Any) -> Any:
        """Ask the agent for its bid."""
        return self._ask("auctionProperty", state)

    def jailDecision(self, state: Any) -> Any:
        """Ask the agent how it leaves jail."""
        return self._ask("jailDecision", state)

    def receiveState(self, state: Any) -> Any:
        """Send the state to the agent, now or with the next question."""
        if not self.defers:
            return self._ask("receiveState", state)
        self._process.post(self._message("receiveState", state))
        self._posted.append(self._sent)
        return None

    @property
    def owing(self) -> int:
        """How many calls it has not answered, apart from the current one."""
        return len(self._posted)

    def settle(self) -> None:
        """Wait for the agent to have received everything."""
        self._finish(self._process.settle)

    def _ask(self, method: str, state: Any) -> Any:
        return self._finish(self._process.request, self._message(method, state), 0.0)

    def _finish(self, wait: Callable[..., Any], *message: Any) -> Any:
        """Wait for answers; raises `LateFaults` if there are any in calls before this one."""
        answer: Any
        try:
            answer = wait(*message)
        except RemoteFault as fault:
            if not self._process.late:
                raise
            answer = fault
        finally:
            posted, self._posted = self._posted, []
        if late := self._process.late:
            raise LateFaults([(posted[place], fault) for place, fault in late], answer)
        return answer

    def _message(self, method: str, state: Any) -> tuple[str, Any, list[tuple[int, Any]]]:
        """A call, with the entries of the history that the process does not have."""
        history = state[7]
        if isinstance(history, History) and history.log is not None:
            log, length = history.log, len(history)
            entries = log[self._sent : length]
            view = log[length][1] if len(log) > length else state[:7]  # the same for both agents
        else:
            entries, length, view = list(history)[self._sent :], len(history), state[:7]
        self._sent = length
        told = [(seat, self._news(past)) for seat, past in entries]
        return (method, self._news(view), told)

    def _news(self, view: Any) -> Any:
        """A view without what the one before it had, too: None if it is the same."""
        before, self._view = self._view, view
        if view is before:
            return None
        # What is mutable may have changed since.
        if before is None or view[1] is not before[1] or type(view[1]) is not tuple:
            return view
        return (view[0], None, *view[2:])

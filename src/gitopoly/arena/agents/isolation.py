"""An agent in its own process, with limits on memory and time.

Its replies are read like any agent's answers. A process that hangs, dies or sends garbage is
killed, and from then on the default answers are used.
"""

from __future__ import annotations

from typing import Any

from gitopoly.arena.matches.calls import RemoteAgent, RemoteFault, ResourceLimits
from gitopoly.arena.matches.history import History
from gitopoly.errors import InvalidBot
from gitopoly.isolation.limits import MEMORY
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
        self._view: Any = None
        """What the agent was last called with."""

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
        """Send the state to the agent."""
        return self._ask("receiveState", state)

    def _ask(self, method: str, state: Any) -> Any:
        history, view = state[7], state[:7]
        if isinstance(history, History) and history.log is not None:
            log = history.log
            entries = log[self._sent : history.length]
            if len(log) > history.length:
                view = log[history.length][1]  # the same object for both agents
        else:
            entries = list(history)[self._sent :]
        self._sent = len(history)
        # The process has the last view already; the other agent often got the same one.
        told = [(seat, None if past is self._view else past) for seat, past in entries]
        self._view = view
        return self._process.request({"method": method, "view": view, "entries": told}, 0.0)

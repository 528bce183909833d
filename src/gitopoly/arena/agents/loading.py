"""Find the agent's class in a file or a module, and create an agent."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from gitopoly.arena.matches.mistakes import BSMT_METHODS, OWN, told
from gitopoly.errors import InvalidBot
from gitopoly.isolation.loading import run_file, run_module
from gitopoly.stopping import pass_on

USUAL_NAME = "Agent"
METHODS = (*BSMT_METHODS, "buyProperty", "auctionProperty")
"""A class with one of these is an agent."""


def load_file(path: Path, class_name: str = "") -> type:
    """Run a file and find its agent."""
    return find_class(run_file(path), class_name, path.name)


def load_module(name: str, class_name: str) -> type:
    """Import a module and find its agent."""
    return find_class(run_module(name), class_name, name)


def find_class(module: ModuleType, class_name: str, where: str) -> type:
    """The named class, the one called Agent, or the only one that has an agent's methods."""
    if class_name:
        found = getattr(module, class_name, None)
        if not isinstance(found, type):
            raise InvalidBot(f"{where} has no class {class_name}")
        return found
    agents = {
        name: value
        for name, value in vars(module).items()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and any(hasattr(value, method) for method in METHODS)
    }
    if USUAL_NAME in agents:
        return agents[USUAL_NAME]
    if len(agents) == 1:
        return next(iter(agents.values()))
    if not agents:
        raise InvalidBot(f"{where} has no class with the methods of an agent ({METHODS[0]} …)")
    raise InvalidBot(f"{where} has several agents; choose one: {where}:{' or :'.join(agents)}")


def make_agent(agent_class: type, seat: int) -> Any:
    """An agent for a seat, 1 or 2; its class may take the seat or nothing."""
    try:
        return agent_class(seat)
    except TypeError as error:
        try:
            return agent_class()
        except OWN as second:
            pass_on(second)
            raise InvalidBot(f"{agent_class.__name__}({seat}) failed: {told(error)}") from None
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"{agent_class.__name__}({seat}) failed: {told(error)}") from None

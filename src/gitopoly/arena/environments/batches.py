"""What batches of games have in common, on the processor and on a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, NamedTuple

from gitopoly.arena.environments.rows import AGENT, CHOOSING_AGENT
from gitopoly.bots import POLICIES, STRONG
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRun
from gitopoly.rules import Rules
from gitopoly.rules.codes import MOST_PLAYERS


class BatchView(NamedTuple):
    """The view after a step: arrays with a row for each game.

    They are overwritten by the next step; copy what you want to keep.
    """

    observations: Any
    """int32, as `gitopoly.arena.environments.observation` lays them out, seen by the actor."""
    masks: Any
    """int8: 1 for each legal action of the actor."""
    actors: Any
    """The seat that acts next."""
    rewards: Any
    """float32, of this step, for each seat."""
    terminated: Any
    """Whether the game ended with this step; the view already shows the next one."""
    truncated: Any
    """Whether the step limit ended it."""
    winners: Any
    """The winner of a finished game; -1 for none."""


def batch_environment(
    size: int,
    edition: str | PathLike[str] | Edition = "classic",
    players: int | None = None,
    *,
    device: str = "cpu",
    **settings: Any,
) -> Any:
    """Games in rows, stepped together: on all cores, or with `device="cuda"` on a GPU.

    On a GPU the arrays are PyTorch tensors there. The other settings are `BatchEnvironment`'s.
    """
    if device == "cpu":
        from gitopoly.arena.environments.batch import BatchEnvironment

        return BatchEnvironment(size, edition, players, **settings)
    if device == "cuda":
        from gitopoly.arena.environments.gpu_batch import GpuBatchEnvironment

        return GpuBatchEnvironment(size, edition, players, **settings)
    raise InvalidRun(f"there is no device {device!r}; choose cpu or cuda")


def checked_size(size: int) -> int:
    """Check the number of games."""
    if type(size) is not int or size < 1:
        raise InvalidRun(f"a batch needs at least one game, not {size!r}")
    return size


def seat_policies(
    rules: Rules, opponents: Mapping[int, str] | None, choices_only: bool = False
) -> list[int]:
    """Who plays each seat: an agent, or the policy with this number.

    Raises `InvalidRun` unless every opponent is at the table, plays without search, and leaves
    a seat to an agent.
    """
    agent = CHOOSING_AGENT if choices_only else AGENT
    policies = [agent] * MOST_PLAYERS
    allowed = [name for name, number in POLICIES.items() if number != STRONG]
    for seat, name in (opponents or {}).items():
        if type(seat) is not int or not 0 <= seat < rules.num_players:
            raise InvalidRun(f"there is no seat {seat!r} among {rules.num_players} for {name!r}")
        if name not in allowed:
            raise InvalidRun(f"no opponent plays {name!r}; choose {', '.join(allowed)}")
        policies[seat] = POLICIES[name]
    if agent not in policies[: rules.num_players]:
        raise InvalidRun("every seat has an opponent; leave one to an agent")
    return policies

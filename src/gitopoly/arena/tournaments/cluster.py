"""The same tournament on a Ray cluster: the same tasks, on whichever machine has room."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from gitopoly.arena.matches.mistakes import told
from gitopoly.arena.tournaments.schedule import MatchTask
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tournament import Runner, TournamentPlan, play_task
from gitopoly.errors import GitopolyError, MissingExtra, MissingTool

RETRIES = 5
"""How often a task is begun anew when its worker or machine is lost."""
IN_FLIGHT = 16
"""Tasks handed out ahead for each processor: none of them idles, and Ray is not flooded."""


def run_on_cluster(address: str) -> Runner:
    """On the Ray cluster at an address; a lost worker's tasks are played again elsewhere.

    A task depends on its own number alone, so that the second try gives what the first would
    have given.
    """
    try:
        import ray
    except ImportError:
        raise MissingExtra("playing on a cluster", "ray", "cluster") from None

    def run(tasks: Sequence[MatchTask], plan: TournamentPlan) -> Iterator[list[MatchSummary]]:
        if not ray.is_initialized():
            _connect(ray, address)
        remote = ray.remote(max_retries=RETRIES, num_cpus=1)(play_task)
        plan_there = ray.put(plan)
        waiting = iter(tasks)
        ahead = IN_FLIGHT * _processors(ray)
        pending = deque(remote.remote(task, plan_there) for task in islice(waiting, ahead))
        while pending:
            try:
                played = ray.get(pending.popleft())
            except ray.exceptions.RayError as error:
                if isinstance(error, GitopolyError):
                    raise  # what the task itself refused, wrapped by Ray
                raise MissingTool(f"the cluster gave up: {told(error)}") from None
            pending.extend(remote.remote(task, plan_there) for task in islice(waiting, 1))
            yield played

    return run


def _processors(ray: Any) -> int:
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def _connect(ray: Any, address: str) -> None:
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise MissingTool(f"no Ray cluster answers at {address!r}: {told(error)}") from None

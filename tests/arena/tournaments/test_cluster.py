"""A tournament on a real Ray cluster of several nodes gives the results of one machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from gitopoly.arena.agents.roster import parse_bots
from gitopoly.arena.tournaments.cluster import run_on_cluster
from gitopoly.arena.tournaments.schedule import MatchTask
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tournament import TournamentPlan, play_tournament
from gitopoly.cli import main
from gitopoly.errors import MissingExtra
from tests.arena.bots import write_bot

try:
    import ray
    from ray.cluster_utils import Cluster
except ImportError:
    ray = None

needs_ray = pytest.mark.skipif(ray is None, reason="needs the extra cluster")


@pytest.fixture
def cluster() -> Iterator[Any]:
    """A head that plays nothing, and two machines that play."""
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    nodes.add_node(num_cpus=1)
    nodes.add_node(num_cpus=1)
    nodes.wait_for_nodes()
    yield nodes
    ray.shutdown()
    nodes.shutdown()


def plan(folder: Path) -> TournamentPlan:
    top = "import random\n"
    path = write_bot(folder, "dicey", "auctionProperty", "return random.randint(0, 99)", top)
    return TournamentPlan(tuple(parse_bots(["random", "sensible", str(path)])), games=20, seed=5)


@needs_ray
@pytest.mark.long
def test_a_cluster_gives_the_same_results_even_when_a_machine_is_lost(
    tmp_path: Path, cluster: Any
) -> None:
    asked = plan(tmp_path)
    expected = play_tournament(asked)
    run = run_on_cluster(cluster.address)
    assert json.dumps(play_tournament(asked, run)) == json.dumps(expected)
    words = [bot.target for bot in asked.bots]
    settings = ["--games", "20", "--seed", "5", "--json", "--cluster", cluster.address]
    told = CliRunner().invoke(main, ["arena", "tournament", *words, *settings])
    assert json.loads(told.stdout) == expected

    def run_and_lose_a_machine(
        tasks: Sequence[MatchTask], asked: TournamentPlan
    ) -> Iterator[list[MatchSummary]]:
        for number, games in enumerate(run(tasks, asked)):
            if number == 0:
                cluster.remove_node(cluster.list_all_nodes()[1], allow_graceful=False)
            yield games

    assert json.dumps(play_tournament(asked, run_and_lose_a_machine)) == json.dumps(expected)
    assert sum(node["Alive"] for node in ray.nodes()) == 2


def test_without_ray_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match="cluster"):
        run_on_cluster("127.0.0.1:6379")

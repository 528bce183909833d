"""One-seat environments for Gymnasium, by edition: importing this registers them.

>>> import gymnasium
>>> game = gymnasium.make("gitopoly.envs:gitopoly/Classic-v0", opponents=["trader", "random"])
>>> game.unwrapped.game.players
3
"""

from gitopoly.arena.environments.game import EDITIONS
from gitopoly.errors import MissingExtra

try:
    import gymnasium
except ImportError as missing:
    raise MissingExtra("an environment", missing.name or "gymnasium", "envs") from None

from gitopoly.arena.environments.datasets import write_dataset
from gitopoly.arena.environments.evaluation import evaluate
from gitopoly.arena.environments.networks import (
    FEATURES,
    LayeredNetwork,
    Network,
    features,
    load_network,
)
from gitopoly.arena.environments.policy_player import policy_player

__all__ = [
    "FEATURES",
    "IDS",
    "LayeredNetwork",
    "Network",
    "evaluate",
    "features",
    "load_network",
    "policy_player",
    "write_dataset",
]

IDS = {edition: f"gitopoly/{edition.title().replace('-', '')}-v0" for edition in EDITIONS}
"""The id of each edition's environment; `edition=` takes a file instead."""

for _edition, _id in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="gitopoly.arena.environments.one_seat:OneSeat",
            vector_entry_point="gitopoly.arena.environments.one_seat_vector:OneSeatVector",
            kwargs={"edition": _edition},
        )

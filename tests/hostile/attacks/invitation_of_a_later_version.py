"""An invitation that is played by what this version has never heard of."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.invitations import refusal_of
from tests.hostile.wire.repositories import Repository

REST = """edition: classic
options: {}
weather: "fine"
"""
NOW = "format: 3 # Gitopoly 0.1.0 or newer\n"
HEADS = {
    "feature 'time-travel'": f"{NOW}features: [auction-leader, time-travel]\n",
    "format 77": "format: 77\n",
}


def play(folder: Path) -> None:
    """What is unknown is named in one line, and nothing is begun."""
    Repository.make(folder / "ben.git")
    for number, (named, head) in enumerate(HEADS.items()):
        refused = refusal_of(folder, f"ann{number}", head + REST)
        assert named in refused
        assert "update Gitopoly" in refused


ATTACK = InFolder(play)

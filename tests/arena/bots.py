"""Files with bots for the tests of isolation: each one misbehaves in its own way."""

from __future__ import annotations

import textwrap
from pathlib import Path

QUIET = """
class Agent:
    def __init__(self, id):
        self.id = id
    def getBMSTDecision(self, state):
        return None
    def respondTrade(self, state):
        return True
    def buyProperty(self, state):
        return True
    def auctionProperty(self, state):
        return 5
    def jailDecision(self, state):
        return ("R",)
    def receiveState(self, state):
        pass
"""


def write_bot(folder: Path, name: str, method: str = "", body: str = "", top: str = "") -> Path:
    """A quiet bot, one method of which is replaced by `body`; `top` comes first in the file."""
    text = textwrap.dedent(top) + QUIET
    if method:
        lines = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
        text += f"    def {method}(self, state):\n{lines}\n"
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    return path

"""Bots by path, by module:Class or by a built-in's name, and the agents made from them."""

from __future__ import annotations

import contextlib
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gitopoly.arena.agents.isolation import IsolatedAgent
from gitopoly.arena.agents.loading import load_file, load_module, make_agent
from gitopoly.arena.matches.calls import ResourceLimits
from gitopoly.bots import POLICIES
from gitopoly.errors import InvalidBot, printable
from gitopoly.isolation.limits import MEMORY

FILE = "file"
MODULE = "module"
BUILT_IN = "built-in"


@dataclass(frozen=True)
class Bot:
    """A bot from which agents can be made, here or in a separate process."""

    name: str
    """Its name in tables and records."""
    kind: str
    target: str
    """A path, the name of a module, or the name of a policy."""
    class_name: str = ""
    isolated: bool = False

    def agent(self, seat: int, seed: int) -> Any:
        """Create an agent in this process."""
        if self.kind == BUILT_IN:
            from gitopoly.arena.agents.builtin import BuiltIn

            return BuiltIn(seat, self.target, seed)
        random.seed(seed)  # a bot's draws must not depend on earlier games
        if self.kind == FILE:
            found = load_file(Path(self.target), self.class_name)
        else:
            found = load_module(self.target, self.class_name)
        return make_agent(found, seat)


def parse_bot(text: str, isolate: bool | None = None) -> Bot:
    """Parse BOT as a person types it; raises `InvalidBot`.

    Files are isolated unless `isolate` says otherwise; built-ins never need it.

    >>> parse_bot("random")
    Bot(name='random', kind='built-in', target='random', class_name='', isolated=False)
    """
    if text in POLICIES:
        return Bot(text, BUILT_IN, text)
    path, colon, class_name = text.rpartition(":")
    if not path.endswith(".py"):
        path, class_name = text, ""
    if path.endswith(".py") or os.sep in path or "/" in path:
        if not Path(path).is_file():
            raise InvalidBot(f"there is no file {path!r}; new-bot writes a starter bot")
        name = printable(Path(path).stem) + (f":{class_name}" if class_name else "")
        return Bot(name, FILE, str(Path(path).resolve()), class_name, isolate is not False)
    module, colon, class_name = text.partition(":")
    if not colon or not module or not class_name.isidentifier():
        known = ", ".join(POLICIES)
        raise InvalidBot(
            f"{text!r} is not a bot; give a path to a Python file, module:Class, or one of {known}"
        )
    return Bot(text, MODULE, module, class_name, isolate is True)


def parse_bots(texts: list[str], isolate: bool | None = None) -> list[Bot]:
    """Parse several; duplicate names get numbers, so that tables can tell them apart."""
    bots: list[Bot] = []
    for text in texts:
        bot = parse_bot(text, isolate)
        taken = {other.name for other in bots}
        name, number = bot.name, 2
        while name in taken:
            name, number = f"{bot.name} ({number})", number + 1
        bots.append(replace(bot, name=name))
    return bots


class SeatedBot:
    """A bot that plays one match after another."""

    def __init__(self, bot: Bot, limits: ResourceLimits, memory: int, show_output: bool) -> None:
        self.bot = bot
        self._isolated: IsolatedAgent | None = None
        if bot.isolated:
            where = (bot.kind, bot.target, bot.class_name)
            self._isolated = IsolatedAgent(where, limits, memory, show_output)
            self._isolated.bot_name = bot.name

    def sit_down(self, seat: int, seed: int) -> Any:
        """A new agent for the next match."""
        if self._isolated is None:
            return self.bot.agent(seat, seed)
        self._isolated.begin(seat, seed)
        return self._isolated

    def get_ready(self) -> None:
        """Start the bot's process, if it needs one."""
        if self._isolated is not None:
            self._isolated.start()

    def leave(self) -> None:
        """End the bot's process, if it has one."""
        if self._isolated is not None:
            self._isolated.close()


@contextlib.contextmanager
def players(
    bots: tuple[Bot, Bot],
    limits: ResourceLimits | None = None,
    memory: int = MEMORY,
    show_output: bool = False,
) -> Iterator[tuple[SeatedBot, SeatedBot]]:
    """Both bots for a series of matches; their processes end with it."""
    pair = tuple(SeatedBot(bot, limits or ResourceLimits(), memory, show_output) for bot in bots)
    try:
        for player in pair:
            player.get_ready()  # both at once
        yield (pair[0], pair[1])
    finally:
        for player in pair:
            player.leave()

"""How the addresses in a game's file are reached from here.

A game's addresses never change, but where they lead may: its host reaches its own repositories as
folders, and a peer needs a capability, or finds the host somewhere else. What is written here
belongs to this copy of the game alone and is never published.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from gitopoly.errors import InvalidRepository
from gitopoly.ledger.git.files import write_durably
from gitopoly.ledger.git.untrusted import Damaged, read_regular
from gitopoly.ledger.transports.remote import Access, Remote
from gitopoly.table.game_file import GameFile
from gitopoly.table.link import is_capability

FILE = "routes.json"
"""The file in a game's private area."""
LONGEST = 10_000


@dataclass(frozen=True)
class Routes:
    """Addresses that begin with `named` are reached at `at`, with what is asked for there."""

    named: str = ""
    at: str = ""
    access: Access | None = None

    def remote(self, game: GameFile, name: str) -> Remote:
        """The repository of a seat, as it is reached from here."""
        url = game.seats[game.seat(name)].url
        if not self.named or not url.startswith(self.named):
            return Remote(name, url, shared=game.shared)
        return Remote(name, self.at + url[len(self.named) :], self.access, game.shared)

    def keep(self, private: Path) -> None:
        """Write it into a game's private area, readable by its owner alone."""
        if self == DIRECT:
            return
        access = self.access
        facts = {
            "named": self.named,
            "at": self.at,
            "reads": access.reads if access else "",
            "writes": access.writes if access else "",
        }
        write_durably(private / FILE, json.dumps(facts), private=True)

    @classmethod
    def kept(cls, private: Path) -> Routes:
        """What `keep` wrote; direct ones if there is nothing."""
        path = private / FILE
        try:
            data = read_regular(path, LONGEST)
            if data is None:
                return DIRECT
            facts = {str(name): str(value) for name, value in json.loads(data).items()}
            reads, writes = facts["reads"], facts["writes"]
            if not all(is_capability(one) for one in (reads, writes) if one):
                raise ValueError("these are no capabilities")
            access = Access(reads, writes) if reads else None
            return cls(facts["named"], facts["at"], access)
        except (Damaged, ValueError, KeyError, AttributeError, RecursionError):
            raise InvalidRepository(
                f"{path} is damaged; join again with the link, in this folder"
            ) from None


DIRECT = Routes()
"""Every address is what it says."""

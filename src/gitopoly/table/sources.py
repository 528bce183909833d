"""Where a game can be read: a seat's repository, one that all seats share, or a host's link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from gitopoly.errors import InvalidGameFile
from gitopoly.ledger.transports.remote import Access, Transport, logs_at
from gitopoly.table.door_facts import ask_door
from gitopoly.table.game_file import GameFile
from gitopoly.table.link import looks_like_link, read_link
from gitopoly.table.routes import DIRECT, Routes


@dataclass(frozen=True)
class Source:
    """An address to read a game from, and what its server wants to see."""

    url: str
    routes: Routes = DIRECT
    """How the game's own addresses are reached from here."""
    inviting: str = ""
    """The fingerprint that the inviting key must have, if that is known."""


def read_source(place: str) -> Source:
    """Read what a person has written: an address as it is, or a link, whose host is asked.

    Of a seat's link only what the game's own link can do is kept.
    """
    if not looks_like_link(place):
        return Source(place)
    link = read_link(place)
    facts = ask_door(link)
    routes = facts.routes
    access = Access(routes.access.reads) if routes.access else None
    return Source(facts.source(), Routes(routes.named, routes.at, access), link.fingerprint)


def links_to(source: Source) -> dict[str, Transport]:
    """How to reach the logs that an address shows, by seat; "" for one that shows whose it is."""
    base, access = Path.cwd(), source.routes.access
    remotes = logs_at("log", source.url, base, access)
    return {remote.name if remote.shared else "": remote.transport(base) for remote in remotes}


def shown_game(
    heads: Iterable[str], find: Callable[[str], tuple[str, GameFile]]
) -> tuple[str, GameFile]:
    """The invitation that most of these logs are built on.

    Whoever may push to a repository that all share can put other things beside the game.
    """
    files: dict[str, GameFile] = {}
    votes: Counter[str] = Counter()
    problem: InvalidGameFile | None = None
    for head in heads:
        try:
            root, file = find(head)
            files[root] = file
            votes[root] += 1
        except InvalidGameFile as error:
            problem = problem or error
    ranked = votes.most_common(2)
    if not ranked:
        raise problem or InvalidGameFile("there is no log of a game; name another repository")
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        raise InvalidGameFile(
            "this repository shows several games, none of them more often; name a player's folder"
        )
    return ranked[0][0], files[ranked[0][0]]

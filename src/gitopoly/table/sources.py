"""Where a game can be read: a seat's repository, one that all seats share, or a host's link."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from gitopoly.errors import InvalidGameFile
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.inspection import decode, first_parents
from gitopoly.ledger.store import Store
from gitopoly.ledger.transports.remote import Access, Remote, Transport, transport
from gitopoly.table.door_facts import ask_door
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica, find_invitation
from gitopoly.table.routes import DIRECT, Routes, looks_like_link, read_link


@dataclass(frozen=True)
class Source:
    """An address to read a game from, and what its server wants to see."""

    url: str
    routes: Routes = DIRECT
    """How the game's own addresses are reached from here."""
    inviting: str = ""
    """The fingerprint that the inviting key must have, if that is known."""
    inviter: str = ""
    """Whose branch has the invitation, if that is said, in a repository that all share."""


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
    base, url, access = Path.cwd(), source.url, source.routes.access
    seats: tuple[str, ...] = (source.inviter,) if source.inviter else ()
    if not seats:
        only = transport(url, base, access=access)
        found = only.probe()
        # Several are in a repository that all seats share; a branch `main` comes first.
        if found.head is not None or not found.seats:
            return {"": only}
        seats = tuple(found.seats)
    return {name: Remote(name, url, access, shared=True).transport(base) for name in seats}


class Shown(NamedTuple):
    """A game, and the logs of it that somebody shows."""

    root: str
    """The id of the invitation."""
    invitation: GameFile
    logs: tuple[tuple[str, str], ...]
    """Whose each log is, and its newest entry."""


def identify(reader: Store, shown: Sequence[tuple[str, str]], *, shared: bool = False) -> Shown:
    """Which game some logs are of, and whose each of them is.

    Each comes with the name under which it is shown, or none. The first one decides; of the
    branches of a repository that all share, most do, and those of nobody in the game are left
    out: whoever may push there can put other things beside the game.
    """
    root, invitation = _shown_game([head for _, head in (shown if shared else shown[:1])], reader)
    names = invitation.names
    logs = tuple(
        (name if name in names else _owner(reader, head, root, names), head)
        for name, head in shown
        if name in names or not (name and shared)
    )
    return Shown(root, invitation, logs)


def game_shown(
    store: Store, shown: Sequence[tuple[str, str]], *, shared: bool = False, onlooker: bool = False
) -> GameReplica:
    """The game that some logs are of, with all that is valid in them."""
    found = identify(store, shown, shared=shared)
    game = GameReplica(store, found.root, found.invitation, onlooker=onlooker)
    # Whatever else is shown, the invitation is the initiator's.
    game.receive(game.names[0], found.root)
    for seat, head in found.logs:
        game.receive(seat, head)
    return game


def _shown_game(heads: Sequence[str], reader: Store) -> tuple[str, GameFile]:
    files: dict[str, GameFile] = {}
    votes: Counter[str] = Counter()
    problem: InvalidGameFile | None = None
    for head in heads:
        try:
            root, file = find_invitation(reader, head)
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


def _owner(reader: Store, head: str, root: str, names: tuple[str, ...]) -> str:
    """The author of the lowest entry of a log: those on top may carry any name."""
    for commit in reversed((head, *first_parents(head, reader))):
        # A replica reports what is wrong with an unreadable entry.
        entry, _ = decode(commit, reader)
        if isinstance(entry, Entry) and commit != root and entry.seat in names:
            return entry.seat
    return names[0]

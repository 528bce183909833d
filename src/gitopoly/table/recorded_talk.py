"""What was said in a game that nobody has open: for replays."""

from __future__ import annotations

import contextlib
from pathlib import Path

from gitopoly.errors import GitopolyError
from gitopoly.ledger.git.read_only import ReadOnlyStore
from gitopoly.ledger.talk import BRANCH, LIMITS, Line, Thread
from gitopoly.ledger.transports.remote import Remote
from gitopoly.table.conversation import MUTED, in_order, read_muted
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.opening import is_seat_folder, private_folder
from gitopoly.table.sources import Source


def recorded_talk(game: GameReplica, place: str | Source) -> list[Line]:
    """What the folder of a seat has heard, or what an address shows: its own seat's lines.

    A game can be replayed without: whatever cannot be read was not said.
    """
    with contextlib.suppress(GitopolyError, OSError):
        source = place if isinstance(place, Source) else Source(place)
        if is_seat_folder(source.url):
            return _heard(game, Path(source.url))
        return _shown(game, source)
    return []


def _heard(game: GameReplica, folder: Path) -> list[Line]:
    muted = read_muted(private_folder(folder) / MUTED, game.names)
    with contextlib.closing(ReadOnlyStore(folder)) as store:
        threads = [
            store.of_owner.thread(name, game.root, key).lines
            for name, key in game.replica.keys.items()
            if key is not None and name not in muted
        ]
    return in_order(game, threads)


def _shown(game: GameReplica, source: Source) -> list[Line]:
    if game.file.shared:
        remotes = [Remote(name, source.url, shared=True) for name in game.names]
        return in_order(game, [_on_branch(game, remote) for remote in remotes])
    return _on_branch(game, Remote("talk", source.url, source.routes.access))


def _on_branch(game: GameReplica, remote: Remote) -> list[Line]:
    """The lines of whoever speaks on a branch."""
    link = remote.transport(Path.cwd(), LIMITS, BRANCH)
    head, objects = link.fetch(known=lambda _: False)
    for name, key in game.replica.keys.items():
        thread = Thread(name, game.root)
        if head is not None and key is not None:
            with contextlib.suppress(GitopolyError):
                thread.extend(head, objects.read, key)
        if thread.lines:
            return thread.lines
    return []

"""How far seats can be trusted: keys, fingerprints to compare, and what is held against a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gitopoly.ledger.evidence import BLAMELESS, CODES, PASSING, PROVED, UNPROVED, Evidence
from gitopoly.ledger.git.folder import configure
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import Identity, default_path, load, load_or_make
from gitopoly.ledger.signature import allowed_signers
from gitopoly.table.game_replica import GameReplica

SIGNERS = "allowed_signers"
"""The file in a game's private area that tells stock Git whose keys are whose."""
_SETTING = "gpg.ssh.allowedSignersFile"


def own_key(path: Path | None = None) -> Identity:
    """The key in a file, by default this user's; it is created on first use."""
    return load_or_make(path)


def joins_of(path: Path | None = None) -> Path:
    """The file that remembers which invitations the key in a file has joined, and where."""
    key = path or default_path()
    return key.with_name(f"{key.name}.joins")


def known_key(path: Path | None = None) -> Identity:
    """The key in a file with which a game was started; a new one could not continue it."""
    return load(path)


def fingerprints(game: GameReplica) -> dict[str, str]:
    """The fingerprint of each seat whose key is known, for people to compare."""
    return {name: key.fingerprint for name, key in game.replica.keys.items() if key is not None}


def holders(game: GameReplica) -> dict[str, str]:
    """Who holds the key of each seat whose player does not, as its join says."""
    if game.started:
        return {info.name: info.holder for info in game.file.seats if info.holder}
    joins = game.lobby(game.log.tips().values()).joins
    return {game.names[seat]: join.holder for seat, join in joins.items() if join.holder}


def key_count(held: Mapping[str, str], seats: int) -> str:
    """How many keys there are, and who holds others' keys; empty if nobody does.

    >>> key_count({"ben": "ann", "cleo": "ann"}, 3)
    '3 keys, 2 held by ann'
    """
    each = Counter(held.values())
    told = [f"{count} held by {holder}" for holder, count in each.items()]
    return ", ".join([f"{seats} keys", *told]) if told else ""


def shared_keys(found: Mapping[str, str]) -> list[list[str]]:
    """The seats that have one key together, from the fingerprints of all seats.

    >>> shared_keys({"ann": "SHA256:a", "ben": "SHA256:b", "cleo": "SHA256:a", "dan": ""})
    [['ann', 'cleo']]
    """
    each: dict[str, list[str]] = {}
    for name, fingerprint in found.items():
        if fingerprint:
            each.setdefault(fingerprint, []).append(name)
    return [names for names in each.values() if len(names) > 1]


def evidence_against(game: GameReplica) -> list[Evidence]:
    """Evidence that a seat's program is damaged or hostile.

    Excludes what later entries may still resolve, or what the seat's host alone can cause.
    """
    found = noticed(game)
    # In a shared repository every player can write every branch.
    return [one for one in found if one.code in PROVED] if game.file.shared else found


def noticed(game: GameReplica) -> list[Evidence]:
    """Evidence of whatever cannot be part of a game, no matter who has put it there."""
    harmless = PASSING | BLAMELESS | UNPROVED
    return [found for found in game.evidence if found.code not in harmless]


def warning(found: Evidence) -> str:
    """One line about a piece of evidence."""
    proof = " and ".join(commit[:12] for commit in (found.id, *found.also) if commit)
    said = CODES.get(found.code, found.code)
    why = "" if found.reason == said else f": {found.reason}"
    return f"{found.seat} showed {said}{why} ({proof or 'nothing was taken over'})"


def configure_git_signers(store: GitStore, game: GameReplica) -> None:
    """Let `git log --show-signature` in a game's folder know the keys of all seats."""
    known = {name: key for name, key in game.replica.keys.items() if key is not None}
    draft = store.private / f"{SIGNERS}.new"
    draft.write_text(allowed_signers(known), encoding="utf-8")
    draft.replace(store.private / SIGNERS)
    # Git starts at the top of the folder, so that a copy of it names its own file.
    place = f".git/{store.private.name}/{SIGNERS}"
    configure(store.git_dir, {_SETTING: place})


def peer_statuses(game: GameReplica) -> list[dict[str, Any]]:
    """What is known about each seat, in order.

    Its key, how many of its entries were accepted, the newest of them and its time according to
    its author, and who holds its key, where that is not its player.
    """
    heads, held, known = game.heads(), holders(game), fingerprints(game)
    newest = {name: game.log[head] for name, head in heads.items()}
    return [
        {
            "name": name,
            "fingerprint": known.get(name, ""),
            "entries": game.log.number(heads[name]) if name in heads else 0,
            "last": heads.get(name, ""),
            "time": newest[name].time if name in newest else 0,
            "forked": game.started and game.position.forked[number],
            "holder": held.get(name, ""),
        }
        for number, name in enumerate(game.names)
    ]


def warnings(game: GameReplica) -> list[dict[str, Any]]:
    """What is held against seats, except what later entries may still resolve, as facts."""
    return [
        {
            "seat": found.seat,
            "code": found.code,
            "reason": found.reason or CODES.get(found.code, found.code),
            "commits": [commit for commit in (found.id, *found.also) if commit],
        }
        for found in evidence_against(game)
    ]

"""Invitations that ann writes by hand, and ben's answer to them."""

from __future__ import annotations

import time
from pathlib import Path

from tests.hostile.program import gitopoly
from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key


def refusal_of(folder: Path, place: str, game_file: str) -> str:
    """What ben is told who cannot join a game with this `game.yml`, of which nothing is left."""
    key = Key("ann")
    said = message("ann invites.", {"Action": "Invite", "Key": key.text})
    files = two_files(game_file.encode(), b"lobby: true\njoined: []\n")
    invitation = entry("ann", [], said, files, int(time.time()), key)
    ann = Repository.make(folder / f"{place}.git")
    ann.write(*invitation.objects)
    ann.show(invitation.id)
    source = f"--from={folder}/{place}.git"
    words = ("join", f"--me=ben={folder}/ben.git", source, "--dir=ben")
    refused = gitopoly(*words, "--identity=ben.key", at=folder).expect(2)
    assert len(refused.err.splitlines()) == 1
    assert refused.err.strip().isprintable()
    assert not (folder / "ben").exists()
    return refused.err

"""An invitation that is played by what this version has never heard of."""

from __future__ import annotations

import time
from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.program import gitopoly
from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key

REST = """edition: classic
options: {}
weather: "fine"
"""
HEADS = {
    "feature 'time-travel'": "format: 2\nfeatures: [auction-leader, time-travel]\n",
    "format 77": "format: 77\n",
}


def play(folder: Path) -> None:
    """What is unknown is named in one line, and nothing is begun."""
    Repository.make(folder / "ben.git")
    for number, (named, head) in enumerate(HEADS.items()):
        key = Key("ann")
        said = message("ann invites.", {"Action": "Invite", "Key": key.text})
        files = two_files((head + REST).encode(), b"lobby: true\njoined: []\n")
        invitation = entry("ann", [], said, files, int(time.time()), key)
        ann = Repository.make(folder / f"ann{number}.git")
        ann.write(*invitation.objects)
        ann.show(invitation.id)
        source = f"--from={folder}/ann{number}.git"
        words = ("join", f"--me=ben={folder}/ben.git", source, "--dir=ben")
        refused = gitopoly(*words, "--identity=ben.key", at=folder).expect(2)
        assert named in refused.err
        assert "update Gitopoly" in refused.err
        assert len(refused.err.splitlines()) == 1
        assert not (folder / "ben").exists()


ATTACK = InFolder(play)

"""An invitation whose addresses lead to the machine of whoever accepts it."""

from __future__ import annotations

import socket
import time
from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.program import gitopoly
from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key

SEAT = """- name: "{name}"
  url: "{url}"
  fingerprint: ""
  token: ""
  key: ""
  commitment: ""
"""
GAME = """format: 3 # Gitopoly 0.1.0 or newer
features: [auction-leader, placing-by-price]
edition: classic
options: {}
dice: joint
seed: ""
retire_after: 0
game: ""
seats:
"""


def play(folder: Path) -> None:
    """Somebody listens there, and must not be called before the person was asked."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        near = f"http://127.0.0.1:{listening.getsockname()[1]}/cleo.git"
        urls = {"ann": f"{folder}/ann.git", "ben": f"{folder}/ben.git", "cleo": near}
        game = GAME + "".join(SEAT.format(name=name, url=url) for name, url in urls.items())
        key = Key("ann")
        files = two_files(game.encode(), b"lobby: true\njoined: []\n")
        said = message("ann invites.", {"Action": "Invite", "Key": key.text})
        invitation = entry("ann", [], said, files, int(time.time()), key)
        ann = Repository.make(folder / "ann.git")
        ann.write(*invitation.objects)
        ann.show(invitation.id)
        Repository.make(folder / "ben.git")
        words = ("join", f"--me=ben={folder}/ben.git", f"--from={folder}/ann.git", "--dir=ben")
        refused = gitopoly(*words, "--identity=ben.key", at=folder).expect(2)
        assert near in refused.err
        assert not _was_called(listening)
        assert not (folder / "ben").exists()
        # Twin: whoever says so calls it.
        gitopoly(*words, "--identity=ben.key", f"--allow-address={near}", at=folder).expect(0)
        assert _was_called(listening)


def _was_called(listening: socket.socket) -> bool:
    try:
        listening.accept()[0].close()
    except BlockingIOError:
        return False
    return True


ATTACK = InFolder(play)

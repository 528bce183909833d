"""An invitation with an edition of its own that means harm."""

from __future__ import annotations

import time
from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.program import gitopoly
from tests.hostile.wire.entries import entry, message, two_files
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key

HEAD = "format: 2\nfeatures: [auction-leader, dice-nonces, own-edition, placing-by-price]\n"
NESTED = '{"name":' + "[" * 30_000
EDITIONS = {
    "an edition lacks its name": "{}",
    "an edition cannot be read": NESTED,
    "an edition takes at most": '{"name":"' + "x" * 60_000 + '"}',
    "an edition has no": '{"run":"/bin/sh"}',
    "there is no edition": "../../../etc/passwd",
}
"""What is refused, by the words of the refusal."""


def play(folder: Path) -> None:
    """Each is refused in one line without control characters, and nothing is begun."""
    Repository.make(folder / "ben.git")
    for number, (reason, edition) in enumerate(EDITIONS.items()):
        key = Key("ann")
        said = message("ann invites.", {"Action": "Invite", "Key": key.text})
        text = f'{HEAD}edition: {edition}\noptions: {{}}\ndice: joint\nseed: ""\nretire_after: 0\n'
        text += 'game: ""\nseats:\n' + "".join(
            f'- name: "{name}"\n  url: "{folder}/{place}.git"\n  fingerprint: ""\n  token: ""\n'
            '  key: ""\n  commitment: ""\n'
            for name, place in (("ann", f"ann{number}"), ("ben", "ben"))
        )
        files = two_files(text.encode(), b"lobby: true\njoined: []\n")
        invitation = entry("ann", [], said, files, int(time.time()), key)
        ann = Repository.make(folder / f"ann{number}.git")
        ann.write(*invitation.objects)
        ann.show(invitation.id)
        source = f"--from={folder}/ann{number}.git"
        words = ("join", f"--me=ben={folder}/ben.git", source, "--dir=ben")
        refused = gitopoly(*words, "--identity=ben.key", at=folder).expect(2)
        assert reason in refused.err, refused.err
        assert refused.err.strip().isprintable()
        assert not (folder / "ben").exists()


ATTACK = InFolder(play)

"""An invitation with an edition of its own that means harm."""

from __future__ import annotations

from pathlib import Path

from tests.hostile.attack import InFolder
from tests.hostile.invitations import refusal_of
from tests.hostile.wire.repositories import Repository

HEAD = "format: 3 # Gitopoly 0.1.0 or newer\nfeatures: [auction-leader, own-edition]\n"
NESTED = '{"name":' + "[" * 30_000
EDITIONS = {
    "name is missing": "{}",
    "an edition cannot be read": NESTED,
    "an edition takes at most": '{"name":"' + "x" * 60_000 + '"}',
    "run is unknown": '{"run":"/bin/sh"}',
    "there is no edition": "../../../etc/passwd",
}
"""What is refused, by the words of the refusal."""


def play(folder: Path) -> None:
    """Each is refused in one line without control characters, and nothing is begun."""
    Repository.make(folder / "ben.git")
    for number, (reason, edition) in enumerate(EDITIONS.items()):
        text = f'{HEAD}edition: {edition}\noptions: {{}}\ndice: joint\nseed: ""\nretire_after: 0\n'
        text += 'game: ""\nseats:\n' + "".join(
            f'- name: "{name}"\n  url: "{folder}/{place}.git"\n  fingerprint: ""\n  token: ""\n'
            '  key: ""\n  commitment: ""\n'
            for name, place in (("ann", f"ann{number}"), ("ben", "ben"))
        )
        refused = refusal_of(folder, f"ann{number}", text)
        assert reason in refused, refused


ATTACK = InFolder(play)

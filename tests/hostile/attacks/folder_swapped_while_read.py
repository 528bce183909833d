"""A repository whose files change while others read them."""

from __future__ import annotations

import shutil
import threading

from tests.hostile.attack import AtTable
from tests.hostile.program import gitopoly
from tests.hostile.table import FLOOR, Table
from tests.hostile.wire.packs import packed
from tests.hostile.wire.repositories import Repository

LOOKS = 6


def play(table: Table) -> None:
    """Loose and packed, whole and cut short, there and gone, in turn and without a rest."""
    table.reach(FLOOR)
    rival = table.rival
    sound = rival.shown.path.with_name("sound.git")
    shutil.copytree(rival.shown.path, sound)
    objects = Repository(sound).history(rival.head)
    done = threading.Event()

    def change() -> None:
        packs = rival.shown.path / "objects" / "pack"
        while not done.is_set():
            stem = rival.shown.write_pack(packed(objects, "offset"))
            whole = stem.with_suffix(".pack").read_bytes()
            rival.shown.write_file(stem.with_suffix(".pack"), whole[: len(whole) // 2])
            for path in sorted((rival.shown.path / "objects").glob("??/*")):
                path.unlink()
            rival.shown.write_file(stem.with_suffix(".pack"), whole)
            Repository(rival.shown.path).write(*objects)
            for path in packs.glob("pack-*"):
                path.unlink()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(LOOKS):
            gitopoly("verify", str(rival.shown.path)).expect(0, 1, 2)
            for player in table.honest:
                assert player.answers()
    finally:
        done.set()
        thread.join()
    shutil.rmtree(rival.shown.path)
    sound.rename(rival.shown.path)
    table.play_on()


ATTACK = AtTable(play)

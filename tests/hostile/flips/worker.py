"""One process that tries many flips, one after the other, and may die of any of them.

It reads the number of a flip from each line of its input and answers with a line of JSON.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from pathlib import Path
from random import Random

from tests.hostile.flips.damage import damage
from tests.hostile.flips.readers import READERS, Broken
from tests.hostile.flips.scenes import OWN, READABLE

QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""A folder in memory, where there is one: most of the work is making and removing files."""
CPU = 20.0
"""Seconds of computing after which a reader hangs; it needs a hundredth of one."""
MEMORY = 2 << 30
"""Bytes that a reader may ask for; it needs a tenth of them."""


def task(seed: str, number: int) -> tuple[Random, str, str]:
    """The flip of a number: where chance goes on, a scene, and a reader of it."""
    random = Random(f"{seed} {number}")
    scene = random.choice((*READABLE, *OWN, *OWN))
    readers = ["verify", "log", "resume"] if scene in OWN else ["verify", "log", "take", "take"]
    if scene == "packed" and random.random() < 0.3:
        return random, "earlier", "publish"
    return random, scene, random.choice(readers)


def attempt(scenes: Path, seed: str, number: int) -> dict[str, object]:
    """Damage a copy of a scene, let a reader look at it, and say what came of it."""
    random, scene, reader = task(seed, number)
    with tempfile.TemporaryDirectory(
        prefix="flip_", dir=QUICK, ignore_cleanup_errors=True
    ) as scratch:
        place = Path(scratch) / scene
        shutil.copytree(scenes / scene, place, symlinks=True)
        told = damage(place, random)
        result: dict[str, object] = {"flip": number, "scene": scene, "reader": reader, "did": told}
        print(json.dumps(result), flush=True)
        signal.setitimer(signal.ITIMER_PROF, CPU)
        try:
            result["said"] = READERS[reader](place, scenes)
        except Broken as error:
            result["wrong"] = str(error)
        except Exception as error:  # noqa: BLE001  whatever it is, it would be a traceback
            result["wrong"] = f"{_raised_by(error)} raised {type(error).__name__}: {error}"
            result["traceback"] = traceback.format_exc()
        signal.setitimer(signal.ITIMER_PROF, 0)
    return result


def _raised_by(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(last.filename).name}:{last.lineno}"


def main() -> None:
    """Answer until the input ends."""
    scenes, seed = Path(sys.argv[1]), sys.argv[2]
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    for line in sys.stdin:
        print(json.dumps({**attempt(scenes, seed, int(line)), "end": True}), flush=True)


if __name__ == "__main__":
    main()

"""How to call this program here, for commands that people copy."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "gitopoly"


def program() -> str:
    """The bare name if a shell finds it, otherwise the path it was started with.

    After `make play` the command is in .venv/bin, which is not on the shell's path.
    """
    started = Path(sys.argv[0])
    if shutil.which(NAME) is not None or started.name != NAME or not started.is_file():
        return NAME
    return shlex.quote(str(started))

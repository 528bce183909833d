"""How this program is called here, for commands that people copy."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path

NAME = "gitopoly"


def program() -> str:
    """The name where a shell finds it, else the path that it was started by.

    After `make play` the command lies in .venv/bin, and no shell knows of it.
    """
    started = Path(sys.argv[0])
    if shutil.which(NAME) is not None or started.name != NAME or not started.is_file():
        return NAME
    return shlex.quote(str(started))

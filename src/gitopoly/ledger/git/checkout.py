"""The newest state of a game in the folder of its seat, for people who look there."""

from __future__ import annotations

import os
import subprocess
import tempfile
from pathlib import Path

from gitopoly.ledger.git.command import as_variables, environment
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.untrusted import read_regular

SECONDS = 10.0
"""How long it may take before it is given up."""


def check_out(own: OwnRepository, branch: str) -> None:
    """Write the files of a branch into the folder of its repository, if it is not bare.

    Git does it with settings of ours, because somebody else may have written those of the folder,
    and replaces what is in the place of a file, whatever that is. Where it would wait, at
    attributes that are no file, raise Damaged.
    """
    head = own.head(branch)
    if head is None or own.base == own.path:
        return
    read_regular(own.base / ".gitattributes", 0)
    with tempfile.TemporaryDirectory(prefix="gitopoly-") as scratch:
        settings = init_repository(Path(scratch), bare=True)
        variables = (
            environment(settings, None)
            | as_variables([("core.bare", "false")])
            | {
                "GIT_OBJECT_DIRECTORY": str(own.objects),
                "GIT_INDEX_FILE": str(own.path / "index"),
                "GIT_WORK_TREE": str(own.base),
                "GIT_CONFIG_GLOBAL": os.devnull,
                "GIT_CONFIG_NOSYSTEM": "1",
            }
        )
        subprocess.run(
            ["git", "read-tree", "--reset", "-u", head],
            cwd=own.base,
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )

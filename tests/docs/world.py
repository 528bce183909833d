"""A small world for the commands of a page: two hosts, reached as a reader would reach them.

Nothing leaves this machine.
`https://git.example.org/` is a server on loopback that lets nobody push, and `ssh` is a program
that does on this machine what it should do on the host.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.ledger.servers import git, smart_http

SSH = """#!/bin/sh
# Run a command "there": options and the host are dropped, /srv is where it starts.
while [ "${1#-}" != "$1" ]; do
  case "$1" in -[oplFi]) shift 2 ;; *) shift ;; esac
done
shift
echo "$*" >> "$WORLD/ssh.log"
cd "$WORLD/host" && exec sh -c "$(printf '%s' "$*" | sed "s#/srv/#srv/#g")"
"""
SETTINGS = """[url "{served}/"]
	insteadOf = https://git.example.org/
[init]
	defaultBranch = main
"""


@dataclass(frozen=True)
class World:
    """Where commands are run, and with what settings."""

    folder: Path
    here: Path
    """The folder in which the reader sits."""

    @property
    def environment(self) -> dict[str, str]:
        """What the commands of a page see."""
        programs = [str(self.folder / "bin"), str(Path(sys.executable).parent)]
        kept = {
            name: value
            for name, value in os.environ.items()
            if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS") and not name.startswith("GIT_")
        }
        return {
            **kept,
            "PATH": os.pathsep.join([*programs, os.environ.get("PATH", "")]),
            "WORLD": str(self.folder),
            "HOME": str(self.folder),
            "GIT_CONFIG_GLOBAL": str(self.folder / "gitconfig"),
            "GITOPOLY_HOME": str(self.folder / "home"),
            "GITOPOLY_UI": "terminal",
            "COLUMNS": "80",
            "NO_COLOR": "1",
            "TERM": "dumb",
        }

    def plain(self, output: str) -> str:
        """Output as on a machine whose folders have names that no shell needs quotes for."""
        folder = str(self.folder)
        if shlex.quote(folder) == folder:
            return output
        return re.sub(rf"'([^']*{re.escape(folder)}[^']*)'", r"\1", output)

    def run(self, command: str, seconds: float) -> subprocess.CompletedProcess[str]:
        """Run one command, with nobody at the keyboard."""
        return subprocess.run(
            command,
            shell=True,
            executable=shutil.which("bash"),
            cwd=self.here,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
        )


@contextlib.contextmanager
def world(folder: Path) -> Iterator[World]:
    """Make the hosts, and serve one of them."""
    for name in ("bin", "here", "home", "host/srv/monopoly"):
        (folder / name).mkdir(parents=True)
    for owner in ("ann", "ben"):
        git("init", "--quiet", "--bare", folder / "host" / owner / "monopoly.git")
    program = folder / "bin" / "ssh"
    program.write_text(SSH, encoding="utf-8")
    program.chmod(0o755)
    with smart_http(folder / "host") as server:
        settings = SETTINGS.format(served=server.url)
        (folder / "gitconfig").write_text(settings, encoding="utf-8")
        yield World(folder, folder / "here")

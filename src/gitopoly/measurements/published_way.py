"""An action as the source document describes it, for a comparison on the same machine.

Its sections 4.2 and 4.3: load the state from YAML, change it, write it back, and make a Git
commit of it. Here with PyYAML and the `git` command, which GitPython runs, too.
Nothing is signed and nothing is synced to disk.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import yaml


class PublishedWay:
    """One player's repository with its state file."""

    def __init__(self, folder: Path, state: str) -> None:
        self.folder = folder
        folder.mkdir(parents=True)
        self.file = folder / "state.yml"
        self.file.write_text(state, encoding="utf-8")
        self._environment = {
            **{name: text for name, text in os.environ.items() if not name.startswith("GIT_")},
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        self._git("init", "--quiet")
        self._git("config", "user.name", "player")
        self._git("config", "user.email", "player@example.org")

    def act(self, new_state: object, message: str) -> None:
        """Do one action; what it changes is given, because rules are not what is measured."""
        with self.file.open(encoding="utf-8") as file:
            yaml.safe_load(file)
        with self.file.open("w", encoding="utf-8") as file:
            yaml.safe_dump(new_state, file)
        self._git("add", "state.yml")
        self._git("commit", "--quiet", "-m", message)

    def _git(self, *arguments: str) -> None:
        command = ["git", *arguments]
        subprocess.run(
            command, cwd=self.folder, env=self._environment, check=True, capture_output=True
        )

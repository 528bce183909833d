"""The baseline: an action as document 002 describes it, in the simplest form.

Sections 4.2 and 4.3: load the state from YAML, change it, write it back, and make a Git commit
of it, with PyYAML and GitPython.
Nothing is signed and nothing is synced to disk.
"""

from __future__ import annotations

from pathlib import Path

import git
import yaml


class PublishedSeat:
    """One player's repository with its state file."""

    def __init__(self, folder: Path, state: str) -> None:
        self.repo = git.Repo.init(folder)
        self.file = folder / "state.yml"
        self.file.write_text(state, encoding="utf-8")
        with self.repo.config_writer() as config:
            config.set_value("user", "name", "player")
            config.set_value("user", "email", "player@example.org")

    def act(self, new_state: object, message: str) -> None:
        """Do one action; what it changes is given, because rules are not what is measured."""
        with self.file.open(encoding="utf-8") as file:
            yaml.safe_load(file)
        with self.file.open("w", encoding="utf-8") as file:
            yaml.safe_dump(new_state, file)
        self.repo.git.add("state.yml")
        self.repo.git.commit("-m", message)

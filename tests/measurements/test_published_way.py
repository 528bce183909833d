"""The baseline does what the document describes, and nothing else."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from gitopoly.measurements.published_way import PublishedWay


def test_every_action_becomes_a_commit(tmp_path: Path) -> None:
    way = PublishedWay(tmp_path / "old", "a: 1\n")
    way.act({"a": 2}, "first")
    way.act({"a": 3}, "second")
    assert way.file.read_text(encoding="utf-8") == "a: 3\n"
    with pytest.raises(subprocess.CalledProcessError, match="commit"):
        way.act({"a": 3}, "nothing new")

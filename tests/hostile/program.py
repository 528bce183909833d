"""The honest side: the real program, run as a command by people who know nothing of its inside."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PATIENCE = float(os.environ.get("HOSTILE_PATIENCE", 240.0))
"""Seconds after which a command hangs, on a very busy machine."""


SOURCE: Path | None = None
"""Where the program is, if it is not the one that is installed: for twins of it."""


@dataclass(frozen=True)
class Said:
    """How a command ended."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str

    def expect(self, *codes: int) -> Said:
        """Demand an orderly end: no signal, no traceback, one line for a refusal."""
        told = f"gitopoly {' '.join(self.words)} ended with {self.code}\n{self.out}{self.err}"
        assert self.code >= 0, f"killed by signal {-self.code}: {told}"
        assert "Traceback" not in self.out + self.err, told
        assert self.code in codes, told
        if self.code == 2:
            assert self.err.startswith("gitopoly: "), told
            assert self.err.count("\n") == 1, told
        return self


def command(*words: str) -> list[str]:
    """The command line of the program, of the very environment that the tests run in."""
    path = "" if SOURCE is None else f"import sys; sys.path.insert(0, {str(SOURCE)!r}); "
    return [sys.executable, "-c", f"{path}from gitopoly.cli import main; main()", *words]


def gitopoly(*words: str, at: Path | None = None, timeout: float = PATIENCE) -> Said:
    """Run a command to its end, with nobody at the keyboard."""
    done = subprocess.run(
        command(*words),
        cwd=at,
        env=os.environ | {"COLUMNS": "200", "GITOPOLY_UI": "terminal"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return Said(words, done.returncode, done.stdout, done.stderr)

"""Checking a whole game again from its repository, while somebody watches how far it is."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

from gitopoly.errors import GitopolyError
from gitopoly.proof.games.audit import AuditReport, audit, entries_to_check, opened
from gitopoly.web.log_lines import message_of
from gitopoly.words import worded


class Verification:
    """The newest check of one game; it reads the repository on the disk and trusts no memory."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs = False
        self._facts: dict[str, Any] = {"state": "none"}

    def start(self, folder: Path) -> None:
        """Check the game in a seat's folder, unless that is being done already."""
        with self._lock:
            if self._runs:
                return
            self._runs = True
            self._facts = {"state": "running", "done": 0, "total": 0}
        threading.Thread(target=self._check, args=(folder,), name="verify", daemon=True).start()

    def facts(self) -> dict[str, Any]:
        """How far it is, or what was found."""
        with self._lock:
            return dict(self._facts)

    def _check(self, folder: Path) -> None:
        try:
            with opened(str(folder)) as repository:
                self._note(done=0, total=entries_to_check(repository))
                report, _ = audit(repository, lambda done: self._note(done=done))
            found = _found(report)
        except GitopolyError as error:
            found = {"state": "failed", "why": message_of(error)}
        except Exception as error:
            mistake = worded(GitopolyError, "error.mistake", detail=str(error))
            found = {"state": "failed", "why": message_of(mistake)}
            raise
        finally:
            with self._lock:
                self._runs, self._facts = False, found

    def _note(self, **facts: int) -> None:
        with self._lock:
            self._facts |= facts


def _found(report: AuditReport) -> dict[str, Any]:
    return {
        "state": "holds" if report.holds else "broken",
        "steps": report.moves,
        "signatures": report.entries,
        "draws": report.draws,
        "offences": [
            {"seat": offence.seat, "code": offence.code, "commit": offence.commit}
            for offence in report.offences
        ],
    }

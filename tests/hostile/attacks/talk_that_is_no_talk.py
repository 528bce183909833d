"""A pipe in the place of the branch of talk, which nobody needs to play or to verify."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.wire.spoiling import pipe

ATTACK = OnFiles(lambda rival: pipe(rival.shown.path / "refs" / "heads" / "talk"), codes=(0,))

"""A named pipe as the branch itself."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.wire.spoiling import pipe

ATTACK = OnFiles(lambda rival: pipe(rival.shown.path / "refs" / "heads" / "main"))

"""A branch that is a link to a file that never ends."""

from __future__ import annotations

from tests.hostile.attack import OnFiles
from tests.hostile.wire.spoiling import link

ATTACK = OnFiles(lambda rival: link(rival.shown.path / "refs" / "heads" / "main", "/dev/zero"))

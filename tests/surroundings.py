"""What tests must not see of the machine on which they run, because it changes what they show.

Whoever has proxies, colours forced on or signs all commits has good reasons, and tests that a
hook of Git starts are told whose repository it is. Which folder is home stays as it is.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping

WORDS = frozenset(
    {
        *("CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR"),
        *("TTY_COMPATIBLE", "TTY_INTERACTIVE"),
        *("GITOPOLY_BROWSER", "GITOPOLY_DEBUG", "GITOPOLY_HOME", "GITOPOLY_UI"),
        *("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
    }
)
"""Variables that say how wide and colourful a terminal is, and where people keep their own."""
BEGINNINGS = ("GIT_",)
ENDS = ("_proxy",)
NOBODYS_SETTINGS = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""For Git; those of the machine may sign, rewrite addresses, or run programs."""


def shut_out(environment: MutableMapping[str, str]) -> None:
    """Take from an environment what tests must not see."""
    for name in list(environment):
        strange = name.startswith(BEGINNINGS) or name.lower().endswith(ENDS) or name in WORDS
        if strange:
            del environment[name]
    environment.update(NOBODYS_SETTINGS)

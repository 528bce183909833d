"""How the person wants to play, and wanted to the last time."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

FILE = "settings.json"
"""The file beside all games."""
PACES = {"slow": 1.6, "normal": 0.8, "fast": 0.25, "instant": 0.0}
"""Seconds between two moves of bots that somebody should see."""


@dataclass
class PlaySettings:
    """How the person wants to play."""

    pace: str = "normal"
    hold: bool = False
    """Stop in other players' turns, to build or trade."""
    passing: bool = False
    """Pass in every auction in other players' turns."""
    offers: bool = True
    """Let bots offer trades to the person."""


def last_settings(home: Path, usual: PlaySettings) -> PlaySettings:
    """The settings that were last chosen, or the usual ones where there are none to be read."""
    try:
        found = json.loads((home / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return replace(usual)
    if not isinstance(found, dict) or str(found.get("pace")) not in PACES:
        return replace(usual)
    known = asdict(usual)
    return replace(
        usual,
        **{name: found[name] for name in known if type(found.get(name)) is type(known[name])},
    )


def keep_settings(home: Path, settings: PlaySettings) -> None:
    """Keep the settings for the next game."""
    # A folder that cannot be written to keeps no games either, and says so there.
    with contextlib.suppress(OSError):
        home.mkdir(parents=True, exist_ok=True)
        draft = home / f"{FILE}.new"
        draft.write_text(json.dumps(asdict(settings)), encoding="utf-8")
        draft.replace(home / FILE)

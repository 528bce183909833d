"""A replay as one file: a page that needs nothing else and asks nobody for anything."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
from pathlib import Path
from typing import Any

from gitopoly.errors import NoRoom
from gitopoly.web.bundle import bundle, page_file
from gitopoly.words import all_texts

STYLES = ("base.css", "board.css", "panels.css", "replay.css")
UNUSED = (
    "refusal.",
    "do.",
    "home.",
    "settings.hold",
    "settings.passing",
    "deed.about.",
    "pace.",
    "picture.",
)
"""Texts of a game that is played; a replay decides nothing."""


def as_page(replay: dict[str, Any]) -> str:
    """A replay as the text of an HTML file; whatever peers wrote is text in it."""
    style = "".join(page_file(name) for name in STYLES)
    script = bundle("exported")
    texts = {
        language: {key: text for key, text in words.items() if not key.startswith(UNUSED)}
        for language, words in all_texts().items()
    }
    icon = base64.b64encode(page_file("icon.svg").encode()).decode()
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    title = html.escape(f"Gitopoly: {', '.join(replay['printed']['names'])}")
    # The id of the data is what exported files have always had: scripts of others may read them.
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:image/svg+xml;base64,{icon}">
<style>{style}</style>
</head>
<body>
<div id="app"></div>
<div id="announcer" class="unseen" role="log" aria-live="polite"></div>
<noscript>Gitopoly needs JavaScript; please allow it for this page.</noscript>
<script type="application/json" id="texts">{embedded(texts)}</script>
<script type="application/json" id="replay">{embedded(replay)}</script>
<script>{script}</script>
</body>
</html>
"""


def embedded(facts: Any) -> str:
    """JSON that cannot end the element it stands in, whatever a name contains."""
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    """How a policy names the one script or style that it allows."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def write(path: Path, content: bytes) -> None:
    """Write a file whole, or leave what was there."""
    draft = path.with_name(f".{path.name}.new")
    try:
        draft.write_bytes(content)
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        why = error.strerror or "it cannot be written"
        raise NoRoom(f"cannot write {path}: {why}; name another file") from None

"""A replay as one self-contained file: a page that loads nothing else."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import secrets
from pathlib import Path
from typing import Any

from gitopoly.errors import NoRoom
from gitopoly.web.bundle import bundle, page_file
from gitopoly.words import all_texts

STYLES = ("base.css", "board.css", "motion.css", "panels.css", "replay.css")
UNUSED = (
    "refusal.",
    "do.",
    "home.",
    "settings.hold",
    "settings.passing",
    "deed.about.",
    "pace.",
    "picture.",
    "talk.error.",
)
"""Texts for playing a game, which a replay does not need."""


def as_page(replay: dict[str, Any]) -> str:
    """A replay as the text of an HTML file, with everything peers wrote as plain text."""
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
    # The data keeps the id that exported files have always had: other people's scripts may read it.
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
    """JSON that cannot close the element around it, whatever a name contains."""
    text = json.dumps(facts, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _digest(text: str) -> str:
    """The hash by which a content security policy allows one script or style."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def write(path: Path, content: bytes) -> None:
    """Write a file atomically, under a name that nobody can foresee until it is complete."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with draft.open("xb") as file:  # which follows no link
            file.write(content)
        os.replace(draft, path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        why = error.strerror or "it cannot be written"
        raise NoRoom(f"cannot write {path}: {why}; choose another file") from None

"""The page on scale has no figures of its own: it calculates with those of the other page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
SCALE = (DOCS / "scale.md").read_text(encoding="utf-8")
FIGURES = {
    name: float(median.replace(",", ""))
    for name, median in re.findall(
        r"^\| ([^|]+) \| ([\d.,]+) \|",
        (DOCS / "performance.md").read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
}
TRIVIAL, SENSIBLE, ISOLATED = (
    1000 / FIGURES[f"arena, {name}"]
    for name in (
        "trivial agents, one process",
        "sensible against random",
        "isolated bots from a file",
    )
)
LOOK, PUSH, FETCH = (
    FIGURES[f"scale, work of a Git host for a {name}"]
    for name in ("look", "push", "fetch of a move")
)
ORGANISER = FIGURES["scale, organiser's work for a tournament game"]
OPENING = [FIGURES[f"scale, opening a game of {n} entries, per entry"] for n in ("500", "2,000")]
MOVE = PUSH + 2 * FETCH
TOLERATED = 0.1
"""By which part rounded figures may differ."""

SAID = {
    "agents under the adjudicator | # ms": TRIVIAL,
    "of a core | # minutes": TRIVIAL * 1e6 / 60_000,
    "against `random` | # ms": SENSIBLE,
    "of a core | # hours": SENSIBLE * 1e6 / 3_600_000,
    "process of its own | # ms": ISOLATED,
    "ms | # hours": ISOLATED * 1e6 / 3_600_000,
    "ratings, report | # µs": ORGANISER,
    "of a core | # seconds": ORGANISER,
    "organiser's memory | # bytes": FIGURES["scale, organiser's memory for a tournament game"],
    "at about # games a second": 1e6 / ORGANISER,
    "finds nothing new | # ms": LOOK,
    "a push of one move | # ms": PUSH,
    "a fetch of one move | # ms": FETCH,
    "all at rest | 300 | #": 0.3 * LOOK,
    "every 10 s | 3,000 | #": 3 * LOOK,
    "3,000 | [\\d.]+ | #": 0.1 * MOVE,
    "fetches, # ms": MOVE,
    "carry about # games at rest": 2000 / (0.3 * LOOK),
    "or # in motion": 2000 / (3 * LOOK + 0.1 * MOVE),
    "host carries # games in motion": 2000 / (1.2 * LOOK + 0.1 * MOVE),
    "takes about # bytes": FIGURES["a simulated entry in one repository"],
    "so about # s for 3,000": 3 * sum(OPENING) / len(OPENING),
    "joint \\| asked in auctions and between turns | #": FIGURES[
        "scale, days per turn, joint dice"
    ],
    "joint \\| passing until [^|]* | #": FIGURES["scale, days per turn, joint dice, passing"],
    "joint \\| passing orders [^|]* | #": FIGURES[
        "scale, days per turn, joint dice, published orders"
    ],
    "need # days a turn": FIGURES["scale, days per turn, attended seats"],
    "seeded \\| asked in auctions and between turns | #": FIGURES[
        "scale, days per turn, seeded dice"
    ],
    "seeded \\| passing [^|]* | #": FIGURES["scale, days per turn, seeded dice, passing"],
}
"""What the page says, a # for the number, and the number that follows from the figures."""


@pytest.mark.parametrize("words", SAID)
def test_the_page_says_what_follows_from_the_figures(words: str) -> None:
    pattern = words.replace(" | ", r" \| ").replace("#", r"([\d.,]+)")
    found = re.search(pattern, SCALE)
    assert found, f"docs/scale.md no longer says {words!r}"
    said = float(found[1].rstrip(".,").replace(",", ""))
    assert said == pytest.approx(SAID[words], rel=TOLERATED), (
        f"docs/scale.md says {found[0]!r}; from docs/performance.md follows {SAID[words]:.4g}"
    )

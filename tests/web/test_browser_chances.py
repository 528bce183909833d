"""An analysis in the replay of a real browser: curves, what they mean, trades and mistakes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import SLOW, Visit
from tests.web.replays import recorded_replay
from tests.web.test_browser_replay import opened

pytestmark = pytest.mark.xdist_group("browser")
expect.set_options(timeout=SLOW)


def analysed_data() -> dict[str, Any]:
    """A game with what an analysis could say of it."""
    data: dict[str, Any] = json.loads(json.dumps(recorded_replay().data()))
    frames = len(data["frames"]) + 1
    done = next(line["steps"][0] for line in (f["line"] for f in data["frames"]) if line["steps"])
    data["moments"].append({"kind": "trade", "frame": 7, "seat": 0, "other": 1, "amount": 60})
    data["chances"] = {
        "policies": ["trader"],
        "lines": [[0.62] * frames, [0.38] * frames],
        "errors": [[0.02] * frames, [0.02] * frames],
        "mistakes": [
            {"frame": 9, "seat": 1, "loss": 6, "done": done, "better": done, "unmade": True}
        ],
        "swings": [{"frame": 8, "seat": 0, "change": -12, "done": done}],
        "trades": [{"frame": 7, "seats": [0, 1], "gains": [8, None]}],
    }
    return data


def test_a_replay_shows_chances_with_errors_and_what_was_found(visit: Visit) -> None:
    page = opened(visit, analysed_data())
    chart = page.locator("figure.wealth")
    expect(chart).to_contain_text("62 % ± 2")
    expect(chart).to_contain_text("Chances of winning if all play like trader")
    page.get_by_role("tab", name="Moments").click()
    moments = page.locator(".moments")
    expect(moments).to_contain_text("(p1 +8 %, p2 no clear change)")
    expect(moments).to_contain_text("p1 \N{MINUS SIGN}12 %: ")
    expect(moments).to_contain_text("p2 could have made an offer that suits both: ")

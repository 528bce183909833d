"""One catalogue: every text that the page uses is in it, in both languages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gitopoly.kernel import actions, phases, refusals
from gitopoly.web.decisions import KEYS, OPERATIONS

STATIC = Path(__file__).resolve().parents[2] / "src" / "gitopoly" / "web" / "static"
TEXTS: dict[str, dict[str, str]] = json.loads((STATIC / "texts.json").read_text("utf-8"))
ALL_SOURCES = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.glob("*.js")))

NEVER_ASKED = {"Bid", "OfferTrade", "AuctionProperty", "NextRound", "ChooseWinner"}
"""Actions that are no buttons of their own: fields, dialogs, or what seats do by themselves."""


def used_keys(source: str) -> set[str]:
    """The keys that a script names in full."""
    return set(re.findall(r"\bt\([^()]*?\"([a-zA-Z0-9_.-]+)\"", source)) | set(
        re.findall(r"\? \"([a-z]+\.[a-zA-Z0-9_.-]+)\"", source)
    )


def missing(keys: set[str]) -> set[str]:
    """Those that the catalogue lacks in one of the languages."""
    return {key for key in keys if set(TEXTS.get(key, {})) != {"en", "de"}}


def test_every_text_that_the_page_names_is_there_in_both_languages() -> None:
    assert len(used_keys(ALL_SOURCES)) > 100
    assert missing(used_keys(ALL_SOURCES)) == set()


def test_every_text_but_refusals_has_both_languages_and_the_same_gaps() -> None:
    for key, text in TEXTS.items():
        if key.startswith("refusal."):
            assert set(text) == {"de"}, key  # the English one is the kernel's own
            continue
        assert set(text) == {"en", "de"}, key
        gaps = [sorted(re.findall(r"\{\w+\}", words)) for words in text.values()]
        assert gaps[0] == gaps[1], key


def test_every_refusal_of_the_rules_has_a_german_text() -> None:
    named = {f"refusal.{key}" for number, key in KEYS.items() if number != refusals.LEGAL}
    assert len(named) == refusals.count() - 1
    assert {key for key in TEXTS if key.startswith("refusal.")} == named


def test_every_action_has_a_button_and_a_sentence() -> None:
    operations = range(actions.PRE_ROLL_UNMORTGAGE, actions.BANKRUPTCY_PREVENTION_SELL_GROUP + 1)
    plain = {name for kind, name in enumerate(actions.NAMES) if kind not in operations}
    buttons = {f"do.{name}" for name in plain - NEVER_ASKED}
    cards = {"DrawAndExecuteChanceCard", "DrawAndExecuteCommunityChestCard"}
    stories = {f"story.{name}" for name in plain - cards}
    endings = {f"story.{word}" for word in ("Unmortgage", "Upgrade", "Mortgage", "Downgrade")}
    deeds = {f"deed.{part}.{name}" for part in ("do", "about") for name in OPERATIONS}
    assert missing(buttons | stories | endings | deeds) == set()


@pytest.mark.parametrize("mine", ["", "my."])
def test_every_phase_has_a_headline(mine: str) -> None:
    assert missing({f"head.{mine}{phase}" for phase in (*phases.PHASES, "jail")}) == set()


def test_every_kind_of_square_is_explained() -> None:
    deeds = {"street", "rail", "util"}
    assert missing({f"square.{kind}" for kind in set(phases.SQUARE_TYPES) - deeds}) == set()


def test_a_missing_text_is_noticed() -> None:
    assert missing(used_keys('h("p", {}, t("no.such.text"))')) == {"no.such.text"}

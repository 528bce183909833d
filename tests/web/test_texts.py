"""One catalogue: every text that the page uses is in it, in both languages."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from gitopoly.editions import EDITIONS, load
from gitopoly.proof.games.analysis import END, KINDS
from gitopoly.rules import actions, codes
from gitopoly.table.events import Told
from gitopoly.table.game_file import DICE
from gitopoly.words import ENGLISH, Words, all_texts, languages, texts
from tests.table.test_forks import branches, opponent, play_to_the_end

STATIC = Path(__file__).resolve().parents[2] / "src" / "gitopoly" / "web" / "static"
ALL_SOURCES = "\n".join(path.read_text("utf-8") for path in sorted(STATIC.glob("*.js")))


def used_keys(source: str) -> set[str]:
    """The keys that a script names in full."""
    return set(re.findall(r"\bt\([^()]*?\"([a-zA-Z0-9_.-]+)\"", source)) | set(
        re.findall(r"\? \"([a-z]+\.[a-zA-Z0-9_.-]+)\"", source)
    )


def missing(keys: set[str]) -> set[str]:
    """Those that one of the languages lacks."""
    return {key for key in keys for words in all_texts().values() if key not in words}


def test_every_text_that_the_page_names_is_there_in_both_languages() -> None:
    assert len(used_keys(ALL_SOURCES)) > 100
    assert missing(used_keys(ALL_SOURCES)) == set()


def test_every_operation_has_a_button_with_an_explanation() -> None:
    operations = (one for one in actions.ACTIONS if one.operation != codes.NOBODY)
    verbs = {one.typed[0].partition(" {")[0].replace(" ", "_") for one in operations}
    assert missing({f"deed.{part}.{verb}" for part in ("do", "about") for verb in verbs}) == set()


@pytest.mark.parametrize("mine", ["", "my."])
def test_every_phase_has_a_headline(mine: str) -> None:
    assert missing({f"head.{mine}{phase}" for phase in (*codes.PHASES, "jail")}) == set()


def test_every_kind_of_square_is_explained() -> None:
    deeds = {"street", "rail", "util"}
    assert missing({f"square.{kind}" for kind in set(codes.SQUARE_TYPES) - deeds}) == set()


def plain_lines() -> list[Told]:
    """How entries are told that do nothing under the rules, in a game with votes and an end."""
    o = opponent()
    for entry in branches(o):
        for seat in o.honest:
            o.show(seat, entry)
    play_to_the_end(o.honest, Random(3))
    game = o.honest[0].game
    lobby = [game.event(one).told for one in game.log.counted() if not game.fold.is_move(one)]
    return [told for told in (*lobby, *(one.told for one in game.fold.move_log().events())) if told]


def test_what_happens_beside_the_rules_can_be_read_in_every_language() -> None:
    lines = plain_lines()
    assert missing({told.key for told in lines}) == set()
    assert {"told.Invite", "told.Retire", "told.Finish"} <= {told.key for told in lines}
    for told in lines:
        for language in languages():
            assert "{" not in Words(language)(told.key, **told.facts)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_has_a_key(edition: str) -> None:
    data = load(edition)
    keys = {f"drawn.{card.key}" for card in (*data.chance, *data.community_chest)}
    for language in languages():
        assert language == ENGLISH or keys <= set(texts(language))


def test_every_key_moment_and_every_kind_of_dice_has_a_text() -> None:
    moments = {f"moment.{kind}" for kind in KINDS if kind != END}
    assert missing(moments | {f"bank.{dice}" for dice in (*DICE, "recorded")}) == set()


def test_a_missing_text_is_noticed() -> None:
    assert missing(used_keys('h("p", {}, t("no.such.text"))')) == {"no.such.text"}

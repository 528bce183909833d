"""Golden transcripts: every scene under `golden` is replayed and must read as it does.

After a deliberate change of the rules, run with GOLDEN_UPDATE=1 and read the difference.
"""

import os
import re
from pathlib import Path

import pytest

from gitopoly.rules import State
from tests.rules import transcript
from tests.rules.scenario import Scenario

SCENES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.stem)
def test_golden_scene_reads_as_it_is_played(scene: Path) -> None:
    text = scene.read_text("utf-8")
    played = transcript.replay(text)
    if os.environ.get("GOLDEN_UPDATE") == "1":
        scene.write_text(played, "utf-8")
    else:
        assert played == text


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.stem)
def test_golden_tampered_scene_fails(scene: Path) -> None:
    """A line under a move that is changed or taken away no longer matches what is played."""
    lines = scene.read_text("utf-8").splitlines(keepends=True)
    start = lines.index("Play\n")
    told = [place for place in range(start, len(lines)) if lines[place].startswith("  ")]
    for place in (told[0], told[len(told) // 2], told[-1]):
        changed = "".join([*lines[:place], "  p1 pays $1 to p2\n", *lines[place + 1 :]])
        shortened = "".join([*lines[:place], *lines[place + 1 :]])
        assert transcript.replay(changed) != changed
        assert transcript.replay(shortened) != shortened


def test_golden_another_position_reads_otherwise() -> None:
    text = SCENES[0].read_text("utf-8")
    richer = text.replace("p1 has $20", "p1 has $50")
    assert transcript.replay(richer) != richer


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.stem)
def test_golden_title_names_its_rules(scene: Path) -> None:
    title = scene.read_text("utf-8").splitlines()[0]
    assert re.search(r"\([A-Z]+-\d+(, [A-Z]+-\d+)*\)$", title), title


def test_golden_there_are_scenes() -> None:
    assert len(SCENES) >= 8


def test_golden_every_field_of_the_state_is_told_or_left_out_for_a_reason() -> None:
    told = [field for fields in transcript.TELLERS.values() for field in fields.split()]
    fields = set(State.__slots__) - {"rules"}
    assert sorted([*told, *transcript.NOT_TOLD]) == sorted(fields)


def test_golden_a_given_line_that_means_nothing_is_refused() -> None:
    with pytest.raises(AssertionError, match="p1 is happy"):
        transcript.set_up(["a game of classic for 2 players", "p1 is happy"])


def test_golden_tells_a_payment_to_the_bank() -> None:
    game = Scenario("classic", 2).at(1, 35).roll(1, 2)
    before = game.s.copy()
    game.do("pay tax")
    assert transcript.tell(before, game.s) == [
        "p1 pays $100 to the bank",
        "next: p1 is done with the square",
    ]

"""The whole table on one screen: what is shown at which size.

After a deliberate change of the view, run with GOLDEN_UPDATE=1 and look at the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rich.text import Text

from gitopoly.cli.screen.table_view import Scene, screen_lines, wrapped_sentence
from tests.cli.scenes import SCREENS, auction, middle, screen, start

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_is_kept(name: str) -> None:
    file = GOLDEN / f"{name}.txt"
    if os.environ.get("GOLDEN_UPDATE") == "1":
        file.write_text(screen(name), "utf-8")
    assert screen(name) == file.read_text("utf-8")


def test_every_kept_screen_is_compared() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == set(SCREENS)


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_fits_its_terminal_with_a_line_left_to_type_on(name: str) -> None:
    _, width, height, _ = SCREENS[name]
    lines = screen(name).splitlines()
    assert len(lines) == height - 1
    assert max(map(len, lines)) <= width


@pytest.mark.parametrize(("width", "height"), [(20, 5), (33, 9), (80, 10), (99, 60), (300, 100)])
def test_no_size_breaks_the_layout(width: int, height: int) -> None:
    for scene in (start(), middle(8), auction()):
        assert len(screen_lines(scene, width, height)) == height - 1


def test_the_ring_needs_a_hundred_columns() -> None:
    assert screen_lines(start(), 100, 30)[0].plain.startswith("┌")
    assert not screen_lines(start(), 99, 30)[0].plain.startswith("┌")
    assert not screen_lines(start(), 100, 29)[0].plain.startswith("┌")


def test_choices_are_never_left_out_for_the_story() -> None:
    scene = middle()
    scene.story = [f"ann rolls 1 and 2 for the {n}th time." for n in range(100)]
    shown = "\n".join(line.plain for line in screen_lines(scene, 80, 24))
    assert " 5. offer a trade …" in shown
    assert "99th time" in shown
    assert " 1th time" not in shown


def test_the_story_begins_with_the_beginning_of_a_sentence() -> None:
    scene = middle()
    scene.story = ["ann does " + "something of note " * 7] * 5
    lines = [line.plain for line in screen_lines(scene, 80, 24)]
    first = lines.index(next(line for line in lines if "something" in line))
    assert lines[first].startswith("ann does")


def test_a_long_page_shows_its_end() -> None:
    page = [Text(str(number)) for number in range(100)]
    lines = [line.plain for line in screen_lines(Scene(("ann",), page=page), 80, 24)]
    assert lines[0] == "78"
    assert lines[-2] == "99"


def test_long_lines_of_a_page_are_folded() -> None:
    page = [Text("word " * 30), Text(), Text("end")]
    lines = [line.plain for line in screen_lines(Scene(("ann",), page=page), 80, 24)]
    assert lines[0].rstrip() == ("word " * 16).rstrip()
    assert lines[1].rstrip() == ("word " * 14).rstrip()
    assert lines[2:4] == ["", "end"]


def test_the_colour_of_a_sentence_is_that_of_its_player() -> None:
    (line,) = wrapped_sentence("ben passes.", ("ann", "ben"), 80)
    assert [(span.start, span.end, span.style) for span in line.spans] == [(0, 3, "magenta")]
    (line,) = wrapped_sentence("nobody passes.", ("ann", "ben"), 80)
    assert line.spans == []

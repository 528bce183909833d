"""The whole table on one screen: board, players, events, and choices."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

from rich.console import Console
from rich.text import Text

from gitopoly.cli.screen.board_view import board_columns, board_ring, ring_fits, ring_room
from gitopoly.cli.screen.players_view import player_lines
from gitopoly.cli.screen.symbols import UNICODE, Symbols, player_style, spelled
from gitopoly.rules import State

FOOT = 2
"""Lines below the board: the status and the input."""
LEAST_STORY = 2


@dataclass
class Scene:
    """Everything that a screen shows; None for the state before the game has started."""

    names: Sequence[str]
    state: State | None = None
    me: int | None = None
    tokens: Sequence[str] = ()
    headline: str = ""
    alerts: list[str] = field(default_factory=list)
    """Alerts that must not be missed: evidence against a seat."""
    stakes: list[str] = field(default_factory=list)
    """What everyone should know before deciding."""
    story: list[str] = field(default_factory=list)
    """Sentences about what happened, oldest first."""
    options: list[str] = field(default_factory=list)
    """The choices, numbered from 1."""
    question: str = ""
    """The open question; if empty, a choice or a command is expected."""
    notice: str = ""
    """The answer to what was typed last."""
    deeds: list[str] = field(default_factory=list)
    """The person's own deeds, shown if there is room."""
    status: str = ""
    page: list[Text] | None = None
    """A page that covers everything but the status, such as the help."""


def screen_lines(scene: Scene, width: int, height: int, symbols: Symbols = UNICODE) -> list[Text]:
    """The lines of a screen of this size, without the input line."""
    room = height - FOOT
    if scene.page is not None:
        # Show the end of a long page, because the newest lines come last.
        lines = _pad(_folded(scene.page, width)[-room:], room)
    elif scene.state is None:
        lines = _pad(_talk(scene, width, room, symbols), room)
    elif ring_fits(scene.state, width, room):
        middle = _talk(scene, *ring_room(width, room), symbols)
        lines = board_ring(scene.state, width, room, middle, symbols)
        lines = _pad(lines, room)
    else:
        lines = _with_columns(scene, scene.state, width, room, symbols)
    lines = [*lines, _status(scene, width)]
    for line in lines:
        line.plain = spelled(line.plain, symbols)
        line.truncate(width)
    return lines


def _with_columns(
    scene: Scene, state: State, width: int, room: int, symbols: Symbols
) -> list[Text]:
    board = board_columns(state, width, symbols)
    rest = room - len(board)
    if rest < _least(scene, width):
        return _pad(_talk(scene, width, room, symbols), room)
    return [*board, *_pad(_talk(scene, width, rest, symbols), rest)]


def _least(scene: Scene, width: int) -> int:
    """Minimum number of lines needed to play."""
    options = len(_in_columns(scene.options, width)) + bool(scene.question)
    return 1 + _player_rows(scene) + len(scene.stakes) + options + LEAST_STORY


def _player_rows(scene: Scene) -> int:
    return len(scene.names) if len(scene.names) <= 4 else -(-len(scene.names) // 2)


def _talk(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Text]:
    """All text, in paragraphs if there is room, with as much of the log as fits."""
    parts = [[Text(scene.headline, style="bold")]]
    if scene.state is not None:
        parts.append(_players(scene, scene.state, width, height, symbols))
    parts.append(_wrapped(scene.alerts, width, "bold white on red", "! "))
    parts.append(_wrapped(scene.stakes, width, "italic"))
    story = [
        line for sentence in scene.story for line in wrapped_sentence(sentence, scene.names, width)
    ]
    asked = _wrapped([scene.notice, scene.question], width, "bold")
    options = _in_columns(scene.options, width, 1)
    before = sum(map(len, parts)) + len(asked)
    if before + len(options) + min(len(story), LEAST_STORY) > height - 2:
        options = _in_columns(scene.options, width)
    free = max(0, height - before - len(options) - 1)
    parts += [_newest(story, free), [*asked, *options]]
    deeds = [Text(line, style="dim") for line in scene.deeds]
    if sum(map(len, parts)) + len(deeds) + len(parts) < height:
        parts.insert(-1, deeds)
    parts = [part for part in parts if part]
    blanks = height - sum(map(len, parts))
    lines: list[Text] = []
    # The last gap sets the choices apart; the others are only for looks.
    for place, part in enumerate(parts):
        last = place == len(parts) - 1
        if lines and blanks > 0 and (last or blanks >= len(parts) - 1):
            lines.append(Text())
        lines += part
    return lines[:height]


def _newest(story: list[Text], lines: int) -> list[Text]:
    """The end of the log, from the start of a sentence."""
    end = story[max(0, len(story) - lines) :]
    whole = [place for place, line in enumerate(end) if not line.plain.startswith("  ")]
    return end[whole[0] :] if whole else end


def _players(scene: Scene, state: State, width: int, height: int, symbols: Symbols) -> list[Text]:
    """One line per player, or two players per line if many players share a low screen."""
    crowded = len(scene.names) > 4 and height < 18
    each = width // 2 - 1 if crowded else width
    lines = player_lines(
        state, scene.names, each, me=scene.me, tokens=scene.tokens, symbols=symbols
    )
    if not crowded:
        return lines
    half = -(-len(lines) // 2)
    pairs = []
    for left, right in zip(lines[:half], [*lines[half:], Text()], strict=False):
        left.truncate(each + 1, pad=True)
        pairs.append(left.append_text(right))
    return pairs


def wrapped_sentence(sentence: str, names: Sequence[str], width: int) -> list[Text]:
    """A log line, wrapped, in its player's colour."""
    lines = [Text(line) for line in textwrap.wrap(sentence, max(width, 20), subsequent_indent="  ")]
    name = sentence.partition(" ")[0]
    if lines and name in names:
        lines[0].stylize(player_style(names.index(name)), 0, len(name))
    return lines


def _wrapped(sentences: list[str], width: int, style: str, mark: str = "") -> list[Text]:
    lines: list[Text] = []
    for sentence in filter(None, sentences):
        # A command to copy must not break at a hyphen.
        wrapped = textwrap.wrap(
            mark + sentence, max(width, 20), subsequent_indent="  ", break_on_hyphens=False
        )
        lines += [Text(line, style=style) for line in wrapped]
    return lines


def _in_columns(labels: list[str], width: int, most: int = 3) -> list[Text]:
    """Numbered labels, read downwards, in as few lines as the width allows."""
    if not labels:
        return []
    numbered = [f"{number:>2}. {label}" for number, label in enumerate(labels, 1)]
    longest = max(map(len, numbered)) + 2
    columns = max(1, min(most, width // longest))
    if len(numbered) <= 3:
        columns = 1
    height = -(-len(numbered) // columns)
    lines = []
    for row in range(height):
        line = Text()
        for label in numbered[row::height]:
            line.append(label[:3], style="bold")
            line.append(f"{label[3:]:<{longest - 3}}")
        line.rstrip()
        line.truncate(width)
        lines.append(line)
    return lines


def _folded(lines: list[Text], width: int) -> list[Text]:
    """Wrap lines that are too long."""
    measure = Console(file=io.StringIO(), width=width)
    return [part for line in lines for part in (line.wrap(measure, width) or [line])]


def _status(scene: Scene, width: int) -> Text:
    line = Text(scene.status, style="dim")
    line.truncate(width, overflow="ellipsis")
    return line


def _pad(lines: list[Text], height: int) -> list[Text]:
    return [*lines[:height], *([Text()] * (height - len(lines)))]

"""Terminal symbols for squares, buildings and players, readable without colours, too.

Every colour is backed by a letter, a digit or a word, for pipes and people who see no colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from gitopoly.rules import Rules
from gitopoly.rules.codes import RAIL_GROUP, UTIL_GROUP

PLAYER_COLOURS = (
    *("cyan", "magenta", "yellow", "green", "blue", "red"),
    *("bright_cyan", "bright_magenta"),
)

GROUP_STYLES = {
    "brown": "white on #7b4a21",
    "light blue": "black on #9bd3ee",
    "pink": "white on #b8327f",
    "orange": "black on #f09a38",
    "red": "white on #c0242c",
    "yellow": "black on #f5e14b",
    "green": "white on #18723a",
    "dark blue": "white on #123f93",
}
RAIL_STYLE = "white on #3a3a3a"
UTILITY_STYLE = "black on #c9c9c9"
RAIL_LETTER, UTILITY_LETTER = "#", "U"


@dataclass(frozen=True)
class Symbols:
    """The characters that a terminal can show."""

    tokens: str
    """One mark for each seat's token."""
    house: str
    turn: str
    """Marks the player whose turn it is."""
    dot: str
    """Between two facts, and for a deed that is missing in a group."""
    lines: str
    """Horizontal, vertical, four corners, then the joints left, right, top, bottom."""


UNICODE = Symbols("①②③④⑤⑥⑦⑧", "⌂", "►", "·", "─│┌┐└┘├┤┬┴")
ASCII = Symbols("12345678", "^", ">", ".", "-|++++++++")


_SPELLED = {"“": '"', "”": '"', "…": ".", "·": "."}


def spelled(text: str, symbols: Symbols) -> str:
    """The same text in characters that the terminal can show."""
    if symbols is not ASCII or text.isascii():
        return text
    return "".join(letter if letter.isascii() else _SPELLED.get(letter, "?") for letter in text)


def symbols_for(encoding: str) -> Symbols:
    """The symbols that an encoding can show."""
    try:
        "".join(vars(UNICODE).values()).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def player_style(seat: int) -> str:
    """The colour of a seat."""
    return PLAYER_COLOURS[seat % len(PLAYER_COLOURS)]


def group_letters(rules: Rules) -> dict[int, str]:
    """One letter for each group of deeds, by the group's number."""
    letters = {RAIL_GROUP: RAIL_LETTER, UTIL_GROUP: UTILITY_LETTER}
    for group, colour in _colours(rules).items():
        taken = letters.values()
        free = [letter for letter in colour.upper() if letter.isalpha() and letter not in taken]
        letters[group] = free[0] if free else str(group)
    return letters


def group_style(rules: Rules, square: int) -> str:
    """The colours of a square's group, as the board prints them."""
    group = rules.group[square]
    if group == RAIL_GROUP:
        return RAIL_STYLE
    if group == UTIL_GROUP:
        return UTILITY_STYLE
    name = _colours(rules).get(group, "")
    if name in rules.source.colours:
        return _style_of(rules.source.colours[name])
    usual = tuple(GROUP_STYLES.values())
    return GROUP_STYLES.get(name, usual[group] if name else "")


def group_name(rules: Rules, group: int) -> str:
    """What a group is called."""
    names = {RAIL_GROUP: "railroads", UTIL_GROUP: "utilities"}
    return names.get(group) or _colours(rules).get(group, "")


def _colours(rules: Rules) -> dict[int, str]:
    """The name of each group of streets, which usually is its colour."""
    return dict(enumerate(rules.group_names))


def _style_of(colour: str) -> str:
    """A colour as #rrggbb, with letters that can be read on it.

    >>> _style_of("#123f93"), _style_of("#f5e14b")
    ('white on #123f93', 'black on #f5e14b')
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    light = 299 * red + 587 * green + 114 * blue
    return f"{'black' if light > 128_000 else 'white'} on {colour}"


_GENERIC = {"avenue", "street", "road", "railroad", "station", "place", "square", "gardens"}
_SHORTER = {
    "Community": "",
    "Income": "Inc.",
    "Luxury": "Lux.",
    "Electric": "Elec.",
    "Company": "Co.",
    "North": "N.",
    "The": "",
}


def short_name(name: str, width: int) -> str:
    """A square's name in at most `width` characters, still recognizable.

    >>> short_name("Pennsylvania Avenue", 8), short_name("Community Chest 2", 8)
    ('Pennsyl.', 'Chest')
    """
    words = name.split()
    if words[-1].isdigit():
        words.pop()
    if len(" ".join(words)) <= width:
        return " ".join(words)
    if len(words) > 1 and words[-1].lower() in _GENERIC:
        words.pop()
    if len(" ".join(words)) > width:
        words = [_SHORTER.get(word, word) for word in words]
    text = " ".join(word for word in words if word).strip(",")
    return text if len(text) <= width else text[: width - 1].rstrip(" ,.") + "."

"""Numbers in readable form."""

from __future__ import annotations

import math
from collections.abc import Callable

from gitopoly.measurements.spread import Estimate

NOTHING = "—"
"""Shown where nothing was measured or published."""


def count(number: float | None) -> str:
    """A whole number with thousands separators.

    >>> count(8496284)
    '8,496,284'
    """
    return NOTHING if number is None or math.isinf(number) else f"{number:,.0f}"


def figures(number: float, digits: int = 3) -> str:
    """A number with this many significant digits, never as a power of ten.

    >>> figures(0.012345), figures(1.5), figures(12345.6)
    ('0.0123', '1.5', '12,346')
    """
    if abs(number) >= 100:
        return f"{number:,.0f}"
    text = f"{number:.{digits}g}"
    return f"{number:.10f}".rstrip("0") if "e" in text else text


def duration(seconds: float | None) -> str:
    """A time in a suitable unit.

    >>> duration(0.00194), duration(2.5), duration(754)
    ('1.94 ms', '2.5 s', '12 min 34 s')
    """
    if seconds is None:
        return NOTHING
    if abs(seconds) < 1:
        return f"{figures(seconds * 1000)} ms"
    if seconds < 120:
        return f"{figures(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


def clock(seconds: float) -> str:
    """A time as TLC's tables print it.

    >>> clock(48032)
    '13:20:32'
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


def size(number: float | None) -> str:
    """Bytes in a suitable unit.

    >>> size(560), size(20_000_000)
    ('560 bytes', '20 MB')
    """
    if number is None:
        return NOTHING
    for unit, scale in (("GB", 1e9), ("MB", 1e6), ("KB", 1e3)):
        if number >= scale:
            return f"{figures(number / scale)} {unit}"
    return f"{number:.0f} bytes"


def percent(share: float | None) -> str:
    """A share; never 100 % while something is missing, nor 0 % while something is there.

    >>> percent(0.75), percent(0.9999), percent(1)
    ('75 %', '99.99 %', '100 %')
    """
    if share is None:
        return NOTHING
    for digits in range(5):
        text = f"{100 * share:.{digits}f}"
        if float(text) not in (0.0, 100.0) or share in (0, 1):
            return f"{text} %"
    return f"{100 * share:g} %"


def times(ratio: float) -> str:
    """A factor.

    >>> times(12.34), times(123.4)
    ('12.3 times', '123 times')
    """
    return f"{figures(ratio)} times"


def ranged(found: Estimate, shown: Callable[[float], str]) -> str:
    """A value with its 95 % interval, if it has one.

    >>> ranged(Estimate(3, 2.5, 4, 20), duration), ranged(Estimate(3, -math.inf, 4, 2), figures)
    ('3 s (2.5 to 4)', '3')
    """
    if math.isinf(found.low) or math.isinf(found.high):
        return shown(found.value)
    texts = [shown(end) for end in (found.value, found.low, found.high)]
    if len({text.partition(" ")[2] for text in texts}) == 1:  # the unit need not be repeated
        texts[1:] = [text.partition(" ")[0] for text in texts[1:]]
    return f"{texts[0]} ({texts[1]} to {texts[2]})"


def at_least(text: str, cut_off: int) -> str:
    """A figure that would be larger if some games had not been cut off."""
    return f"at least {text}" if cut_off else text


def several(number: int, noun: str, more: str = "") -> str:
    """A number of things.

    >>> several(1, "game"), several(2000, "game")
    ('1 game', '2,000 games')
    """
    return f"{number:,} {noun if number == 1 else more or f'{noun}s'}"


def listed(items: list[str]) -> str:
    """A list in words.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)

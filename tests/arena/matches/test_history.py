"""The history is a list like any other, made only when it is looked into."""

from __future__ import annotations

import copy
import json
import pickle
from typing import Any

import pytest

from gitopoly.arena.matches.history import CallLog, History

PLAIN = (0, (0,) * 42, (0, 0), (1500, 1500), 0, (), (0, 0, 0, 0))
TRADE = (0, (0,) * 42, (0, 0), (1500, 1500), 1, (5, [1], 0, [3]), (0, 0, 0, 0))
ENTRIES = [(1, PLAIN), (2, TRADE), (1, PLAIN), (2, PLAIN)]


def history(length: int = 3) -> History:
    """The first entries of a log that went on."""
    log = CallLog()
    for place, entry in enumerate(ENTRIES):
        log.append(entry)
        if entry[1] is TRADE:
            log.trades.append(place)
    made = History()
    made.log, made.length = log, length
    return made


READINGS: dict[str, Any] = {
    "len": len,
    "bool": bool,
    "list": list,
    "tuple": tuple,
    "repr": repr,
    "first": lambda h: h[0],
    "last": lambda h: h[-1],
    "slice": lambda h: h[1:],
    "iterate": lambda h: [entry for entry in h],  # noqa: C416
    "reversed": lambda h: list(reversed(h)),
    "enumerate": lambda h: list(enumerate(h)),
    "star": lambda h: [*h],
    "unpack": lambda h: (lambda a, *b: (a, b))(*h),
    "in": lambda h: (2, TRADE) in h,
    "index": lambda h: h.index((2, TRADE)),
    "count": lambda h: h.count((1, PLAIN)),
    "plus": lambda h: h + [1],  # noqa: RUF005
    "plus on the right": lambda h: [1] + h,  # noqa: RUF005
    "extend": lambda h: [1].__iadd__(h),
    "times": lambda h: h * 2,
    "copy": lambda h: h.copy(),
    "equal": lambda h: (h == ENTRIES[:3], h == ENTRIES, h != ENTRIES, ENTRIES[:3] == h),
    "json": json.dumps,
    "pickle": lambda h: pickle.loads(pickle.dumps(h)),
    "copy module": lambda h: copy.copy(h),
    "deep copy": lambda h: copy.deepcopy(h),
    "sorted": lambda h: sorted(h, key=repr),
    "map": lambda h: list(map(repr, h)),
}


@pytest.mark.parametrize("name", READINGS)
def test_it_reads_like_a_list(name: str) -> None:
    reading = READINGS[name]
    assert reading(history()) == reading(ENTRIES[:3])


@pytest.mark.parametrize("place", [3, -4, 99])
def test_beyond_its_end_there_is_nothing(place: int) -> None:
    with pytest.raises(IndexError):
        history()[place]


CHANGES: dict[str, Any] = {
    "append": lambda h: h.append(1),
    "extend": lambda h: h.extend([1]),
    "insert": lambda h: h.insert(0, 1),
    "pop": lambda h: h.pop(),
    "remove": lambda h: h.remove((1, PLAIN)),
    "clear": lambda h: h.clear(),
    "reverse": lambda h: h.reverse(),
    "sort": lambda h: h.sort(key=repr),
    "set": lambda h: h.__setitem__(0, 1),
    "delete": lambda h: h.__delitem__(0),
    "plus is": lambda h: h.__iadd__([1]),
    "times is": lambda h: h.__imul__(2),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changing_it_changes_a_copy_of_its_own(name: str) -> None:
    mine, expected = history(), ENTRIES[:3]
    log = mine.log
    assert log is not None
    CHANGES[name](mine)
    CHANGES[name](expected)
    assert mine == expected
    assert log == ENTRIES
    assert len(mine) == len(expected)


def test_the_lists_in_an_offer_are_everybodys_own() -> None:
    mine = history()
    log = mine.log
    mine[1][1][5][1].append(39)
    list(mine)[1][1][5][3].clear()
    assert log is not None
    assert log == [(1, PLAIN), (2, TRADE), (1, PLAIN), (2, PLAIN)]
    assert TRADE[5] == (5, [1], 0, [3])


def test_it_is_a_list_and_not_hashable() -> None:
    assert isinstance(history(), list)
    with pytest.raises(TypeError):
        hash(history())

"""The past states that an agent is given: a list built only when it is read.

Every call hands over all calls before it. Copying them each time would cost more than the game,
and handing over one shared list would let an agent change what the other one sees. So each call
gets its own `History`, which remembers the log and a length and is filled on first use.
"""

from __future__ import annotations

from typing import Any

View = tuple[Any, ...]
"""A state without its history: seven fields."""
Entry = tuple[int, View]
"""Who was called, and with what."""

TRADE_PHASE = 1


class CallLog(list[Entry]):
    """All calls of a match, in order; only the adjudicator has it."""

    __slots__ = ("read", "trades")

    def __init__(self) -> None:
        super().__init__()
        self.read: list[History] = []
        """The history of the current call, if the agent has read it as a whole."""
        self.trades: list[int] = []
        """Indices of entries whose payload holds lists, which an agent could change."""

    def add(self, entry: Entry) -> None:
        """Append an entry, whatever its payload."""
        if entry[1][4] == TRADE_PHASE:
            self.trades.append(len(self))
        self.append(entry)

    def until(self, length: int) -> list[Entry]:
        """The first entries, safe to hand out."""
        entries = self[:length]
        for place in self.trades:
            if place >= length:
                break
            entries[place] = fresh(entries[place])
        return entries


def fresh(entry: Entry) -> Entry:
    """The same entry with its lists copied, if it has any."""
    seat, view = entry
    return (seat, fresh_view(view))


def fresh_view(view: View) -> View:
    """The same view with its lists copied, if it has any."""
    if view[4] != TRADE_PHASE:
        return view
    payload = tuple(part[:] if isinstance(part, list) else part for part in view[5])
    return (*view[:5], payload, *view[6:])


class History(list[Entry]):
    """A list of (id, state without history) that is filled when it is read."""

    __slots__ = ("length", "log")

    log: CallLog | None
    """The source of the entries, until this list has been filled."""
    length: int
    """How many there are; during its call -1, for all of the log but that call's own entry."""

    def _fill(self) -> None:
        log = self.log
        if log is not None:
            if self.length < 0:
                log.read.append(self)  # a reference to it, which the caller of the agent notices
            entries = log.until(len(self))
            self.log = None
            list.extend(self, entries)

    def __len__(self) -> int:
        if self.log is None:
            return list.__len__(self)
        return self.length if self.length >= 0 else len(self.log) - 1

    def __getitem__(self, place: Any) -> Any:
        log = self.log
        if log is not None and place.__class__ is int:
            length = len(self)
            if -length <= place < length:
                return fresh(log[place if place >= 0 else length + place])
        self._fill()
        return list.__getitem__(self, place)

    def __eq__(self, other: object) -> bool:
        self._fill()
        if isinstance(other, History):
            other._fill()
        return list.__eq__(self, list(other) if isinstance(other, tuple) else other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None

    def __add__(self, other: Any) -> Any:
        return [*self, *other]

    def __radd__(self, other: Any) -> Any:
        return [*other, *self]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return list, (list(self),)

    def __deepcopy__(self, memo: Any) -> list[Entry]:
        return list(self)  # the entries are tuples of numbers, or fresh already


def _filling(name: str) -> Any:
    """The method of `list`, after filling the list."""
    inherited = getattr(list, name)

    def method(self: History, *arguments: Any, **named: Any) -> Any:
        self._fill()
        return inherited(self, *arguments, **named)

    method.__name__ = name
    method.__doc__ = inherited.__doc__
    return method


for _name in (
    *("__contains__", "__delitem__", "__iadd__", "__imul__", "__iter__", "__mul__", "__repr__"),
    *("__reversed__", "__rmul__", "__setitem__", "__lt__", "__le__", "__gt__", "__ge__"),
    *("append", "clear", "copy", "count", "extend", "index", "insert", "pop", "remove"),
    *("reverse", "sort"),
):
    setattr(History, _name, _filling(_name))


def history_of(log: CallLog) -> History:
    """All of a log so far."""
    history = new_history(log)
    history.length = len(log)
    return history


def new_history(log: CallLog) -> History:
    """A history for the next call."""
    history = History()
    history.log = log
    history.length = -1
    return history

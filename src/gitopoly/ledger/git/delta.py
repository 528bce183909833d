"""Git's delta format: copies from the base, and new data.

States differ by a few lines, so lines are matched between the common beginning and the common
end. Deltas written by others are applied with every number checked.
"""

from __future__ import annotations

from gitopoly.ledger.git.untrusted import Damaged, ReadBudget, TooLarge

LEAST_COPY = 8
"""A copy costs up to seven bytes itself."""
MOST_COPY = 0xFFFF
MOST_NEW = 127
_STEP = 16
"""The cost of interpreting a delta byte, in bytes that are only copied."""


def delta(base: bytes, target: bytes) -> bytes:
    """Write a delta that turns the base into the target."""
    before = _common(base, target)
    most = min(len(base), len(target)) - before
    after = _common_end(base, target, most)
    parts = [_size(len(base)), _size(len(target))]
    pending = bytearray()
    _copy(parts, pending, base, 0, before)
    _middle(parts, pending, base, before, len(base) - after, target[before : len(target) - after])
    _copy(parts, pending, base, len(base) - after, len(base))
    _flush(parts, pending)
    return b"".join(parts)


def patched_size(difference: bytes) -> int:
    """The size of the target according to a delta; its first bytes are enough."""
    _, at = _read_size(difference, 0)
    return _read_size(difference, at)[0]


def patched(base: bytes, difference: bytes, largest: int, budget: ReadBudget) -> bytes:
    """Turn the base into the target; raise Damaged where the delta does not fit it."""
    before, at = _read_size(difference, 0)
    size, at = _read_size(difference, at)
    if size > largest:
        raise TooLarge(size)
    if before != len(base):
        raise Damaged("a delta in it was made for another object")
    budget.spend(size + _STEP * (len(difference) - at))
    parts: list[bytes] = []
    left, end = size, len(difference)
    try:
        while at < end:
            code, at = difference[at], at + 1
            if code & 0x80:
                start = length = 0
                for shift in (0, 8, 16, 24):
                    if code & 1:
                        start |= difference[at] << shift
                        at += 1
                    code >>= 1
                for shift in (0, 8, 16):
                    if code & 1:
                        length |= difference[at] << shift
                        at += 1
                    code >>= 1
                part = base[start : start + (length or 0x10000)]
                short = len(part) != (length or 0x10000)
            else:
                part, at = difference[at : at + code], at + code
                short = len(part) != code or code == 0
            left -= len(part)
            if short or left < 0:
                break
            parts.append(part)
        else:
            if left == 0:
                return b"".join(parts)
    except IndexError:
        pass
    raise Damaged("a delta in it does not fit its object")


def _read_size(data: bytes, at: int) -> tuple[int, int]:
    """A number in seven bits a byte, and where it ends."""
    number = 0
    for shift in range(0, 63, 7):
        if at >= len(data):
            break
        byte, at = data[at], at + 1
        number |= (byte & 0x7F) << shift
        if not byte & 0x80:
            return number, at
    raise Damaged("a delta in it is truncated")


def _common(one: bytes, two: bytes) -> int:
    """Count the bytes at the beginning that are the same."""
    low, high = 0, min(len(one), len(two))
    while low < high:
        half = (low + high + 1) // 2
        if one[low:half] == two[low:half]:
            low = half
        else:
            high = half - 1
    return low


def _common_end(one: bytes, two: bytes, most: int) -> int:
    low, high = 0, most
    while low < high:
        half = (low + high + 1) // 2
        if one[len(one) - half : len(one) - low] == two[len(two) - half : len(two) - low]:
            low = half
        else:
            high = half - 1
    return low


def _middle(
    parts: list[bytes], pending: bytearray, base: bytes, start: int, end: int, wanted: bytes
) -> None:
    """Write the part between, line by line, each run of known lines as one copy."""
    places: dict[bytes, int] = {}
    at = start
    for line in base[start:end].splitlines(keepends=True):
        places.setdefault(line, at)
        at += len(line)
    run_start = run_end = -1
    for line in wanted.splitlines(keepends=True):
        if run_end >= 0 and base[run_end : run_end + len(line)] == line:
            run_end += len(line)
            continue
        if run_end >= 0:
            _copy(parts, pending, base, run_start, run_end)
            run_end = -1
        place = places.get(line)
        if place is None:
            pending += line
        else:
            run_start, run_end = place, place + len(line)
    if run_end >= 0:
        _copy(parts, pending, base, run_start, run_end)


def _copy(parts: list[bytes], pending: bytearray, base: bytes, start: int, end: int) -> None:
    if end - start < LEAST_COPY:
        pending += base[start:end]
        return
    _flush(parts, pending)
    while start < end:
        size = min(end - start, MOST_COPY)
        code, numbers = 0x80, bytearray()
        for bit, byte in enumerate((*start.to_bytes(4, "little"), *size.to_bytes(3, "little"))):
            if byte:
                code |= 1 << bit
                numbers.append(byte)
        parts.append(bytes((code, *numbers)))
        start += size


def _flush(parts: list[bytes], pending: bytearray) -> None:
    for at in range(0, len(pending), MOST_NEW):
        piece = pending[at : at + MOST_NEW]
        parts.append(bytes((len(piece), *piece)))
    pending.clear()


def _size(number: int) -> bytes:
    result = bytearray()
    while number > 0x7F:
        result.append(number & 0x7F | 0x80)
        number >>= 7
    result.append(number)
    return bytes(result)

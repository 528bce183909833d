"""Git's delta format: copies from the base, and new data.

States differ by a few lines, so lines are matched between the common beginning and the common
end. Only Git itself applies deltas.
"""

from __future__ import annotations

LEAST_COPY = 8
"""A copy costs up to seven bytes itself."""
MOST_COPY = 0xFFFF
MOST_NEW = 127


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

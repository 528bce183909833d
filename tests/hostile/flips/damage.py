"""What can happen to a file: flipped bits, lost blocks, and lies with sums that are right again."""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

Change = Callable[[bytearray, Random], None]


def flip_a_bit(data: bytearray, random: Random) -> None:
    """One bit."""
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def flip_some_bits(data: bytearray, random: Random) -> None:
    """A few bits, anywhere."""
    for _ in range(random.randint(2, 12)):
        flip_a_bit(data, random)


def set_a_byte(data: bytearray, random: Random) -> None:
    """A byte that matters often: a limit of its range, or a sign of some format."""
    if data:
        data[random.randrange(len(data))] = random.choice(b'\x00\x01\x7f\x80\xff\n"{}[]: /x0')


def set_a_word(data: bytearray, random: Random) -> None:
    """Four bytes in their place, as a number that is at some limit."""
    if len(data) >= 4:
        at = random.randrange(len(data) // 4) * 4
        number = random.choice((0, 1, 2**31 - 1, 2**31, 2**32 - 1, len(data), len(data) - 20))
        data[at : at + 4] = struct.pack(">I", number & 0xFFFFFFFF)


def zero_a_block(data: bytearray, random: Random) -> None:
    """A block that never reached the disk."""
    start, end = _block(data, random)
    data[start:end] = bytes(end - start)


def swap_blocks(data: bytearray, random: Random) -> None:
    """Two blocks, each in the place of the other."""
    size = random.choice((1, 4, 20, 64, 512))
    if len(data) >= 2 * size:
        one, other = (random.randrange(len(data) - size + 1) for _ in range(2))
        if abs(one - other) >= size:
            kept = data[one : one + size]
            data[one : one + size] = data[other : other + size]
            data[other : other + size] = kept


def repeat_a_block(data: bytearray, random: Random) -> None:
    """A block that was written twice, with everything after it moved on."""
    start, end = _block(data, random)
    data[end:end] = data[start:end]


def drop_a_block(data: bytearray, random: Random) -> None:
    """A block that is gone, with everything after it moved up."""
    start, end = _block(data, random)
    del data[start:end]


def truncate(data: bytearray, random: Random) -> None:
    """The beginning only."""
    del data[random.choice((0, len(data) // 2, len(data) - 1, random.randint(0, len(data)))) :]


def extend(data: bytearray, random: Random) -> None:
    """More than there was."""
    size = random.choice((1, 20, 512, 5000))
    data += random.choice((bytes(size), b"\xff" * size, random.randbytes(size), b"\n" * size))


def scatter_noise(data: bytearray, random: Random) -> None:
    """A block of noise."""
    start, end = _block(data, random)
    data[start:end] = random.randbytes(end - start)


CHANGES: tuple[Change, ...] = (
    *(flip_a_bit, flip_a_bit, flip_a_bit, flip_some_bits, set_a_byte, set_a_word, set_a_word),
    *(zero_a_block, swap_blocks, repeat_a_block, drop_a_block, truncate, extend, scatter_noise),
)


def _block(data: bytearray, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, min(len(data), start + random.choice((1, 4, 20, 64, 512, 4096)))


# Lies: what is inside is changed, and what vouches for it is made right again.


def mend_sum(path: Path, data: bytearray) -> None:
    """Give a pack or an index the sum that its new content has."""
    if path.suffix in (".pack", ".idx") or path.name == "multi-pack-index":
        data[-20:] = hashlib.sha1(data[:-20]).digest()


def change_inside(data: bytearray, change: Change, random: Random) -> bool:
    """Change what a compressed file holds; whether it was one."""
    try:
        plain = bytearray(zlib.decompress(data))
    except zlib.error:
        return False
    change(plain, random)
    data[:] = zlib.compress(plain, 1)
    return True


def change_inside_pack(data: bytearray, change: Change, random: Random) -> bool:
    """Change what one entry of a pack holds, in no more room than there was."""
    starts = [
        at for at in range(12, len(data) - 22) if data[at : at + 2] in (b"\x78\x9c", b"\x78\x01")
    ]
    random.shuffle(starts)
    for start in starts[:8]:
        inflater = zlib.decompressobj()
        try:
            plain = bytearray(inflater.decompress(data[start:-20]))
        except zlib.error:
            continue
        if not inflater.eof:
            continue
        room = len(data) - 20 - start - len(inflater.unused_data)
        change(plain, random)
        packed = zlib.compress(plain, 9)
        if len(packed) <= room:
            data[start : start + len(packed)] = packed
            return True
    return False


# Files that are no longer plain files.


def remove(path: Path) -> None:
    """No file at all."""
    path.unlink()


def make_folder(path: Path) -> None:
    """A folder in its place."""
    path.unlink()
    path.mkdir()


def make_pipe(path: Path) -> None:
    """A pipe in which nobody writes: whoever opens it plainly waits for ever."""
    path.unlink()
    os.mkfifo(path)


def link_to_itself(path: Path) -> None:
    """A symbolic link that never ends."""
    path.unlink()
    path.symlink_to(path.name)


def link_to_endless(path: Path) -> None:
    """A symbolic link to what never ends."""
    path.unlink()
    path.symlink_to("/dev/zero")


WEIGHTS = {".idx": 8, ".pack": 6, "loose object": 4, "journal": 4, "state": 3}
"""How much more often than others a kind of file is damaged."""
REPLACEMENTS = (remove, make_folder, make_pipe, link_to_itself, link_to_endless)


def damage(folder: Path, random: Random) -> str:
    """Damage one file below a folder, or rarely several; what was done, in words."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    told = []
    for _ in range(random.choice((1, 1, 1, 1, 1, 1, 2, 3))):
        kinds: dict[str, list[Path]] = {}
        for path in files:
            if path.is_file() and not path.is_symlink():
                kinds.setdefault(kind_of(folder, path), []).append(path)
        # By kind first: a thousand loose objects must not hide the one index.
        kind = random.choice([k for k in sorted(kinds) for _ in range(WEIGHTS.get(k, 1))])
        path = random.choice(kinds[kind])
        told.append(f"{path.relative_to(folder)}: {_damage_file(path, random)}")
    return "; ".join(told)


def kind_of(folder: Path, path: Path) -> str:
    """What sort of file it is, by its place."""
    parts = path.relative_to(folder).parts
    if "objects" in parts and len(parts[-1]) == 38:
        return "loose object"
    if path.suffix:
        return path.suffix
    return "ref" if "refs" in parts else parts[-1]


def _damage_file(path: Path, random: Random) -> str:
    if random.random() < 0.06:
        replace = random.choice(REPLACEMENTS)
        replace(path)
        return replace.__name__
    path.chmod(0o644)
    data = bytearray(path.read_bytes())
    change = random.choice(CHANGES)
    way = random.choice(("plain", "mended", "inside"))
    if way == "inside" and not (
        change_inside_pack(data, change, random)
        if path.suffix == ".pack"
        else change_inside(data, change, random)
    ):
        way = "plain"
    if way != "inside":
        change(data, random)
    if way != "plain":
        mend_sum(path, data)
    path.write_bytes(data)
    return f"{change.__name__} ({way})"

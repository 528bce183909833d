"""The set of positions seen, compiled: one table that all threads fill together.

The table uses open addressing: a fingerprint of 64 bits is in the first free slot from the one
that its lowest bits name. Fingerprints are never removed, so a thread that finds a free slot only
has to make sure, atomically, that it is still free when it writes.
"""

import numpy as np

from gitopoly.verify.native.atomic import compare_and_swap
from gitopoly.verify.native.packing import ONE, WordArray

EMPTY = np.uint64(0)
BUSY = np.uint64(1)
"""Marks a slot whose position is being written."""

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
SECOND_FACTOR = np.uint64(0x94D049BB133111EB)


def fingerprint(words: WordArray, first: int, width: int) -> int:
    """A 64-bit hash of a packed position; never EMPTY or BUSY."""
    mix = GOLDEN
    for place in range(np.uint64(first), np.uint64(first + width)):
        mix ^= words[place]
        mix = (mix ^ mix >> np.uint64(30)) * FIRST_FACTOR
        mix = (mix ^ mix >> np.uint64(27)) * SECOND_FACTOR
        mix = (mix ^ mix >> np.uint64(31)) + GOLDEN
    if mix <= BUSY:
        return mix + GOLDEN
    return mix


def insert(table: WordArray, mask: int, entries: WordArray, at: int) -> bool:
    """Put the fingerprint at `at` into the table; False if it was already there."""
    own = entries[at]
    last = np.uint64(mask)
    place = own & last
    while True:
        found = table[place]
        if found == EMPTY:
            found = compare_and_swap(table, np.int64(place), EMPTY, own)
            if found == EMPTY:
                return True
        if found == own:
            return False
        place = place + ONE & last


def insert_exactly(
    table: WordArray, bodies: WordArray, mask: int, entries: WordArray, at: int, width: int
) -> bool:
    """The same with the position after the fingerprint, so that no two can be confused."""
    own = entries[at]
    place = np.int64(own & np.uint64(mask))
    while True:
        found = compare_and_swap(table, place, EMPTY, BUSY)
        if found == EMPTY:
            for w in range(width):
                bodies[place * width + w] = entries[at + 1 + w]
            compare_and_swap(table, place, BUSY, own)
            return True
        while found == BUSY:
            found = compare_and_swap(table, place, BUSY, BUSY)
        if found == own:
            same = True
            for w in range(width):
                if bodies[place * width + w] != entries[at + 1 + w]:
                    same = False
            if same:
                return False
        place = place + 1 & mask


def move_over(
    fingerprints: WordArray,
    bodies: WordArray,
    width: int,
    table: WordArray,
    new_bodies: WordArray,
    mask: int,
) -> int:
    """Fill a larger table: fingerprints, and positions unless `width` is 0; returns the count."""
    moved = 0
    for i in range(len(fingerprints)):
        own = fingerprints[i]
        if own == EMPTY:
            continue
        place = np.int64(own & np.uint64(mask))
        while table[place] != EMPTY:
            place = place + 1 & mask
        table[place] = own
        for w in range(width):
            new_bodies[place * width + w] = bodies[i * width + w]
        moved += 1
    return moved

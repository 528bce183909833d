"""Packing positions into a few words and back, compiled.

A record is seen as an array of 64-bit chunks; `Layout` says which bits of which chunk go where.
`chunks` holds three records: the old position, the new one, and a spare.
"""

import numpy as np

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.verify.native.atomic import (
    HAS_BIT_INSTRUCTIONS,
    deposit,
    differing,
    extract,
    lowest_bit,
)
from gitopoly.verify.native.layout import Layout
from gitopoly.verify.native.steps import restore_sets_and_bank

ONE = np.uint64(1)
NOTHING = np.uint64(0)
BITS = np.uint64(64)


class Word:
    """Marks an argument as an unsigned 64-bit word."""


class WordArray:
    """Marks an argument as an array of such words."""


def raise_numbers(chunk: Word, amounts: Word, tops: Word) -> Word:
    """Add to each number of a chunk, none of which overflows into the next.

    `tops` has the highest bit of each: of eight octets, or of two numbers of four octets.
    """
    return (chunk & ~tops) + (amounts & ~tops) ^ (chunk ^ amounts) & tops


def lower_numbers(chunk: Word, amounts: Word, tops: Word) -> Word:
    """The inverse: subtract from each number, none of which borrows from the next."""
    return (chunk | tops) - (amounts & ~tops) ^ (chunk ^ ~amounts) & tops


def gather(word: Word, mask: Word) -> Word:
    """The bits of a word selected by a mask, packed to the right."""
    if HAS_BIT_INSTRUCTIONS:
        return extract(word, mask)
    return gather_by_runs(word, mask)


def scatter(word: Word, mask: Word) -> Word:
    """The inverse: the lowest bits of a word, spread to the positions of a mask."""
    if HAS_BIT_INSTRUCTIONS:
        return deposit(word, mask)
    return scatter_by_runs(word, mask)


def gather_by_runs(word: Word, mask: Word) -> Word:
    """The same for any processor: one run of bits at a time."""
    found = NOTHING
    place = NOTHING
    while mask:
        start = lowest_bit(mask)
        run = mask & ~(mask + (ONE << start))
        found |= (word & run) >> start << place
        place += lowest_bit(~(run >> start))
        mask &= ~run
    return found


def scatter_by_runs(word: Word, mask: Word) -> Word:
    """The same for any processor: one run of bits at a time."""
    found = NOTHING
    place = NOTHING
    while mask:
        start = lowest_bit(mask)
        run = mask & ~(mask + (ONE << start))
        found |= word >> place << start & run
        place += lowest_bit(~(run >> start))
        mask &= ~run
    return found


def unpack(chunks: WordArray, layout: Layout, words: WordArray, first: Word, before: Word) -> None:
    """Write a packed position into both records; the caller fills in derived fields.

    The records hold the position at `before`, and only the differences are written: neighbours
    have much in common. If `before` is the same place, the records may hold anything.
    """
    for w in range(layout.width):
        word = words[first + w]
        difference = word ^ words[before + w]
        if first == before:
            difference = layout.used[w]
        while difference:
            chunk = np.uint64(layout.chunk_of_bit[w * BITS + lowest_bit(difference)])
            difference &= ~layout.packed[chunk]
            whole = scatter(word >> layout.shift[chunk], layout.slots[chunk])
            whole = lower_numbers(whole, layout.raised[chunk], layout.tops[chunk])
            whole |= layout.idle[chunk]
            chunks[chunk] = whole
            chunks[layout.chunks + chunk] = whole


def restore_the_rest(s: State, reached: State, rules: Rules) -> None:
    """Fill in the derived fields, in both records."""
    restore_sets_and_bank(s, rules)
    reached.bank_money = s.bank_money
    for player in range(rules.num_players):
        reached.holdings[player] = s.holdings[player]
    reached.mortgages = s.mortgages
    reached.developed = s.developed


def pack_changes(chunks: WordArray, layout: Layout, words: WordArray, first: Word) -> bool:
    """Turn the old packed position, in `words`, into the new one; False if it does not fit.

    It fits if every number with a slot is in its range, and nothing else has changed. The new
    record is reset to the old one, ready for the next step.
    """
    misfits = NOTHING
    changed = differing(chunks, np.int64(layout.chunks)) & layout.all_chunks
    while changed:
        chunk = lowest_bit(changed)
        changed &= changed - ONE
        whole = chunks[layout.chunks + chunk]
        whole = raise_numbers(whole, layout.raised[chunk], layout.tops[chunk])
        chunks[layout.chunks + chunk] = chunks[chunk]
        values = whole & layout.slots[chunk]
        # A guard bit cleared by the subtraction means that the value exceeded the maximum.
        misfits |= (layout.most[chunk] - values & layout.guard[chunk]) ^ layout.guard[chunk]
        misfits |= (whole ^ layout.idle[chunk]) & ~layout.free[chunk]
        place = first + layout.word[chunk]
        word = words[place] & ~layout.packed[chunk]
        words[place] = word | gather(whole, layout.slots[chunk]) << layout.shift[chunk]
    return misfits == NOTHING


def copy_to_spare(chunks: WordArray, layout: Layout) -> None:
    """Copy the new record into the spare one."""
    for chunk in range(layout.chunks, layout.chunks + layout.chunks):
        chunks[layout.chunks + chunk] = chunks[chunk]

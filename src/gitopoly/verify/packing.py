"""Packing positions into a few words and back, compiled.

A record is seen as a row of chunks of 64 bits; `Layout` says which bits of which chunk go where.
`chunks` holds two records and a spare one: the position being left, then the one being reached.
"""

import numpy as np

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.verify.layout import Layout

ONE = np.uint64(1)
HIGHEST_BITS = np.uint64(0x8080808080808080)


class Word:
    """Marks an argument as an unsigned 64-bit word."""


class Words:
    """Marks an argument as an array of such words."""


def raise_octets(chunk: Word, amounts: Word) -> Word:
    """Add to each of eight octets, none of which spills over into the next."""
    return (chunk & ~HIGHEST_BITS) + (amounts & ~HIGHEST_BITS) ^ (chunk ^ amounts) & HIGHEST_BITS


def lower_octets(chunk: Word, amounts: Word) -> Word:
    """The opposite: take from each of eight octets, none of which borrows from the next."""
    return (chunk | HIGHEST_BITS) - (amounts & ~HIGHEST_BITS) ^ (chunk ^ ~amounts) & HIGHEST_BITS


def unpack(chunks: Words, layout: Layout, words: Words, first: Word) -> None:
    """Write a packed position into the record that is left; the bank is for the caller."""
    for i in range(layout.live):
        word = words[first + layout.word[i]]
        whole = np.uint64(0)
        for k in range(layout.first_slot[i], layout.first_slot[i + ONE]):
            whole |= (word >> layout.shift[k] & layout.mask[k]) << layout.source_shift[k]
        chunks[layout.chunk[i]] = lower_octets(whole, layout.raised[i]) | layout.idle[i]


def restore_bank(s: State, rules: Rules) -> None:
    """BANK-2: the bank has what the players have not."""
    s.bank_money = rules.total_money
    for player in range(rules.num_players):
        s.bank_money -= s.money[player]


def pack_changes(chunks: Words, layout: Layout, words: Words, first: Word) -> bool:
    """Turn the packed position left, in `words`, into the one reached; False if it does not fit.

    The record that is reached becomes the one that is left again, ready for the next step.
    """
    fits = True
    for i in range(layout.live):
        before = chunks[layout.chunk[i]]
        after = chunks[layout.chunks + layout.chunk[i]]
        if before == after:
            continue
        chunks[layout.chunks + layout.chunk[i]] = before
        whole = raise_octets(after, layout.raised[i])
        if (whole ^ layout.idle[i]) & ~layout.free[i]:
            fits = False
        word = words[first + layout.word[i]] & ~layout.packed[i]
        for k in range(layout.first_slot[i], layout.first_slot[i + ONE]):
            word |= (whole >> layout.source_shift[k] & layout.mask[k]) << layout.shift[k]
        words[first + layout.word[i]] = word
    return fits


def copy_record(chunks: Words, layout: Layout) -> None:
    """Make the record that is reached equal to the one that is left."""
    for chunk in range(layout.chunks):
        chunks[layout.chunks + chunk] = chunks[chunk]


def is_copy(chunks: Words, layout: Layout) -> bool:
    """Whether both are equal: a change in a field that has no slot would still be there."""
    difference = np.uint64(0)
    for chunk in range(layout.chunks):
        difference |= chunks[layout.chunks + chunk] ^ chunks[chunk]
    return difference == np.uint64(0)

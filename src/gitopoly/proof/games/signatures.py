"""Signatures that are checked in another process, while this one judges what was signed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from functools import lru_cache

from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.signature import Signatures, Signed, check
from gitopoly.processes import processes

MANY = 500
"""Entries below which a process takes longer to start than they take to check."""
FIRST, BATCH = 16, 128
"""How many are handed over together: few at first, so that they are there when asked for."""

_Raw = tuple[bytes, bytes, str]


@contextlib.contextmanager
def checked_ahead(entries: int) -> Iterator[Signatures]:
    """What checks the signatures of so many entries, of many of them in another process."""
    if entries < MANY:
        yield Signatures()
        return
    with processes(1) as pool:
        yield CheckedAhead(pool)


class CheckedAhead(Signatures):
    """Checks what it expects in another process, and here what that has not begun with."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool
        self._asked: dict[_Raw, tuple[Future[list[bool]], int]] = {}

    def expect(self, signed: Sequence[Signed]) -> None:
        """Have signatures checked."""
        raw = [(key.raw, payload, armored) for key, payload, armored in signed]
        at, size = 0, FIRST
        while batch := raw[at : at + size]:
            answer = self._pool.submit(check_all, batch)
            self._asked |= {one: (answer, place) for place, one in enumerate(batch)}
            at, size = at + size, min(2 * size, BATCH)

    def check(self, public: PublicKey, payload: bytes, armored: str) -> bool:
        """Whether the key's owner signed exactly this payload, in exactly our form."""
        answer, place = self._asked.pop((public.raw, payload, armored), (None, 0))
        if answer is None or answer.cancel():
            return super().check(public, payload, armored)
        with contextlib.suppress(BrokenExecutor):  # it was killed
            return answer.result()[place]
        return super().check(public, payload, armored)


def check_all(batch: list[_Raw]) -> list[bool]:
    """Whether each payload was signed with its key."""
    return [check(_key(key), payload, armored) for key, payload, armored in batch]


@lru_cache
def _key(raw: bytes) -> PublicKey:
    return PublicKey(raw)

"""Signatures that are checked in another process, while this one judges what was signed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor

from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.inspection import MOST_NEWS
from gitopoly.ledger.signature import Signatures, signer
from gitopoly.processes import processes

MANY = 500
"""Entries below which a process takes longer to start than they take to check."""
BATCH = 64
"""How many are handed over together."""

_Signed = tuple[bytes, str]
_Answer = Future[list[bytes | None]]


@contextlib.contextmanager
def checked_ahead() -> Iterator[CheckedAhead]:
    """What checks the signatures that it hears of, if they are many, in another process."""
    with contextlib.ExitStack() as held:
        yield CheckedAhead(lambda: held.enter_context(processes(1)))


class CheckedAhead(Signatures):
    """Checks what it expects in another process, and here what that has not begun with."""

    def __init__(self, start: Callable[[], ProcessPoolExecutor]) -> None:
        self._start = start
        self._pool: ProcessPoolExecutor | None = None
        self._batches: list[list[_Signed]] = []
        """What was heard of and not handed over yet."""
        self._handed: list[tuple[_Answer, list[_Signed]]] = []
        self._asked: dict[_Signed, tuple[_Answer, int]] = {}
        self._left = MOST_NEWS

    def expect(self, payload: bytes, armored: str) -> None:
        """Have a signature checked, once there are many; not of more than is judged at all."""
        self._left -= len(payload) + len(armored)
        if self._left < 0:
            return
        if not self._batches or len(self._batches[-1]) == BATCH:
            self._hand_over()
            self._batches.append([])
        self._batches[-1].append((payload, armored))

    def last_first(self) -> None:
        """Have what was heard last checked first."""
        waiting = [batch for answer, batch in self._handed if answer.cancel()]
        self._batches = [*reversed(self._batches), *reversed(waiting)]
        self._handed.clear()
        self._hand_over()

    def check(self, public: PublicKey, payload: bytes, armored: str) -> bool:
        """Whether the key's owner signed exactly this payload, in exactly our form."""
        answer, place = self._asked.pop((payload, armored), (None, 0))
        if answer is None or answer.cancel():
            return super().check(public, payload, armored)
        with contextlib.suppress(BrokenExecutor):  # it was killed
            return answer.result()[place] == public.raw
        return super().check(public, payload, armored)

    def _hand_over(self) -> None:
        """Hand over what was heard, unless it is too little for another process."""
        if self._pool is None and len(self._batches) * BATCH >= MANY:
            self._pool = self._start()
        if self._pool is not None:
            for batch in self._batches:
                answer = self._pool.submit(signers, batch)
                self._handed.append((answer, batch))
                self._asked |= {one: (answer, place) for place, one in enumerate(batch)}
            self._batches.clear()


def signers(batch: list[_Signed]) -> list[bytes | None]:
    """The key with which each payload was signed."""
    return [signer(payload, armored) for payload, armored in batch]

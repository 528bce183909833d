"""Signatures that are checked in another process: the same answers, whoever gives them."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future
from types import SimpleNamespace
from typing import Any

import pytest

from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.inspection import MOST_NEWS
from gitopoly.ledger.signature import BEGIN, END, Signatures, sign
from gitopoly.proof.games.signatures import MANY, CheckedAhead, checked_ahead, signers

ANN, BOB = from_seed(b"ann"), from_seed(b"bob")


def signed(number: int) -> list[tuple[bytes, str]]:
    """What Ann has signed, but every fifth she has not."""
    payloads = [b"move %d" % at for at in range(number)]
    return [(one, sign(BOB if at % 5 == 2 else ANN, one)) for at, one in enumerate(payloads)]


def heard(checker: CheckedAhead, made: list[tuple[bytes, str]]) -> None:
    for one in made:
        checker.expect(*one)
    checker.last_first()


def is_right(checker: CheckedAhead, made: list[tuple[bytes, str]]) -> bool:
    """Whether it says of each what is true, asked for in the other order."""
    asked = list(enumerate(made))[::-1]
    return all(checker.check(ANN.public, *one) == (at % 5 != 2) for at, one in asked)


def test_another_process_finds_what_nobody_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not a single one may be checked here.
    monkeypatch.setattr(Signatures, "check", lambda *_: pytest.fail("checked here"))
    made = signed(MANY + 20)
    with checked_ahead() as checker:
        heard(checker, made)
        for answer, _ in list(checker._asked.values()):
            answer.result()
        assert is_right(checker, made)


def test_what_it_was_not_asked_for_is_checked_here() -> None:
    with checked_ahead() as checker:
        made = signed(MANY)
        heard(checker, made)
        payload = b"something else"
        assert checker.check(ANN.public, payload, sign(ANN, payload))
        # The answer about one key is none about another.
        assert not checker.check(BOB.public, *made[0])
        assert not checker.check(ANN.public, b"move 1", made[0][1])


def test_what_waits_for_another_process_is_checked_here() -> None:
    busy: Any = SimpleNamespace(submit=lambda *_: Future())
    made = signed(MANY)
    checker = CheckedAhead(lambda: busy)
    heard(checker, made)
    assert is_right(checker, made)


def test_what_was_heard_last_is_checked_first() -> None:
    handed: list[list[tuple[bytes, str]]] = []
    running = Future[Any]()
    running.set_running_or_notify_cancel()

    def submit(_: object, batch: list[tuple[bytes, str]]) -> Future[Any]:
        handed.append(batch)
        return running if len(handed) == 1 else Future()

    pool: Any = SimpleNamespace(submit=submit)
    made = signed(MANY + 100)
    checker = CheckedAhead(lambda: pool)
    for one in made:
        checker.expect(*one)
    before = len(handed)
    checker.last_first()
    assert [one for batch in handed[before:][::-1] for one in batch] == made[len(handed[0]) :]


def test_what_a_killed_process_leaves_is_checked_here() -> None:
    def broken(*_: object) -> Future[Any]:
        found: Future[Any] = Future()
        found.set_exception(BrokenExecutor())
        return found

    made = signed(MANY)
    pool: Any = SimpleNamespace(submit=broken)
    checker = CheckedAhead(lambda: pool)
    heard(checker, made)
    assert is_right(checker, made)


def test_few_need_no_other_process() -> None:
    checker = CheckedAhead(lambda: pytest.fail("started"))
    made = signed(MANY // 2)
    heard(checker, made)
    assert is_right(checker, made)


def test_no_more_is_held_for_another_process_than_is_judged_at_all() -> None:
    handed: list[int] = []

    def submit(_: object, batch: list[tuple[bytes, str]]) -> Future[Any]:
        handed.append(len(batch))
        return Future()

    pool: Any = SimpleNamespace(submit=submit)
    checker = CheckedAhead(lambda: pool)
    for number in range(MANY + 100):
        checker.expect(bytes(MOST_NEWS // (MANY + 10)), str(number))
    checker.last_first()
    assert MANY <= sum(handed) < MANY + 10


def test_a_batch_is_answered_in_order_with_the_keys_that_signed() -> None:
    ann, bob = ANN.public.raw, BOB.public.raw
    assert signers(signed(4)) == [ann, ann, bob, ann]


@pytest.mark.parametrize("armored", ["", "nonsense", "\ufffd" * 300, f"{BEGIN}AAAA\n{END}"])
def test_what_is_no_signature_is_of_no_key(armored: str) -> None:
    payload, good = signed(1)[0]
    assert signers([(payload, armored), (payload, good[:-1]), (payload + b"x", good)]) == [None] * 3

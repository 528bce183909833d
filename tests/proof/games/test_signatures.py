"""Signatures that are checked in another process: the same answers, whoever gives them."""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future
from types import SimpleNamespace

import pytest

from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.signature import Signatures, Signed, sign
from gitopoly.proof.games.signatures import MANY, CheckedAhead, check_all, checked_ahead

ANN, BOB = from_seed(b"ann"), from_seed(b"bob")


def signed(number: int) -> list[Signed]:
    """What Ann has signed, but every fifth she has not."""
    made = []
    for at in range(number):
        payload = b"move %d" % at
        by = BOB if at % 5 == 2 else ANN
        made.append((ANN.public, payload, sign(by, payload)))
    return made


def test_another_process_finds_what_nobody_signed(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not a single one may be checked here.
    monkeypatch.setattr(Signatures, "check", lambda *_: pytest.fail("checked here"))
    made = signed(300)
    with checked_ahead(MANY) as checker:
        assert isinstance(checker, CheckedAhead)
        checker.expect(made)
        for answer, _ in list(checker._asked.values()):
            answer.result()
        found = [checker.check(*one) for one in made]
    assert found == [at % 5 != 2 for at in range(300)]


def test_what_it_was_not_asked_for_is_checked_here() -> None:
    with checked_ahead(MANY) as checker:
        checker.expect(signed(3))
        payload = b"something else"
        assert checker.check(ANN.public, payload, sign(ANN, payload))
        # The answer about one key is none about another.
        assert not checker.check(BOB.public, *signed(1)[0][1:])
        assert not checker.check(ANN.public, b"move 1", signed(1)[0][2])


def test_what_waits_for_another_process_is_checked_here() -> None:
    busy = SimpleNamespace(submit=lambda *_: Future())
    checker = CheckedAhead(busy)  # type: ignore[arg-type]
    made = signed(40)
    checker.expect(made)
    assert [checker.check(*one) for one in made] == [at % 5 != 2 for at in range(40)]


def test_what_a_killed_process_leaves_is_checked_here() -> None:
    def broken(*_: object) -> Future[list[bool]]:
        found: Future[list[bool]] = Future()
        found.set_exception(BrokenExecutor())
        return found

    checker = CheckedAhead(SimpleNamespace(submit=broken))  # type: ignore[arg-type]
    made = signed(20)
    checker.expect(made)
    assert [checker.check(*one) for one in made] == [at % 5 != 2 for at in range(20)]


def test_few_need_no_other_process() -> None:
    with checked_ahead(MANY - 1) as checker:
        assert type(checker) is Signatures


def test_a_batch_is_answered_in_order() -> None:
    batch = [(key.raw, payload, armored) for key, payload, armored in signed(8)]
    assert check_all(batch) == [True, True, False, True, True, True, True, False]

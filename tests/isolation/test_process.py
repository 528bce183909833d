"""A process for code of others: it answers, or it is given up."""

import os

import pytest

from gitopoly.isolation.limits import DIED, RAISED, RemoteFault, ResourceLimits
from gitopoly.isolation.process import IsolatedProcess

pytestmark = pytest.mark.skipif(os.name != "posix", reason="isolation needs POSIX")


def test_a_question_that_the_module_does_not_know_is_a_fault_of_its_answer_alone() -> None:
    process = IsolatedProcess("gitopoly.game.worker", ResourceLimits(call=60.0))
    process.start()
    try:
        for _ in range(2):
            with pytest.raises(RemoteFault) as fault:
                process.request({"nonsense": 1}, 60.0)
            assert fault.value.kind == RAISED
            assert "KeyError" in fault.value.detail
        assert process.lives
        assert process.spent > 0
    finally:
        process.close()
    assert not process.lives


def test_a_process_that_was_closed_or_never_started_is_gone() -> None:
    process = IsolatedProcess("gitopoly.game.worker")
    with pytest.raises(RemoteFault) as fault:
        process.request({}, 1.0)
    assert fault.value.kind == DIED
    process.close()


def test_a_module_that_does_not_serve_is_given_up() -> None:
    process = IsolatedProcess("this", ResourceLimits(call=60.0))
    process.start()
    with pytest.raises(RemoteFault) as fault:
        process.request({}, 60.0)
    assert fault.value.kind == DIED
    assert not process.lives

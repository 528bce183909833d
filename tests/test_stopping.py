"""A signal stops a program in order, whoever swallows the exception that it raises."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from subprocess import PIPE

import pytest

from gitopoly.stopping import Stopped, forget, insist, pass_on, stopped_in_order

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


def send(number: int) -> None:
    """Send a signal to this process and wait until it is handled."""
    signal.raise_signal(number)


def stopped_in(work: Callable[[], object]) -> signal.Signals:
    """Run something that is stopped; by which signal."""
    with pytest.raises(Stopped) as caught, stopped_in_order():
        work()
    return caught.value.signal


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_is_raised_where_the_program_is(number: signal.Signals) -> None:
    tidied = []

    def work() -> None:
        try:
            send(number)
        finally:
            tidied.append(number)

    assert (stopped_in(work), tidied) == (number, [number])


def test_whatever_swallows_it_the_program_was_stopped() -> None:
    reached = []

    def work() -> None:
        try:
            send(signal.SIGTERM)
        except BaseException:  # noqa: BLE001 - as bots have it
            reached.append("swallowed")
        with pytest.raises(Stopped):
            insist()
        reached.append("the end")

    assert stopped_in(work) == signal.SIGTERM
    assert reached == ["swallowed", "the end"]
    insist()  # and it is over


def test_whatever_it_is_turned_into_the_program_was_stopped() -> None:
    def work() -> None:
        try:
            send(signal.SIGHUP)
        except KeyboardInterrupt:
            raise ValueError from None

    assert stopped_in(work) == signal.SIGHUP


def swallow_and_forget(sent: signal.Signals, forgotten: signal.Signals) -> None:
    """Send a signal, and take another or the same as dealt with."""
    with pytest.raises(Stopped):
        send(sent)
    forget(forgotten)


def test_what_is_dealt_with_is_forgotten() -> None:
    with stopped_in_order():
        swallow_and_forget(signal.SIGINT, signal.SIGINT)
    assert stopped_in(lambda: swallow_and_forget(signal.SIGTERM, signal.SIGINT)) == signal.SIGTERM


def test_what_comes_soon_after_it_does_not_disturb_the_tidying_up() -> None:
    tidied = []

    def work() -> None:
        try:
            send(signal.SIGTERM)
        finally:
            send(signal.SIGHUP)
            send(signal.SIGTERM)
            tidied.append("all")

    assert (stopped_in(work), tidied) == (signal.SIGTERM, ["all"])


def test_what_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stopped_in_order():
            send(signal.SIGHUP)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_afterwards_everything_is_handled_as_before() -> None:
    before = [signal.getsignal(number) for number in SIGNALS], sys.unraisablehook
    with stopped_in_order(), stopped_in_order():
        assert [signal.getsignal(number) for number in SIGNALS] != before[0]
    assert ([signal.getsignal(number) for number in SIGNALS], sys.unraisablehook) == before


def test_another_thread_hears_no_signals_and_changes_nothing() -> None:
    found = []

    def run() -> None:
        with stopped_in_order():
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert found == [signal.SIG_DFL]


class Finalized:
    """Stops the program while it is finalized, where Python can raise nothing."""

    def __del__(self) -> None:
        send(signal.SIGTERM)


def test_a_signal_inside_a_finalizer_comes_again() -> None:
    def work() -> None:
        Finalized()
        threading.Event().wait(300)

    assert stopped_in(work) == signal.SIGTERM


def test_a_signal_that_comes_just_before_a_wait_ends_it() -> None:
    """A wait that goes on after a signal stands for one that begins in the same moment."""
    source, sink = os.pipe()

    def work() -> None:
        signal.siginterrupt(signal.SIGTERM, False)
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGTERM)).start()
        os.read(source, 1)

    assert stopped_in(work) == signal.SIGTERM
    os.close(source)
    os.close(sink)


# Whose fault an exception is.


def handler(*_: object) -> None:
    """A handler as programs have it that use this package."""
    sys.exit(3)


def test_the_exception_of_a_callers_own_handler_is_passed_on() -> None:
    before = signal.signal(signal.SIGTERM, handler)
    try:
        with pytest.raises(SystemExit) as caught:
            send(signal.SIGTERM)
        with pytest.raises(SystemExit):
            pass_on(caught.value)
    finally:
        signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize("error", [SystemExit, KeyboardInterrupt, ValueError, GeneratorExit])
def test_what_code_raises_by_itself_is_its_own(error: type[BaseException]) -> None:
    with pytest.raises(error) as caught:
        raise error
    pass_on(caught.value)


# Ending at once.

DEAF = """
import time
from gitopoly import stopping

stopping.PATIENCE = 0.0
with stopping.stopped_in_order():
    while True:
        try:
            print("begun", flush=True)
            time.sleep(900)
        except BaseException:
            print("swallowed", flush=True)
"""


def test_the_next_signal_ends_at_once_what_does_not_listen() -> None:
    program = subprocess.Popen([sys.executable, "-c", DEAF], stdout=PIPE, text=True)
    assert program.stdout
    assert program.stdout.readline() == "begun\n"
    program.send_signal(signal.SIGTERM)
    assert program.stdout.readline() == "swallowed\n"
    program.send_signal(signal.SIGTERM)
    program.communicate(timeout=300)
    assert program.returncode == -signal.SIGTERM

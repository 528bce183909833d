"""Work on several processes: they end with whoever asked for it, however that one ends."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gitopoly.errors import LostProcess
from gitopoly.processes import processes
from tests.lives import ends

LONG = 900.0
"""Seconds that nobody waits in a test; whatever lasts so long has to be given up."""
MAKER = """
import sys
from pathlib import Path
from gitopoly.processes import processes
from tests.test_processes import live_long

if __name__ == "__main__":
    with processes(2) as pool:
        list(pool.map(live_long, [Path(sys.argv[1]), Path(sys.argv[2])]))
"""


def live_long(note: Path) -> None:
    """Write down which process this is, and stay."""
    draft = note.with_suffix(".new")
    draft.write_text(str(os.getpid()))
    draft.rename(note)
    time.sleep(LONG)


def wait_for_notes(*notes: Path) -> list[int]:
    """The processes that have begun."""
    deadline = time.monotonic() + 120
    while not all(note.exists() for note in notes):
        assert time.monotonic() < deadline, "the processes did not begin"
        time.sleep(0.02)
    return [int(note.read_text()) for note in notes]


def test_work_is_shared_out_and_its_results_come_in_order() -> None:
    with processes(2) as pool:
        assert list(pool.map(abs, [-1, -2, -3])) == [1, 2, 3]


def end_at_once(_: int) -> None:
    """End without a word, as a process does for which no memory is left."""
    os._exit(1)


def test_a_process_that_ends_in_its_work_is_told_in_one_line() -> None:
    with pytest.raises(LostProcess, match="fewer jobs"), processes(2) as pool:
        list(pool.map(end_at_once, [1, 2]))


def what_is_heard() -> list[bool]:
    """Whether this process is deaf to what terminals send, and whether that can be changed."""
    numbers = {signal.SIGINT, signal.SIGHUP}
    ignored = all(signal.getsignal(number) == signal.SIG_IGN for number in numbers)
    return [ignored, numbers.isdisjoint(signal.pthread_sigmask(signal.SIG_BLOCK, ()))]


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_only_their_maker_hears_what_a_terminal_sends() -> None:
    with processes(2) as pool:
        assert pool.submit(what_is_heard).result() == [True, True]
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


BEGINNING = """
import signal
from multiprocessing import util
from gitopoly.processes import processes

start = util.spawnv_passfds

def noting(*words):
    print(*sorted(signal.pthread_sigmask(signal.SIG_BLOCK, ())))
    return start(*words)

if __name__ == "__main__":
    util.spawnv_passfds = noting
    with processes(2) as pool:
        list(pool.map(abs, [-1, -2]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
def test_a_terminal_is_not_even_heard_while_a_process_starts() -> None:
    """Python would print where it was, before any of our code can ask it not to."""
    command = [sys.executable, "-c", BEGINNING]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    masks = [set(map(int, line.split())) for line in done.stdout.splitlines()]
    # What Python has for what they share, and one process or two: an idle one gets the next work.
    assert 2 <= len(masks) <= 3
    assert all({signal.SIGINT, signal.SIGHUP} <= mask for mask in masks)


def test_processes_that_are_left_by_an_exception_give_up_what_they_do(tmp_path: Path) -> None:
    pids = []
    with contextlib.suppress(KeyError), processes(2) as pool:
        pool.submit(live_long, tmp_path / "one")
        pids = wait_for_notes(tmp_path / "one")
        raise KeyError
    assert ends(*pids)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM])
def test_processes_end_with_their_maker(tmp_path: Path, end: signal.Signals) -> None:
    notes = tmp_path / "one", tmp_path / "two"
    root = Path(__file__).resolve().parent.parent
    maker = subprocess.Popen(
        [sys.executable, "-c", MAKER, *map(str, notes)], cwd=root, stderr=subprocess.DEVNULL
    )
    pids = wait_for_notes(*notes)
    maker.send_signal(end)
    maker.wait(120)
    assert all(map(ends, pids))


def test_a_process_that_lives_is_not_taken_for_gone() -> None:
    """The twin: what all these ask can be answered otherwise."""
    assert not ends(os.getpid(), patience=0.2)

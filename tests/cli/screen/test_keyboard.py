"""What is typed, without anybody waiting for it."""

from __future__ import annotations

import io
import os
import threading

import pytest

from gitopoly.cli.screen import keyboard


def test_letters_backspace_and_enter_make_lines() -> None:
    typed = keyboard.Input()
    typed.feed("bix\x7fd 12")
    assert (typed.take(), typed.typed) == ([], "bid 12")
    typed.feed("0\rnext\n")
    assert (typed.take(), typed.typed) == (["bid 120", "next"], "")
    assert typed.take() == []


def test_lines_can_be_taken_one_by_one() -> None:
    typed = keyboard.Input()
    assert typed.waiting is None
    typed.feed("1\r2\r3\r")
    assert (typed.waiting, typed.take(1), typed.waiting) == ("1", ["1"], "2")
    assert (typed.take(), typed.waiting) == (["2", "3"], None)


def test_only_what_is_no_terminal_counts_as_a_script() -> None:
    ours, theirs = os.openpty()
    with os.fdopen(theirs, "r") as terminal:
        assert not keyboard.lines(terminal, lambda: None).scripted
        os.write(ours, b"\x04")
    assert keyboard.lines(io.StringIO(), lambda: None).scripted
    os.close(ours)


def test_a_line_can_be_cleared_and_arrows_do_nothing() -> None:
    typed = keyboard.Input()
    typed.feed("abc\x15d\x1b[A\x1b[1;5C\x1bOPe\x1b\x07")
    assert typed.typed == "de"


def test_backspace_in_an_empty_line_does_nothing() -> None:
    typed = keyboard.Input()
    typed.feed("\x7f\x7f")
    assert typed.typed == ""


def test_ctrl_d_ends_only_an_empty_line() -> None:
    typed = keyboard.Input()
    typed.feed("x\x04")
    assert not typed.closed
    typed.feed("\x15\x04")
    assert typed.closed


def test_whole_lines_are_read_from_a_stream_to_its_end() -> None:
    woken = threading.Semaphore(0)
    typed = keyboard.lines(io.StringIO("first\r\nsecond"), woken.release)
    for _ in range(3):
        assert woken.acquire(timeout=300)
    assert typed.take() == ["first", "second"]
    assert typed.closed


def test_what_is_no_terminal_has_no_single_keys() -> None:
    reading, writing = os.pipe()
    with keyboard.keys(reading, lambda: None) as typed:
        assert typed is None
    os.close(reading)
    os.close(writing)


@pytest.mark.skipif(os.name != "posix", reason="there are no such terminals here")
def test_single_keys_of_a_terminal_arrive_one_by_one_and_unseen() -> None:
    import pty
    import termios

    ours, theirs = pty.openpty()
    before = termios.tcgetattr(theirs)
    woken = threading.Semaphore(0)
    with keyboard.keys(theirs, woken.release) as typed:
        assert typed is not None
        os.write(ours, "ü".encode())
        assert woken.acquire(timeout=300)
        assert typed.typed == "ü"
        os.write(ours, b"\r")
        assert woken.acquire(timeout=300)
        assert typed.take() == ["ü"]
        assert not termios.tcgetattr(theirs)[3] & termios.ECHO
        os.write(ours, b"\x04")
        assert woken.acquire(timeout=300)
        assert typed.closed
    assert termios.tcgetattr(theirs) == before
    os.close(ours)
    os.close(theirs)

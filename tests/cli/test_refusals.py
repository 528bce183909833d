"""Whoever ends a long command from outside leaves everything in order, as Ctrl-C does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from subprocess import PIPE

import pytest

SLOW = """
import importlib, sys, time
from gitopoly.cli import main

def work(*arguments):
    try:
        print("begun", file=sys.stderr, flush=True)
        yield time.sleep(900)
    finally:
        print("tidied", file=sys.stderr, flush=True)

module, name, *command = sys.argv[1:]
whole = name == "play_tournament"  # which is no generator
setattr(importlib.import_module(module), name, (lambda *a: next(work())) if whole else work)
main(command)
"""
COMMANDS = {
    "simulate": ("gitopoly.cli.simulate.command", "play_series"),
    "arena play random random": ("gitopoly.cli.arena.play", "play_series"),
    "arena tournament random random": ("gitopoly.cli.arena.tournament", "play_tournament"),
}


@pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")
@pytest.mark.parametrize("command", COMMANDS)
def test_games_that_are_ended_from_outside_are_left_in_order(command: str) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", SLOW, *COMMANDS[command], *command.split()],
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )
    assert program.stderr
    while "begun" not in program.stderr.readline():
        assert program.poll() is None
    program.send_signal(signal.SIGTERM)
    output, errors = program.communicate(timeout=300)
    assert (program.returncode, output) == (128 + signal.SIGTERM, "")
    assert errors.endswith("tidied\ngitopoly: stopped by SIGTERM\n")

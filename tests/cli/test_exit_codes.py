"""Whoever stops a command from outside leaves everything in order, also from inside a bot."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.cli.exit_codes import BAD_INPUT, EXIT_CODES, PIPE_CLOSED
from gitopoly.stopping import USUAL
from tests.cli.seated import begun
from tests.cli.terminals import Played
from tests.lives import ends

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals differ elsewhere")

ROOT = Path(__file__).parents[2]
SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]
PATIENCE = 120.0
"""Seconds: far more than anything here takes."""

NOTE = """
import os, pathlib

def note():
    "Tell the test which process this is, once."
    path = pathlib.Path({place!r})
    draft = path.with_suffix(f".{{os.getpid()}}")
    draft.write_text(str(os.getpid()))
    draft.replace(path)
"""
BOTS = {
    "computing": """
class Agent:
    def getBSMTDecision(self, state):
        note()
        while True:
            pass
""",
    "forgiving": """
class Agent:
    def getBSMTDecision(self, state):
        note()
        try:
            while True:
                pass
        except:
            return None
""",
    "leaving": """
class Agent:
    def getBSMTDecision(self, state):
        note()
        try:
            while True:
                pass
        except BaseException:
            raise SystemExit(7)
""",
    "loading": """
note()
while True:
    pass
""",
}
"""Bots that are stopped in the middle of something, and what they make of it."""


def bot(folder: Path, kind: str) -> Path:
    """A bot in a file that says when it is busy, in the file `busy` beside it."""
    path = folder / f"{kind}.py"
    path.write_text(NOTE.format(place=str(folder / "busy")) + BOTS[kind])
    return path


def start(folder: Path, *command: str) -> subprocess.Popen[str]:
    """Begin a command in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "gitopoly", *command],
        cwd=folder,
        env={**os.environ, "GITOPOLY_HOME": str(folder / "home"), "GITOPOLY_BROWSER": "none"},
        stdin=subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )


def busy(folder: Path, program: subprocess.Popen[str]) -> int:
    """Wait until the command is inside of what it should be stopped in; the process that is."""
    deadline = time.monotonic() + PATIENCE
    while not (folder / "busy").exists():
        if program.poll() is not None or time.monotonic() > deadline:
            program.kill()
            pytest.fail(f"it did not get so far: {program.communicate()}")
        time.sleep(0.02)
    return int((folder / "busy").read_text())


def outcome(program: subprocess.Popen[str]) -> tuple[str, str]:
    """What a command prints until it ends; it does not outlive the test if it does not end."""
    try:
        return program.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        program.kill()
        raise


def stopped(program: subprocess.Popen[str], number: signal.Signals) -> str:
    """Stop a command; what it printed before it said so, and nothing else."""
    program.send_signal(number)
    output, errors = outcome(program)
    assert program.returncode == 128 + number, errors
    told = "\ngitopoly: stopped by Ctrl-C\n"
    if number != signal.SIGINT:
        told = f"gitopoly: stopped by {number.name}\n"
    assert errors.endswith(told)
    assert "Traceback" not in errors
    return output + errors.removesuffix(told)


@pytest.mark.slow
@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("way", ["--isolate", "--no-isolate"])
def test_a_match_is_stopped_inside_a_bots_call(
    tmp_path: Path, way: str, number: signal.Signals
) -> None:
    mine = str(bot(tmp_path, "computing"))
    program = start(tmp_path, "arena", "play", mine, "random", way, "--call-seconds", "100")
    pid = busy(tmp_path, program)
    assert (pid == program.pid) == (way == "--no-isolate")
    assert stopped(program, number) == ""
    assert ends(pid)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in BOTS if kind != "computing"])
def test_no_bot_in_the_process_swallows_a_signal(tmp_path: Path, kind: str) -> None:
    mine = str(bot(tmp_path, kind))
    words = ("arena", "play", mine, "random", "--no-isolate", "--call-seconds", "100")
    program = start(tmp_path, *words, "--games", "1000")
    busy(tmp_path, program)
    assert stopped(program, signal.SIGTERM) == ""


PLAYER = """
from gitopoly import Player

class Mine(Player):
    def decide(self, game, actions):
        note()
        try:
            while True:
                pass
        except BaseException:
            return actions[0]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "number",
    [signal.SIGTERM, *(pytest.param(other, marks=pytest.mark.long) for other in SIGNALS[1:])],
)
@pytest.mark.parametrize("way", ["--isolate", "--no-isolate"])
def test_a_game_of_players_is_stopped_inside_a_decision(
    tmp_path: Path, way: str, number: signal.Signals
) -> None:
    (tmp_path / "mine.py").write_text(NOTE.format(place=str(tmp_path / "busy")) + PLAYER)
    words = ("arena", "play", "mine.py", "random", "--edition", "classic", "--games", "100")
    program = start(tmp_path, *words, way, "--call-seconds", "100")
    pid = busy(tmp_path, program)
    assert stopped(program, number) == ""
    assert ends(pid)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("way", ["--isolate", "--no-isolate"])
def test_a_tournament_is_stopped_inside_a_bots_call(tmp_path: Path, way: str, jobs: str) -> None:
    mine = str(bot(tmp_path, "computing"))
    words = ("arena", "tournament", mine, "random", way, "--jobs", jobs, "--save", "cup.json")
    program = start(tmp_path, *words, "--call-seconds", "100")
    pid = busy(tmp_path, program)
    assert stopped(program, signal.SIGTERM) == ""
    assert ends(pid)
    assert not (tmp_path / "cup.json").exists()


@pytest.mark.slow
def test_a_tournament_is_stopped_with_everything_that_its_terminal_stops(tmp_path: Path) -> None:
    mine = str(bot(tmp_path, "computing"))
    words = ("arena", "tournament", mine, "random", "--jobs", "2", "--call-seconds", "100")
    program = subprocess.Popen(
        [sys.executable, "-m", "gitopoly", *words],
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    )
    pid = busy(tmp_path, program)
    os.killpg(program.pid, signal.SIGHUP)
    output, errors = outcome(program)
    assert (program.returncode, output, errors) == (
        128 + signal.SIGHUP,
        "",
        "gitopoly: stopped by SIGHUP\n",
    )
    assert ends(pid)


CASES = """
import adjudicator

def test_first(adjudicator):
    note()
    try:
        while True:
            pass
    except:
        return False

def test_second(adjudicator):
    pathlib.Path("second").touch()
"""


def test_a_file_of_cases_is_stopped_though_it_goes_on(tmp_path: Path) -> None:
    cases = tmp_path / "cases.py"
    cases.write_text(NOTE.format(place=str(tmp_path / "busy")) + CASES)
    program = start(tmp_path, "arena", "test", "cases.py")
    busy(tmp_path, program)
    assert stopped(program, signal.SIGTERM) == ""
    assert not (tmp_path / "second").exists()


@pytest.mark.slow
@pytest.mark.parametrize("error", ["SystemExit(0)", "KeyboardInterrupt", "ValueError"])
def test_what_a_bot_raises_by_itself_is_its_own_fault(tmp_path: Path, error: str) -> None:
    """The twin: not everything that looks like a signal is one."""
    mine = tmp_path / "raising.py"
    mine.write_text(f"class Agent:\n    def getBSMTDecision(self, state):\n        raise {error}\n")
    program = start(tmp_path, "arena", "play", "raising.py", "random", "--no-isolate")
    output, errors = outcome(program)
    assert (program.returncode, errors) == (0, "")
    assert f"raising, getBSMTDecision: raised: {error.partition('(')[0]}" in output


@pytest.mark.parametrize("error", ["SystemExit", "KeyboardInterrupt", "ValueError"])
def test_a_bot_that_ends_while_it_is_loaded_is_refused(tmp_path: Path, error: str) -> None:
    (tmp_path / "ending.py").write_text(f"raise {error}\n")
    program = start(tmp_path, "arena", "play", "ending.py", "random", "--no-isolate")
    output, errors = outcome(program)
    assert (program.returncode, output) == (2, "")
    assert errors == f"gitopoly: ending.py cannot be run: {error} (ending.py, line 1)\n"


# Commands whose bots and checkers are our own: these are held up where they work.

HELD_UP = (
    NOTE
    + """
import importlib, sys, time
from gitopoly.cli import main

def work(*arguments, **more):
    note()
    while True:
        time.sleep(0.01)

module, name, *command = sys.argv[1:]
*classes, last = name.split(".")
owner = importlib.import_module(module)
for part in classes:
    owner = getattr(owner, part)
setattr(owner, last, work)
main(command, prog_name="gitopoly")
"""
)
PLAYING = ("gitopoly.bots.series", "new_desk")
CHOOSING = ("gitopoly.bots.table_policy", "TablePolicy.choose")
COMMANDS = {
    "simulate --engine interpreted --games 1": PLAYING,
    "simulate --policy strong --engine interpreted --games 1": PLAYING,
    "simulate --on git --jobs 1 --out made": CHOOSING,
    "play --watch": PLAYING,
    "check MCDice1 --engine tlc": ("gitopoly.cli.check.report", "CheckProgress.__enter__"),
    "check --simulate": ("gitopoly.cli.check.simulation", "simulate_behaviours"),
    "evaluate --only lengths --quick --out made": ("gitopoly.cli.evaluate", "run_sections"),
    "verify game/ann.git": ("gitopoly.cli.verify.ledger_game", "audit"),
    "log game/ann.git": ("gitopoly.table.game_replica", "GameReplica.story"),
    "watch game/ann.git --json": ("gitopoly.table.game_replica", "GameReplica.story"),
    "replay game/ann.git": ("gitopoly.proof.games.audit", "audit"),
    "rules list": ("gitopoly.cli.rules.reading", "open_book"),
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game between friends."""
    folder = tmp_path_factory.mktemp("friends")
    begun(folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_stopped_where_it_works(tmp_path: Path, game: Path, command: str) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    code = HELD_UP.format(place=str(tmp_path / "busy"))
    words = command.replace("game/", f"{game}/game/").replace("made", str(tmp_path / "made"))
    program = subprocess.Popen(
        [sys.executable, "-c", code, *COMMANDS[command], *words.split()],
        env={**os.environ, "TMPDIR": str(scratch)},
        stdin=subprocess.DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        text=True,
    )
    busy(tmp_path, program)
    stopped(program, signal.SIGTERM)
    assert not list(scratch.iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_page_is_stopped_while_bots_play(tmp_path: Path, number: signal.Signals) -> None:
    program = start(tmp_path, "play", "--bots", "2", "--name", "Ann")
    assert program.stdout
    assert "Open this page to play" in program.stdout.readline()
    assert stopped(program, number).endswith("The game is saved.\n")
    listed = outcome(start(tmp_path, "games"))[0]
    assert "Ann, Birch, Cedar" in listed


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_question_is_stopped_by_what_stopped_it(tmp_path: Path, number: signal.Signals) -> None:
    """Click makes an abort of every interruption."""
    asked = Played(tmp_path, "new", GITOPOLY_HOME=str(tmp_path / "home"))
    try:
        asked.wait_until(lambda: "Your nickname: " in asked.output, "a question")
        asked.process.send_signal(number)
        assert asked.end() == 128 + number
        assert asked.output.endswith(f"gitopoly: stopped by {number.name}\r\n")
    finally:
        asked.kill()


def test_the_exit_codes_are_told_in_the_help_the_manual_and_the_documentation() -> None:
    shown = CliRunner().invoke(main, ["--help"], terminal_width=120).output
    page = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    manual = (ROOT / "man" / "gitopoly-log.1").read_text(encoding="utf-8")
    for code, meaning in EXIT_CODES.items():
        assert f"{code:<3}  {meaning}\n" in shown
        assert f"| {code} | {meaning} |" in page.replace("\\|", "|")
        assert f".B {code}\n" in manual


def test_every_signal_that_stops_a_command_has_an_exit_code() -> None:
    assert {128 + number for number in USUAL} | {PIPE_CLOSED, BAD_INPUT, 0, 1} == set(EXIT_CODES)

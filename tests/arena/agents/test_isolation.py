"""An agent in a process of its own: whatever it does there stays there."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena import Adjudicator, ResourceLimits
from gitopoly.arena.agents import isolation
from gitopoly.arena.agents.isolation import IsolatedAgent
from gitopoly.arena.matches.calls import Calls, RemoteAgent
from gitopoly.arena.matches.record import Recorder
from gitopoly.errors import InvalidBot
from tests.arena.bots import write_bot
from tests.arena.invented_agents import Scripted, once, owned
from tests.lives import ends

pytestmark = pytest.mark.skipif(os.name != "posix", reason="isolation needs POSIX")

SHORT = ResourceLimits(call=1.0, match=600.0)
PATIENT = ResourceLimits(call=120.0, match=600.0)
"""For bots that are not to run out of time, however busy the machine is."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take long to start a process."""
    monkeypatch.setattr(isolation, "START_SECONDS", 120.0)


def isolated(path: Path, limits: ResourceLimits = PATIENT, memory: int = 512) -> IsolatedAgent:
    return IsolatedAgent(("file", str(path), ""), limits, memory)


def meet(path: Path, dice: Any = ((1, 2), (1, 3)), **settings: Any) -> tuple[Any, Adjudicator]:
    """The isolated bot on seat 1 against one that bids 2; the final state."""
    adjudicator = Adjudicator(seed=1, limits=settings.get("limits", PATIENT))
    with isolated(path, **settings) as agent:
        agent.begin(1, 0)
        state = adjudicator.runGame(agent, Scripted(bid=2), dice, [6], [12])[1]
    return state, adjudicator


def test_an_isolated_agent_plays_like_one_in_the_process(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "quiet")
    agents = []
    for seat in (1, 2):
        names: dict[str, Any] = {}
        exec(path.read_text(encoding="utf-8"), names)
        agents.append(names["Agent"](seat))
    expected = Adjudicator(seed=9).runGame(*agents)
    with isolated(path) as one, isolated(path) as other:
        for _ in range(2):
            one.begin(1, 0)
            other.begin(2, 0)
            assert Adjudicator(seed=9).runGame(one, other) == expected


def test_the_state_and_its_history_arrive_with_their_types(tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    body = f"""
        with open({str(told)!r}, "a") as file:
            file.write(repr(state) + chr(10))
        return False
    """
    path = write_bot(tmp_path, "teller", "respondTrade", body)
    offer = once(("T", 7, [3], 0, []), lambda s: s[1][3] == 1)
    first = Scripted(bsmt=offer)
    with isolated(path) as second:
        second.begin(2, 0)
        _, final = Adjudicator().runGame(first, second, [(1, 2)])
    state = eval(told.read_text(encoding="utf-8"))
    assert state[:7] == (0, final[1], (3, 0), (1440, 1500), 1, (7, [3], 0, []), (0, 0, 0, 0))
    assert state[7] == final[7][: len(state[7])]
    assert type(state[7]) is list
    assert type(state[7][0][1][1]) is tuple


MISBEHAVIOURS = {
    "raises": ("return 1 // 0", "raised"),
    "exits": ("raise SystemExit(3)", "raised"),
    "hangs": ("while True: pass", "timeout"),
    "sleeps": ("import time; time.sleep(900)", "timeout"),
    "leaks": ("return [bytes(1 << 26) for _ in range(10**6)]", "raised"),
    "dies": ("import os; os._exit(3)", "died"),
    "is killed": ("import os; os.kill(os.getpid(), 9)", "died"),
    "catches the alarm": (
        "import time\nwhile True:\n    try: time.sleep(900)\n    except BaseException: pass",
        "died",
    ),
    "ignores the alarm": (
        "import signal, time\nsignal.signal(signal.SIGALRM, signal.SIG_IGN)\ntime.sleep(900)",
        "died",
    ),
    "returns an object": ("return object()", "junk"),
    "returns much": ("return 'yes' * 10**7", "junk"),
    "returns deep things": ("x = []\nfor _ in range(10**4): x = [x]\nreturn x", "junk"),
    "talks on the pipes": (
        "import os\nfor d in range(3, 1000):\n"
        "    try: os.write(d, b'\\x00\\x00\\x00\\x02[]' * 50)\n    except OSError: pass",
        "died",
    ),
    "closes the pipes": ("import os; os.closerange(3, 1000); return True", "died"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_a_misbehaving_bot_gets_the_default_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    body, kind = MISBEHAVIOURS[name]
    # A timeout is told by the process itself, as late as that may be on a busy machine.
    monkeypatch.setattr(RemoteAgent, "grace", 240.0 if kind == "timeout" else 4.0)
    path = write_bot(tmp_path, "bad", "buyProperty", body)
    started = time.monotonic()
    state, adjudicator = meet(path, limits=SHORT if "while" in body or "sleep" in body else PATIENT)
    assert time.monotonic() - started < 450
    assert owned(state)[3] == (1 if kind != "died" else -1)
    assert state[3][1] == (1498 if kind == "died" else 1500) - 200
    assert adjudicator.faults[0].kind == kind
    assert {fault.seat for fault in adjudicator.faults} == {1}


@pytest.mark.parametrize("name", ["talks on the pipes", "closes the pipes"])
def test_pipes_are_guarded_wherever_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A process that has much open, as one after many tests may, gives them high numbers."""
    with contextlib.ExitStack() as many:
        for _ in range(60):
            many.enter_context(open(os.devnull, encoding="utf-8"))
        test_a_misbehaving_bot_gets_the_default_answer(tmp_path, monkeypatch, name)


def test_what_a_bot_prints_goes_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = write_bot(tmp_path, "loud", "receiveState", "print('noise' * 1000)")
    meet(path)
    assert capfd.readouterr() == ("", "")


def test_a_bot_cannot_print_into_the_answers(tmp_path: Path) -> None:
    body = "import sys; sys.stdout.write('{}'); sys.stdout.flush(); return True"
    state, adjudicator = meet(write_bot(tmp_path, "printer", "buyProperty", body))
    assert owned(state) == {3: 1}
    assert adjudicator.faults == []


def test_a_process_that_died_is_replaced_for_the_next_match(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "mortal", "buyProperty", "import os; os._exit(0)")
    with isolated(path) as agent:
        for _ in range(2):
            agent.begin(1, 0)
            adjudicator = Adjudicator(limits=PATIENT)
            adjudicator.runGame(agent, Scripted(), [(1, 2)])
            assert [fault.kind for fault in adjudicator.faults] == ["died"]


def test_a_bot_whose_budget_is_used_up_plays_the_next_match(tmp_path: Path) -> None:
    body = "import time; time.sleep(0.3 if state[0] == 0 else 0); return None"
    path = write_bot(tmp_path, "slow", "getBSMTDecision", body)
    limits = ResourceLimits(call=120.0, match=0.5)
    with isolated(path, limits) as agent:
        for _ in range(2):
            agent.begin(1, 0)
            adjudicator = Adjudicator(limits=limits)
            adjudicator.runGame(agent, Scripted(), [(1, 3), (1, 2)])
            assert [fault.kind for fault in adjudicator.faults if fault.seat == 1] == ["budget"]


def test_each_match_has_a_fresh_agent_and_the_same_random_numbers(tmp_path: Path) -> None:
    top = "import random\nCOUNT = []\n"
    body = "COUNT.append(1); return random.randint(0, 10**6) * 10 + len(COUNT)"
    path = write_bot(tmp_path, "dicey", "auctionProperty", body, top)
    agent_state = (0, (0,) * 42, (0, 0), (1500, 1500), 4, (3, 0), (0, 0, 0, 0), [])
    with isolated(path) as agent:
        answers = []
        for seed in (1, 1, 2):
            agent.begin(1, seed)
            answers.append(agent.auctionProperty(agent_state))
    assert answers[0] == answers[1] != answers[2]
    assert {answer % 10 for answer in answers} == {1}


def test_the_process_ends_with_the_agent_and_so_do_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids.json"
    body = f"""
        import json, os, subprocess, sys
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(900)"])
        with open({str(pids)!r}, "w") as file:
            json.dump([os.getpid(), child.pid], file)
        return True
    """
    meet(write_bot(tmp_path, "parent", "buyProperty", body))
    for pid in json.loads(pids.read_text(encoding="utf-8")):
        assert ends(pid)


MAKER = """
import sys
from gitopoly.arena import Adjudicator, ResourceLimits
from gitopoly.arena.agents.isolation import IsolatedAgent

limits = ResourceLimits(call=900.0, match=900.0)
with IsolatedAgent(("file", sys.argv[1], ""), limits, 512) as one:
    one.begin(1, 0)
    Adjudicator(seed=1, limits=limits).runGame(one, one, [(1, 2)])
"""


def test_a_bot_that_never_returns_ends_with_whoever_was_killed_while_waiting_for_it(
    tmp_path: Path,
) -> None:
    note = tmp_path / "pid"
    body = f"""
        import os, re
        with open({str(note) + "x"!r}, "w") as file:
            file.write(str(os.getpid()))
        os.rename({str(note) + "x"!r}, {str(note)!r})
        re.match("(a+)+b", "a" * 99)
    """
    path = write_bot(tmp_path, "stuck", "buyProperty", body)
    maker = subprocess.Popen([sys.executable, "-c", MAKER, str(path)])
    deadline = time.monotonic() + 120
    while not note.exists():
        assert time.monotonic() < deadline, "the bot was not asked"
        time.sleep(0.02)
    maker.kill()
    maker.wait(120)
    assert ends(int(note.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = (", "SyntaxError"),
        ("import nothing_of_this_name", "ModuleNotFoundError"),
        ("x = 1", "no class with the methods of an agent"),
        (
            "class Agent:\n    def buyProperty(self): pass\n    def __init__(self, a, b): 1",
            "failed",
        ),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_a_bot_that_cannot_be_loaded_is_refused_in_one_line(
    tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "broken.py"
    path.write_text(text, encoding="utf-8")
    with isolated(path) as agent, pytest.raises(InvalidBot, match=told) as caught:
        agent.begin(1, 0)
    assert "\n" not in str(caught.value)


def test_a_bot_that_hangs_while_it_is_loaded_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "slow.py"
    path.write_text("while True: pass", encoding="utf-8")
    with isolated(path, SHORT) as agent, pytest.raises(InvalidBot, match="more than"):
        agent.begin(1, 0)


def test_the_memory_limit_holds_from_the_start(tmp_path: Path) -> None:
    path = tmp_path / "fat.py"
    path.write_text("x = bytearray(1 << 30)\nclass Agent: buyProperty = 1", encoding="utf-8")
    with isolated(path, memory=256) as agent, pytest.raises(InvalidBot, match="MemoryError"):
        agent.begin(1, 0)


def test_a_bot_finds_what_lies_beside_its_file(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("ANSWER = True", encoding="utf-8")
    body = "import beside; return beside.ANSWER"
    state, _ = meet(write_bot(tmp_path, "importer", "buyProperty", body))
    assert owned(state) == {3: 1}


def faults_of(path: Path, recorded: bool) -> list[Any]:
    """The faults of two games' worth of dice; with a record nothing is received late."""
    recorder = Recorder(io.StringIO()) if recorded else None
    adjudicator = Adjudicator(seed=3, limits=PATIENT, recorder=recorder)
    with isolated(path) as first, isolated(path) as second:
        first.begin(1, 0)
        second.begin(2, 0)
        adjudicator.runGame(first, second, [(1, 2), (3, 4), (6, 6), (1, 3), (2, 1)])
    return adjudicator.faults


@pytest.mark.parametrize(
    "body",
    [
        "if state[0] % 2: raise ValueError(len(state[7]))",
        "if len(state[7]) > 20: import os; os._exit(3)",
    ],
)
def test_what_fails_in_a_state_received_late_is_told_with_its_own_call(
    tmp_path: Path, body: str
) -> None:
    path = write_bot(tmp_path, "late", "receiveState", body)
    late = faults_of(path, recorded=False)
    assert late == faults_of(path, recorded=True)
    assert {fault.method for fault in late} == {"receiveState"}
    assert {fault.seat for fault in late} == {1, 2}


def test_a_bot_that_dies_of_a_question_does_not_seem_to_die_of_a_state_before(
    tmp_path: Path,
) -> None:
    path = write_bot(tmp_path, "mortal", "buyProperty", "import os; os._exit(3)")
    for recorded in (False, True):
        told = [(fault.method, fault.detail) for fault in faults_of(path, recorded)]
        assert told == [("buyProperty", "its process is gone (ended with 3)")] * 2


def test_every_state_received_late_has_the_time_of_a_call(tmp_path: Path) -> None:
    path = write_bot(tmp_path, "slow", "receiveState", "import time; time.sleep(0.4)")
    limits = ResourceLimits(call=0.7, match=600.0)
    with isolated(path, limits) as agent:
        agent.begin(1, 0)
        agent.defers = True
        state = (0, (0,) * 42, (0, 0), (1500, 1500), 2, (1, 2, False), (0, 0, 0, 0), [])
        for _ in range(4):
            agent.receiveState(state)
        assert agent.owing == 4
        agent.settle()
        assert agent.owing == 0


@pytest.mark.parametrize(
    ("body", "kind"), [("raise ValueError", "raised"), ("import os; os._exit(3)", "died")]
)
def test_a_fault_in_the_last_state_of_a_match_is_told(tmp_path: Path, body: str, kind: str) -> None:
    path = write_bot(tmp_path, "late", "receiveState", body)
    with isolated(path) as agent:
        agent.begin(1, 0)
        calls = Calls((agent, Scripted()), PATIENT, None)
        calls.defer(True)
        calls.tell((0, (0,) * 42, (0, 0), (1500, 1500), 2, (1, 2, False), (0, 0, 0, 0)))
        assert calls.faults == []
        calls.settle()
    told = [(fault.call, fault.seat, fault.method, fault.kind) for fault in calls.faults]
    assert told == [(0, 1, "receiveState", kind)]

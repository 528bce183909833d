"""An agent that fails harms nobody else: the default answer is used and the fault recorded."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from gitopoly.arena import FAULTS, Adjudicator, ResourceLimits
from gitopoly.arena.matches.calls import MOST_FAULTS
from gitopoly.arena.matches.record import Recorder
from tests.arena.invented_agents import Scripted, once, owned, play, table

METHODS = [
    "getBSMTDecision",
    "buyProperty",
    "auctionProperty",
    "respondTrade",
    "jailDecision",
    "receiveState",
]


def raising(error: BaseException) -> Any:
    """A decision that fails in this way."""

    def decide(state: Any) -> Any:
        raise error

    return decide


class Rude:
    """Fails in every method, and even its name is trouble."""

    def __init__(self, error: type[BaseException]) -> None:
        self.error = error

    def __getattr__(self, method: str) -> Any:
        raise self.error


ERRORS = [Exception, SystemExit, KeyboardInterrupt, GeneratorExit, MemoryError, RecursionError]


@pytest.mark.parametrize("error", ERRORS)
def test_an_agent_that_raises_gets_the_default_answers(error: type[BaseException]) -> None:
    agent = Scripted(*[raising(error("no")) for _ in METHODS[:5]])
    agent.answers["receiveState"] = raising(error("no"))
    other = Scripted(bsmt=once(("T", 0, [], 5, [1])), bid=3)
    match = table(agent, other, [(1, 2), (1, 3)], deeds={1: 1})
    match.play()
    assert owned(match.view(0, (), (0, 0, 0, 0)))[3] == -1
    assert {fault.method for fault in match.faults} == set(METHODS) - {"jailDecision"}
    assert {(fault.seat, fault.kind) for fault in match.faults} == {(1, "raised")}


@pytest.mark.parametrize("error", ERRORS)
def test_an_agent_that_fails_when_a_method_is_looked_up_does_no_harm(
    error: type[BaseException],
) -> None:
    _, state, adjudicator = play(Rude(error), Scripted(), seed=2)
    assert state[0] > 3
    assert len(adjudicator.faults) == MOST_FAULTS
    assert adjudicator.match is not None
    assert adjudicator.match.fault_counts.total() > MOST_FAULTS


class Hostile:
    """Nothing about it can be looked at, not even its class."""

    def __getattribute__(self, name: str) -> Any:
        raise SystemExit


def test_an_agent_that_cannot_even_be_looked_at_does_no_harm() -> None:
    for recorder in (None, Recorder(io.StringIO())):
        adjudicator = Adjudicator(seed=1, recorder=recorder)
        _, state = adjudicator.runGame(Hostile(), Hostile(), [(1, 2), (1, 3)])
        assert owned(state) == {3: -1}
    assert Adjudicator().runPlayerOnState(Hostile(), state[7][0][1]) is None


def test_a_message_that_never_ends_is_ended() -> None:
    class Endless(Exception):
        def __str__(self) -> str:
            while True:
                pass

    adjudicator = Adjudicator(limits=SHORT)
    adjudicator.runGame(Scripted(buy=raising(Endless())), Scripted(), [(1, 2)])
    assert adjudicator.faults[0].detail.startswith("Endless: (no message)")


def test_ctrl_c_is_the_persons_and_goes_through() -> None:
    def interrupted(state: Any) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass

    with pytest.raises(KeyboardInterrupt):
        play(Scripted(bsmt=interrupted), Scripted(), [(1, 2)])


class Unreadable:
    """Every way to look at it fails."""

    def _fail(self, *_: Any) -> Any:
        raise ZeroDivisionError

    __int__ = __index__ = __float__ = __bool__ = __str__ = __repr__ = __iter__ = __len__ = _fail
    __eq__ = __getitem__ = _fail  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


class Liar(list):  # type: ignore[type-arg]
    """A list that claims to be longer than it is."""

    def __len__(self) -> int:
        return 1 << 60

    def __iter__(self) -> Any:
        while True:
            yield "B"


JUNK: list[Any] = [
    *(0, 1, -1, 1.5, "", "B", b"B", {}, set(), object(), Unreadable(), Liar(), [], (), ("B",)),
    *(("B", None), ("B", 5), ("B", []), ("B", [5]), ("B", [(5,)]), ("B", [(1, 0)])),
    *(("B", [(1, -1)]), ("B", [(1.0, 1)]), ("B", [(True, 1)]), ("B", [("1", 1)])),
    *(("B", [(10**30, 1)]), ("B", [(1, 10**30)]), ("B", [Unreadable()]), ("B", Liar())),
    *(("M", [None]), ("M", [-1]), ("M", [41]), ("M", "1"), ("M", [1] * 10_000)),
    *(("T", 0, [0], 0, []), ("T", Unreadable(), [], 0, []), ("T", 0, None, 0, None)),
    *(("X", []), (None, None), ("b", [(1, 1)]), ("BB", [(1, 1)])),
]


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_is_no_action_and_a_fault(junk: Any) -> None:
    match = table(Scripted(bsmt=once(junk)), Scripted(), [(1, 3)], deeds={1: 1, 3: 1})
    match.play()
    assert owned(match.view(0, (), (0, 0, 0, 0))) == {1: 1, 3: 1}
    assert [fault.seat for fault in match.faults] == [1]
    assert match.faults[0].kind in ("junk", "raised", "refused")


@pytest.mark.parametrize("junk", JUNK, ids=range(len(JUNK)))
def test_junk_everywhere_still_gives_a_whole_game(junk: Any) -> None:
    agent = Scripted(bsmt=junk, buy=junk, bid=junk, trade=junk, jail=junk)
    _, state, _ = play(agent, Scripted(bsmt=None), seed=4)
    assert all(type(cash) is int and cash >= 0 for cash in state[3])


def test_the_opponent_sees_nothing_of_what_an_agent_does_to_its_state() -> None:
    def spoil(state: Any) -> None:
        history = state[7]
        history.append("spoilt")
        history[:3] = ["spoilt"]
        history.sort(key=repr)
        if state[4] == 1:
            state[5][1].append(39)
            state[5][3].clear()

    spoiler = Scripted(trade=lambda s: spoil(s) or True)
    for method in ("getBSMTDecision", "receiveState", "jailDecision"):
        spoiler.answers[method] = spoil
    offer = once(("T", 0, [3], 5, []), lambda s: s[1][3] == 1)
    other = Scripted(bsmt=offer)
    _, state, _ = play(other, spoiler, [(1, 2), (2, 4), (5, 6)])
    honest = Scripted(trade=True, bid=0, buy=True)
    _, expected, _ = play(Scripted(bsmt=once(("T", 0, [3], 5, []), lambda s: s[1][3] == 1)), honest,
                          [(1, 2), (2, 4), (5, 6)])  # fmt: skip
    assert state == expected
    assert (3, -1) in owned(state).items()
    for _, seen in other.calls:
        assert seen[7] == expected[7][: len(seen[7])]


def test_an_offer_that_is_changed_after_it_was_made_stays_as_it_was() -> None:
    squares = [3]

    def accept(state: Any) -> bool:
        squares.append(39)
        return True

    first = Scripted(bsmt=once(("T", 0, squares, 0, []), lambda s: s[1][3] == 1))
    _, state, _ = play(first, Scripted(trade=accept), [(1, 2)])
    assert owned(state) == {3: -1}
    assert first.told(1) == [(True, 0, [3], 0, [])]


SHORT = ResourceLimits(call=0.6, match=600.0)


def hang_in_python(state: Any) -> None:
    while True:
        pass


def hang_in_a_sleep(state: Any) -> None:
    time.sleep(900)


def hang_stubbornly(state: Any) -> None:
    try:
        time.sleep(900)
    except BaseException:  # noqa: BLE001
        time.sleep(900)


@pytest.mark.parametrize("hang", [hang_in_python, hang_in_a_sleep, hang_stubbornly])
def test_a_call_that_takes_too_long_is_ended(hang: Any) -> None:
    agent = Scripted(buy=hang)
    adjudicator = Adjudicator(limits=SHORT)
    started = time.monotonic()
    _, state = adjudicator.runGame(agent, Scripted(bid=2), [(1, 2), (1, 3)])
    assert time.monotonic() - started < 450
    assert owned(state) == {3: -1}
    assert [(f.method, f.kind) for f in adjudicator.faults] == [("buyProperty", "timeout")]
    assert len(agent.asked("getBSMTDecision")) == 6


def test_a_call_that_takes_too_long_in_another_thread_is_ended() -> None:
    results: list[Any] = []

    def run() -> None:
        adjudicator = Adjudicator(limits=SHORT)
        results.append(adjudicator.runGame(Scripted(buy=hang_in_python), Scripted(), [(1, 2)]))
        results.append(adjudicator.faults)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(450)
    assert not thread.is_alive()
    assert results[1][0].kind == "timeout"


def test_reading_an_answer_that_hangs_is_ended_too() -> None:
    class Slow:
        def __int__(self) -> int:
            while True:
                pass

    adjudicator = Adjudicator(limits=SHORT)
    _, state = adjudicator.runGame(Scripted(buy=False, bid=Slow()), Scripted(bid=1), [(1, 2)])
    assert owned(state) == {3: -1}
    assert adjudicator.faults[0].kind == "timeout"


def test_the_budget_of_a_match_ends_the_calls_of_a_slow_agent() -> None:
    agent = Scripted(bsmt=lambda s: time.sleep(0.05))
    adjudicator = Adjudicator(seed=1, limits=ResourceLimits(call=120.0, match=0.5))
    adjudicator.runGame(agent, Scripted())
    assert len(agent.asked("getBSMTDecision")) < 40
    assert [fault.kind for fault in adjudicator.faults if fault.seat == 1] == ["budget"]


def test_an_agent_may_run_matches_of_its_own() -> None:
    """The inner match must neither disarm the outer limit nor swallow its end."""

    def think(state: Any) -> bool:
        while True:
            Adjudicator(seed=0, limits=ResourceLimits(call=3.0)).runGame(
                Scripted(), Scripted(), [(1, 2)]
            )

    adjudicator = Adjudicator(limits=SHORT)
    _, state = adjudicator.runGame(Scripted(buy=think), Scripted(bid=2), [(1, 2)])
    assert owned(state) == {3: -1}
    assert [fault.kind for fault in adjudicator.faults] == ["timeout"]


def test_the_alarm_of_the_caller_is_as_before() -> None:
    before = signal.getsignal(signal.SIGALRM)
    play(Scripted(), Scripted(), [(1, 2)])
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_every_kind_of_fault_is_explained() -> None:
    assert set(FAULTS) == {"raised", "timeout", "budget", "junk", "refused", "died"}


def test_a_fault_says_which_call_and_why() -> None:
    _, _, adjudicator = play(Scripted(buy=raising(ValueError("two\nlines"))), Scripted(), [(1, 2)])
    (fault,) = adjudicator.faults
    assert fault[:4] == (6, 1, "buyProperty", "raised")
    assert fault.detail.startswith("ValueError: two lines (invented_agents.py, line ")


def test_deep_recursion_of_an_agent_does_no_harm() -> None:
    def deep(state: Any) -> Any:
        return deep(state)

    depth = sys.getrecursionlimit()
    _, _, adjudicator = play(Scripted(buy=deep), Scripted(), [(1, 2)])
    assert adjudicator.faults[0].detail.startswith("RecursionError")
    assert sys.getrecursionlimit() == depth


def kept_lengths(keep: Callable[[Any], Any]) -> list[tuple[int, int]]:
    """How long some histories were when an agent got them, and after the game."""
    kept: list[tuple[int, Any]] = []

    def remember(state: Any) -> None:
        if len(state[7]) % 3 == 0:
            kept.append((len(state[7]), keep(state)))

    class Keeping:
        def getBSMTDecision(self, state: Any) -> None:
            remember(state)

        def buyProperty(self, state: Any) -> bool:
            remember(state)
            return True

    play(Keeping(), Scripted(), seed=3)
    return [
        (before, len([*(thing[7] if isinstance(thing, tuple) else thing)]))
        for before, thing in kept
    ]


KEEPS: list[Callable[[Any], Any]] = [
    lambda state: state,
    lambda state: state[7],
    lambda state: iter(state[7]),
]


@pytest.mark.parametrize("keep", KEEPS, ids=["state", "history", "iterator"])
def test_a_history_that_an_agent_keeps_stays_as_it_was(keep: Callable[[Any], Any]) -> None:
    lengths = kept_lengths(keep)
    assert len(lengths) > 50
    assert all(before == after for before, after in lengths)


def test_histories_that_are_given_again_while_kept_would_be_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gitopoly.arena.matches.calls.UNSEEN", 1000)
    assert any(before != after for before, after in kept_lengths(KEEPS[1]))

"""The inside of an isolated process: one timer for many calls."""

import signal

import pytest

from gitopoly.isolation import serving
from gitopoly.isolation.serving import Alarm, TooSlow


class Clock:
    """A clock that stands still, and a timer that only notes when it would go off."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.set: list[float] = []
        self.handler: object = None
        monkeypatch.setattr(serving, "monotonic", lambda: self.now)
        monkeypatch.setattr(signal, "setitimer", lambda _, seconds: self.set.append(seconds))
        monkeypatch.setattr(signal, "signal", self._handle)

    def _handle(self, _: int, handler: object) -> None:
        self.handler = handler

    def ring(self) -> None:
        """The timer goes off."""
        assert callable(self.handler)
        self.handler(signal.SIGALRM, None)


def test_one_timer_serves_many_calls_and_each_has_its_whole_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    alarm = Alarm(3.0)
    for _ in range(5):
        alarm.begin()
        alarm.end()
        clock.now += 0.5
    assert clock.set == [3.0]
    alarm.begin()
    clock.now += 0.5
    clock.ring()  # in the sixth call, which has used half a second
    assert clock.set == [3.0, 2.5]
    clock.now += 2.5
    with pytest.raises(TooSlow):
        clock.ring()


def test_between_calls_the_timer_does_nothing_and_the_next_call_sets_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    alarm = Alarm(3.0)
    alarm.begin()
    alarm.end()
    clock.now += 3.0
    clock.ring()
    assert clock.set == [3.0]
    alarm.begin()
    assert clock.set == [3.0, 3.0]


def test_an_agent_that_stops_the_timer_is_timed_again_soon(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    alarm = Alarm(3.0)
    alarm.begin()
    alarm.end()
    clock.now += 3.1  # it should have rung by now
    alarm.begin()
    assert clock.set == [3.0, 3.0]

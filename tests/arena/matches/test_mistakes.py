"""What the author of a bot is told: the line, the method that is lacking, a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena.agents.isolation import IsolatedAgent
from gitopoly.arena.matches.calls import RemoteFault, ResourceLimits
from gitopoly.arena.matches.mistakes import EXPECTED, told
from gitopoly.errors import InvalidBot
from gitopoly.isolation.mistakes import shown

PATIENT = ResourceLimits(call=120.0)
"""Nobody is to run out of time, however busy the machine is."""
STATE: Any = (0, (0,) * 42, (0, 0), (1500, 1500), 3, 1, (0, 0, 0, 0), [])


def raised(error: BaseException) -> BaseException:
    """The exception as if it had been raised here."""
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001
        return caught


def fault_of(folder: Path, body: str, method: str = "buyProperty") -> str:
    """What is told of a bot in a process of its own."""
    path = folder / "clumsy.py"
    path.write_text(f"class Agent:\n    def {method}(self, state):\n        {body}\n")
    with IsolatedAgent(("file", str(path), ""), PATIENT) as agent:
        agent.begin(1, 0)
        with pytest.raises(RemoteFault) as fault:
            agent.buyProperty(STATE)
    return fault.value.detail


def test_an_exception_has_its_kind_its_words_and_its_line() -> None:
    words = told(raised(ValueError("two\nlines")))
    assert words.startswith("ValueError: two lines (test_mistakes.py, line ")
    assert told(ValueError("never raised")) == "ValueError: never raised"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return state[9]", "IndexError: tuple index out of range (clumsy.py, line 3)"),
        ("import json; json.loads('{')", "(clumsy.py, line 3)"),
        (
            "return input()",
            "EOF when reading a line; a bot has no input to read (clumsy.py, line 3)",
        ),
        ("raise SystemExit(3)", "SystemExit: 3 (clumsy.py, line 3)"),
        ("return self.buyProperty(state)", "RecursionError"),
    ],
)
def test_the_line_is_that_of_the_bot(tmp_path: Path, body: str, expected: str) -> None:
    assert expected in fault_of(tmp_path, body)


def test_a_method_that_is_lacking_is_named_with_the_one_that_was_meant(tmp_path: Path) -> None:
    with pytest.raises(InvalidBot):
        fault_of(tmp_path, "return True", "buyIt")  # no method of an agent at all
    (tmp_path / "clumsy.py").unlink()
    path = tmp_path / "typo.py"
    path.write_text(
        "class Agent:\n"
        "    def getBSMTDecision(self, state): return None\n"
        "    def buyproperty(self, state): return True\n"
    )
    with IsolatedAgent(("file", str(path), ""), PATIENT) as agent:
        agent.begin(1, 0)
        for call, expected in (
            (agent.buyProperty, "has no method buyProperty; did you mean buyproperty to be it?"),
            (agent.respondTrade, "the class Agent has no method respondTrade"),
        ):
            with pytest.raises(RemoteFault) as fault:
                call(STATE)
            assert fault.value.detail.endswith(expected)


def test_a_message_that_cannot_be_made_does_no_harm() -> None:
    class Silent(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    assert told(Silent()) == "Silent: (no message)"
    assert len(told(raised(ValueError("x" * 10**6)))) <= 300


def test_a_file_that_cannot_be_run_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text("x = 1\ny = x / 0\n")
    with (
        IsolatedAgent(("file", str(path), ""), PATIENT) as agent,
        pytest.raises(InvalidBot, match=r"division by zero \(broken.py, line 2\)"),
    ):
        agent.begin(1, 0)


def test_every_method_that_answers_has_an_expectation() -> None:
    methods = {name for name in vars(IsolatedAgent) if name[0].islower() and name[-1].islower()}
    asked = {name for name in methods if any(letter.isupper() for letter in name)}
    assert set(EXPECTED) == asked - {"receiveState"} | {"getBMSTDecision"}


class Loud(list[int]):
    """Its text would run the bot's code."""

    def __repr__(self) -> str:
        raise AssertionError


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (("P", None), "('P', None)"),
        (["B", [(6, 1)], 2.5, True], "['B', [(6, 1)], 2.5, True]"),
        (("P",), "('P',)"),
        ((), "()"),
        ("two\nlines", r"'two\nlines'"),
        (Loud(), "a Loud"),
        ([Loud(), {"P": Loud()}], "[a Loud, {'P': a Loud}]"),
        ({}, "{}"),
        ({1}, "{1}"),
        (b"P", "b'P'"),
        (Exception(), "an Exception"),
        (
            dict.fromkeys("abcdefghijklm", 1),
            "{'a': 1, 'b': 1, 'c': 1, 'd': 1, 'e': 1, 'f': 1, 'g': 1, 'h': 1, 'i': 1, 'j': 1…",
        ),
        (10**400, "a huge number"),
        ([[[[[[]]]]]], "[[[[a list]]]]"),
        (list(range(99)), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, …]"),
    ],
)
def test_an_answer_is_shown_as_its_author_would_write_it(answer: Any, text: str) -> None:
    assert shown(answer) == text


def test_a_long_answer_is_shortened() -> None:
    text = shown(["x" * 500, "y" * 500])
    assert len(text) == 80
    assert text.endswith("…")

"""A record holds every call and replays to the same end."""

from __future__ import annotations

import gc
import io
import json
import weakref
from pathlib import Path
from typing import Any

import pytest

from gitopoly.arena import Adjudicator
from gitopoly.arena.agents.builtin import BuiltIn
from gitopoly.arena.matches.record import Recorder, read_records, replay
from gitopoly.errors import InvalidMatch
from tests.arena.invented_agents import Scripted


def recorded(first: Any, second: Any, *given: Any, seed: int = 3) -> tuple[list[str], Any]:
    """The lines of a game, and its result."""
    stream = io.StringIO()
    adjudicator = Adjudicator(seed=seed, recorder=Recorder(stream))
    result = adjudicator.runGame(first, second, *given)
    return stream.getvalue().splitlines(), result


def test_every_call_is_on_record_with_state_answer_fault_and_time() -> None:
    lines, (winner, state) = recorded(Scripted(buy="junk"), Scripted(bid=3), [(1, 2)])
    records = [json.loads(line) for line in lines]
    assert [record["kind"] for record in records] == ["match", *["call"] * 13, "end"]
    calls = records[1:-1]
    for number, (call, (seat, view)) in enumerate(zip(calls, state[7], strict=True)):
        assert call["call"] == number
        assert call["seat"] == seat
        assert call["state"] == json.loads(json.dumps(view))
        assert call["seconds"] >= 0
    (fault,) = [call for call in calls if "faults" in call]
    assert (fault["method"], fault["answer"]) == ("buyProperty", "junk")
    assert fault["faults"] == [["junk", "'junk'"]]
    assert records[-1]["winner"] == winner
    assert records[-1]["dice"] == [[1, 2]]


@pytest.mark.parametrize("seed", range(8))
def test_a_replay_comes_to_the_same_end(seed: int) -> None:
    first, second = BuiltIn(1, "random", seed), BuiltIn(2, "sensible", seed)
    lines, (winner, state) = recorded(first, second, seed=seed)
    (record,) = read_records(lines)
    again = replay(record)
    assert again.difference == ""
    assert (again.winner, again.state, again.calls) == (winner, state[:7], len(state[7]))


def fail(state: Any) -> Any:
    raise ValueError


@pytest.mark.slow
@pytest.mark.parametrize("junk", [fail, object(), [[[]]], "x" * 999, float("nan"), 10**50, b"1"])
def test_a_game_full_of_faults_replays_too(junk: Any) -> None:
    agent = Scripted(bsmt=junk, buy=junk, bid=junk, trade=junk, jail=junk)
    lines, (winner, state) = recorded(agent, BuiltIn(2, "random", 1))
    (record,) = read_records(lines)
    again = replay(record)
    assert again.difference == ""
    assert (again.winner, again.state) == (winner, state[:7])


def test_given_dice_and_cards_replay_too() -> None:
    dice = [(3, 4), (6, 6), (1, 2), (1, 1)]
    lines, (_, state) = recorded(Scripted(), Scripted(), dice, [3, 7], [0])
    (record,) = read_records(lines)
    assert replay(record).state == state[:7]


def changed(lines: list[str], place: int, **changes: Any) -> list[str]:
    """The same lines with one of them changed."""
    line = {**json.loads(lines[place]), **changes}
    return [*lines[:place], json.dumps(line), *lines[place:][1:]]


def test_a_record_that_was_changed_is_noticed() -> None:
    lines, _ = recorded(Scripted(), Scripted(), [(1, 2), (1, 2)])

    def difference(lines: list[str]) -> str:
        (record,) = read_records(lines)
        return replay(record).difference

    buying = next(i for i, line in enumerate(lines) if "buyProperty" in line)
    assert difference(lines) == ""
    assert "state" in difference(changed(lines, 3, state=[]))
    assert "seat" in difference(changed(lines, 3, seat=2))
    assert "method" in difference(changed(lines, 3, method=["no", "name"]))
    assert difference(changed(lines, buying, answer=False))
    assert "end" in difference(changed(lines, -1, winner=2)[: len(lines)])
    assert "continues" in difference([*lines[:-1], lines[-2], lines[-1]])
    assert "not in the record" in difference([*lines[:-2], lines[-1]])


@pytest.mark.parametrize(
    "lines",
    [
        ["nonsense"],
        ["[]"],
        ['{"kind": "other"}'],
        ['{"kind": "call"}'],
        ['{"kind": "match", "format": 99}'],
        ['{"kind": "match", "format": 1}'],
        ['{"kind": "match", "format": 1, "agents": 1.5}'],
        ['{"kind": "match", "format": 1, "agents": [null, "x"]}'],
        ["[" * 100_000],
    ],
)
def test_what_is_no_record_is_refused(lines: list[str]) -> None:
    with pytest.raises(InvalidMatch):
        list(read_records(lines))


def test_draws_that_do_not_exist_are_refused() -> None:
    lines, _ = recorded(Scripted(), Scripted(), [(1, 2)])
    (record,) = read_records(changed(lines, len(lines) - 1, dice=[[9, 9]]))
    with pytest.raises(InvalidMatch):
        replay(record)


def test_several_games_share_a_file() -> None:
    stream = io.StringIO()
    recorder = Recorder(stream)
    for seed in range(3):
        Adjudicator(seed=seed, recorder=recorder).runGame(Scripted(), Scripted())
    records = list(read_records(stream.getvalue().splitlines()))
    assert [replay(record).difference for record in records] == ["", "", ""]


def test_what_an_agent_does_to_its_state_does_not_reach_the_record() -> None:
    def spoil(state: Any) -> bool:
        state[5][1].append(39)
        return True

    offer = Scripted(bsmt=lambda s: ("T", 0, [3], 0, []) if s[1][3] == 1 else None)
    lines, _ = recorded(offer, Scripted(trade=spoil), [(1, 2)])
    (trade,) = [json.loads(line) for line in lines if "respondTrade" in line]
    assert trade["state"][5] == [0, [3], 0, []]


@pytest.mark.parametrize("answer", ["\ud800", ["\udfff", "\ud83d"], "\x00\x1b[2J", float("nan")])
def test_whatever_an_agent_says_can_be_written_to_a_file(tmp_path: Path, answer: Any) -> None:
    def fail(state: Any) -> Any:
        raise ValueError("half a letter: \ud800, and \x1b[2J")

    path = tmp_path / "record"
    with path.open("w", encoding="utf-8") as stream:
        agent = Scripted(buy=answer, bsmt=fail)
        adjudicator = Adjudicator(seed=3, recorder=Recorder(stream))
        winner, _ = adjudicator.runGame(agent, Scripted(bid=3), [(1, 2)])
    with path.open(encoding="utf-8") as lines:
        (record,) = read_records(lines)
    again = replay(record)
    assert (again.winner, again.difference) == (winner, "")
    assert all(fault.detail.isprintable() for fault in adjudicator.faults)


def test_what_was_junk_stays_junk() -> None:
    """A version that did not understand this answer took it for the default."""
    lines, _ = recorded(Scripted(buy=False), Scripted(bid=3), [(1, 2)])
    calls = [json.loads(line) for line in lines]
    (asked,) = [call for call in calls if call.get("method") == "buyProperty"]
    asked["answer"] = True
    changed = [json.dumps(call) for call in calls]
    assert replay(next(read_records(changed))).difference != ""
    asked["faults"] = [["junk", "True"]]
    changed = [json.dumps(call) for call in calls]
    assert replay(next(read_records(changed))).difference == ""


def test_a_recorded_match_is_freed_without_a_garbage_collection() -> None:
    adjudicator = Adjudicator(seed=1, recorder=Recorder(io.StringIO()))
    adjudicator.runGame(Scripted(), Scripted(), [(1, 2)])
    assert adjudicator.match is not None
    match = weakref.ref(adjudicator.match)
    gc.disable()
    try:
        adjudicator.match = None
        assert match() is None
    finally:
        gc.enable()

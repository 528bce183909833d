"""Records of games: written and read back, and refused in one line where they are none."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from gitopoly.errors import InvalidRecord
from gitopoly.game.record import lines_of, parse_record, read_record
from gitopoly.rules import Rules, Step, actions as a
from gitopoly.rules.chance import Drawn
from gitopoly.rules.codes import PRE_ROLL
from tests.proof.recorded import played

FEATURES = ["auction-leader", "placing-by-price"]
HEAD: dict[str, Any] = {
    "record": 1,
    "edition": "classic",
    "players": 3,
    "options": {},
    "features": FEATURES,
}


def text_of(*lines: object, head: object = HEAD) -> str:
    return "".join(json.dumps(line) + "\n" for line in (head, *lines))


def refused(text: str) -> str:
    with pytest.raises(InvalidRecord) as caught:
        parse_record(text)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("formal", 4, {}),
        ("formal-small", 2, {}),
        ("classic", 5, {"turn_limit": 60}),
        ("classic", 3, {"free_parking_pot": "on", "order_is_clockwise": 0}),
        ("arena", 2, {}),
    ],
)
def test_a_game_of_any_edition_is_read_as_it_was_written(
    edition: str, players: int, options: dict[str, Any]
) -> None:
    record = played(edition, 3, players, turns=60, **options)
    again = parse_record("".join(lines_of(record.rules, record.steps)))
    assert again.steps == record.steps
    assert again.rules.edition == edition
    assert (again.rules.num_players, again.rules.options) == (players, options)
    assert again.rules.features == record.rules.features == tuple(FEATURES)


def test_every_kind_of_action_survives() -> None:
    rules = Rules.of("classic", 4)
    for kind, name in enumerate(a.NAMES):
        parts = {a.CARRIED[carried] for carried in a.ACTIONS[kind].parameters}
        code = a.code_of(kind, 2, 3 * ("place" in parts), 2 * ("number" in parts))
        if kind == a.OFFER_TRADE:
            code = a.offer(2, 1, 0b1001, 3, -70)
        throws = (a.ROLL_AND_MOVE, a.ROLL_IN_JAIL, a.THROW_FOR_START, a.TRY_PAY_UTIL_RENT)
        step = Step(
            code,
            Drawn(
                (6, 1) if kind in throws else None,
                5 if name.startswith(("DrawAnd", "DealDeed")) else None,
                (3, 1, 2, 0) if kind == a.DOUBLES_CHECK_ACTION else (),
            ),
        )
        assert parse_record("".join(lines_of(rules, [step]))).steps == (step,), name


def test_players_count_from_1_and_squares_from_0() -> None:
    text = text_of({"action": "PreRollMortgage 1", "player": 2})
    assert parse_record(text).steps == (
        Step(a.code_of(a.operation_kind(PRE_ROLL, a.MORTGAGE), 1, 1)),
    )


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"action": "Byu", "player": 1}, "unknown action 'Byu'"),
        ({"action": 7, "player": 1}, "action must be a name and its numbers"),
        ({"player": 1}, "action must be a name and its numbers"),
        ({"action": "EndTurn"}, "player must be a number from 1 to 3"),
        ({"action": "EndTurn", "player": 4}, "player must be a number from 1 to 3"),
        ({"action": "EndTurn", "player": True}, "player must be a number from 1 to 3"),
        ({"action": "EndTurn", "player": 1.0}, "player must be a number"),
        ({"action": "EndTurn 3", "player": 1}, "EndTurn with its numbers"),
        ({"action": "EndTurn", "player": 1, "throw": [1, 2]}, "EndTurn has no 'throw'"),
        ({"action": "RollAndMove", "player": 1}, "throw must be a list"),
        ({"action": "RollAndMove", "player": 1, "throw": [1]}, "two numbers"),
        ({"action": "RollAndMove", "player": 1, "throw": [0, 7]}, "from 1 to 6"),
        ({"action": "RollAndMove", "player": 1, "throw": "34"}, "throw must be a list"),
        ({"action": "DrawAndExecuteChanceCard", "player": 1}, "card must be a number"),
        ({"action": "PreRollMortgage", "player": 1}, "PreRollMortgage with its numbers"),
        ({"action": "PreRollMortgage 256", "player": 1}, "PreRollMortgage with its numbers"),
        ({"action": "Bid -1", "player": 1}, "Bid with its numbers"),
        ({"action": "DoublesCheck", "player": 1, "order": [1, 1, 2]}, "twice"),
        ([], "not a JSON object"),
        (7, "not a JSON object"),
    ],
)
def test_a_line_that_says_nothing_is_refused_with_its_number(line: object, reason: str) -> None:
    message = refused(text_of({"action": "EndTurn", "player": 1}, line))
    assert message.startswith("the record, line 3: ")
    assert reason in message


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        ({**HEAD, "record": 2}, "version 1 of the format is known, not '2'"),
        ({**HEAD, "record": True}, "version 1 of"),
        ({"record": 1, "players": 3}, "exactly the keys record, players, edition, options"),
        ({**HEAD, "features": ["time-travel"]}, "feature 'time-travel', which is unknown; update"),
        ({**HEAD, "features": "auction-leader"}, "features must be a list of names"),
        ({**HEAD, "features": [1]}, "features must be a list of names"),
        ({**HEAD, "options": {"players": 3}}, "no option 'players'"),
        ({**HEAD, "options": {"features": 3}}, "no option 'features'"),
        ({**HEAD, "edition": "golf"}, "no edition 'golf'"),
        ({**HEAD, "edition": 5}, "edition must be a name"),
        ({**HEAD, "players": 99}, "players, not 99"),
        ({**HEAD, "players": "3"}, "whole number"),
        ({**HEAD, "options": {"turn_limt": 3}}, "turn_limit"),
        ({**HEAD, "options": {"turn_limit": [3]}}, "numbers or words"),
        ({**HEAD, "options": []}, "numbers or words"),
        ({**HEAD, "more": 1}, "starts with exactly the keys"),
        ({"action": "EndTurn", "player": 1}, "starts with exactly the keys"),
    ],
)
def test_a_first_line_that_names_no_game_is_refused(head: object, reason: str) -> None:
    message = refused(text_of(head=head))
    assert message.startswith("the record, line 1: ")
    assert reason in message


def test_each_feature_switches_its_own_ruling() -> None:
    record = parse_record(text_of(head={**HEAD, "features": ["auction-leader"]}))
    assert (record.rules.ties_have_a_leader, record.rules.placing_by_price) == (1, 0)


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", "{", "null\n", "[" * 100_000, '{"record": ' + "9" * 5000 + "}",
        '{"record": 1, "record": 1}', '{"record": NaN}', "\x00", "edition: formal\n",
    ],
)  # fmt: skip
def test_what_is_no_record_at_all_is_refused(text: str) -> None:
    refused(text)


@given(st.text() | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for whole in (text, json.dumps(HEAD) + "\n" + text):
        with contextlib.suppress(InvalidRecord):
            assert parse_record(whole).rules.num_players == 3


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "raw.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidRecord, match=r"raw\.jsonl cannot be read: it is not text"):
        read_record(tmp_path / "raw.jsonl")
    with pytest.raises(InvalidRecord, match="is a folder, not a game record"):
        read_record(tmp_path)
    with pytest.raises(InvalidRecord, match=r"there is no file or folder '.*nothing'"):
        read_record(tmp_path / "nothing")
    with pytest.raises(InvalidRecord):
        read_record(tmp_path / ("x" * 5000))
    with pytest.raises(InvalidRecord):
        read_record(tmp_path / "a\x00b")


def test_a_giant_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "giant").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(InvalidRecord, match="64 MB"):
        read_record(tmp_path / "giant")

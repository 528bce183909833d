"""``gitopoly verify``: what it prints, how it ends, and what it refuses."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from types import NoneType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.cli.verify import ledger_game
from gitopoly.game.record import GameRecord, lines_of
from gitopoly.proof.tlc import tlc
from gitopoly.table.local_game import SimulationPlan
from tests.ledger.servers import git
from tests.proof.recorded import played, without
from tests.table.test_simulation import simulated

SMALL = played("formal-small", 0, turns=30)


def verify(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["verify", *arguments])


def written(record: GameRecord, folder: Path, name: str = "game.jsonl") -> str:
    """A record in a file."""
    path = folder / name
    path.write_text("".join(lines_of(record.rules, record.steps, record.names)), encoding="utf-8")
    return str(path)


def games_of(result: Result) -> list[dict[str, Any]]:
    """What the JSON says of each game."""
    found: list[dict[str, Any]] = json.loads(result.stdout)["games"]
    return found


def refused(*arguments: str) -> str:
    """The one line of a refusal."""
    result = verify(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    return result.stderr.strip().splitlines()[-1]


def test_a_game_by_the_rules_ends_with_0(tmp_path: Path) -> None:
    result = verify(written(SMALL, tmp_path))
    assert result.exit_code == 0, result.output
    assert f"formal-small, 3 players, {len(SMALL.steps)} actions" in result.stdout
    assert "every action legal, every outcome possible, all invariants hold" in result.stdout
    assert "specification" not in result.stdout


@pytest.mark.parametrize("options", [(), ("--json",), ("--tlc",)])
def test_a_record_without_an_action_is_not_said_to_hold(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    empty = written(GameRecord(SMALL.rules, ()), tmp_path)
    assert "contains no actions; there is nothing to verify" in refused(empty, *options)


def test_a_game_against_the_rules_ends_with_1_and_names_the_action(tmp_path: Path) -> None:
    result = verify(written(without(SMALL, 20), tmp_path))
    assert result.exit_code == 1
    assert "rules: broken by action 21, p" in result.stdout


def test_seats_are_called_by_their_names(tmp_path: Path) -> None:
    named = replace(played("formal-small"), names=("Ann", "Ben", "Cleo"))
    result = verify(written(named, tmp_path))
    assert "all invariants hold; Cleo has won" in result.stdout
    place = next(n for n, step in enumerate(named.steps) if n > 20 and step.seat == 1)
    result = verify(written(replace(named, steps=named.steps[place:]), tmp_path))
    assert "rules: broken by action 1, Ben: " in result.stdout


def test_json_tells_the_same(tmp_path: Path) -> None:
    (good,) = games_of(verify(written(SMALL, tmp_path), "--json"))
    assert (good["holds"], good["offences"], good["tlc"]) == (True, [], None)
    assert good["moves"] == good["entries"] == len(SMALL.steps)
    assert sum(seat["entries"] for seat in good["seats"]) == len(SMALL.steps)
    result = verify(written(without(SMALL, 20), tmp_path), "--json")
    (bad,) = games_of(result)
    assert (result.exit_code, bad["holds"], bad["moves"]) == (1, False, 20)
    (offence,) = bad["offences"]
    assert (offence["index"], offence["code"]) == (21, "illegal")
    assert offence["seat"] in [seat["name"] for seat in bad["seats"]]
    assert offence["rule"]
    assert offence["reason"]


def test_several_games_are_verified_and_one_that_does_not_hold_decides(tmp_path: Path) -> None:
    good = written(SMALL, tmp_path)
    bad = written(without(SMALL, 20), tmp_path, "bad.jsonl")
    result = verify(good, bad, good, "--json")
    assert result.exit_code == 1
    assert not json.loads(result.stdout)["holds"]
    found = games_of(result)
    assert [(one["game"], one["holds"]) for one in found] == [
        (good, True),
        (bad, False),
        (good, True),
    ]
    told = verify(good, bad)
    assert told.exit_code == 1
    assert told.stdout.count("formal-small, 3 players") == 2


def test_the_shape_of_the_json_does_not_depend_on_what_is_verified(tmp_path: Path) -> None:
    simulated(tmp_path, SimulationPlan("formal", 3, 3, (("turn_limit", 3),), "joint"))
    seat = tmp_path / "monopoly_2" / "m2_p0"
    bad = written(without(SMALL, 20), tmp_path, "bad.jsonl")
    result = verify(str(seat), f"file://{seat}", written(SMALL, tmp_path), bad, "--json")
    found = games_of(result)
    assert [one["kind"] for one in found] == ["repository", "repository", "record", "record"]
    assert {tuple(one) for one in found} == {tuple(found[0])}
    assert {tuple(seat) for one in found for seat in one["seats"]} == {tuple(found[0]["seats"][0])}
    assert all(type(one["winner"]) in (str, NoneType) for one in found)


def test_tlc_follows_the_whole_game(tmp_path: Path) -> None:
    result = verify(written(SMALL, tmp_path), "--tlc")
    assert result.exit_code == 0, result.output
    steps = len(SMALL.steps)
    assert f"matched {steps} of {steps} steps of Monopoly.tla" in result.stdout


def test_tlc_follows_a_game_of_classic_between_peers(tmp_path: Path) -> None:
    simulated(tmp_path, SimulationPlan("classic", 2, 3, (("turn_limit", 2),), "seeded"))
    result = verify(str(tmp_path / "monopoly_2" / "m2_p0"), "--tlc")
    assert result.exit_code == 0, result.output
    counted = re.search(r"matched (\d+) of (\d+) steps of Classic\.tla", result.stdout)
    assert counted
    assert int(counted[1]) == int(counted[2]) > 5


@pytest.mark.slow
def test_tlc_rejects_a_skipped_action_and_says_what_was_allowed(tmp_path: Path) -> None:
    path = written(without(SMALL, 20), tmp_path)
    result = verify(path, "--tlc")
    assert result.exit_code == 1
    assert "matched 20 of 21 steps of Monopoly.tla; action 21, " in result.stdout
    assert "allowed there: " in result.stdout
    found = games_of(verify(path, "--tlc", "--json"))[0]["tlc"]
    assert (found["holds"], found["matched"], found["wrong"]["index"]) == (False, 20, 21)
    assert found["allowed"]


def test_a_game_that_the_specification_lacks_is_refused_only_with_tlc(tmp_path: Path) -> None:
    path = written(played("classic", 0, turns=10, order_is_clockwise=0), tmp_path)
    assert verify(path).exit_code == 0
    reason = "Classic.tla cannot express this game: in it the free-4-all goes clockwise"
    assert reason in refused(path, "--tlc")


def test_what_is_no_record_is_refused(tmp_path: Path) -> None:
    assert "the folder is not a Git repository" in refused(str(tmp_path))
    assert "is no file" in refused(str(tmp_path / "nothing"))
    (tmp_path / "text").write_text("Hello\n")
    assert "text, line 1: not a JSON object" in refused(str(tmp_path / "text"))


def test_a_damaged_branch_is_not_called_empty(tmp_path: Path) -> None:
    git("init", "--bare", "--quiet", "bad.git", at=tmp_path)
    (tmp_path / "bad.git" / "refs" / "heads" / "main").write_text("junk\n")
    assert "refs/heads/main" in refused(str(tmp_path / "bad.git"))
    (tmp_path / "bad.git" / "refs" / "heads" / "main").unlink()
    assert "is empty" in refused(str(tmp_path / "bad.git"))


def test_missing_java_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tlc.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'gitopoly[tlc]'" in refused(written(SMALL, tmp_path), "--tlc")


def test_missing_java_is_said_before_a_repository_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tlc.importlib.util, "find_spec", lambda name: None)
    assert "pip install 'gitopoly[tlc]'" in refused(str(tmp_path), "--tlc")


def test_a_repository_that_the_specification_lacks_is_refused_before_it_is_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = (("turn_limit", 1), ("order_is_clockwise", 0))
    simulated(tmp_path, SimulationPlan("classic", 2, 3, options, "seeded"))
    monkeypatch.setattr(ledger_game, "audit", pytest.fail)
    place = str(tmp_path / "monopoly_2" / "m2_p0")
    reason = "cannot express this game: in it the free-4-all goes clockwise"
    assert reason in refused(place, "--tlc")


def test_one_repository_says_up_to_where_it_tells_the_game(
    tmp_path: Path,
) -> None:
    """Who confirms the end first has not seen that the others did; later rounds have."""
    outcome = simulated(tmp_path, SimulationPlan("formal", 3, 3, (("turn_limit", 3),), "joint"))
    assert outcome.ended
    game = tmp_path / "monopoly_2"
    early = tmp_path / "early.git"
    git("clone", "--quiet", "--bare", str(game / "m2_p0"), str(early))
    confirmed = git("log", "--format=%H", "--author=p0", "--grep=^Action: Finish$", at=early)
    assert len(confirmed.split()) == 3, "once for every seat"
    git("update-ref", "refs/heads/main", confirmed.split()[-1], at=early)
    alone = verify(f"file://{early}")
    assert alone.exit_code == 0
    assert "complete up to the end: " in alone.stdout
    assert "confirmation by p1 and p2 is not in this repository" in alone.stdout
    (found,) = games_of(verify(f"file://{early}", "--json"))
    assert (found["complete"], found["unconfirmed"]) == (False, ["p1", "p2"])
    for place in (str(game / "m2_p0"), f"file://{game}/m2_p0", f"file://{game}/m2_p2"):
        whole = verify(place)
        assert "complete: " in whole.stdout
        assert "confirmed by all who played to the end" in whole.stdout

"""``gitopoly check --engine native``: its options, what it prints, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli import main
from gitopoly.proof.explorer.promises import OF_THE_RULES
from gitopoly.proof.explorer.run import explore
from gitopoly.proof.specs.model_config import Search
from gitopoly.proof.tlc.output import CheckRun

pytestmark = pytest.mark.xdist_group("compiled")

MODEL = ("MCMonopoly", "--engine", "native")


def check(*arguments: str) -> Result:
    """Run the command in this process."""
    return CliRunner().invoke(main, ["check", *arguments])


def facts(*arguments: str) -> dict[str, Any]:
    """The only model of the JSON object that a run prints."""
    result = check(*arguments, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)["models"][0]
    return found


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been seen before."""
    monkeypatch.setattr("gitopoly.proof.last_results.cache_folder", lambda: tmp_path)


def test_a_run_is_exact() -> None:
    assert "no collisions" in check(*MODEL).output
    assert facts(*MODEL)["odds_of_collision"] == 0


def test_all_invariants_are_checked_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    searches: list[Search] = []

    def note(search: Search, *others: Any) -> CheckRun:
        searches.append(search)
        return explore(search, *others)

    monkeypatch.setattr("gitopoly.proof.checking.explore", note)
    assert check(*MODEL).exit_code == check(*MODEL, "--all-invariants").exit_code == 0
    assert [search.asked & OF_THE_RULES == OF_THE_RULES for search in searches] == [False, True]


def test_the_branches_of_every_action_are_counted() -> None:
    found = facts(*MODEL)
    rows = [row for row in found["branches"] if row["action"] == "AuctionProperty"]
    assert [row["branch"] for row in rows] == [
        "nobody wins",
        "the turn player wins",
        "another wins",
    ]
    assert sum(row["generated"] for row in rows) == found["actions"]["AuctionProperty"][0]
    assert sum(row["generated"] for row in found["branches"]) == found["seen"]["generated"] - 1
    assert "AuctionProperty another wins" in check(*MODEL, "--coverage").output
    assert "AuctionProperty another wins" not in check(*MODEL).output


@pytest.mark.slow
def test_symmetry_finds_fewer_states_and_the_same_verdict() -> None:
    plain, symmetric = facts(*MODEL, "--no-symmetry"), facts(*MODEL, "--symmetry")
    assert symmetric["as_expected"]
    assert symmetric["seen"]["distinct"] < plain["seen"]["distinct"]
    assert symmetric["seen"]["result"] == plain["seen"]["result"] == "holds"


def test_a_model_of_the_native_engine_needs_no_option() -> None:
    listed = json.loads(check("--list", "MCMonopolyDollarThree", "--json").stdout)["models"]
    assert [row["engine"] for row in listed] == ["native"]


def test_a_checkpoint_is_gone_when_the_run_has_ended(tmp_path: Path) -> None:
    assert check(*MODEL, "--checkpoint", str(tmp_path / "saved")).exit_code == 0
    assert not list((tmp_path / "saved").glob("*"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((*MODEL, "--resume"), "--resume needs the folder of the --checkpoint"),
        (("MCMonopoly", "--all-invariants"), "need --engine native, which does not run MCMonopoly"),
        (("MCDice1", "--checkpoint", "saved"), "which does not run MCDice1"),
        ((*MODEL, "--checkpoint", "nowhere", "--resume"), "omit --resume to start"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    result = check(*arguments)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())
    assert "Traceback" not in result.output


def test_a_damaged_checkpoint_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "MCMonopoly.checkpoint").write_text("{}\n")
    result = check(*MODEL, "--checkpoint", str(tmp_path), "--resume")
    assert result.exit_code == 2
    assert "MCMonopoly.checkpoint is of another version" in " ".join(result.output.split())
    (tmp_path / "MCMonopoly.checkpoint").write_bytes(b"\x00\xff")
    assert "damaged" in check(*MODEL, "--checkpoint", str(tmp_path), "--resume").output

"""The harness can fail: with a check switched off in a copy of the program, its attack succeeds."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

import gitopoly
from tests.hostile import program
from tests.hostile.attack import OnLog, all_attacks
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import Table


@dataclass(frozen=True)
class Twin:
    """A check of the program, and what stands in its place in the copy."""

    module: str
    check: str
    instead: str


TWINS = {
    "forged_signature": Twin(
        "ledger/signature.py",
        "_armor(public, signature) == armored and public.verify(_signed(payload), signature)",
        "True",
    ),
    "altered_state": Twin(
        "table/game_replica.py",
        "if objects[-1].id != entry.tree:\n            return False",
        "if False:\n            return False",
    ),
    "time_before_its_own_past": Twin(
        "table/game_replica.py", 'return Refusal("its time is before that of its seat', 'str("'
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=[] if n == "forged_signature" else pytest.mark.long) for n in TWINS],
)
def test_without_its_check_an_attack_succeeds(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin, attack = TWINS[name], all_attacks()[name]
    assert isinstance(attack, OnLog)
    copy = tmp_path / "src"
    shutil.copytree(
        Path(gitopoly.__file__).parent,
        copy / "gitopoly",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    path = copy / "gitopoly" / twin.module
    text = path.read_text(encoding="utf-8")
    assert text.count(twin.check) == 1
    path.write_text(text.replace(twin.check, twin.instead), encoding="utf-8")
    monkeypatch.setattr(program, "SOURCE", copy)
    folder = tmp_path / "played"
    folder.mkdir()
    table = Table(folder, "folder")
    try:
        table.reach(attack.moment)
        shown = table.rival.show(attack.write(table.rival))
        table.wait(
            lambda: all(table.accepted(NAME, by) == shown for by in OTHERS), "it is believed"
        )
    finally:
        table.close()

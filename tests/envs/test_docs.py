"""The page about learning agents does what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.game import EDITIONS
from gitopoly.envs import FEATURES, IDS
from tests.test_readme import blocks, complaint, examples, failures

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "learning.md").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.xdist_group("compiled")
def test_the_examples_in_python_show_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for example in examples(PAGE):
        assert complaint(example, tmp_path) is None
    assert failures("".join(blocks(PAGE, "python"))) == 0


def test_the_page_names_every_environment_and_every_example() -> None:
    assert set(IDS) == set(EDITIONS)
    assert [name for name in IDS.values() if f"`{name}`" not in PAGE] == []
    names = sorted(path.name for path in (ROOT / "examples").glob("*.py"))
    assert [name for name in names if f"`examples/{name}`" not in PAGE] == []
    assert f"{FEATURES} float32" in PAGE
    assert f"all {ACTIONS} actions" in PAGE


def test_the_example_of_ppo_is_short() -> None:
    assert len((ROOT / "examples" / "ppo.py").read_text(encoding="utf-8").splitlines()) < 60

"""Every model says what the manifest expects of it.

`make check` asks the same of the quick ones, on both cores and in two minutes, so that `make test`
need not: only `make test-long` runs them from here.
"""

from pathlib import Path

import pytest

from gitopoly.proof import manifest
from gitopoly.proof.manifest import compare, unreached
from gitopoly.proof.tlc.output import CheckRun

ALL = manifest.load(Path(__file__).parents[2] / "specs" / "manifest.toml")
QUICK = [model for model in ALL.models if model.quick]
RUNS: dict[str, CheckRun] = {}


@pytest.mark.long
@pytest.mark.parametrize("model", QUICK, ids=lambda model: model.name)
def test_model(model: manifest.Model) -> None:
    RUNS[model.name] = run = ALL.run(model)
    assert compare(model, run) == []


@pytest.mark.long
@pytest.mark.parametrize("folder", sorted({Path(model.module).parts[0] for model in QUICK}))
def test_every_branch_of_every_action_happens_in_some_model(folder: str) -> None:
    covering = [
        model for model in QUICK if model.coverage and model.module.startswith(f"{folder}/")
    ]
    runs = [RUNS.get(model.name) or ALL.run(model) for model in covering]
    assert unreached(runs) == set()

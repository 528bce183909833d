"""Games on a GPU: the same results as everywhere, and one clear line where there is no GPU.

Without one, the source is compiled for a GPU, and what hands games to threads is run emulated.
"""

from __future__ import annotations

import ctypes
import dataclasses
import json
from typing import Any

import pytest
from click.testing import CliRunner

from gitopoly.bots import gpu
from gitopoly.bots.series import Series, play_chunk
from gitopoly.cli import main
from gitopoly.engine import cuda
from gitopoly.errors import MissingExtra, MissingTool
from tests.bots.emulated_gpu import Emulated

MIXED = ("random", "trader", "builder", "cautious")
QUICK = ("-DINLINE=__noinline__",)
"""Slower code that is compiled in seconds."""
SMALL = Series("formal-small", 3, ("random",), 8)


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor in the place of the GPU."""

    def player(series: Series) -> Emulated:
        return Emulated(series, "-DSLICE=3")

    monkeypatch.setattr(gpu, "device", lambda: Emulated)
    monkeypatch.setattr(gpu, "player", player)


def has_gpu() -> bool:
    try:
        cuda.Device()
    except MissingTool:
        return False
    return True


@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize("series", [SMALL, Series("classic", 4, MIXED, 3)])
def test_games_by_phases_are_those_of_the_other_engines(series: Series) -> None:
    assert play_chunk(series, "gpu", 2, 3) == play_chunk(series, "interpreted", 2, 3)


@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize("each", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_it_does_not_matter_how_many_games_a_pool_has(
    each: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gpu, "GAMES_EACH", each)
    series = dataclasses.replace(SMALL, policies=("trader", "random", "cautious"))
    assert gpu.is_pooled(series)
    assert play_chunk(series, "gpu", 0, 9) == play_chunk(series, "interpreted", 0, 9)


@pytest.mark.parametrize("policy", ["random", "sensible"])
def test_seats_that_go_by_chance_need_no_pool(policy: str) -> None:
    assert not gpu.is_pooled(dataclasses.replace(SMALL, policies=(policy,)))


def test_rules_with_amounts_beyond_32_bits_get_64() -> None:
    assert gpu.source(SMALL, False, True) != gpu.source(SMALL, False, False)
    assert gpu.source_for(SMALL) == gpu.source(SMALL, False, True)
    endless = dataclasses.replace(SMALL, options=(("bank_never_breaks", True),), max_turns=10**8)
    assert gpu.source_for(endless) == gpu.source(endless, False, False)


@pytest.mark.slow
@pytest.mark.usefixtures("emulated")
def test_the_command_says_that_it_compiles_and_gives_the_usual_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu, "is_ready", lambda series: False)
    arguments = ["simulate", "--edition", "formal-small", "--games", "4", "--json", "--engine"]
    played = {
        engine: CliRunner().invoke(main, [*arguments, engine])
        for engine in ("gpu", "native", "interpreted")
    }
    (line,) = played["gpu"].stderr.splitlines()
    assert line == "compiling the rules for the GPU, once for these rules …"
    found = {engine: json.loads(done.stdout) for engine, done in played.items()}
    assert found["gpu"]["statistics"]
    for engine, facts in found.items():
        assert facts.pop("engine") == engine
        del facts["seconds"], facts["actions_per_second"]
    assert found["gpu"] == found["native"] == found["interpreted"]


def test_jobs_are_refused_because_one_process_drives_a_gpu() -> None:
    refused = CliRunner().invoke(main, ["simulate", "--engine", "gpu", "--jobs", "2"])
    assert refused.exit_code == 2
    assert "--jobs cannot be combined with --engine gpu" in refused.stderr


@pytest.mark.usefixtures("emulated")
@pytest.mark.parametrize(
    "policies",
    [
        pytest.param(("random",), marks=pytest.mark.slow),
        pytest.param(("trader",), marks=pytest.mark.slow),
        ("trader", "random", "builder"),
    ],
)
def test_a_gpu_counts_what_the_other_engines_count(policies: tuple[str, ...]) -> None:
    series = Series("classic", 3, policies, 5, max_turns=120, observed=True)
    played = play_chunk(series, "gpu", 1, 4)
    assert played.counted is not None
    assert sum(played.counted["landings"]) > 100
    assert played == play_chunk(series, "interpreted", 1, 4)


@pytest.mark.parametrize("observed", [pytest.param(False, marks=pytest.mark.slow), True])
@pytest.mark.parametrize("pooled", [pytest.param(False, marks=pytest.mark.slow), True])
def test_the_source_is_compiled_for_a_gpu(pooled: bool, observed: bool) -> None:
    source = gpu.source(dataclasses.replace(SMALL, observed=observed), pooled, True)
    built = cuda.build(source, "sm_90", QUICK)
    assert b"play_games" in built.read_bytes()
    assert cuda.is_built(source, "sm_90", QUICK)
    assert not cuda.is_built(source + " ", "sm_90", QUICK)


def test_what_the_compiler_refuses_gives_one_line() -> None:
    with pytest.raises(MissingTool, match=r"cannot compile the translated rules: .*error") as told:
        cuda.build("this is not CUDA", "sm_90")
    assert "\n" not in str(told.value)


def test_without_the_compiler_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda, "_places", lambda: ["/nowhere/libcuda.so"])
    with pytest.raises(MissingExtra, match=r"pip install 'gitopoly\[gpu\]'"):
        cuda.library.__wrapped__()


def test_without_a_gpu_one_line_says_so_and_the_exit_code_is_2(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def absent(name: str) -> Any:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", absent)
    monkeypatch.setattr(gpu, "device", cuda._device.__wrapped__)
    gpu.player.cache_clear()
    refused = CliRunner().invoke(main, ["simulate", "--engine", "gpu"])
    assert refused.exit_code == 2
    assert refused.stdout == ""
    (line,) = refused.stderr.splitlines()
    assert "no NVIDIA GPU can be used here: its driver is not installed; choose another" in line


@pytest.mark.skipif(not has_gpu(), reason="this machine has no NVIDIA GPU")
@pytest.mark.parametrize("series", [SMALL, Series("classic", 4, MIXED, 3)])
def test_a_gpu_plays_as_the_other_engines(series: Series) -> None:
    for check in (True, False):
        asked = dataclasses.replace(series, check=check, observed=check)
        assert play_chunk(asked, "gpu", 0, 500) == play_chunk(asked, "native", 0, 500)

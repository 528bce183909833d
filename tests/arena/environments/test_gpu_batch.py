"""The environment on a GPU: step by step the games of the one on the processor.

Without a GPU its source is compiled for one, and run emulated on the processor.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from typing import Any

import numpy
import pytest

from gitopoly.arena.environments import batch_environment, gpu_batch, tensors
from gitopoly.arena.environments.batch import BatchEnvironment
from gitopoly.arena.environments.batches import BatchView
from gitopoly.arena.environments.gpu_batch import GpuBatchEnvironment
from gitopoly.engine import cuda
from gitopoly.errors import InvalidRun, MissingTool
from gitopoly.rules import Rules
from tests.arena.environments import emulated_batch
from tests.bots.emulated_gpu import Emulated
from tests.bots.test_gpu import has_gpu

pytestmark = pytest.mark.xdist_group("compiled")

SETTINGS: dict[str, dict[str, Any]] = {
    "against three": {"players": 4, "opponents": {0: "trader", 1: "random", 3: "builder"}},
    "two against one, shaped": {
        "edition": "harbour",
        "players": 3,
        "shaping": 1.0,
        "max_cycles": 60,
        "opponents": {1: "cautious"},
    },
}


@pytest.fixture
def emulated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A processor in the place of the GPU."""
    monkeypatch.setattr(gpu_batch, "device", lambda: Emulated)
    monkeypatch.setattr(gpu_batch, "Tensors", emulated_batch.Tensors)
    monkeypatch.setattr(gpu_batch, "functions_of", emulated_batch.Functions)


def differences(one: BatchView, other: BatchView) -> Iterator[str]:
    """The names of what two views show differently."""
    for name, left, right in zip(BatchView._fields, one, other, strict=True):
        if hasattr(right, "cpu"):
            right = right.cpu().numpy()
        if left.dtype != right.dtype or not numpy.array_equal(left, right):
            yield name


def compare(settings: dict[str, Any], size: int, steps: int) -> int:
    """Step both, and hold everything against each other; how many games were finished."""
    host, gpu = BatchEnvironment(size, **settings), GpuBatchEnvironment(size, **settings)
    expected, shown = host.reset(seed=1 << 40 | 5), gpu.reset(seed=1 << 40 | 5)
    finished = 0
    for step in range(steps):
        assert list(differences(expected, shown)) == [], f"step {step}"
        actions, sampled = host.sample(), gpu.sample()
        assert actions.tolist() == sampled.tolist(), f"step {step}"
        expected, shown = host.step(actions), gpu.step(sampled)
        finished += int(expected.terminated.sum() + expected.truncated.sum())
    assert list(differences(expected, shown)) == []
    assert [gpu.state(i) for i in range(size)] == [host.state(i) for i in range(size)]
    return finished


@pytest.mark.usefixtures("emulated")
@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_with_opponents_every_step_is_that_of_the_processor(name: str) -> None:
    assert compare(SETTINGS[name], 5, 300) >= 0


@pytest.mark.usefixtures("emulated")
def test_the_comparison_notices_a_difference() -> None:
    host, gpu = BatchEnvironment(2, players=2), GpuBatchEnvironment(2, players=2)
    expected, shown = host.reset(seed=1), gpu.reset(seed=1)
    shown.observations[1, 3] += 1
    shown.winners[0] = 1
    assert list(differences(expected, shown)) == ["observations", "winners"]


def test_a_batch_larger_than_any_memory_is_refused() -> None:
    with pytest.raises(InvalidRun, match="at most 4,194,304 games"):
        GpuBatchEnvironment(gpu_batch.LARGEST_BATCH + 1)


@pytest.mark.slow
@pytest.mark.parametrize("policies", [[-1] * 8, [-1, 4, 0, -1, -1, -1, -1, -1]])
def test_the_source_is_compiled_for_a_gpu(policies: list[int]) -> None:
    text = gpu_batch.source(Rules.of("classic", 3), policies, 1000, 0.5)
    built = cuda.build(text, "sm_90", ("-DINLINE=__noinline__",))
    assert b"step_games" in built.read_bytes()


def test_without_a_gpu_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> Any:
        raise OSError(name)

    monkeypatch.setattr(ctypes, "CDLL", absent)
    monkeypatch.setattr(gpu_batch, "device", cuda._device.__wrapped__)
    with pytest.raises(MissingTool, match="no NVIDIA GPU can be used here") as told:
        batch_environment(2, device="cuda")
    assert "\n" not in str(told.value)


def test_without_pytorch_one_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingTool, match="needs PyTorch, which is not installed") as told:
        tensors.Tensors()
    assert "\n" not in str(told.value)


@pytest.mark.skipif(not has_gpu(), reason="this machine has no NVIDIA GPU")
@pytest.mark.parametrize("name", SETTINGS)
def test_a_gpu_steps_as_the_processor(name: str) -> None:
    assert compare(SETTINGS[name], 1000, 300) > 0

"""Trained policies in files: read as they were written, refused with a reason otherwise."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy
import pytest

from gitopoly.arena.environments import networks
from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.columns import COLUMNS, SCALES
from gitopoly.arena.environments.networks import (
    FEATURES,
    LayeredNetwork,
    choose,
    features,
    load_network,
)
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH
from gitopoly.errors import InvalidBot, NoRoom


def random_network(seed: int, hidden: int = 7, activation: str = "relu") -> LayeredNetwork:
    """A network with some weights."""
    draw = numpy.random.default_rng(seed)
    sizes = [(hidden, FEATURES), (ACTIONS, hidden)]
    layers = [(draw.normal(size=size), draw.normal(size=size[0])) for size in sizes]
    return LayeredNetwork(layers, activation)


def position(seed: int) -> tuple[Any, Any]:
    """Rows that look like observations, and their masks."""
    draw = numpy.random.default_rng(seed)
    seen = draw.integers(0, 1500, (3, OBSERVATION_LENGTH), numpy.int32)
    return seen, (draw.random((3, ACTIONS)) < 0.1).astype(numpy.int8)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_a_network_is_read_as_it_was_written(tmp_path: Path, activation: str) -> None:
    network = random_network(1, activation=activation)
    network.save(tmp_path / "mine.npz")
    again = load_network(tmp_path / "mine.npz")
    assert (again.scores(*position(2)) == network.scores(*position(2))).all()


def test_features_are_scaled_columns_and_the_mask() -> None:
    seen, masks = position(3)
    row = features(seen, masks)[0]
    assert len(COLUMNS) == OBSERVATION_LENGTH
    assert set(SCALES) <= set(COLUMNS)
    money = COLUMNS.index("money")
    assert row[money] == pytest.approx(seen[0, money] / 1500)
    assert (row[OBSERVATION_LENGTH:] == masks[0]).all()
    assert row.dtype == numpy.float32


def test_only_legal_actions_are_chosen_whatever_the_scores() -> None:
    class Wild:
        """Scores that are no numbers."""

        def scores(self, observations: Any, masks: Any) -> Any:
            return numpy.full(masks.shape, [numpy.nan, numpy.inf, -numpy.inf] * (ACTIONS // 3))

    seen, masks = position(4)
    for network in (random_network(5), Wild()):
        chosen = choose(network, seen, masks)
        assert masks[numpy.arange(3), chosen].all()


def packed(**arrays: Any) -> bytes:
    """The bytes of an NPZ file."""
    file = io.BytesIO()
    numpy.savez(file, **arrays)
    return file.getvalue()


FLAT = {"weight_0": numpy.zeros((ACTIONS, FEATURES)), "bias_0": numpy.zeros(ACTIONS)}


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "not a network"),
        (b"PK\x03\x04 cut off", "not a network"),
        (packed(**FLAT), "activation"),
        (packed(activation=numpy.array("step"), **FLAT), "no activation 'step'"),
        (packed(activation=numpy.array("relu"), weight_0=FLAT["weight_0"]), "bias_0"),
        (packed(activation=numpy.array("relu"), weight_1=FLAT["weight_0"]), "weight_0"),
        (packed(activation=numpy.array("relu")), "gives 802 scores"),
        (
            packed(activation=numpy.array("relu"), weight_0=numpy.zeros((2, 3)), bias_0=[0, 0]),
            r"layer 0 has weights \(2, 3\)",
        ),
        (packed(activation=numpy.array({"a": 1}, dtype=object), **FLAT), "Object arrays"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, content: bytes, why: str) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(content)
    with pytest.raises(InvalidBot, match=why):
        load_network(path)


def test_a_damaged_file_is_read_or_refused(tmp_path: Path) -> None:
    whole = io.BytesIO()
    numpy.savez_compressed(whole, activation=numpy.array("relu"), **FLAT)
    draw = random.Random(1)
    refused = 0
    for _ in range(120):  # headers of the archive and of the arrays are at both ends
        content = bytearray(whole.getvalue())
        at = draw.randrange(300) - 150
        content[at] = draw.randrange(256)
        (tmp_path / "mine.npz").write_bytes(content)
        try:
            load_network(tmp_path / "mine.npz")
        except InvalidBot:
            refused += 1
    assert 20 < refused < 120


def test_an_array_of_any_claimed_size_is_refused(tmp_path: Path) -> None:
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (10000000000000000,)}\n"
    with zipfile.ZipFile(tmp_path / "mine.npz", "w") as parts:
        size = len(header).to_bytes(2, "little")
        parts.writestr("weight_0.npy", b"\x93NUMPY\x01\x00" + size + header)
        parts.writestr("bias_0.npy", b"")
    with pytest.raises(InvalidBot, match="Unable to allocate"):
        load_network(tmp_path / "mine.npz")


def test_a_file_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(networks, "MOST_BYTES", 1 << 20)
    with zipfile.ZipFile(tmp_path / "bomb.npz", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("weight_0.npy", bytes(2 << 20))
    with pytest.raises(InvalidBot, match="unpacked"):
        load_network(tmp_path / "bomb.npz")


def test_what_is_no_file_of_a_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidBot, match=r"give a \.npz or \.onnx file"):
        load_network("mine.pt")
    with pytest.raises(InvalidBot, match="cannot be read"):
        load_network(tmp_path / "gone.npz")
    with pytest.raises(NoRoom):
        random_network(1).save(tmp_path / "no" / "folder.npz")


def test_onnx_runs_where_its_runtime_is_installed(tmp_path: Path) -> None:
    (tmp_path / "bad.onnx").write_bytes(b"not a model")
    with pytest.raises(InvalidBot, match=r"onnxruntime|not a network"):
        load_network(tmp_path / "bad.onnx")
    pytest.importorskip("onnxruntime")
    onnx = pytest.importorskip("onnx")
    network = random_network(6)
    (first, bias_1), (second, bias_2) = network.layers
    helper, numbers = onnx.helper, onnx.numpy_helper.from_array
    graph = helper.make_graph(
        [
            helper.make_node("Gemm", ["features", "w1", "b1"], ["h"], transB=1),
            helper.make_node("Relu", ["h"], ["r"]),
            helper.make_node("Gemm", ["r", "w2", "b2"], ["scores"], transB=1),
        ],
        "policy",
        [helper.make_tensor_value_info("features", 1, ["n", FEATURES])],
        [helper.make_tensor_value_info("scores", 1, ["n", ACTIONS])],
        [numbers(first, "w1"), numbers(bias_1, "b1"), numbers(second, "w2"), numbers(bias_2, "b2")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    (tmp_path / "mine.onnx").write_bytes(model.SerializeToString())
    scores = load_network(tmp_path / "mine.onnx").scores(*position(7))
    assert scores == pytest.approx(network.scores(*position(7)), rel=1e-3, abs=1e-2)

"""Trained policies in files: what a network is fed, and networks in NumPy's and ONNX's format.

A network takes `features`, a row for each position, and returns a score for each number of the
action space; the highest one that is legal is chosen.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from gitopoly.arena.environments.action_space import ACTIONS
from gitopoly.arena.environments.columns import COLUMNS, SCALES
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH
from gitopoly.errors import InvalidBot, MissingExtra, NoRoom

try:
    import numpy
except ImportError as missing:
    raise MissingExtra("a trained policy", missing.name or "numpy", "arena") from None

FEATURES = OBSERVATION_LENGTH + ACTIONS
"""Length of a row that a network is fed."""
ACTIVATIONS = ("relu", "tanh")
SUFFIXES = (".npz", ".onnx")
"""How the files of trained policies are named."""
MOST_BYTES = 1 << 30
"""Far more than a network here needs; a larger file is not read."""

_FACTORS = 1 / numpy.array([SCALES.get(column, 1) for column in COLUMNS], numpy.float32)


def features(observations: Any, masks: Any) -> Any:
    """Observations as networks like them: each column scaled, then the mask; float32."""
    scaled = numpy.asarray(observations, numpy.float32) * _FACTORS
    return numpy.concatenate([scaled, numpy.asarray(masks, numpy.float32)], axis=-1)


class Network(Protocol):
    """Scores every number of the action space, for each of some positions."""

    def scores(self, observations: Any, masks: Any) -> Any:
        """An array with a row for each position; the mask is already among the features."""


class LayeredNetwork:
    """Linear layers with an activation between them: all that NumPy needs."""

    def __init__(self, layers: Sequence[tuple[Any, Any]], activation: str = "relu") -> None:
        """`layers`: weights (outputs by inputs, as in PyTorch) and biases, in order."""
        self.layers = [
            (numpy.asarray(weight, numpy.float32), numpy.asarray(bias, numpy.float32))
            for weight, bias in layers
        ]
        self.activation = activation
        if activation not in ACTIVATIONS:
            raise InvalidBot(f"no activation {activation!r}; choose {' or '.join(ACTIVATIONS)}")
        width = FEATURES
        for number, (weight, bias) in enumerate(self.layers):
            if weight.ndim != 2 or weight.shape[1] != width or bias.shape != weight.shape[:1]:
                shapes = f"weights {weight.shape} and biases {bias.shape}"
                raise InvalidBot(f"layer {number} has {shapes}; expected (…, {width}) and (…,)")
            width = len(bias)
        if width != ACTIONS:
            raise InvalidBot(f"the last layer gives {width} scores; expected {ACTIONS}")

    def scores(self, observations: Any, masks: Any) -> Any:
        """Through all layers."""
        flow = features(observations, masks)
        for number, (weight, bias) in enumerate(self.layers):
            flow = flow @ weight.T + bias
            if number < len(self.layers) - 1:
                flow = numpy.maximum(flow, 0) if self.activation == "relu" else numpy.tanh(flow)
        return flow

    def save(self, path: str | PathLike[str]) -> None:
        """Write a file that `load_network` reads; its name ends in .npz."""
        arrays: dict[str, Any] = {"activation": numpy.array(self.activation)}
        for number, (weight, bias) in enumerate(self.layers):
            arrays |= {f"weight_{number}": weight, f"bias_{number}": bias}
        try:
            with Path(path).open("wb") as file:
                numpy.savez_compressed(file, **arrays)
        except OSError as error:
            raise NoRoom(f"cannot write {path}: {error.strerror}; choose another file") from None


class OnnxNetwork:
    """A network in ONNX's format, run by ONNX Runtime: one input, features; one output, scores."""

    def __init__(self, path: Path) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise InvalidBot(f"{path.name} needs the package onnxruntime; install it") from None
        onnxruntime.set_default_logger_severity(4)
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = settings.inter_op_num_threads = 1
        try:
            self._session = onnxruntime.InferenceSession(
                path.read_bytes(), settings, providers=["CPUExecutionProvider"]
            )
            self._input = self._session.get_inputs()[0].name
            found = self.scores(
                numpy.zeros((1, OBSERVATION_LENGTH)), numpy.zeros((1, ACTIONS))
            ).shape
        except Exception as error:  # noqa: BLE001 -- the runtime has a dozen kinds
            why = str(error).splitlines()[0][:200]
            raise InvalidBot(f"{path.name} is not a network that can be run: {why}") from None
        if found != (1, ACTIONS):
            raise InvalidBot(f"{path.name} gives scores of shape {found}; expected (1, {ACTIONS})")

    def scores(self, observations: Any, masks: Any) -> Any:
        """The first output."""
        return self._session.run(None, {self._input: features(observations, masks)})[0]


def load_network(path: str | PathLike[str]) -> Network:
    """A network from a file; raises `InvalidBot`. Nothing in the file is executed as Python."""
    place = Path(path)
    if place.suffix not in SUFFIXES:
        raise InvalidBot(f"{place.name} is not a trained policy; give a .npz or .onnx file")
    try:
        if place.stat().st_size > MOST_BYTES:
            raise InvalidBot(f"{place.name} has more than {MOST_BYTES >> 20} MB")
        return OnnxNetwork(place) if place.suffix == ".onnx" else _layered(place)
    except OSError as error:
        raise InvalidBot(f"{place} cannot be read: {error.strerror or error}") from None


def _layered(place: Path) -> LayeredNetwork:
    try:
        with zipfile.ZipFile(place) as parts:
            unpacked = sum(part.file_size for part in parts.infolist())
        if unpacked > MOST_BYTES:
            raise InvalidBot(f"{place.name} has more than {MOST_BYTES >> 20} MB unpacked")
        with numpy.load(place, allow_pickle=False) as arrays:
            count = sum(name.startswith("weight_") for name in arrays.files)
            layers = [(arrays[f"weight_{n}"], arrays[f"bias_{n}"]) for n in range(count)]
            return LayeredNetwork(layers, str(arrays["activation"]))
    except (InvalidBot, OSError):
        raise
    except Exception as error:  # noqa: BLE001 -- ZIP and NumPy have a dozen kinds, too
        why = str(error).splitlines()[0][:200] if str(error) else "it is cut off"
        raise InvalidBot(f"{place.name} is not a network: {why}") from None


def choose(network: Network, observations: Any, masks: Any) -> Any:
    """The legal number with the highest score, for each position."""
    scores = numpy.asarray(network.scores(observations, masks), numpy.float64)
    # NaN and infinity do not win over a legal action.
    legal = numpy.where(numpy.isfinite(scores), scores, -1e30)
    return numpy.where(numpy.asarray(masks) > 0, legal, -numpy.inf).argmax(axis=-1)

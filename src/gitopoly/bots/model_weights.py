"""The weights of the model of win chances, as they are shipped."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.model_features import FEATURES, STAGES, WinModel

FILE = "model.json"


@cache
def shipped_weights() -> tuple[int, ...]:
    """For each feature, one number for each stage, in units of 1 / ONE."""
    data = json.loads((resources.files(__package__) / FILE).read_text("utf-8"))
    return tuple(round(data["weights"][name][stage] * ONE) for name in FEATURES for stage in STAGES)


def shipped_model() -> WinModel:
    """The model with the shipped weights."""
    return WinModel(list(shipped_weights()))

"""The list of models, and the choice of some of them by name."""

from __future__ import annotations

import difflib
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from gitopoly.errors import InvalidModel, Undeclared
from gitopoly.proof import manifest
from gitopoly.proof.manifest import Manifest, Model
from gitopoly.proof.specs.actions import actions_of
from gitopoly.rules.actions import NAMES

MANIFEST = "manifest.toml"


def find_specs() -> Path:
    """The specifications: in the checkout, as installed, or below the current folder."""
    checkout = Path(__file__).resolve().parents[3]
    installed = Path(sysconfig.get_path("data")) / "share" / "gitopoly"
    for folder in (checkout, installed, Path()):
        if (folder / "specs" / MANIFEST).is_file():
            _check_specified(folder / "specs")
            return folder / "specs"
    raise InvalidModel("the specifications are not installed here; run this in a checkout")


@cache
def _check_specified(specs: Path) -> None:
    """Every action of the rules is a step of the full game's specification."""
    specified = actions_of(specs / "classic" / "Classic.tla")
    if missing := [name for name in NAMES if name not in specified]:
        raise Undeclared(
            f"{missing[0]} is not specified: write it in specs/classic, and list it in Next of "
            "Classic.tla"
        )
    told = (specs / "classic" / "TraceClassic.tla").read_text(encoding="utf-8")
    if missing := [name for name in NAMES if f'"{name}"' not in told]:
        raise Undeclared(
            f"{missing[0]} is in no trace: say in specs/classic/TraceClassic.tla which step it is"
        )


def load_suite() -> Manifest:
    """All models of our own specifications."""
    return manifest.load(find_specs() / MANIFEST)


def choose(suite: Manifest, names: Iterable[str]) -> tuple[Model, ...]:
    """The models with these names, each once, in the order of the names."""
    known = {model.name: model for model in suite.models}
    for name in names:
        if name not in known:
            raise InvalidModel(_unknown(name, known))
    return tuple(known[name] for name in dict.fromkeys(names))


def quick(suite: Manifest) -> tuple[Model, ...]:
    """The models that together take at most two minutes."""
    return tuple(model for model in suite.models if model.quick)


def _unknown(name: str, known: Iterable[str]) -> str:
    """The refusal of an unknown model, with similar names."""
    plain = {model.lower(): model for model in known}
    near = difflib.get_close_matches(name.lower(), plain, n=3, cutoff=0.6)
    if not near:
        near = [model for model in plain if name and name.lower() in model][:3]
    hint = f"did you mean {' or '.join(plain[model] for model in near)}?" if near else ""
    return f"there is no model {name[:60]!r}; {hint or 'see gitopoly check --list'}"

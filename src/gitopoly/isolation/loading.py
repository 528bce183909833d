"""Run someone else's file or module to find a class in it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

from gitopoly.errors import InvalidBot
from gitopoly.isolation.mistakes import OWN, told
from gitopoly.stopping import pass_on


def run_file(path: Path) -> ModuleType:
    """Run a file, which may import its neighbours.

    Its folder comes last on the path: other processes inherit the path, and no file next to a
    bot may shadow a module there.
    """
    path = path.resolve()
    folder = str(path.parent)
    if folder not in sys.path:
        sys.path.append(folder)
    name = f"bot_{path.stem}"  # a bot called random.py must not shadow a module
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise InvalidBot(f"{path.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"{path.name} cannot be run: {told(error)}") from None
    return module


def run_module(name: str) -> ModuleType:
    """Import a module; the current folder comes last on the path."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return importlib.import_module(name)
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"the module {name} cannot be imported: {told(error)}") from None

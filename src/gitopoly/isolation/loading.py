"""Run someone else's file or module to find a class in it."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from zlib import crc32

from gitopoly.errors import InvalidBot
from gitopoly.isolation.mistakes import OWN, is_relative_import, told
from gitopoly.stopping import pass_on


def run_file(path: Path) -> ModuleType:
    """Run a file, which may import its neighbours, relatively if it is in a package.

    Its folder comes last on the path: other processes inherit the path, and no file next to a
    bot may shadow a module there.
    """
    path = path.resolve()
    packages = packages_around(path)
    _append_to_path(path.parent)
    try:
        try:
            return _run(path, f"bot_{path.stem}")  # random.py must not shadow a module
        except ImportError as error:
            if not packages or not is_relative_import(error):
                raise
        return _run_in_package(path, packages)
    except InvalidBot:
        raise
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"{path.name} cannot be run: {told(error)}") from None


def packages_around(path: Path) -> list[Path]:
    """The folders of the packages around a file, outermost first."""
    folders: list[Path] = []
    for folder in path.parents:
        if not (folder / "__init__.py").is_file():
            break
        folders.insert(0, folder)
    return folders


def _run_in_package(path: Path, folders: list[Path]) -> ModuleType:
    """Run a file under the name of its package, made unique: many bots live in `agents`."""
    outermost = folders[0]
    _append_to_path(outermost.parent)
    top = f"bot_{outermost.name}_{crc32(os.fsencode(outermost)):08x}"
    if top not in sys.modules:
        _run(outermost / "__init__.py", top)
    name = ".".join((top, *(folder.name for folder in folders[1:])))
    importlib.import_module(name)
    return _run(path, f"{name}.{path.stem}")


def _run(path: Path, name: str) -> ModuleType:
    folders = [str(path.parent)] if path.name == "__init__.py" else None
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=folders)
    if spec is None or spec.loader is None:
        raise InvalidBot(f"{path.name} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        if before is not None:
            sys.modules[name] = before
        raise
    return module


def _append_to_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def run_module(name: str) -> ModuleType:
    """Import a module; the current folder comes last on the path."""
    _append_to_path(Path.cwd())
    try:
        return importlib.import_module(name)
    except OWN as error:
        pass_on(error)
        raise InvalidBot(f"the module {name} cannot be imported: {told(error)}") from None

"""Bundles the page's scripts into one, for a file that works without a server.

A browser does not load modules from disk, so every module becomes a function that returns its
exports. Our scripts use few forms of import and export, and anything else is refused.
"""

from __future__ import annotations

import re
from importlib import resources

_IMPORT = re.compile(r"^import \{\s+([^}]+?),?\s+\} from \"\./(\w+)\.js\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import|export)\b.*|\bimport\(.*|^await .*", re.MULTILINE)


class Unbundled(Exception):
    """A script that cannot be bundled: a bug in Gitopoly."""


def page_file(name: str) -> str:
    """A file of the page as text."""
    return (resources.files("gitopoly.web") / "static" / name).read_text("utf-8")


def bundle(entry: str, sources: dict[str, str] | None = None) -> str:
    """One script that does what a module does, including everything it imports."""
    read = page_file if sources is None else sources.__getitem__
    done: dict[str, str] = {}
    _add(entry, read, done, ())
    parts = "\n".join(done.values())
    return f'(() => {{\n"use strict";\nconst modules = {{}};\n{parts}}})();\n'


def _add(name: str, read: object, done: dict[str, str], above: tuple[str, ...]) -> None:
    """Put a module after everything it needs."""
    assert callable(read)
    if name in above:
        raise Unbundled(f"{' → '.join((*above, name))} is a circle")
    if name in done:
        return
    text: str = read(f"{name}.js")
    for _, needed in _IMPORT.findall(text):
        _add(needed, read, done, (*above, name))
    text = _IMPORT.sub(_taken, text)
    exported = [found[1] for found in _EXPORT.findall(text)]
    text = _EXPORT.sub(r"\1 \2", text)
    if other := _OTHER.search(text):
        raise Unbundled(f"{name}.js: {other[0].strip()}")
    done[name] = f"modules.{name} = (() => {{\n{text}return {{ {', '.join(exported)} }};\n}})();\n"


def _taken(found: re.Match[str]) -> str:
    names = found[1].strip().rstrip(",").replace(" as ", ": ")
    return f"const {{ {names} }} = modules.{found[2]};\n"

"""Which modules a TLA+ module needs, and where they are."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

_EXTENDED = re.compile(r"^EXTENDS\s+(\w+(?:\s*,\s*\w+)*)", re.MULTILINE)
_INSTANCE = re.compile(r"\bINSTANCE[ \t]+(\w+)")


def named_in(module: Path) -> set[str]:
    """The modules that a module extends or instantiates."""
    text = module.read_text(encoding="utf-8")
    names = set(_INSTANCE.findall(text))
    for listed in _EXTENDED.findall(text):
        names |= set(re.findall(r"\w+", listed))
    return names


def needed_by(module: Path, specs: Path) -> Iterator[Path]:
    """The modules of any folder of the specifications that a module needs, directly or not.

    Those beside it come first; names that are nowhere are TLC's own modules.
    """
    seen = {module.stem}
    waiting = [module]
    while waiting:
        for name in sorted(named_in(waiting.pop()) - seen):
            seen.add(name)
            beside = module.with_name(f"{name}.tla")
            found = [beside] if beside.is_file() else sorted(specs.glob(f"*/{name}.tla"))
            if found:
                waiting.append(found[0])
                yield found[0]


def copy_modules(module: Path, specs: Path) -> None:
    """Put beside a module all that it needs from other folders, as TLC wants it."""
    for source in list(needed_by(module, specs)):
        if source.parent != module.parent:
            shutil.copy(source, module.parent)

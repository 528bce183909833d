"""Generated Python: imports are worked out from the body, and the format is ours."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable

HEAD = '''"""{title}

Written by `make generate` from the declarations in the kernel; change those, not this.
"""
'''


def module(title: str, body: str, symbols: dict[str, str]) -> str:
    """A whole module: its head, the imports that its body needs, and the body."""
    head = HEAD.format(title=title)
    return formatted(f"{head}\n{imports(body, symbols)}\n\n{body}")


def imports(body: str, symbols: dict[str, str]) -> str:
    """Lines that import every name of the kernel that a body uses and does not define."""
    tree = ast.parse(body)
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    own |= {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    modules: dict[str, set[str]] = {}
    for name in {node.id for node in names} - own:
        if name in symbols:
            modules.setdefault(symbols[name], set()).add(name)
    return "\n".join(
        f"from gitopoly.kernel.{module} import {', '.join(sorted(modules[module]))}"
        for module in sorted(modules)
    )


def indented(lines: Iterable[str], depth: int = 1) -> list[str]:
    """The same lines, indented."""
    return ["    " * depth + line for line in lines]


def constant(name: str) -> str:
    """The constant of a name: PayJailFine becomes PAY_JAIL_FINE."""
    return re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z][a-z])", "_", name).upper()


def formatted(text: str) -> str:
    """The text as `make format` would leave it."""
    for command in (("check", "--quiet", "--select=I", "--fix"), ("format", "--quiet")):
        ruff = [sys.executable, "-m", "ruff", *command, "--stdin-filename=generated.py", "-"]
        done = subprocess.run(ruff, input=text, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"what was generated is not valid Python: {done.stderr}\n{text}")
        text = done.stdout
    return text

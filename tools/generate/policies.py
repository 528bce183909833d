"""`bots/generated`: the policies by number, and which function chooses for each."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import NamedTuple

from tools.generate.declarations import KERNEL
from tools.generate.source import formatted

BOTS = KERNEL.parent / "bots"
HEAD = '''"""{title}

Written by `make generate` from the declarations in the bots; change those, not this.
"""

'''


class Policy(NamedTuple):
    """A policy as it is declared."""

    number: int
    name: str
    module: str
    function: str
    arguments: tuple[str, ...]


def read(folder: Path = BOTS) -> list[Policy]:
    """All policies, the weakest first."""
    found = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if not isinstance(node, ast.FunctionDef):
                continue
            arguments = tuple(argument.arg for argument in node.args.args)
            for call in node.decorator_list:
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "policy":
                    number, name = (ast.literal_eval(value) for value in call.args)
                    found.append(Policy(number, name, path.stem, node.name, arguments))
    found.sort()
    if [policy.number for policy in found] != list(range(len(found))):
        raise ValueError(f"the numbers of the policies are not 0, 1, 2 and so on: {found}")
    return found


def write_numbers(policies: list[Policy]) -> str:
    """The text of the light module."""
    modules = sorted({policy.module for policy in policies})
    lines = [f"{policy.name.upper()} = {policy.number}" for policy in policies]
    lines += ["", "POLICIES = {"]
    lines += [f"    {policy.name!r}: {policy.name.upper()}," for policy in policies]
    lines += ["}", '"""Policies by name; the numbers are what compiled code sees."""', ""]
    lines += [f"MODULES = ({', '.join(map(repr, modules))},)", '"""Where they are declared."""', ""]
    return formatted(HEAD.format(title="The policies by number.") + "\n".join(lines))


def write_choosing(policies: list[Policy]) -> str:
    """The text of the module that is compiled."""
    functions: dict[str, list[Policy]] = {}
    for policy in policies:
        functions.setdefault(policy.function, []).append(policy)
    # The last one needs no test once all others have been tested for.
    *tested, _ = functions.values()
    names = ", ".join(policy.name.upper() for alike in tested for policy in alike)
    imports = [f"from gitopoly.bots.{alike[0].module} import {f}" for f, alike in functions.items()]
    imports += [f"from gitopoly.bots.generated.numbers import {names}"]
    imports += ["from gitopoly.kernel.action_buffer import ActionBuffer"]
    imports += ["from gitopoly.kernel.fields import Wide"]
    imports += ["from gitopoly.kernel.randomness import Generator"]
    imports += ["from gitopoly.kernel.rules import Rules"]
    imports += ["from gitopoly.kernel.state import State"]
    lines = []
    for place, (function, alike) in enumerate(functions.items()):
        call = f"return {function}({', '.join(alike[0].arguments)})"
        test = " or ".join(f"policy == {policy.name.upper()}" for policy in alike)
        last = place == len(functions) - 1
        lines += [f"    {call}"] if last else [f"    if {test}:", f"        {call}"]
    body = '''

def choose(
    s: State, rules: Rules, policy: int, player: int, buffer: ActionBuffer, generator: Generator
) -> Wide:
    """The action that a policy takes among the legal ones of a player."""
'''
    text = "\n".join(imports) + body + "\n".join(lines) + "\n"
    return formatted(HEAD.format(title="Which function chooses for each policy.") + text)


def modules(policies: list[Policy], folder: Path = BOTS) -> dict[Path, str]:
    """The text of both modules, by their paths."""
    return {
        folder / "generated" / "numbers.py": write_numbers(policies),
        folder / "generated" / "choosing.py": write_choosing(policies),
    }

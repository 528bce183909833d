"""Plant faults in the rules, one at a time, and name those that no test notices.

    python tools/plant_faults.py --seed 7 --each 2

A fault is one small change inside a function of the rules: a comparison, an operator, a number,
a condition, two arguments or a statement. Each is planted in a copy of the package, and the tests
of the interpreted rules are run against that copy; a test that fails or hangs has noticed it.
A survivor is either not a fault at all, or a sign of a missing test.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "gitopoly"
LEFT_OUT = {"__init__", "codes"}
MODULES = tuple(sorted({path.stem for path in (PACKAGE / "rules").glob("*.py")} - LEFT_OUT))
"""The modules of the rules that have functions."""
COMPILING = {"new_action", "stateful"}
"""Tests that would compile the rules for every fault, and notice nothing that others miss."""
SLOW = {"golden", "legal_actions", "mutations", "parsing", "story", "turns", "yaml_form"}
"""Tests that run last."""
SECONDS = 300
"""How long the tests may take; after that a fault counts as noticed: something never ends."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Fault:
    """One change of one module."""

    module: str
    line: int
    before: str
    after: str
    source: str
    """The whole module with the fault in it."""

    def __str__(self) -> str:
        return f"{self.module}.py:{self.line}: {self.before}  ->  {self.after}"


def changed(node: ast.AST) -> Iterator[ast.AST]:
    """The faulty versions of a node."""
    twin = copy.deepcopy(node)
    match twin:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            twin.ops = [SWAPPED[type(op)]()]  # type: ignore[list-item]
            yield twin
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op) if type(op) in SWAPPED:
            twin.op = SWAPPED[type(op)]()  # type: ignore[assignment]
            yield twin
        case ast.UnaryOp(op=ast.Not(), operand=operand) if ast.unparse(operand) != "act":
            yield operand
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            yield ast.Constant(number + 1)
        case ast.Call(args=[*others, ast.Name() as left, ast.Name() as right]) if others:
            twin.args = [*others, right, left]
            yield twin
        case ast.If():
            yield ast.If(ast.Constant(False), twin.body, twin.orelse)
    if isinstance(node, ast.Assign | ast.AugAssign | ast.Expr):
        yield ast.Pass()


def faults_in(module: str, source: str) -> Iterator[Fault]:
    """Every fault that can be planted in the functions of a module."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line.encode()))
    found: dict[str, Fault] = {}  # what stands in an inner function is met twice
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                for fault in _faults_of(node, module, source.encode(), starts):
                    found.setdefault(fault.source, fault)
    yield from found.values()


def _faults_of(node: ast.AST, module: str, source: bytes, starts: list[int]) -> Iterator[Fault]:
    if not isinstance(node, ast.stmt | ast.expr) or node.end_lineno is None:
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    begin = starts[node.lineno - 1] + node.col_offset
    end = starts[node.end_lineno - 1] + (node.end_col_offset or 0)
    if isinstance(node, ast.If):  # only its condition
        begin = starts[node.test.lineno - 1] + node.test.col_offset
        end = starts[(node.test.end_lineno or 0) - 1] + (node.test.end_col_offset or 0)
    for other in changed(node):
        after = "False" if isinstance(other, ast.If) else ast.unparse(other)
        if isinstance(other, ast.expr):
            after = f"({after})"
        before = source[begin:end].decode()
        whole = source[:begin] + after.encode() + source[end:]
        if before.strip("()") != after.strip("()"):
            yield Fault(module, node.lineno, before, after, whole.decode())


def all_faults() -> dict[str, list[Fault]]:
    """Every fault of every module, in a fixed order."""
    return {
        module: list(
            faults_in(module, (PACKAGE / "rules" / f"{module}.py").read_text(encoding="utf-8"))
        )
        for module in MODULES
    }


def chosen(seed: int, each: int) -> list[Fault]:
    """So many faults of every module; those of one do not depend on the others."""
    return [
        fault
        for module, faults in all_faults().items()
        for fault in Random(f"{seed} {module}").sample(faults, min(each, len(faults)))
    ]


def noticed(fault: Fault, copied: Path, arguments: list[str]) -> bool:
    """Whether a test fails on a copy of the package with this fault."""
    file = copied / "gitopoly" / "rules" / f"{fault.module}.py"
    sound = file.read_text(encoding="utf-8")
    file.write_text(fault.source, encoding="utf-8")
    try:
        return not tests_pass(copied, arguments)
    finally:
        file.write_text(sound, encoding="utf-8")


def tests_pass(copied: Path, arguments: list[str]) -> bool:
    """Run the tests on a copy of the package."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-m", "not long"]
    command += ["-p", "no:cacheprovider", *arguments]
    surroundings = {**os.environ, "PYTHONPATH": str(copied), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=ROOT, env=surroundings, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return False
    if done.returncode not in (0, 1):
        # Not even collected: the package did not load with it, or the arguments are wrong.
        print(done.stdout[-500:], done.stderr[-500:], file=sys.stderr)
    return done.returncode == 0


def rule_tests() -> list[str]:
    """The tests of the interpreted rules, the quickest first."""
    names = {path.stem.removeprefix("test_") for path in (ROOT / "tests/rules").glob("test_*.py")}
    order = [*sorted(names - COMPILING - SLOW), *sorted(names & SLOW)]
    return [f"tests/rules/test_{name}.py" for name in order]


def related(module: str) -> list[str]:
    """The same, beginning with those that are named like a module or like rules that it cites."""
    source = (PACKAGE / "rules" / f"{module}.py").read_text(encoding="utf-8")
    cited = {rule.lower().replace("-", "_") for rule in re.findall(r"\b[A-Z]+-\d+", source)}

    def distance(test: str) -> tuple[bool, int]:
        text = (ROOT / test).read_text(encoding="utf-8")
        named = re.findall(r"^def test_([a-z0-9]+?_\d+)_", text, re.MULTILINE)
        return f"test_{module}" not in test, -len(cited.intersection(named))

    return sorted(rule_tests(), key=distance)


def main() -> int:
    """Plant faults; exit code 1 if one survives."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2, help="faults in every module")
    parser.add_argument("tests", nargs="*", help="arguments for pytest instead of the rule tests")
    given = parser.parse_args()
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(PACKAGE, Path(folder, "gitopoly"), ignore=ignored)
        if not tests_pass(Path(folder), given.tests or rule_tests()):
            sys.exit("the tests fail on the rules as they are")
        faults = chosen(given.seed, given.each)
        for fault in faults:
            seen = noticed(fault, Path(folder), given.tests or related(fault.module))
            print("noticed " if seen else "SURVIVED", fault, flush=True)
            survivors += [] if seen else [fault]
    print(f"{len(survivors)} of {len(faults)} faults survived")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())

"""Which lines of `gitopoly.peers` the driven behaviours alone reach.

    python -m tests.proof.protocols.reached [arguments of pytest]

runs the tests that drive the code through models, and prints the lines in functions that none of
them reached. Without arguments the largest models are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest

PACKAGE = find_spec("gitopoly")
assert PACKAGE is not None
assert PACKAGE.origin is not None
FOLDER = Path(PACKAGE.origin).parent / "peers"
"""The package is not loaded yet, so that whatever runs when it is loaded counts, too."""
DRIVEN = ("behaviours", "*_behaviours", "real_entries", "refusals", "*_refusals")
"""The tests that drive the code through models."""
LARGE = (
    "three_seats_bid",
    "three_seats_draw_and_leave",
    "votes_on_two_seats",
    "longer_histories",
    "keeps_out",
    "larger_models",
    "states_of_orders",
    "1499",
)
"""Tests that take minutes."""


class Function(NamedTuple):
    """A function of `protocols`: its module and its name."""

    module: str
    name: str


Lines = dict[Function, set[int]]


def all_lines() -> Lines:
    """The lines of every function, without those of its signature and docstring."""
    found: Lines = {}
    for path in sorted(FOLDER.glob("*.py")):
        text = path.read_text(encoding="utf-8")
        for code in _functions(compile(text, str(path), "exec")):
            lines = {line for _, _, line in code.co_lines() if line is not None}
            body = lines - {code.co_firstlineno}
            if body:
                found.setdefault(_named(code), set()).update(body)
    return found


def _functions(code: CodeType) -> Iterator[CodeType]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            # Classes and modules do not have locals of their own that are fast.
            if inner.co_flags & 1:
                yield inner
            yield from _functions(inner)


def _named(code: CodeType) -> Function:
    name = code.co_qualname.replace(".<locals>", "")  # type: ignore[attr-defined]
    plain = [part for part in name.split(".") if not part.startswith("<")]
    return Function(Path(code.co_filename).stem, ".".join(plain))


@contextmanager
def watched() -> Iterator[Lines]:
    """What is reached meanwhile."""
    reached: Lines = {}
    names: dict[CodeType, set[int] | None] = {}

    def enter(frame: FrameType, event: str, arg: Any) -> Any:
        code = frame.f_code
        if code not in names:
            here = Path(code.co_filename).parent == FOLDER
            names[code] = reached.setdefault(_named(code), set()) if here else None
        lines = names[code]
        if lines is None:
            return None

        def line(frame: FrameType, event: str, arg: Any) -> Any:
            lines.add(frame.f_lineno)
            return line

        return line

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield reached
    finally:
        sys.settrace(before)


def left(reached: Lines) -> Lines:
    """The lines that were not reached, by function."""
    found = {one: lines - reached.get(one, set()) for one, lines in all_lines().items()}
    return {function: lines for function, lines in found.items() if lines}


LEFT = {
    "orders._passes": (1, "the models have no auctions of buildings"),
    "dice.make_draw": (1, "the models have no orders to draw at once what follows"),
    "dice.draw_what_follows": (3, "the same"),
    "dice._forced_draw": (7, "the same"),
    "dice.pick": (1, "a number that is drawn again, which almost never happens"),
    "dice.Reveal.carry_out": (1, "no model leads to a link for a draw that is over"),
    "play.Act.told": (1, "no model leads to a move without an effect for its author"),
    "trade.SettleTrade.told": (1, "the same"),
    "play.skip": (1, "no model leads to a void entry behind the end of its log"),
    "position.ProtocolPosition.__eq__": (1, "compared with something else"),
    "moves.Move.check": (1, "a kind of move that has no check"),
}
"""Functions of which some lines are left: how many, and why."""


def unexplained(missing: Lines) -> list[str]:
    """Functions of which more lines are left than have a reason."""
    found = {f"{one.module}.{one.name}": len(lines) for one, lines in missing.items()}
    return [name for name, count in found.items() if count > LEFT.get(name, (0, ""))[0]]


def main(arguments: list[str]) -> int:
    """Run the driven tests and print what they leave; 1 if something is left without a reason."""
    here = Path(__file__).parent
    tests = [str(path) for name in DRIVEN for path in sorted(here.glob(f"test_{name}.py"))]
    usual = ["-k", f"not ({' or '.join(LARGE)})"]
    with watched() as reached:
        status = pytest.main([*tests, "-q", "-p", "no:xdist", *(arguments or usual)])
    lines, missing = all_lines(), left(reached)
    for function, numbers in missing.items():
        print(f"{function.module}.{function.name}: {', '.join(map(str, sorted(numbers)))}")
    count = sum(map(len, lines.values()))
    print(f"reached {count - sum(map(len, missing.values()))} of {count} lines in functions")
    if more := unexplained(missing):
        print(f"left without a reason: {', '.join(more)}")
    return int(bool(status or more))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

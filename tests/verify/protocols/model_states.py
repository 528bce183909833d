"""Whether states that the code came to are exactly those of a model: TLC says so."""

from __future__ import annotations

import re
from collections.abc import Collection

from gitopoly.verify.specs.values import Value, written
from gitopoly.verify.suite import load_suite
from gitopoly.verify.tlc.trace import MODULE
from gitopoly.verify.tlc.trace_run import printed_after, run_module

SUITE = load_suite()
MISSED = "missed"


def counts(name: str) -> tuple[int, int, int]:
    """What TLC finds in a model: generated and distinct states, and the depth."""
    model = SUITE[name]
    return model.generated, model.distinct, model.depth


def missed(name: str, view: str, found: Collection[Value], constraint: str = "TRUE") -> list[str]:
    """The states of a model whose view is not among those that the code came to.

    There must be as many states as views, so that none of these is only the code's.
    Seats are strings here, and no longer values without a meaning; `view` is an expression of
    the module, and `constraint` a condition on states under which the code is compared.
    """
    model = SUITE[name]
    text = SUITE.config(model).read_text(encoding="utf-8")
    constants = re.search(r"CONSTANTS\n((?:    .*\n)+)", text)
    specification = re.search(r"SPECIFICATION (\w+)", text)
    assert constants is not None
    assert specification is not None
    named = re.sub(r"(?m)(?<== )(.*)$", lambda value: _quoted(value[1]), constants[1])
    seats = "".join(f"CONSTANT {s}\n" for s in _undeclared(name, named))
    values = ",\n".join(map(written, found))
    module = (
        f"---- MODULE {MODULE} ----\nEXTENDS {SUITE.module(model).stem}, TLC\n{seats}"
        f"CodeView == {view}\nCodeViews == {{{values}}}\nCodeCompared == {constraint}\n"
        f'CodeMissed == PrintT(ToString(<<"{MISSED}", CodeView>>))\n'
        "CodeSame == CodeCompared => CodeView \\in CodeViews \\/ CodeMissed\n====\n"
    )
    config = (
        f"SPECIFICATION {specification[1]}\nCONSTANTS\n{named}"
        "INVARIANT CodeSame\nCONSTRAINT CodeCompared\n"
    )
    run = run_module(module, config)
    assert run.distinct == len(found)
    return printed_after(run, MISSED)


def _quoted(value: str) -> str:
    return re.sub(r"\b([a-z])\b", r'"\1"', value)


def _undeclared(name: str, constants: str) -> list[str]:
    """Seats that only the configuration names."""
    text = SUITE.module(SUITE[name]).read_text(encoding="utf-8")
    declared = " ".join(re.findall(r"(?m)^CONSTANTS? (.*)$", text))
    found: list[str] = re.findall(r'(?m)^    (\w) = "', constants)
    return [seat for seat in found if not re.search(rf"\b{seat}\b", declared)]

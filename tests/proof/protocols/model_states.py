"""Whether states that the code came to are exactly those of a model: TLC says so."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType

from gitopoly.proof.specs.values import Value, written
from gitopoly.proof.suite import load_suite
from gitopoly.proof.tlc.trace import MODULE
from gitopoly.proof.tlc.trace_run import printed_after, run_module

SUITE = load_suite()
MISSED, SAME = "missed", "same"


def counts(name: str) -> tuple[int, int, int]:
    """What TLC finds in a model: generated and distinct states, and the depth."""
    model = SUITE[name]
    return model.generated, model.distinct, model.depth


def missed(name: str, view: str, found: Collection[Value], constraint: str = "TRUE") -> list[str]:
    """The states of a model whose view is not among those that the code came to.

    There must be as many states as views, so that none of these is only the code's.
    `view` is an expression of the module, and `constraint` a condition on states under which the
    code is compared.
    """
    specification, constants = _configured(name, {})
    run = run_module(
        _module(name, constants, view, found, f"CodeCompared == {constraint}"),
        f"SPECIFICATION {specification}\nCONSTANTS\n{constants}"
        "INVARIANT CodeSame\nCONSTRAINT CodeCompared\n",
    )
    assert run.distinct == len(found)
    return printed_after(run, MISSED)


def missed_in(
    name: str,
    view: str,
    found: Collection[Value],
    definitions: str,
    changed: Mapping[str, str] = MappingProxyType({}),
) -> list[str]:
    """The same where the code takes only some of the model's steps, or several at once.

    `definitions` say which: CodeSpec, and CodeCompared for the states between them.
    `changed` has other values of some constants.
    Every view must be one of a state of the model, so that none of these is only the code's.
    """
    _, constants = _configured(name, changed)
    run = run_module(
        _module(name, constants, view, found, definitions),
        f"SPECIFICATION CodeSpec\nCONSTANTS\n{constants}INVARIANTS CodeSame CodeTold\n",
    )
    assert len(set(printed_after(run, SAME))) == len(set(found))
    return printed_after(run, MISSED)


def only_of_code(
    name: str, view: str, found: Collection[Value], constants: Mapping[str, str]
) -> int:
    """How many of the states that the code came to are not among those of a model.

    The model has states besides, because it does not know the rules of the game.
    """
    specification, configured = _configured(name, constants)
    run = run_module(
        _module(name, configured, view, found, "CodeCompared == TRUE"),
        f"SPECIFICATION {specification}\nCONSTANTS\n{configured}INVARIANT CodeTold\n",
    )
    return len(set(found)) - len(set(printed_after(run, SAME)))


def _configured(name: str, changed: Mapping[str, str]) -> tuple[str, str]:
    """The specification and the constants of a model; seats are strings here."""
    text = SUITE.config(SUITE[name]).read_text(encoding="utf-8")
    constants = re.search(r"CONSTANTS\n((?:    .*\n)+)", text)
    specification = re.search(r"SPECIFICATION (\w+)", text)
    assert constants is not None
    assert specification is not None
    named = re.sub(r"(?m)(?<== )(.*)$", lambda value: _quoted(value[1]), constants[1])
    for constant, value in changed.items():
        named, count = re.subn(rf"(?m)^    {constant} = .*$", f"    {constant} = {value}", named)
        assert count == 1
    return specification[1], named


def _module(
    name: str, constants: str, view: str, found: Collection[Value], definitions: str
) -> str:
    seats = "".join(f"CONSTANT {s}\n" for s in _undeclared(name, constants))
    values = ",\n".join(map(written, found))
    return (
        f"---- MODULE {MODULE} ----\nEXTENDS {SUITE.module(SUITE[name]).stem}, TLC\n{seats}"
        f"{definitions}\nCodeView == {view}\nCodeViews == {{{values}}}\n"
        f"CodePrinted(word) == PrintT(ToString(<<word, CodeView>>))\n"
        f'CodeSame == CodeCompared => CodeView \\in CodeViews \\/ CodePrinted("{MISSED}")\n'
        f'CodeTold == CodeCompared /\\ CodeView \\in CodeViews => CodePrinted("{SAME}")\n====\n'
    )


def _quoted(value: str) -> str:
    return re.sub(r"\b([a-z])\b", r'"\1"', value)


def _undeclared(name: str, constants: str) -> list[str]:
    """Seats that only the configuration names."""
    text = SUITE.module(SUITE[name]).read_text(encoding="utf-8")
    declared = " ".join(re.findall(r"(?m)^CONSTANTS? (.*)$", text))
    found: list[str] = re.findall(r'(?m)^    (\w) = "', constants)
    return [seat for seat in found if not re.search(rf"\b{seat}\b", declared)]

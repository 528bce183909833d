"""Statements and whole functions as C++."""

from __future__ import annotations

import ast
from collections.abc import Callable

from gitopoly.translation.calls import Function, Program
from gitopoly.translation.cpp_names import cpp_name
from gitopoly.translation.expressions import OPERATORS, Expressions
from gitopoly.translation.noting import note_misfit, notes_of
from gitopoly.translation.types import (
    BOOL,
    INT,
    NOTHING,
    WIDE,
    Array,
    Number,
    RecordType,
    Type,
    type_of,
)


def signature(function: Function) -> str:
    """The head of a function."""
    parameters = ", ".join(_parameter(*pair) for pair in function.parameters.items())
    return f"FUNCTION {function.returns.text} {function.name}({parameters})"


def definition(function: Function, program: Program) -> str:
    """A function, translated."""
    return Statements(function, program).definition()


def _parameter(name: str, meant: Type) -> str:
    if isinstance(meant, RecordType):
        constant = "const " if meant.text == "Rules" else ""
        return f"{constant}{meant.text}& {cpp_name(name)}"
    return f"{meant.text} {cpp_name(name)}"


class Statements:
    """Translates the statements of one function."""

    def __init__(self, function: Function, program: Program) -> None:
        self.function = function
        self.expressions = Expressions(function, program)
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0

    def definition(self) -> str:
        """The whole function: its head, its variables, its statements."""
        self._block(self.function.node.body)
        own = {
            cpp_name(name): meant
            for name, meant in self.expressions.variables.items()
            if name not in self.function.parameters
        }
        declared = [
            f"    {meant.text} {name} = 0;"
            for name, meant in (own | self.expressions.temporaries).items()
        ]
        body = [f"{signature(self.function)} {{", *declared, *self.lines]
        if self.function.returns is not NOTHING and not _ends(self.function.node.body):
            raise self.function.refusal(self.function.node, "it can end without a value")
        return "\n".join([*body, "}"])

    def _put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            name = f"_{type(statement).__name__}"
            method: Callable[[ast.stmt], None] | None = getattr(self, name, None)
            if method is None:
                reason = f"{type(statement).__name__} has no translation"
                raise self.function.refusal(statement, reason)
            method(statement)

    def _indented(self, statements: list[ast.stmt]) -> None:
        self.depth += 1
        self._block(statements)
        self.depth -= 1

    def _Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return  # a docstring
        if not isinstance(node.value, ast.Call):
            raise self.function.refusal(node, "an expression that does nothing")
        self._put(f"{self.expressions.value(node.value).text};")

    def _Return(self, node: ast.Return) -> None:
        if node.value is None:
            self._put("return;")
            return
        value = self.expressions.argument(node.value, self.function.returns)
        self._put(f"return {value.text};")

    def _Pass(self, node: ast.Pass) -> None:
        pass

    def _Break(self, node: ast.Break) -> None:
        self._put("break;")

    def _Continue(self, node: ast.Continue) -> None:
        self._put("continue;")

    def _If(self, node: ast.If) -> None:
        self._put(f"if ({self.expressions.truth(node.test).text}) {{")
        self._indented(node.body)
        if node.orelse:
            self._put("} else {")
            self._indented(node.orelse)
        self._put("}")

    def _While(self, node: ast.While) -> None:
        if node.orelse:
            raise self.function.refusal(node, "a loop with `else`")
        self._put(f"while ({self.expressions.truth(node.test).text}) {{")
        self._indented(node.body)
        self._put("}")

    def _For(self, node: ast.For) -> None:
        if node.orelse or not isinstance(node.target, ast.Name):
            raise self.function.refusal(node, "a loop over one variable, without `else`, is needed")
        members = self.expressions.members(node.iter)
        self.loops += 1
        place = f"place_{self.loops}"
        if members is not None:
            meant = WIDE if any(member.type is WIDE for member in members) else INT
            self._declare(node, node.target.id, meant)
            texts = ", ".join(member.text for member in members)
            self._put(f"const {meant.text} members_{self.loops}[] = {{{texts}}};")
            self._put(f"UNROLL_NOT for (int {place} = 0; {place} < {len(members)}; ++{place}) {{")
            value = f"members_{self.loops}[{place}]"
        else:
            self._put(self._head_of_range(node, node.target.id, place))
            value = place
        self.lines.append("    " * (self.depth + 1) + f"{cpp_name(node.target.id)} = {value};")
        self._indented(node.body)
        self._put("}")

    def _head_of_range(self, node: ast.For, name: str, place: str) -> str:
        """The bounds of a range are evaluated once, before the loop, and in this order."""
        call = node.iter
        is_range = isinstance(call, ast.Call) and ast.unparse(call.func) == "range"
        if not isinstance(call, ast.Call) or not is_range or call.keywords:
            raise self.function.refusal(node, "a loop needs a range or a tuple of numbers")
        bounds = [self.expressions.number(argument) for argument in call.args]
        step = self._step(call) if len(bounds) == 3 else 1
        start, stop = ("0", bounds[0].text) if len(bounds) == 1 else (b.text for b in bounds[:2])
        sign = "<" if step > 0 else ">"
        meant = WIDE if any(bound.type is WIDE for bound in bounds) else INT
        self._declare(node, name, meant)
        return (
            f"UNROLL_NOT for ({meant.text} {place} = {start}, end_{place} = {stop}; "
            f"{place} {sign} end_{place}; {place} += {step}) {{"
        )

    def _step(self, call: ast.Call) -> int:
        try:
            step = ast.literal_eval(call.args[2])
        except ValueError:
            step = 0
        if not isinstance(step, int) or step == 0:
            raise self.function.refusal(call, "the step of a range must be a number")
        return step

    def _Assign(self, node: ast.Assign) -> None:
        if len(node.targets) != 1 or isinstance(node.targets[0], ast.Tuple):
            raise self.function.refusal(node, "one assignment for each variable is needed")
        target = node.targets[0]
        wide = isinstance(target, ast.Name) and self.expressions.variables.get(target.id) is WIDE
        value = self.expressions.value(node.value, wide)
        if isinstance(target, ast.Name):
            if not isinstance(value.type, Number) or value.type is NOTHING:
                raise self.function.refusal(node, "variables hold numbers")
            self._declare(node, target.id, value.type)
            self._put(f"{cpp_name(target.id)} = {value.text};")
            return
        if idle := self.expressions.idle_target(target):
            self._put(note_misfit(*idle, value.text))
            return
        place = self.expressions.value(target)
        if isinstance(place.type, Array) or isinstance(value.type, Array):
            raise self.function.refusal(node, "arrays are not copied")
        if isinstance(place.type, RecordType) and place.type != value.type:
            raise self.function.refusal(node, "another kind of record")
        if not place.is_pure:
            raise self.function.refusal(node, "the target changes something")
        # The value comes first in both languages.
        self._put(f"{place.text} = {value.text};")
        self._note(target)

    def _AugAssign(self, node: ast.AugAssign) -> None:
        pattern = OPERATORS.get(type(node.op))
        target = self.expressions.number(_read(node.target))
        shifts = isinstance(node.op, ast.LShift | ast.RShift)
        value = self.expressions.number(node.value, target.type is WIDE and not shifts)
        if pattern is None or not target.is_pure:
            raise self.function.refusal(node, "this assignment has no translation")
        if self._is_shared(node.target):
            if not isinstance(node.op, ast.Add | ast.Sub):
                raise self.function.refusal(node, "threads can only add to what they share")
            sign = "-" if isinstance(node.op, ast.Sub) else ""
            self._put(f"add_to({self.expressions.value(node.target).text}, {sign}{value.text});")
            return
        result = self.expressions.combined(node.op, pattern, target, value)
        if isinstance(node.target, ast.Name) and isinstance(result.type, Number):
            self._declare(node, node.target.id, result.type)
        if idle := self.expressions.idle_target(node.target):
            self._put(note_misfit(*idle, result.text))
        else:
            self._put(f"{self.expressions.value(node.target).text} = {result.text};")
            self._note(node.target)

    def _note(self, target: ast.expr) -> None:
        """Note that a field of a state was written, where that is asked for."""
        for line in notes_of(target, self.expressions):
            self._put(line)

    def _is_shared(self, target: ast.expr) -> bool:
        """Whether it is a sum in a record that threads share."""
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Attribute):
            return False
        record = self.expressions.value(target.value.value).type
        return isinstance(record, RecordType) and record.is_shared

    def _AnnAssign(self, node: ast.AnnAssign) -> None:
        """A variable that is declared wide."""
        named = ast.unparse(node.annotation)
        meant = INT if named == "int" else type_of(self.function.python.__globals__.get(named, str))
        if not isinstance(node.target, ast.Name) or node.value is None or meant not in (INT, WIDE):
            raise self.function.refusal(node, "only variables that hold numbers are declared")
        assert isinstance(meant, Number)
        self._declare(node, node.target.id, meant)
        value = self.expressions.argument(node.value, meant)
        self._put(f"{cpp_name(node.target.id)} = {value.text};")

    def _declare(self, node: ast.AST, name: str, meant: Number) -> None:
        known = self.expressions.variables.setdefault(name, meant)
        if known is INT and meant is WIDE:
            raise self.function.refusal(node, f"{name} may need more than 32 bits; declare it Wide")
        if known not in (INT, WIDE, BOOL) or (known is BOOL and meant is not BOOL):
            raise self.function.refusal(node, f"{name} changes its type")


def _read(target: ast.expr) -> ast.expr:
    """The target of an assignment as the expression that reads it."""
    return ast.copy_location(ast.parse(ast.unparse(target), mode="eval").body, target)


def _ends(statements: list[ast.stmt]) -> bool:
    """Whether control never reaches the end of the statements."""
    last = statements[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and last.test.value is True
        return forever and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, ast.Return)

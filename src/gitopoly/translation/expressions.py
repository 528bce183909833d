"""Expressions as C++, with the meaning that they have in Python."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass, replace

from gitopoly.kernel.rules import Rules
from gitopoly.kernel.state import State
from gitopoly.translation.calls import BUILT_IN, Function, Program
from gitopoly.translation.cpp_names import cpp_name
from gitopoly.translation.types import (
    BOOL,
    INT,
    WIDE,
    Array,
    Number,
    RecordType,
    Type,
    type_of_field,
)

OPERATORS = {
    ast.Add: "{} + {}",
    ast.Sub: "{} - {}",
    ast.Mult: "{} * {}",
    ast.BitAnd: "{} & {}",
    ast.BitOr: "{} | {}",
    ast.BitXor: "{} ^ {}",
    ast.RShift: "{} >> {}",
    ast.LShift: "shifted_left<{type}>({}, int({}))",
    ast.FloorDiv: "floor_divided<{type}>({}, {})",
    ast.Mod: "floor_remainder<{type}>({}, {})",
}
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
METHODS = ("bit_count", "bit_length")
"""Methods of numbers that are sets, and so never negative."""


@dataclass(frozen=True)
class Value:
    """A translated expression."""

    text: str
    type: Type
    is_pure: bool = True
    """Whether evaluating it has no side effects."""
    is_fixed: bool = False
    """Whether no call can change it: a constant, or a variable of the function itself."""
    constant: int | None = None
    """Its value, if known."""

    def widened(self) -> Value:
        """The same in 64 bits."""
        if self.type is not INT:
            return self
        return replace(self, text=f"int64_t({self.text})", type=WIDE)


class Expressions:
    """Translates the expressions of one function."""

    def __init__(self, function: Function, program: Program) -> None:
        self.function = function
        self.program = program
        self.variables: dict[str, Type] = dict(function.parameters)
        self.temporaries: dict[str, Type] = {}
        self.wide = False
        """Whether numbers are needed in 64 bits, because of how they are used."""

    def value(self, node: ast.expr, wide: bool = False) -> Value:
        """An expression of any kind, with its numbers in 64 bits if needed."""
        around, self.wide = self.wide, wide
        found = self._translated(node)
        self.wide = around
        return found.widened() if wide else found

    def _translated(self, node: ast.expr) -> Value:
        method: Callable[[ast.expr], Value] | None = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            raise self.function.refusal(node, f"{type(node).__name__} has no translation")
        return method(node)

    def number(self, node: ast.expr, wide: bool = False) -> Value:
        """An expression that must be a number or a truth value."""
        value = self.value(node, wide)
        if value.type not in (INT, WIDE, BOOL):
            raise self.function.refusal(node, "a number is needed here")
        return value

    def truth(self, node: ast.expr) -> Value:
        """An expression of which only the truth value matters."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, [self.truth(operand) for operand in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self._negated(self.truth(node.operand))
        return self.number(node)

    def in_order(self, operands: list[Value], combine: Callable[[list[str]], str]) -> str:
        """Combine operands as if they were evaluated one after the other.

        C++ may evaluate them in any order. Values that a later call could change, and results
        of calls before others are evaluated, are stored first.
        """
        impure = [i for i, operand in enumerate(operands) if not operand.is_pure]
        if not impure or all(o.is_fixed for i, o in enumerate(operands) if i != impure[-1]):
            return combine([operand.text for operand in operands])
        texts, first = [], []
        for i, operand in enumerate(operands):
            text = operand.text
            if i <= impure[-1] and not operand.is_fixed:
                text = f"put_aside_{len(self.temporaries)}"
                self.temporaries[text] = operand.type
                first.append(f"{text} = {operand.text}")
            texts.append(text)
        return f"({', '.join([*first, combine(texts)])})"

    def _Constant(self, node: ast.Constant) -> Value:
        if isinstance(node.value, bool):
            return Value("true" if node.value else "false", BOOL, is_fixed=True)
        if isinstance(node.value, int):
            return self._literal(node, node.value)
        raise self.function.refusal(node, f"{node.value!r} is not a whole number")

    def _literal(self, node: ast.AST, number: int) -> Value:
        if not -(2**63) < number < 2**63:
            raise self.function.refusal(node, f"{number} does not fit into 64 bits")
        meant = INT if -(2**31) <= number < 2**31 else WIDE
        text = f"Int({number})" if meant is INT else f"INT64_C({number})"
        return Value(text, meant, is_fixed=True, constant=number)

    def _Name(self, node: ast.Name) -> Value:
        if node.id in self.variables:
            return Value(cpp_name(node.id), self.variables[node.id], is_fixed=True)
        constant = self.function.python.__globals__.get(node.id)
        if isinstance(constant, bool):
            return Value("true" if constant else "false", BOOL, is_fixed=True)
        if isinstance(constant, int):
            return self._literal(node, constant)
        raise self.function.refusal(node, f"{node.id} is neither a variable nor a whole number")

    def _Attribute(self, node: ast.Attribute) -> Value:
        record = self.value(node.value)
        if not isinstance(record.type, RecordType) or node.attr not in record.type.fields:
            raise self.function.refusal(node, f"{ast.unparse(node)} is not a declared field")
        meant = type_of_field(record.type.fields[node.attr])
        is_constant = record.type.python is Rules or isinstance(meant, Array)
        if record.type.python is Rules and self.program.rules and meant is INT:
            return self._literal(node, getattr(self.program.rules, node.attr))
        if self._is_idle(record, node.attr) and not isinstance(meant, Array):
            return self._idle(node, self.program.idle[node.attr])
        text = f"{record.text}.{cpp_name(node.attr)}"
        if record.type.python is Rules and self.program.fixed_tables and isinstance(meant, Array):
            text = f"RULES_{node.attr}"
        return Value(text, meant, record.is_pure, record.is_fixed and is_constant)

    def _idle(self, node: ast.AST, value: int) -> Value:
        """A field that never changes; as an index it may be NOBODY, in code that never runs."""
        return replace(self._literal(node, value), constant=None)

    def _is_idle(self, record: Value, field: str) -> bool:
        return record.type == RecordType(State) and field in self.program.idle

    def idle_target(self, node: ast.expr) -> tuple[str, int] | None:
        """The record and the value of a field that never changes, if `node` is such a field."""
        inner = node.value if isinstance(node, ast.Subscript) else node
        if not isinstance(inner, ast.Attribute):
            return None
        record = self.value(inner.value)
        if not self._is_idle(record, inner.attr):
            return None
        return record.text, self.program.idle[inner.attr]

    def _Subscript(self, node: ast.Subscript) -> Value:
        if idle := self.idle_target(node):
            return self._idle(node, idle[1])
        if (kept := self._kept(node.value)) is not None:
            return self._taken(node, kept)
        array = self.value(node.value)
        if not isinstance(array.type, Array):
            raise self.function.refusal(node, f"{ast.unparse(node.value)} is not an array")
        index = self.number(node.slice)
        if index.constant is not None and index.constant < 0:
            raise self.function.refusal(node, "arrays are not counted from their end")
        if array.text in self.program.members and index.is_pure:
            return self._literal(node, self.program.members[array.text])
        place = index.text
        if array.type.length:
            place = f"AT({place}, {array.type.length})"
        fixed = isinstance(array.type.element, RecordType) and index.is_fixed
        pure = array.is_pure and index.is_pure
        text = f"{array.text}[{place}]"
        if array.type.element is INT and array.type.width == WIDE.text and _is_read(node):
            text = f"Int({text})"
        return Value(text, array.type.element, pure, fixed)

    def _kept(self, node: ast.expr, *_: ast.expr) -> tuple[object, ...] | None:
        """The tuple that a name of a module stands for, if it does."""
        if not isinstance(node, ast.Name) or node.id in self.variables:
            return None
        kept = self.function.python.__globals__.get(node.id)
        return kept if isinstance(kept, tuple) else None

    def _taken(self, node: ast.Subscript, kept: tuple[object, ...]) -> Value:
        """A number out of a tuple of a module."""
        name = f"TABLE_{ast.unparse(node.value)}"
        members = tuple(member for member in kept if type(member) is int)
        if members != kept or any(abs(member) >= 2**31 for member in members):
            raise self.function.refusal(node, f"{ast.unparse(node.value)} is not of small numbers")
        if self.program.tables.setdefault(name, members) != members:
            raise self.function.refusal(node, f"another module has its own {name[6:]}")
        index = self.number(node.slice)
        if index.constant is not None and index.constant < 0:
            raise self.function.refusal(node, "tuples are not counted from their end")
        text = f"{name}[AT({index.text}, {len(members)})]"
        return Value(text, INT, index.is_pure, index.is_fixed)

    def _BinOp(self, node: ast.BinOp) -> Value:
        pattern = OPERATORS.get(type(node.op))
        if pattern is None:
            raise self.function.refusal(node, f"{type(node.op).__name__} has no translation")
        shifts = isinstance(node.op, ast.LShift | ast.RShift)
        left = self.number(node.left, self.wide)
        right = self.number(node.right, self.wide and not shifts)
        return self.combined(node.op, pattern, left, right)

    def combined(self, operator: ast.operator, pattern: str, left: Value, right: Value) -> Value:
        """Two numbers and their operator."""
        by = right.constant or 0
        if isinstance(operator, ast.FloorDiv) and by > 0 and by & (by - 1) == 0:
            # A shift also rounds down, and costs a GPU much less than a division.
            operator, pattern = ast.RShift(), OPERATORS[ast.RShift]
            right = self._literal(self.function.node, by.bit_length() - 1)
        if isinstance(operator, ast.RShift) and right.constant is None:
            pattern = "shifted_right<{type}>({}, int({}))"
        divides = isinstance(operator, ast.FloorDiv | ast.Mod)
        if divides and WIDE in (left.type, right.type):
            meant = INT if isinstance(operator, ast.Mod) and right.type is INT else WIDE
            left, right = left.widened(), right.widened()
        else:
            meant = _type_of_result(operator, left, right)
        inner = WIDE if left.type is WIDE else INT
        text = self.in_order(
            [left, right], lambda texts: f"({pattern.format(*texts, type=inner.text)})"
        )
        if meant is INT and WIDE in (left.type, right.type):
            text = f"Int{text}"
        return Value(text, meant, left.is_pure and right.is_pure, left.is_fixed and right.is_fixed)

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self._negated(self.truth(node.operand))
        operand = self.number(node.operand, self.wide)
        number = node.operand.value if isinstance(node.operand, ast.Constant) else None
        if isinstance(node.op, ast.USub) and isinstance(number, int):
            return self._literal(node, -number)
        sign = {ast.USub: "-", ast.Invert: "~", ast.UAdd: "+"}[type(node.op)]
        meant = WIDE if operand.type is WIDE else INT
        text = f"({sign}{meant.text}({operand.text}))"
        return Value(text, meant, operand.is_pure, operand.is_fixed)

    def _negated(self, operand: Value) -> Value:
        return Value(f"(!{operand.text})", BOOL, operand.is_pure, operand.is_fixed)

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        operands = [self.number(operand, self.wide) for operand in node.values]
        if all(operand.type is BOOL for operand in operands):
            return self._joined(node, operands)
        if not all(operand.is_pure for operand in operands):
            raise self.function.refusal(node, "the value of `and` or `or` changes something")
        # The value is that of the deciding operand.
        meant = _common(operands)
        text = f"{meant.text}({operands[-1].text})"
        for operand in reversed(operands[:-1]):
            own = f"{meant.text}({operand.text})"
            pair = (text, own) if isinstance(node.op, ast.And) else (own, text)
            text = f"({operand.text} ? {pair[0]} : {pair[1]})"
        return Value(text, meant)

    def _joined(self, node: ast.BoolOp, operands: list[Value]) -> Value:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        text = f"({sign.join(operand.text for operand in operands)})"
        return Value(text, BOOL, all(operand.is_pure for operand in operands))

    def _Compare(self, node: ast.Compare) -> Value:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        operands = [self.number(operand) for operand in (node.left, *node.comparators)]
        signs = [COMPARISONS.get(type(operator)) for operator in node.ops]
        if None in signs:
            raise self.function.refusal(node, "this comparison has no translation")
        pure = all(operand.is_pure for operand in operands)
        if len(operands) > 2 and not pure:
            raise self.function.refusal(node, "a chain of comparisons that changes something")

        def chain(texts: list[str]) -> str:
            pairs = zip(texts, signs, texts[1:], strict=False)
            return f"({' && '.join(f'{left} {sign} {right}' for left, sign, right in pairs)})"

        return Value(self.in_order(operands, chain), BOOL, pure)

    def _membership(self, node: ast.Compare) -> Value:
        members = self.members(node.comparators[0])
        sought = self.number(node.left)
        if len(node.ops) > 1 or members is None or not sought.is_pure:
            raise self.function.refusal(node, "`in` needs whole numbers in parentheses")
        either = " || ".join(f"{sought.text} == {member.text}" for member in members)
        found = Value(f"({either})", BOOL)
        return self._negated(found) if isinstance(node.ops[0], ast.NotIn) else found

    def members(self, node: ast.expr) -> list[Value] | None:
        """The members of a tuple of numbers, written here or kept in a module."""
        if isinstance(node, ast.Tuple):
            return [self.number(member) for member in node.elts]
        if isinstance(node, ast.Name) and node.id not in self.variables:
            kept = self.function.python.__globals__.get(node.id)
            if isinstance(kept, tuple) and all(type(member) is int for member in kept):
                return [self._literal(node, member) for member in kept]
        return None

    def _IfExp(self, node: ast.IfExp) -> Value:
        test = self.truth(node.test)
        chosen, other = (self.number(side, self.wide) for side in (node.body, node.orelse))
        meant = BOOL if chosen.type is BOOL and other.type is BOOL else _common([chosen, other])
        cast = "" if meant is BOOL else meant.text
        text = f"({test.text} ? {cast}({chosen.text}) : {cast}({other.text}))"
        return Value(text, meant, test.is_pure and chosen.is_pure and other.is_pure)

    def _Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute):
            return self._method(node, node.func.attr, node.func.value)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        called = self.function.python.__globals__.get(name)
        if isinstance(called, types.FunctionType) and name not in self.variables:
            return self._call_of(self.program.functions[called.__name__], node)
        if name == "len" and called is None and (kept := self._kept(*node.args)) is not None:
            return self._literal(node, len(kept))
        if name in BUILT_IN and called is None and node.args and not node.keywords:
            return self._built_in(name, node)
        raise self.function.refusal(node, f"{ast.unparse(node.func)} cannot be called")

    def _method(self, node: ast.Call, name: str, owner: ast.expr) -> Value:
        """Python's bit methods of numbers."""
        if name not in METHODS or node.args or node.keywords:
            raise self.function.refusal(node, f"{ast.unparse(node.func)} cannot be called")
        number = self.number(owner)
        return Value(f"{name}({number.text})", INT, number.is_pure, number.is_fixed)

    def _call_of(self, callee: Function, node: ast.Call) -> Value:
        arguments = [self.argument(*pair) for pair in self._bound(callee, node)]
        text = self.in_order(arguments, lambda texts: f"{callee.name}({', '.join(texts)})")
        pure = callee.is_pure and all(argument.is_pure for argument in arguments)
        return Value(text, callee.returns, pure)

    def _bound(self, callee: Function, node: ast.Call) -> list[tuple[ast.expr, Type]]:
        """The arguments of a call in the order of the parameters, with their types."""
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.function.refusal(node, "arguments are given one by one")
        given = {keyword.arg or "**": keyword.value for keyword in node.keywords}
        try:
            bound = inspect.signature(callee.python).bind(*node.args, **given)
        except TypeError as error:
            raise self.function.refusal(node, f"{callee.name}: {error}") from None
        for name, parameter in bound.signature.parameters.items():
            if name not in bound.arguments:
                bound.arguments[name] = ast.copy_location(ast.Constant(parameter.default), node)
        if list(given) != [name for name in callee.parameters if name in given]:
            raise self.function.refusal(
                node, "keyword arguments must be in the order of the parameters"
            )
        return [(bound.arguments[name], meant) for name, meant in callee.parameters.items()]

    def argument(self, node: ast.expr, meant: Type) -> Value:
        """An argument for a parameter of this type."""
        value = self.value(node, meant is WIDE)
        fits = value.type == meant or (meant in (INT, WIDE) and value.type is BOOL)
        if isinstance(meant, Array) and isinstance(value.type, Array):
            fits = value.type.width == meant.width and value.type.view == meant.view
        if meant is INT and value.type is WIDE:
            raise self.function.refusal(node, f"{ast.unparse(node)} may need more than 32 bits")
        if not fits:
            raise self.function.refusal(node, f"{ast.unparse(node)} has another type")
        return value

    def _built_in(self, name: str, node: ast.Call) -> Value:
        if name == "bool":
            (argument,) = (self.truth(argument) for argument in node.args)
            return Value(f"bool({argument.text})", BOOL, argument.is_pure)
        arguments = [self.number(argument, self.wide) for argument in node.args]
        meant = _common(arguments)
        if meant is WIDE:
            arguments = [argument.widened() for argument in arguments]
        pure = all(argument.is_pure for argument in arguments)
        fixed = all(argument.is_fixed for argument in arguments)
        if name in ("min", "max") and len(arguments) > 1:
            function = {"min": "lesser", "max": "greater"}[name]

            def nested(texts: list[str]) -> str:
                text = texts[0]
                for further in texts[1:]:
                    text = f"{function}<{meant.text}>({text}, {further})"
                return text

            return Value(self.in_order(arguments, nested), meant, pure, fixed)
        if name == "abs" and len(arguments) == 1:
            return Value(f"absolute<{meant.text}>({arguments[0].text})", meant, pure, fixed)
        if name == "int" and len(arguments) == 1:
            # Whoever writes it says that the number fits; a build that checks sees to it.
            return Value(f"cut_to_int({arguments[0].text})", INT, pure, fixed)
        raise self.function.refusal(node, f"{ast.unparse(node)} has no translation")


def _is_read(node: ast.Subscript) -> bool:
    return isinstance(node.ctx, ast.Load)


def _common(operands: list[Value]) -> Number:
    """The type that takes every one of some numbers."""
    return WIDE if any(operand.type is WIDE for operand in operands) else INT


def _type_of_result(operator: ast.operator, left: Value, right: Value) -> Number:
    """Whether the result of an operator needs 64 bits, by what it is made of."""
    if isinstance(operator, ast.BitAnd):
        masks = [value for value in (left, right) if value.type is INT]
        if any(mask.constant is not None and mask.constant >= 0 for mask in masks):
            return INT
    if isinstance(operator, ast.RShift) and (right.constant or 0) >= 32:
        return INT
    if isinstance(operator, ast.LShift | ast.RShift):
        return WIDE if left.type is WIDE else INT
    return _common([left, right])

"""Expressions as C++, with the meaning that they have in Python."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

from gitopoly.engine.types import (
    BOOL,
    INT,
    STATIC,
    WIDE,
    Array,
    Function,
    Number,
    RecordType,
    Type,
    cpp_name,
    refusal,
    type_of_field,
)
from gitopoly.rules.record import differing
from gitopoly.rules.rules import Rules

if TYPE_CHECKING:
    from gitopoly.engine.program import Program

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
SIGNS = {ast.USub: "-", ast.Invert: "~"}
BUILT_IN = ("all", "any", "bool", "int", "len", "max", "min", "sum")
"""Functions of Python that are called without being translated."""
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
    """Its value, or that of each member of an array, if known."""
    members: tuple[Any, ...] = ()
    """What it may be in Python, if it is STATIC."""
    place: Value | None = None
    """Which of these it is when the program runs; None if there is only one."""


class Expressions(ABC):
    """Translates the expressions of one function."""

    def __init__(self, function: Function, program: Program) -> None:
        self.function = function
        self.program = program
        self.variables: dict[str, Type] = dict(function.parameters)
        self.statics: dict[str, Value] = {}
        """Names that stand for records, arrays or something of Python."""
        self.world: dict[str, Any] = dict(function.python.__globals__)
        """What other names mean, those of generators that it goes through included."""
        self.wide = False
        """Whether numbers are needed in 64 bits, because of how they are used."""
        self.is_pure = True
        """Whether nothing that was translated so far has side effects."""

    @abstractmethod
    def folded(self, node: ast.Call) -> Value:
        """`any`, `all`, `sum`, `min` or `max` of a generator expression."""

    def ensure(self, node: ast.AST, is_so: object, reason: str) -> None:
        """Refuse a part of the function, which `{}` stands for in the reason."""
        if not is_so:
            line = getattr(node, "lineno", self.function.node.lineno)
            reason = reason.replace("{}", ast.unparse(node))
            raise refusal(self.function.python, line, reason)

    def translated(self, node: ast.AST) -> Any:
        """An expression or a statement, by the method for its kind."""
        kind = type(node).__name__
        method: Any = getattr(self, f"_{kind}", None)
        self.ensure(node, method, f"{kind} has no translation")
        return method(node)

    def value(self, node: ast.expr, wide: bool = False) -> Value:
        """An expression of any kind, with its numbers in 64 bits if needed."""
        around, self.wide = self.wide, wide
        found: Value = self.translated(node)
        self.wide = around
        if wide and found.type is INT:
            return replace(found, text=f"int64_t({found.text})", type=WIDE)
        return found

    def number(self, node: ast.expr, wide: bool = False) -> Value:
        """An expression that must be a number or a truth value."""
        value = self.value(node, wide)
        self.ensure(node, value.type in (INT, WIDE, BOOL), "a number is needed here")
        return value

    def truth(self, node: ast.expr) -> Value:
        """An expression of which only the truth value matters."""
        if isinstance(node, ast.BoolOp):
            return self._joined(node, [self.truth(operand) for operand in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            operand = self.truth(node.operand)
            return Value(f"(!{operand.text})", BOOL, operand.is_pure, operand.is_fixed)
        return self.number(node)

    def in_any_order(self, node: ast.expr, operands: list[Value]) -> list[str]:
        """Operands that C++ may evaluate in any order; refused if that could matter."""
        settled = sum(each.is_fixed for each in operands) >= len(operands) - 1
        fine = settled or all(each.is_pure for each in operands)
        self.ensure(node, fine, "what {} changes it may also read; give a part of it a name first")
        return [each.text for each in operands]

    def argument(self, node: ast.expr, meant: Type) -> Value:
        """An argument for a parameter of this type."""
        value = self.value(node, meant is WIDE)
        given = value.type
        fits = given == meant or (meant in (INT, WIDE) and given is BOOL)
        if isinstance(meant, Array) and isinstance(given, Array):
            fits = given.width == meant.width and given.view in ("", meant.view)
        self.ensure(node, meant is not INT or given is not WIDE, "{} may need more than 32 bits")
        self.ensure(node, fits, "{} has another type")
        return value

    def _literal(self, node: ast.AST, number: int) -> Value:
        self.ensure(node, -(2**63) < number < 2**63, f"{number} does not fit into 64 bits")
        meant = INT if -(2**31) <= number < 2**31 else WIDE
        text = f"Int({number})" if meant is INT else f"INT64_C({number})"
        return Value(text, meant, is_fixed=True, constant=number)

    def _of_python(self, node: ast.AST, thing: Any) -> Value:
        """Something of Python: a number, or what numbers and functions can be taken out of."""
        if isinstance(thing, bool):
            return Value(str(thing).lower(), BOOL, is_fixed=True, constant=int(thing))
        if isinstance(thing, int):
            return self._literal(node, thing)
        return Value("", STATIC, is_fixed=True, members=(thing,))

    def _one_of(self, node: ast.AST, members: tuple[Any, ...], place: Value | None) -> Value:
        """One of several things of Python, the one at a place that may vary."""
        if place is None:
            return self._of_python(node, members[0])
        if not all(isinstance(member, int) for member in members):
            return Value("", STATIC, place.is_pure, members=members, place=place)
        small = all(abs(member) < 2**31 for member in members)
        self.ensure(node, small, "{} is not one of small numbers")
        table = self.program.tables.setdefault(members, f"TABLE_{len(self.program.tables)}")
        text = f"{table}[AT({place.text}, {len(members)})]"
        return Value(text, INT, place.is_pure, place.is_fixed)

    def _Constant(self, node: ast.Constant) -> Value:
        return self._of_python(node, node.value)

    def _Name(self, node: ast.Name) -> Value:
        if node.id in self.statics:
            return self.statics[node.id]
        if node.id in self.variables:
            return Value(cpp_name(node.id), self.variables[node.id], is_fixed=True)
        self.ensure(node, node.id in self.world, "{} is neither a variable nor a whole number")
        return self._of_python(node, self.world[node.id])

    def _Attribute(self, node: ast.Attribute) -> Value:
        record = self.value(node.value)
        if record.members:
            members = tuple(getattr(member, node.attr) for member in record.members)
            return self._one_of(node, members, record.place)
        fields = record.type.python.FIELDS if isinstance(record.type, RecordType) else {}
        self.ensure(node, node.attr in fields, "{} is not a declared field")
        assert isinstance(record.type, RecordType)
        meant = type_of_field(fields[node.attr])
        known = self.program.constants.get(f"{record.type.text}.{node.attr}")
        if known is not None and not isinstance(meant, Array):
            return self._literal(node, known)
        text = f"{record.text}.{cpp_name(node.attr)}"
        of_rules = record.type.python is Rules
        if of_rules and self.program.fixed_tables and isinstance(meant, Array):
            text = f"RULES_{node.attr}"
        fixed = record.is_fixed and (of_rules or not isinstance(meant, Number))
        return Value(text, meant, record.is_pure, fixed, known)

    def _Subscript(self, node: ast.Subscript) -> Value:
        array = self.value(node.value)
        if isinstance(node.slice, ast.Slice):
            return self._slice(node.slice, array)
        self.ensure(
            node, not isinstance(node.slice, ast.UnaryOp), "arrays are not counted from their end"
        )
        index = self.number(node.slice)
        if array.members:
            table = array.members[0]
            several = isinstance(table, tuple) and array.place is None
            self.ensure(node, several, "{} is not an entry of a table")
            return self._one_of(node, table, index)
        self.ensure(node.value, isinstance(array.type, Array), "{} is not an array")
        assert isinstance(array.type, Array)
        if array.constant is not None and index.is_pure:
            return self._literal(node, array.constant)
        place = f"AT({index.text}, {array.type.length})" if array.type.length else index.text
        fixed = isinstance(array.type.element, RecordType) and index.is_fixed
        pure = array.is_pure and index.is_pure
        text = f"{array.text}[{place}]"
        is_read = isinstance(node.ctx, ast.Load)
        if array.type.element is INT and array.type.width == WIDE.text and is_read:
            text = f"Int({text})"
        return Value(text, array.type.element, pure, fixed)

    def _slice(self, part: ast.Slice, array: Value) -> Value:
        """An array from a place on, for a function that knows how much of it it needs."""
        start = self.number(part.lower or ast.Constant(0))
        assert isinstance(array.type, Array)
        meant = replace(array.type, length=0)
        return Value(f"({array.text} + {start.text})", meant, array.is_pure and start.is_pure)

    def _BinOp(self, node: ast.BinOp) -> Value:
        operator: ast.operator = node.op
        self.ensure(
            node, type(operator) in OPERATORS, f"{type(operator).__name__} has no translation"
        )
        shifts = isinstance(operator, ast.LShift | ast.RShift)
        left = self.number(node.left, self.wide)
        right = self.number(node.right, self.wide and not shifts)
        by = right.constant or 0
        if isinstance(operator, ast.FloorDiv) and by > 0 and by & (by - 1) == 0:
            # A shift also rounds down, and costs a GPU much less than a division.
            operator, shifts = ast.RShift(), True
            right = self._literal(node, by.bit_length() - 1)
        inner = _common([left] if shifts else [left, right]).text
        pattern = OPERATORS[type(operator)]
        if isinstance(operator, ast.RShift) and right.constant is None:
            pattern = "shifted_right<{type}>({}, int({}))"
        text = f"({pattern.format(*self.in_any_order(node, [left, right]), type=inner)})"
        meant = _type_of_result(operator, left, right)
        if meant is INT and WIDE in (left.type, right.type):
            text = f"Int{text}"
        return Value(text, meant, left.is_pure and right.is_pure, left.is_fixed and right.is_fixed)

    def _UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        self.ensure(node, type(node.op) in SIGNS, "{} has no translation")
        operand = self.number(node.operand, self.wide)
        if isinstance(node.op, ast.USub) and operand.constant is not None:
            return self._literal(node, -operand.constant)
        meant = _common([operand])
        text = f"({SIGNS[type(node.op)]}{meant.text}({operand.text}))"
        return Value(text, meant, operand.is_pure, operand.is_fixed)

    def _BoolOp(self, node: ast.BoolOp) -> Value:
        operands = [self.number(operand) for operand in node.values]
        decided = all(operand.type is BOOL for operand in operands)
        self.ensure(node, decided, "the value of `and` or `or` may be none of the truth values")
        return self._joined(node, operands)

    def _joined(self, node: ast.BoolOp, operands: list[Value]) -> Value:
        sign = " && " if isinstance(node.op, ast.And) else " || "
        text = f"({sign.join(operand.text for operand in operands)})"
        return Value(text, BOOL, all(operand.is_pure for operand in operands))

    def _Compare(self, node: ast.Compare) -> Value:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            return self._membership(node)
        if isinstance(node.ops[0], ast.Is | ast.IsNot):
            return self._presence(node)
        operands = [self.number(operand) for operand in (node.left, *node.comparators)]
        signs = [COMPARISONS.get(type(operator)) for operator in node.ops]
        self.ensure(node, None not in signs, "this comparison has no translation")
        pure = all(operand.is_pure for operand in operands)
        several = len(operands) > 2
        self.ensure(node, pure or not several, "a chain of comparisons that changes something")
        texts = self.in_any_order(node, operands)
        pairs = zip(texts, signs, texts[1:], strict=False)
        text = f"({' && '.join(f'{left} {sign} {right}' for left, sign, right in pairs)})"
        return Value(text, BOOL, pure)

    def _membership(self, node: ast.Compare) -> Value:
        """Whether a number is one of those in parentheses, or in a tuple of the module."""
        (members,) = node.comparators
        kept = self.world.get(members.id, ()) if isinstance(members, ast.Name) else ()
        entries = members.elts if isinstance(members, ast.Tuple) else map(ast.Constant, kept)
        equal = [ast.Compare(node.left, [ast.Eq()], [member]) for member in entries]
        self.ensure(node, equal, "`in` needs numbers in parentheses")
        found = self.truth(ast.BoolOp(ast.Or(), list(equal)))
        self.ensure(node, found.is_pure, "`in` compares with every number")
        negated = isinstance(node.ops[0], ast.NotIn)
        return replace(found, text=f"(!{found.text})") if negated else found

    def _presence(self, node: ast.Compare) -> Value:
        """Whether something of Python is None."""
        thing = self.value(node.left)
        self.ensure(node, thing.members, "`is` compares what is there before the program runs")
        wanted = isinstance(node.ops[0], ast.Is)
        found = tuple((member is None) == wanted for member in thing.members)
        return self._one_of(node, found, thing.place)

    def _IfExp(self, node: ast.IfExp) -> Value:
        test = self.truth(node.test)
        chosen, other = (self.number(side, self.wide) for side in (node.body, node.orelse))
        meant = BOOL if chosen.type is BOOL and other.type is BOOL else _common([chosen, other])
        text = f"({test.text} ? {meant.text}({chosen.text}) : {meant.text}({other.text}))"
        return Value(text, meant, test.is_pure and chosen.is_pure and other.is_pure)

    def _Call(self, node: ast.Call) -> Value:
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            number = self.number(node.func.value)
            return Value(f"{node.func.attr}({number.text})", INT, number.is_pure, number.is_fixed)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name in BUILT_IN and name not in self.world:
            return self._built_in(name, node)
        if self.world.get(name) is differing:
            one, other = (self.value(argument) for argument in node.args)
            return Value(f"differing({one.text}, {other.text})", WIDE)
        called = self.value(node.func)
        functions = [
            self.program.function(member)
            for member in self.program.called(called.members)
            if member
        ]
        self.ensure(node.func, functions, "{} cannot be called")
        name = functions[0].name
        arguments = self._bound(functions[0], node)
        if called.place:
            name = self.program.switch(called.members)
            arguments.insert(0, called.place)
        text = f"{name}({', '.join(self.in_any_order(node, arguments))})"
        pure = all(function.is_pure for function in functions)
        self.is_pure &= pure
        return Value(text, functions[0].returns, pure and all(each.is_pure for each in arguments))

    def _bound(self, callee: Function, node: ast.Call) -> list[Value]:
        """The arguments of a call, and the default values of those that are missing."""
        parameters = list(callee.parameters.values())
        defaults = [ast.Constant(each) for each in callee.python.__defaults__ or ()]
        missing = len(parameters) - len(node.args)
        given = [*node.args, *defaults[len(defaults) - missing :]]
        complete = len(given) == len(parameters) and not node.keywords
        self.ensure(node, complete, f"{callee.name} takes its arguments one by one, without names")
        return [self.argument(*pair) for pair in zip(given, parameters, strict=True)]

    def _built_in(self, name: str, node: ast.Call) -> Value:
        if isinstance(node.args[0], ast.GeneratorExp):
            return self.folded(node)
        if name == "len":
            table = self.value(node.args[0])
            counted = table.members[0] if table.members and not table.place else None
            self.ensure(node, isinstance(counted, tuple), "`len` needs a table")
            return self._literal(node, len(counted))  # type: ignore[arg-type]
        if name == "bool":
            argument = self.truth(node.args[0])
            return Value(f"bool({argument.text})", BOOL, argument.is_pure)
        arguments = [self.number(argument, self.wide) for argument in node.args]
        pure = all(argument.is_pure for argument in arguments)
        fixed = all(argument.is_fixed for argument in arguments)
        if name == "int" and len(arguments) == 1:
            # Whoever writes it says that the number fits; a build that checks sees to it.
            return Value(f"cut_to_int({arguments[0].text})", INT, pure, fixed)
        compared = {"min": "lesser", "max": "greater"}.get(name)
        self.ensure(node, compared and len(arguments) > 1, "{} has no translation")
        meant = _common(arguments)
        texts = self.in_any_order(node, arguments)
        text = reduce(lambda one, other: f"{compared}<{meant.text}>({one}, {other})", texts)
        return Value(text, meant, pure, fixed)


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
        return _common([left])
    return _common([right] if isinstance(operator, ast.Mod) else [left, right])

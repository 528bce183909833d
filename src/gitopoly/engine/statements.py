"""Statements and whole functions as C++."""

from __future__ import annotations

import ast
import copy
import inspect
import types
from collections.abc import Mapping
from typing import Any

from gitopoly.engine.expressions import Expressions, Value
from gitopoly.engine.types import (
    BOOL,
    INT,
    NOTHING,
    PLAIN,
    STATIC,
    WIDE,
    Number,
    RecordType,
    cpp_name,
    definition_of,
)
from gitopoly.rules.record import become, clear
from gitopoly.rules.state import State

FOLDED = {
    "any": ("", "if VALUE: return True", "return False"),
    "all": ("", "if not (VALUE): return False", "return True"),
    "sum": ("found_NUMBER = 0", "found_NUMBER += VALUE", "return found_NUMBER"),
    "min": (
        "found_NUMBER = 0\nsome_NUMBER = False",
        "each_NUMBER = VALUE\n"
        "if not some_NUMBER or each_NUMBER < found_NUMBER: found_NUMBER = each_NUMBER\n"
        "some_NUMBER = True",
        "return found_NUMBER if some_NUMBER else DEFAULT",
    ),
}
"""What is done first, for each value, and last."""
NO_LOOP = "a loop needs a range, a generator or a table out of several"
FOLDED["max"] = (
    FOLDED["min"][0],
    FOLDED["min"][1].replace(" < ", " > "),
    FOLDED["min"][2],
)


class Statements(Expressions):
    """Translates one function."""

    returns: Number
    """The type of what is returned here: by the function, or by a fold within it."""

    def definition(self) -> str:
        """The whole function: its head, its variables, its statements."""
        self.lines: list[str] = []
        self.depth = 1
        self.loops = 0
        self.returns = self.function.returns
        body = self.function.node.body
        self._block(body)
        complete = self.returns is NOTHING or _ends(body[-1])
        self.ensure(self.function.node, complete, "it can end without a value")
        declared = [
            f"    {meant.text} {cpp_name(name)} = 0;"
            for name, meant in self.variables.items()
            if name not in self.function.parameters
        ]
        return "\n".join([f"{self.function.signature} {{", *declared, *self.lines, "}"])

    def folded(self, node: ast.Call) -> Value:
        """A fold as a loop within a value."""
        self.loops += 1
        assert isinstance(node.func, ast.Name)
        name, number = node.func.id, self.loops
        over = copy.deepcopy(node.args[0])
        assert isinstance(over, ast.GeneratorExp)
        begun = over.generators[0]
        # Its variables are known in all its parts but the first iterable.
        outside, begun.iter = begun.iter, ast.Constant(0)
        own = [part.target.id for part in over.generators if isinstance(part.target, ast.Name)]
        over = _Replaced({name: ast.Name(f"{name}_{number}") for name in own}).visit(over)
        begun.iter = outside
        default = next((each.value for each in node.keywords), ast.Constant(0))
        filled = _Replaced({"VALUE": over.elt, "DEFAULT": default})
        if self.wide:
            self.variables[f"found_{number}"] = WIDE
        trees = [ast.parse(text.replace("NUMBER", str(number))) for text in FOLDED[name]]
        first, each, last = (
            filled.visit(ast.increment_lineno(tree, node.lineno - 1)).body for tree in trees
        )
        for part in reversed(over.generators):
            for test in reversed(part.ifs):
                each = [ast.If(test, each, [])]
            each = [ast.For(part.target, part.iter, each, [])]
        around = self.lines, self.returns, self.is_pure
        self.lines, self.is_pure = [], True
        self.returns = BOOL if name in ("any", "all") else WIDE if self.wide else INT
        self._indented([_placed(statement, node) for statement in (*first, *each, *last)])
        head = f"[&]() -> {self.returns.text} {{"
        text = "\n".join([head, *self.lines, "    " * self.depth + "}()"])
        found = Value(text, self.returns, self.is_pure)
        self.lines, self.returns, self.is_pure = around
        self.is_pure &= found.is_pure
        return found

    def _put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def _block(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.translated(statement)

    def _indented(self, statements: list[ast.stmt]) -> None:
        self.depth += 1
        self._block(statements)
        self.depth -= 1

    def _Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return  # a docstring
        self.ensure(node, isinstance(node.value, ast.Call), "an expression that does nothing")
        assert isinstance(node.value, ast.Call)
        if ast.unparse(node.value.func) == become.__name__:
            self.is_pure = False
            target, source = (self.value(argument) for argument in node.value.args)
            self._put(f"{target.text} = {source.text};")
        elif ast.unparse(node.value.func) == clear.__name__:
            self._clear(self.value(node.value.args[0]))
        else:
            self._put(f"{self.value(node.value).text};")

    def _clear(self, target: Value) -> None:
        """Write the idle values of a record."""
        self.is_pure = False
        assert isinstance(target.type, RecordType)
        for name, each in target.type.python.FIELDS.items():
            place = f"{target.text}.{cpp_name(name)}"
            if each.length:
                self._put(f"for (auto& number : {place}) number = {each.idle};")
            else:
                self._put(f"{place} = {each.idle};")

    def _Return(self, node: ast.Return) -> None:
        value = f" {self.argument(node.value, self.returns).text}" if node.value else ""
        self._put(f"return{value};")

    def _jump(self, node: ast.Break | ast.Continue) -> None:
        self._put(f"{type(node).__name__.lower()};")

    _Break = _Continue = _jump

    def _If(self, node: ast.If) -> None:
        test = self.truth(self._named(node.test))
        if test.constant is not None and test.type is BOOL:
            self._block(node.body if test.constant else node.orelse)
            return
        self._put(f"if ({test.text}) {{")
        self._indented(node.body)
        if node.orelse:
            self._put("} else {")
            self._indented(node.orelse)
        self._put("}")

    def _named(self, test: ast.expr) -> ast.expr:
        """A value that a test gives a name comes first."""
        if not isinstance(test, ast.NamedExpr):
            return test
        self._Assign(ast.copy_location(ast.Assign([test.target], test.value), test))
        return test.target

    def _While(self, node: ast.While) -> None:
        self.ensure(node, not node.orelse, "a loop with `else`")
        self._put(f"while ({self.truth(node.test).text}) {{")
        self._indented(node.body)
        self._put("}")

    def _For(self, node: ast.For) -> None:
        simple = isinstance(node.target, ast.Name) and not node.orelse
        self.ensure(node, simple, "a loop over one variable, without `else`, is needed")
        self.loops += 1
        if isinstance(node.iter, ast.Tuple):
            self._repeat(node, node.iter.elts)
        elif not isinstance(node.iter, ast.Call):
            self._through_table(node)
        elif ast.unparse(node.iter.func) == "range":
            self._through_range(node, node.iter)
        else:
            self._through_generator(node, node.iter)

    def _through_table(self, node: ast.For) -> None:
        """A loop over a table of Python, or one of several: for each its entries in turn."""
        table = self.value(node.iter)
        self.ensure(node, all(isinstance(each, tuple) for each in table.members), NO_LOOP)
        variable = f"place_{self.loops}"
        self._put(f"const Int {variable} = {table.place.text if table.place else 0};")
        # Random games on a GPU are 2.5 % faster so than by `switch`.
        for place, entries in enumerate(table.members):
            self._put(f"{'else ' if place else ''}if ({variable} == {place}) {{")
            names = [f"entry_{self.loops}_{place}_{number}" for number in range(len(entries))]
            self.world |= dict(zip(names, entries, strict=True))
            self._repeat(node, [ast.Name(name) for name in names])
            self._put("}")

    def _repeat(self, node: ast.For, entries: list[ast.expr]) -> None:
        """The statements of a loop anew for each of some entries."""
        jumps = (each for part in node.body for each in ast.walk(part))
        whole = not any(isinstance(each, ast.Break | ast.Continue) for each in jumps)
        self.ensure(node, whole, "a loop over a table goes through all of it")
        for entry in entries:
            self._put("{")
            self._indented([_placed(ast.Assign([node.target], entry), node), *node.body])
            self._put("}")

    def _through_range(self, node: ast.For, call: ast.Call) -> None:
        """The bounds of a range are evaluated once, before the loop, and in this order."""
        bounds = [self.number(argument) for argument in call.args]
        step = bounds[2].constant if len(bounds) == 3 else 1
        self.ensure(call, step, "the step of a range must be a number")
        assert step
        start, stop = ["0", bounds[0].text] if len(bounds) == 1 else [b.text for b in bounds[:2]]
        wide = any(bound.type is WIDE for bound in bounds)
        target = self._declared(node.target, WIDE if wide else INT)
        place, meant = f"place_{self.loops}", self.variables[ast.unparse(node.target)].text
        self._put(
            f"UNROLL_NOT for ({meant} {place} = {start}, end_{place} = {stop}; "
            f"{place} {'<' if step > 0 else '>'} end_{place}; {place} += {step}) {{"
        )
        self._put(f"    {target} = {place};")
        self._indented(node.body)
        self._put("}")

    def _through_generator(self, node: ast.For, call: ast.Call) -> None:
        """A loop over what a generator yields: the statements of both, one within the other."""
        (python,) = self.value(call.func).members or (None,)
        fine = inspect.isgeneratorfunction(python)
        self.ensure(node, fine, NO_LOOP)
        assert isinstance(python, types.FunctionType)
        prefix, code = f"{python.__name__}_{self.loops}_", python.__code__
        self.world |= {prefix + name: thing for name, thing in python.__globals__.items()}
        own = [*code.co_varnames, *python.__globals__]
        inlined = _Replaced({name: ast.Name(prefix + name) for name in own}, node)
        parameters = [ast.Name(prefix + name) for name in code.co_varnames[: code.co_argcount]]
        for target, given in zip(parameters, call.args, strict=True):
            self.translated(_placed(ast.Assign([target], given), node))
        body = copy.deepcopy(definition_of(python).body)
        self._block([_placed(each, node) for each in inlined.visit(ast.Module(body, [])).body])

    def _Assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        plain = len(node.targets) == 1 and not isinstance(target, ast.Tuple)
        self.ensure(node, plain, "one assignment for each variable is needed")
        value = self.value(node.value, self._is_wide(target))
        if not isinstance(target, ast.Name):
            self._write(target, value.text)
        elif isinstance(value.type, Number) and value.type is not STATIC:
            self._put(f"{self._declared(target, value.type)} = {value.text};")
        else:
            # Another name for a record, an array or an entry of a table, wherever it is used.
            fixed = value.place.is_fixed if value.place else value.is_fixed
            self.ensure(node, fixed, "what this name stands for may change")
            self.statics[target.id] = value

    def _is_wide(self, target: ast.expr) -> bool:
        """Whether numbers that are assigned need 64 bits."""
        if isinstance(target, ast.Name):
            return self.variables.get(target.id) is WIDE
        return self.value(target).type is WIDE

    def _AugAssign(self, node: ast.AugAssign) -> None:
        if self._is_shared(node.target):
            adds = isinstance(node.op, ast.Add | ast.Sub)
            self.ensure(node, adds, "threads can only add to what they share")
            sign = "-" if isinstance(node.op, ast.Sub) else ""
            more = self.number(node.value, True).text
            self.is_pure = False
            self._put(f"add_to({self.value(node.target).text}, {sign}{more});")
            return
        read = ast.parse(ast.unparse(node.target), mode="eval").body
        whole = ast.BinOp(read, node.op, node.value)
        self.translated(_placed(ast.Assign([node.target], whole), node))

    def _is_shared(self, target: ast.expr) -> bool:
        """Whether it is a sum in a record that threads share."""
        if not isinstance(target, ast.Subscript) or not isinstance(target.value, ast.Attribute):
            return False
        record = self.value(target.value.value).type
        return isinstance(record, RecordType) and hasattr(record.python, "SHARED")

    def _AnnAssign(self, node: ast.AnnAssign) -> None:
        """A variable that is declared wide."""
        named = ast.unparse(node.annotation)
        meant = PLAIN.get(int if named == "int" else self.world.get(named))
        fine = isinstance(node.target, ast.Name) and node.value and meant in (INT, WIDE)
        self.ensure(node, fine, "only variables that hold numbers are declared")
        assert meant
        assert node.value
        self._declared(node.target, meant)
        self.translated(_placed(ast.Assign([node.target], node.value), node))

    def _declared(self, target: ast.expr, meant: Number) -> str:
        """The variable to which a number is assigned."""
        assert isinstance(target, ast.Name)
        known = self.variables.setdefault(target.id, meant)
        fits = known is not INT or meant is not WIDE
        self.ensure(target, fits, "{} may need more than 32 bits; declare it Wide")
        same = known is meant if BOOL in (known, meant) else known in (INT, WIDE)
        self.ensure(target, same, "{} changes its type")
        return cpp_name(target.id)

    def _write(self, target: ast.expr, value: str) -> None:
        """Write a field, or a member of an array; that is noted where it is asked for."""
        self.is_pure = False
        place = self.value(target)
        single = isinstance(place.type, Number | RecordType)
        self.ensure(target, place.is_pure and single, "this cannot be assigned")
        inner = target.value if isinstance(target, ast.Subscript) else target
        owner = self.value(inner.value) if isinstance(inner, ast.Attribute) else place
        if not isinstance(inner, ast.Attribute) or owner.type != RecordType(State):
            self._put(f"{place.text} = {value};")
        elif inner.attr in self.program.idle:
            idle = self.program.idle[inner.attr]
            self._put(f"{owner.text}.misfit |= ({value}) != {idle};")
        else:
            self._put(f"{place.text} = {value};")
            self._note(target, inner.attr, owner.text, place.text)

    def _note(self, target: ast.expr, field: str, state: str, written: str) -> None:
        """Note that a field of a state was written, where that is asked for."""
        noted = self.program.noted.get(field)
        if noted is None:
            return
        if noted.bits:
            self._put(f"{state}.written |= {noted.bits};")
        every = (1 << State.FIELDS[field].length) - 1
        if isinstance(target, ast.Subscript) and noted.free != every:
            place = self.number(target.slice).text
            wrong = f"!(INT64_C({noted.free}) >> ({place}) & 1)"
            if noted.idle is not None:
                wrong += f" && {written} != {noted.idle}"
            self._put(f"{state}.misfit |= {wrong};")


class _Replaced(ast.NodeTransformer):
    """Puts expressions in the place of names, and statements of a loop in the place of `yield`."""

    def __init__(self, names: Mapping[str, ast.expr], loop: ast.For | None = None) -> None:
        self.names, self.loop = names, loop

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """One of the names, or any other."""
        return self.names.get(node.id, node)

    def visit_Expr(self, node: ast.Expr) -> Any:
        """`yield` gives a loop its variable."""
        self.generic_visit(node)
        if self.loop is None or not isinstance(node.value, ast.Yield) or not node.value.value:
            return node
        return [ast.Assign([self.loop.target], node.value.value), *self.loop.body]


def _placed(statement: ast.stmt, near: ast.AST) -> ast.stmt:
    """A statement that was made, with the line of another one."""
    return ast.fix_missing_locations(ast.copy_location(statement, near))


def _ends(last: ast.stmt) -> bool:
    """Whether control never goes on behind a statement."""
    if isinstance(last, ast.While):
        forever = isinstance(last.test, ast.Constant) and last.test.value is True
        return forever and not any(isinstance(node, ast.Break) for node in ast.walk(last))
    return isinstance(last, ast.Return)

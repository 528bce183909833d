"""The reference of the Python interface, read from the sources; nothing is imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """A module and what it says about itself."""

    name: str
    tree: ast.Module

    @property
    def first_line(self) -> str:
        """What it is for, in a line."""
        return " ".join(docstring(self.tree).partition("\n\n")[0].split())

    @property
    def layer(self) -> str:
        """The package directly below `gitopoly`, or the module itself."""
        return ".".join(self.name.split(".")[:2])


def modules(source: Path) -> list[Module]:
    """Every module below a folder of sources, packages before what is in them."""
    found = []
    for path in sorted(source.rglob("*.py")):
        name = ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
        if not name.endswith("__main__"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found.append(Module(name, tree))
    return sorted(found, key=lambda module: module.name)


def docstring(node: ast.AST) -> str:
    """A docstring as Markdown: literal blocks and examples become blocks of code."""
    text = ast.get_docstring(node) if isinstance(node, _DOCUMENTED) else None
    return as_markdown(text or "")


_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def as_markdown(text: str) -> str:
    """Docstrings are almost Markdown; what differs is converted."""
    text = re.sub(r"^::$", "", text, flags=re.MULTILINE)
    text = re.sub(r"::$", ":", text, flags=re.MULTILINE)
    return re.sub(
        r"^>>> .*(?:\n.+)*", lambda found: f"```python\n{found[0]}\n```", text, flags=re.MULTILINE
    )


def page(module: Module, below: list[Module], known: Sequence[Module] = ()) -> str:
    """The page of a module, in Markdown; `known` are those that names may be taken from."""
    lines = [f"# {module.name}", "", docstring(module.tree), ""]
    if below:
        lines += ["| module | what it is |", "| --- | --- |"]
        lines += [f"| [`{one.name}`]({one.name}) | {_cell(one.first_line)} |" for one in below]
        lines.append("")
    names = exported(module.tree)
    if names is not None and not list(_public(module.tree, names)):
        lines += [*_taken(module.tree, names, known), ""]
    for node, after in _public(module.tree, names):
        lines += _told(node, after)
    return "\n".join(lines)


def _taken(tree: ast.Module, names: list[str], known: Sequence[Module]) -> Iterator[str]:
    """The names that a package offers, each with where it is explained."""
    homes = {
        alias.asname or alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    modules = {one.name: one for one in known}
    yield from ("| name | what it is |", "| --- | --- |")
    for name in names:
        home = modules.get(homes.get(name, ""))
        found = [node for node in home.tree.body if _name(node) == name] if home else []
        words = docstring(found[0]).partition("\n\n")[0] if found else ""
        shown = f"[`{name}`]({home.name})" if home else f"`{name}`"
        yield f"| {shown} | {_cell(' '.join(words.split()))} |"


def exported(tree: ast.Module) -> list[str] | None:
    """The names of `__all__`, None if there is no such list."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and _name(node) == "__all__":
            if not isinstance(node.value, ast.List):
                break
            return [str(ast.literal_eval(name)) for name in node.value.elts]
    return None


def _public(
    tree: ast.Module | ast.ClassDef, names: list[str] | None = None
) -> Iterator[tuple[ast.stmt, str]]:
    """What others may use of a module or a class, with the string that follows a constant."""
    for node, following in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        name = _name(node)
        if name is None or (name not in names if names is not None else name.startswith("_")):
            continue
        told = ""
        if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
            told = as_markdown(_dedented(str(following.value.value)))
        if isinstance(node, (ast.ClassDef, *_FUNCTIONS)) or told or isinstance(tree, ast.ClassDef):
            yield node, told


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def _name(node: ast.stmt) -> str | None:
    if isinstance(node, (ast.ClassDef, *_FUNCTIONS)):
        return node.name
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None


def _told(node: ast.stmt, after: str) -> Iterator[str]:
    """A function, a class with its members, or a constant."""
    if isinstance(node, ast.ClassDef):
        bases = ", ".join(ast.unparse(base) for base in node.bases)
        yield from (f"## {node.name}", "", *_code(f"class {node.name}({bases})"))
        yield from (docstring(node), "")
        for member, told in _public(node):
            if isinstance(member, _FUNCTIONS):
                words = docstring(member)
                if words:
                    yield from (f"### {node.name}.{member.name}", "", *_code(_signature(member)))
                    yield from (words, "")
            else:
                yield f"- `{_declared(member)}`" + (f": {' '.join(told.split())}" if told else "")
        yield ""
    elif isinstance(node, _FUNCTIONS):
        yield from (f"## {node.name}", "", *_code(_signature(node)), docstring(node), "")
    else:
        yield from (f"## {_name(node)}", "", *_code(_declared(node)), after, "")


def _signature(node: Function) -> str:
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    word = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    line = f"{word} {node.name}({ast.unparse(node.args)}){returns}"
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list):
        return f"{node.name}: {ast.unparse(node.returns) if node.returns else 'object'}"
    return line


def _declared(node: ast.stmt) -> str:
    line = ast.unparse(node)
    return line if len(line) <= 90 else f"{_name(node)} = …"


def _code(line: str) -> Iterator[str]:
    yield from ("```python", line.replace("()", "") if line.startswith("class") else line, "```")
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _dedented(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())

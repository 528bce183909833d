"""Which layer may import which, and who may read a clock, a random source or POSIX.

docs/architecture.md draws the same picture; a test below compares the two.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "gitopoly"

# Each package or module directly under src/gitopoly, and the others that it may import.
# `errors` and the version in `gitopoly` itself are open to all.
ALLOWED = {
    "__main__": {"cli"},
    "__init__": {"game", "editions"},
    "errors": {"words"},
    "declared": set(),
    "posix": set(),
    "processes": set(),
    "stopping": set(),
    "editions": {"words", "declared"},
    "words": set(),
    "rules": {"editions", "words", "declared"},
    "engine": {"rules", "posix"},
    "ledger": {"posix"},
    "annotations": set(),
    "rulebook": {"annotations"},
    "measurements": set(),
    "peers": {"rules", "words"},
    "table": {"rules", "ledger", "peers", "editions", "words"},
    "bots": {"rules", "editions", "processes", "engine"},
    "isolation": {"posix", "stopping"},
    "game": {
        *("rules", "editions", "bots", "isolation"),
        *("measurements", "processes", "stopping"),
    },
    "arena": {
        *("rules", "editions", "bots", "game", "isolation", "engine"),
        *("posix", "processes", "stopping"),
    },
    "envs": {"arena"},
    "proof": {
        *("rules", "editions", "ledger", "peers", "table", "game"),
        *("bots", "engine", "processes"),
    },
    # It measures them all.
    "evaluation": {
        *("rules", "editions", "ledger", "peers", "table", "bots", "proof"),
        *("measurements", "posix", "processes"),
    },
    # The last three only until `table` and `arena` carry what simulate needs.
    "web": {
        *("table", "arena", "proof", "rulebook", "posix"),
        *("rules", "editions", "bots", "game", "words"),
    },
    "cli": {
        *("web", "table", "arena", "proof", "evaluation"),
        *("annotations", "rulebook", "measurements"),
        *("posix", "processes", "stopping", "rules", "editions", "bots", "game", "isolation"),
        *("engine", "words"),
    },
}

FRONT_ENDS = {"cli", "web", "__main__"}

# Whatever the rules do not decide is an input, so nothing below the front ends asks for it.
UNDECIDED = {"random", "secrets", "time", "datetime", "numpy.random"}
EXCUSED = {
    "ledger": {"time", "datetime", "secrets"},  # commits carry times, keys must be unguessable
    "stopping": {"time"},  # a second signal within a moment is the same wish
    "table": {"time"},  # a seat says since when it waits
    "proof": {"time", "datetime"},  # runs of a checker report how long they took
    "measurements": {"time"},  # how long things take
    "evaluation": {"time"},
    # Code of others is held to time limits.
    "isolation": {"time"},
    # A game without a seed draws one where nobody gives outcomes, and players are given dice of
    # their own to decide by.
    "game": {"secrets", "random"},
    # Agents are held to time limits, a match without a seed draws one, and agents of other
    # people use `random`, which is seeded for them.
    "arena": {"time", "secrets", "random"},
}

POSIX_ONLY = {
    *("crypt", "curses", "fcntl", "grp", "posix", "pty", "pwd"),
    *("readline", "resource", "spwd", "syslog", "termios", "tty"),
}
POSIX_MODULE = "posix"
"""The one small module that may import them, and that says what Windows does instead."""


def modules(source: Path) -> Iterator[tuple[str, Path]]:
    """Yield each Python file below `source` with the layer that it belongs to."""
    for path in sorted(source.rglob("*.py")):
        yield path.relative_to(source).with_suffix("").parts[0], path


def imported_names(path: Path, source: Path) -> Iterator[tuple[int, str]]:
    """Yield line and absolute dotted name of every import, also inside functions.

    `from a import b` yields both `a` and `a.b`, because b may be a module.
    """
    package = ["gitopoly", *path.relative_to(source).parent.parts]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield node.lineno, base
            for alias in node.names:
                yield node.lineno, f"{base}.{alias.name}"


def layer_violations(source: Path) -> list[str]:
    """List every import between layers that ALLOWED does not name, and every unknown layer."""
    found = set()
    for layer, path in modules(source):
        if layer in ALLOWED:
            permitted = ALLOWED[layer] | {"errors", layer}
        else:
            found.add(f"{layer}: a layer that ALLOWED does not know")
            continue
        for line, name in imported_names(path, source):
            parts = name.split(".")
            if parts[0] != "gitopoly" or len(parts) == 1 or parts[1].startswith("__version"):
                continue
            if parts[1] not in permitted:
                found.add(f"{path.relative_to(source).as_posix()}:{line}: {layer} -> {parts[1]}")
    return sorted(found)


def undecided_violations(source: Path) -> list[str]:
    """List every import of a clock or a random source below the front ends."""
    return _imports_of(UNDECIDED, source, FRONT_ENDS, EXCUSED)


def posix_violations(source: Path) -> list[str]:
    """List every import of a POSIX-only module outside the one that may."""
    return _imports_of(POSIX_ONLY, source, {POSIX_MODULE}, {})


def _imports_of(
    forbidden: set[str], source: Path, exempt: set[str], excused: dict[str, set[str]]
) -> list[str]:
    found = set()
    for layer, path in modules(source):
        if layer in exempt:
            continue
        for line, name in imported_names(path, source):
            if name in forbidden - excused.get(layer, set()):
                found.add(f"{path.relative_to(source).as_posix()}:{line}: {name}")
    return sorted(found)


SYSTEM_MODULES = {"os", "sys", "errno", "signal", "click.exceptions", "importlib"}
"""What a platform or a version of Python may lack is asked for by name, and nothing else is."""


def getattr_violations(source: Path) -> list[str]:
    """List every attribute of ours that a front end or the table asks for by its name as text."""
    found = []
    for layer, path in modules(source):
        if layer not in ("table", "web", "cli"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and ast.unparse(node.func) in ("getattr", "hasattr")
            if named and isinstance(node.args[1], ast.Constant):
                asked = ast.unparse(node.args[0])
                if asked not in SYSTEM_MODULES:
                    place = path.relative_to(source).as_posix()
                    found.append(f"{place}:{node.lineno}: {asked}.{node.args[1].value}")
    return found


def test_no_layer_asks_another_for_what_its_types_do_not_promise() -> None:
    assert getattr_violations(SOURCE) == []


def test_an_attribute_asked_for_by_name_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "room.py").write_text('x = getattr(self._table, "rests", False)\n')
    assert getattr_violations(tmp_path) == ["web/room.py:1: self._table.rests"]


def test_every_layer_imports_only_what_it_may() -> None:
    assert layer_violations(SOURCE) == []


def test_nothing_below_the_front_ends_reads_a_clock_or_a_random_source() -> None:
    assert undecided_violations(SOURCE) == []


@pytest.mark.slow
def test_posix_only_modules_stay_in_one_small_module() -> None:
    assert posix_violations(SOURCE) == []
    posix = SOURCE / f"{POSIX_MODULE}.py"
    assert not posix.exists() or len(posix.read_text(encoding="utf-8").splitlines()) <= 200


def test_the_architecture_page_tells_the_same_layers() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| ([^|]*) \|$", page, flags=re.MULTILINE)
    told = {layer: set(re.findall(r"`(\w+)`", imports)) for layer, imports in rows}
    assert told == {layer: may for layer, may in ALLOWED.items() if not layer.startswith("__")}


def gone_modules(source: Path, page: str) -> list[str]:
    """List what the page's tables of modules name and the source does not have."""
    found = []
    for table in re.findall(
        r"^\| module[^\n]*\n\| ---[^\n]*\n((?:\|[^\n]*\n)*)", page, re.MULTILINE
    ):
        for row in table.splitlines():
            for name in re.findall(r"`([^`]+)`", row.split("|")[1]):
                last = name.rstrip("/").rpartition(".")[2] if "." in name else name.rstrip("/")
                suffixes = (name, f"{last}.py", f"{last}/__init__.py", last)
                if not any(any(source.rglob(suffix)) for suffix in suffixes):
                    found.append(name)
    return found


def test_the_architecture_page_names_modules_that_are_there() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert gone_modules(SOURCE, page) == []


# The twins: each checker notices what it is there for.


def tree(root: Path, files: dict[str, str]) -> Path:
    """Write a source tree for the checkers to look at."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_a_module_that_the_page_names_and_that_is_gone_is_noticed(tmp_path: Path) -> None:
    source = tree(tmp_path, {"rules/state.py": "", "bots/games.cu": ""})
    page = (
        "| module | what it holds |\n| --- | --- |\n| `rules.state`, `secret`, `games.cu` | all |\n"
    )
    assert gone_modules(source, page) == ["secret"]


@pytest.mark.parametrize(
    "statement",
    [
        "import gitopoly.ledger",
        "import gitopoly.ledger.chain as chain",
        "from gitopoly import ledger",
        "from gitopoly.ledger import chain",
        "from ..ledger import chain",
        "from .. import ledger",
        "def later():\n    from gitopoly.ledger.chain import Chain",
    ],
)
def test_a_kernel_that_imports_the_ledger_is_noticed(tmp_path: Path, statement: str) -> None:
    source = tree(tmp_path, {"rules/moves.py": statement, "ledger/chain.py": ""})
    (violation,) = layer_violations(source)
    assert violation.endswith("rules -> ledger")


def test_an_unknown_layer_is_noticed(tmp_path: Path) -> None:
    source = tree(tmp_path, {"helpers/misc.py": "", "rules/__init__.py": ""})
    assert layer_violations(source) == ["helpers: a layer that ALLOWED does not know"]


def test_the_root_package_that_imports_a_layer_is_noticed(tmp_path: Path) -> None:
    source = tree(tmp_path, {"__init__.py": "from gitopoly import rules"})
    assert layer_violations(source) == ["__init__.py:1: __init__ -> rules"]


def test_permitted_imports_are_not_noticed(tmp_path: Path) -> None:
    files = {
        "rules/moves.py": "from . import state\nfrom ..errors import IllegalAction\nimport math",
        "cli/__init__.py": "from gitopoly import __version__\nimport random, time",
        "ledger/clock.py": "import time",
        "posix.py": "import fcntl",
    }
    source = tree(tmp_path, files)
    assert layer_violations(source) == []
    assert undecided_violations(source) == []
    assert posix_violations(source) == []


@pytest.mark.parametrize(
    "statement",
    ["import random", "from time import sleep", "from numpy import random", "import datetime"],
)
def test_a_rule_that_reads_a_clock_or_dice_of_its_own_is_noticed(
    tmp_path: Path, statement: str
) -> None:
    assert len(undecided_violations(tree(tmp_path, {"rules/dice.py": statement}))) == 1


def test_a_lock_outside_the_posix_module_is_noticed(tmp_path: Path) -> None:
    source = tree(tmp_path, {"ledger/lock.py": "import fcntl", "cli/keys.py": "import termios"})
    assert posix_violations(source) == ["cli/keys.py:1: termios", "ledger/lock.py:1: fcntl"]

"""The package needs nothing but Python and our errors: no other layer, nothing installed."""

import shutil
import subprocess
import sys
from pathlib import Path

from gitopoly import annotations

PACKAGE = Path(annotations.__file__).parent
NAMES = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem != "__init__")
PROGRAM = """
import importlib, sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    importlib.import_module(f"gitopoly.annotations.{name}")
from gitopoly.annotations import parse
print(parse("{action:player:roll}Roll.{/action}").artifacts[0].verb)
"""


def test_it_works_without_the_rest_of_the_program(tmp_path: Path) -> None:
    alone = tmp_path / "gitopoly"
    shutil.copytree(PACKAGE, alone / PACKAGE.name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE.parent / "errors.py", alone)
    (alone / "__init__.py").touch()
    done = subprocess.run(
        [sys.executable, "-S", "-E", "-c", PROGRAM, str(tmp_path), *NAMES],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("roll\n", "", 0)

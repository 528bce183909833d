"""What holds for every script of the page and of the site."""

from __future__ import annotations

import re
from pathlib import Path

from tests.test_repository import ROOT, repository_files

LONGEST_LINE = 120
LINTED = ("src/gitopoly/web/static", "tools/site")


def scripts() -> list[Path]:
    """All scripts of the repository."""
    return [path for path in repository_files() if path.suffix == ".js"]


def test_make_lint_looks_at_every_script() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^SCRIPTS := (.*)$", makefile, re.MULTILINE)
    assert found
    assert found[1].split() == [f"{folder}/*.js" for folder in LINTED]
    for verb in ("lint", "fmt --check", "check"):
        assert f"$(DENO) {verb} $(SCRIPTS)" in makefile
    assert {str(path.relative_to(ROOT).parent) for path in scripts()} == set(LINTED)


def test_no_line_of_a_script_is_too_long() -> None:
    too_long = {
        f"{path.name}:{number}"
        for path in scripts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > LONGEST_LINE
    }
    assert too_long == set()


def test_nothing_is_asked_again_and_again() -> None:
    """Views follow events; a timer is for what time itself decides."""
    asking = [path.name for path in scripts() if "setInterval" in path.read_text("utf-8")]
    assert asking == []

"""`gitopoly rules check` and `index`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gitopoly.cli.rules.command import rules
from gitopoly.rulebook.rules import INDEX_BEGIN
from tests.rulebook.checkout import FILES, add, make_checkout


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a checkout in which everything is carried, and make it the current folder."""
    make_checkout(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rules, list(arguments))


GREEN = (
    "3 rules: 3 implemented by code, 3 proved by tests, 0 specified in TLA+"
    " (no specifications yet); 0 findings\n"
)


def test_a_checkout_in_which_everything_is_carried_ends_with_0(root: Path) -> None:
    result = run("check", "rules")
    assert (result.exit_code, result.stdout) == (0, GREEN)


def test_what_is_lacking_is_listed_and_ends_with_1(root: Path) -> None:
    add(root, "tests/test_jail.py", "")
    result = run("check", "rules")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[:2] == [
        "JAIL-1: no test proves it (A fine frees)",
        "JAIL-2: no test proves it (So does a card)",
    ]
    data = json.loads(run("check", "rules", "--json").stdout)
    assert not data["holds"]
    assert len(data["findings"]) == 3


def test_outside_of_a_checkout_it_says_what_it_needs(root: Path) -> None:
    (root / "tests").rename(root / "elsewhere")
    result = run("check", "rules")
    assert (result.exit_code, result.stdout) == (2, "")
    assert (
        f"{root} has no tests; run it in a checkout, or give one with --root DIR" in result.stderr
    )
    (root / "src").rename(root / "other")
    assert "has no src/gitopoly/rules and no tests" in run("check", "rules").stderr
    (root / "rules").rename(root / "other" / "rules")
    assert "has no src/gitopoly/rules" in run("check", str(root / "other" / "rules")).stderr


def test_an_edition_can_be_checked_alone(root: Path) -> None:
    add(root, "tests/test_jail.py", FILES["tests/test_jail.py"].replace("BANK-1", "more"))
    assert run("check", "rules", "--edition", "classic").exit_code == 0
    assert run("check", "rules", "--edition", "formal").exit_code == 1
    assert run("check", "rules", "--edition", "other").exit_code == 2


def test_carriers_are_shown_on_demand(root: Path) -> None:
    add(root, "rules/coverage.yml", "not_in_specs: [{reason: no fines, rules: [JAIL-1]}]")
    shown = run("check", "rules", "--verbose").stdout
    assert "JAIL-1: A fine frees\n  code  pay_fine  src/gitopoly/rules/jail.py:4\n" in shown
    assert "  test  test_jail_1_a_fine_frees  tests/test_jail.py:1\n" in shown
    assert "  TLA+  none: no fines\n" in shown


def test_a_page_is_written(root: Path) -> None:
    assert run("check", "rules", "--html").exit_code == 0
    page = (root / "rules-coverage.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert run("check", "rules", "--html", "-o", "x/y.html").exit_code == 0
    assert (root / "x" / "y.html").read_text(encoding="utf-8") == page


def test_a_checkout_can_be_named(root: Path) -> None:
    assert run("check", "rules", "--root", str(root / "tests")).exit_code == 2
    assert run("check", "rules", "--root", str(root)).exit_code == 0
    result = CliRunner().invoke(rules, ["check", "-"], input=FILES["rules/jail.md"])
    assert result.exit_code == 2
    assert "give one with --root" in result.stderr


def test_the_list_is_printed_and_renewed(root: Path) -> None:
    assert (
        "- **JAIL-1** [A fine frees](jail.md#jail-1-a-fine-frees)\n" in run("index", "rules").stdout
    )
    assert run("index", "rules", "--write").stderr == "rules/README.md: unchanged\n"
    add(root, "rules/jail.md", FILES["rules/jail.md"].replace("A fine frees", "A fine helps"))
    assert run("check", "rules").exit_code == 1
    assert run("index", "rules", "--write").stderr == "rules/README.md: written\n"
    assert "[A fine helps]" in (root / "rules" / "README.md").read_text(encoding="utf-8")
    assert run("check", "rules").exit_code == 0


def test_a_list_without_a_place_is_refused(root: Path) -> None:
    assert run("index", "rules/jail.md", "--write").exit_code == 2
    add(root, "rules/README.md", "# Rules\n")
    result = run("index", "rules", "--write")
    assert result.exit_code == 2
    assert INDEX_BEGIN in result.stderr


def test_our_own_list_is_the_default() -> None:
    result = run("index")
    assert result.exit_code == 0
    assert "- **GAME-1** " in result.stdout
    assert "- **END-2** " in result.stdout

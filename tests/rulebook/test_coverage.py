"""Coverage: which rule lacks code, a test or an action. Each finding has its twin."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidRulebook
from gitopoly.rulebook.book import open_book
from gitopoly.rulebook.coverage import check
from tests.rulebook.checkout import FILES, add, make_checkout

CODE = "src/gitopoly/rules/jail.py"
TEST = "tests/test_jail.py"


def findings(root: Path, edition: str | None = None) -> list[str]:
    return list(check(open_book(str(root / "rules")), root, edition).findings)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Return a checkout in which everything is carried."""
    make_checkout(tmp_path)
    return tmp_path


def test_a_checkout_in_which_everything_is_carried_is_green(root: Path) -> None:
    report = check(open_book(str(root / "rules")), root)
    assert report.findings == ()
    assert report.holds
    assert not report.specs_count
    first = report.coverage[0]
    assert first.rule.number == "JAIL-1"
    assert [citation.name for citation in first.code] == ["pay_fine"]
    assert [citation.name for citation in first.tests] == ["test_jail_1_a_fine_frees"]
    data = report.as_data()
    assert data["carried"] == data["proved"] == len(data["rules"]) == 3


def test_a_rule_without_code_is_found(root: Path) -> None:
    add(root, CODE, FILES[CODE].replace("JAIL-1", "the fine"))
    assert findings(root) == ["JAIL-1: no code implements it (A fine frees)"]


def test_a_line_of_data_carries_only_rules_that_are_nothing_but_data(root: Path) -> None:
    add(root, CODE, FILES[CODE].replace("JAIL-1", "the fine"))
    add(root, "rules/coverage.yml", "carried_by_data: [JAIL-1]")
    assert findings(root) == []


def test_a_rule_without_a_test_is_found(root: Path) -> None:
    add(root, TEST, FILES[TEST].replace("JAIL-2", "It"))
    assert findings(root) == ["JAIL-2: no test proves it (So does a card)"]


def test_an_edition_can_be_checked_alone(root: Path) -> None:
    add(root, TEST, FILES[TEST].replace("BANK-1", "more"))
    assert findings(root, "classic") == []
    assert findings(root, "formal") == ["BANK-1: no test proves it (The bank is finite)"]
    assert len(findings(root)) == 1
    with pytest.raises(InvalidRulebook, match="no rule belongs to an edition 'arena'"):
        findings(root, "arena")


def test_once_there_are_specifications_each_rule_needs_an_action_or_a_reason(root: Path) -> None:
    add(root, "specs/A.tla", "\\* JAIL-1, BANK-1\nPayFine == TRUE\n")
    assert findings(root) == [
        "JAIL-2: no TLA+ action cites it and coverage.yml gives no reason (So does a card)"
    ]
    add(root, "rules/coverage.yml", "not_in_specs: [{reason: no cards, rules: [JAIL-2]}]")
    report = check(open_book(str(root / "rules")), root)
    assert report.holds
    assert report.specs_count
    assert [entry.reason for entry in report.coverage] == ["", "no cards", ""]


@pytest.mark.parametrize("path", [CODE, TEST, "src/gitopoly/editions/classic.toml"])
def test_a_number_that_no_page_states_is_found(root: Path, path: str) -> None:
    add(root, path, FILES[path] + '\n\ndef test_x():\n    """JAIL-77"""\n# JAIL-77\n')
    (finding,) = findings(root)
    assert finding.startswith(path)
    assert finding.endswith("cites JAIL-77, which no page states")


def test_an_excuse_for_a_rule_that_does_not_exist_is_found(root: Path) -> None:
    add(root, "rules/coverage.yml", "carried_by_data: [JAIL-77]")
    assert findings(root) == ["coverage.yml: JAIL-77 is named but not stated"]


def test_a_mention_of_a_rule_that_does_not_exist_is_found(root: Path) -> None:
    add(root, "rules/other.md", "See **JAIL-77**.\n")
    (finding,) = findings(root)
    assert finding.endswith("other.md:1: JAIL-77 is mentioned but not stated")


def test_a_list_of_rules_that_is_out_of_date_is_found(root: Path) -> None:
    page = root / "rules" / "jail.md"
    page.write_text(page.read_text().replace("A fine frees", "A fine helps"), encoding="utf-8")
    (finding,) = findings(root)
    assert finding.endswith("the list of rules is not up to date: gitopoly rules index --write")


def test_a_missing_list_is_found(root: Path) -> None:
    add(root, "rules/README.md", "# Rules\n")
    assert "there is no list of rules" in findings(root)[0]


def test_a_broken_tag_is_found(root: Path) -> None:
    add(root, "rules/other.md", "{action:a:b}\n")
    assert "is never closed" in findings(root)[0]


def test_without_sources_or_rules_there_is_nothing_to_check(root: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidRulebook, match="give a checkout with --root"):
        check(open_book(str(root / "rules")), root / "rules")
    add(root, "other.md", "# No rules\n")
    with pytest.raises(InvalidRulebook, match="has no numbered rule"):
        check(open_book(str(root / "other.md")), root)

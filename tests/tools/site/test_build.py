"""The site as a whole: built from this repository, with no dead link and no foreign host."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.site.test_sources import repository
from tools.site.build import build
from tools.site.checking import problems
from tools.site.sources import SiteError

# With the tests in a browser, which read the same site.
pytestmark = pytest.mark.xdist_group("site")

ROOT = Path(__file__).resolve().parents[3]
ONE = '[[section]]\ntitle = "A"\npages = ["docs/index.md", "docs/b.md?"]\n'


@pytest.mark.slow
def test_our_site_has_no_dead_link_and_asks_no_other_host(our_site: Path) -> None:
    assert problems(our_site) == []


def test_our_site_has_every_part(our_site: Path) -> None:
    for name in (
        *("index", "play", "hosting", "security", "rules/index", "protocols", "verification"),
        *("arena", "performance", "architecture", "decisions/index", "api/index", "specs/index"),
        "api/gitopoly.rules.game",
    ):
        assert (our_site / f"{name}.html").is_file(), name


def test_every_decision_is_listed(our_site: Path) -> None:
    page = (our_site / "decisions" / "index.html").read_text(encoding="utf-8")
    main = page.partition("<main")[2].partition("</main>")[0]
    for decision in (ROOT / "docs" / "decisions").glob("0*.md"):
        assert f'href="{decision.stem}.html"' in main


def test_rules_are_shown_without_tags(our_site: Path) -> None:
    for page in (our_site / "rules").glob("*.html"):
        assert not re.search(r"\{/?(action|query|predicate)[:}]", page.read_text(encoding="utf-8"))


def test_the_search_knows_rules_and_functions(our_site: Path) -> None:
    index = (our_site / "search-index.js").read_text(encoding="utf-8")
    assert "JAIL-4" in index
    assert "api/gitopoly.rules.game.html#legal_actions" in index


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    root = repository(tmp_path, ONE, docs__index="# A\n\n[b](gone.md)\n")
    with pytest.raises(SiteError, match=r"docs/index\.md: the link gone\.md"):
        build(root, tmp_path / "site")


def test_a_file_that_is_no_page_comes_along(tmp_path: Path) -> None:
    root = repository(tmp_path, ONE, docs__index="# A\n\n[b](../more.toml)\n")
    (root / "more.toml").write_text("x = 1\n", encoding="utf-8")
    assert build(root, tmp_path / "site") == 1
    assert (tmp_path / "site" / "files" / "more.toml.txt").is_file()
    assert problems(tmp_path / "site") == []


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    root = repository(tmp_path, ONE, docs__index="# A\n")
    with pytest.raises(SiteError, match="holds something other than a site"):
        build(root, root / "docs")
    assert (root / "docs" / "index.md").is_file()


def test_building_again_replaces_the_site(tmp_path: Path) -> None:
    root = repository(tmp_path, ONE, docs__index="# A\n", docs__b="# B\n")
    assert build(root, tmp_path / "site") == 2
    (root / "docs" / "b.md").unlink()
    assert build(root, tmp_path / "site") == 1
    assert not (tmp_path / "site" / "b.html").exists()

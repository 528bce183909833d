"""The page's files: small, whole, and asking nobody else for anything."""

from __future__ import annotations

import re
from pathlib import Path

from gitopoly.web.app import TYPES

STATIC = Path(__file__).resolve().parents[2] / "src" / "gitopoly" / "web" / "static"
FILES = sorted(STATIC.iterdir())
TEXTS = [path for path in FILES if path.suffix != ".png"]
MOST = 400_000
"""Bytes that the whole page may weigh, uncompressed."""


def outside(text: str) -> list[str]:
    """Addresses of other hosts; the names of SVG's and XML's vocabularies are none."""
    return [
        url for url in re.findall(r"(?:https?:)?//[\w.-]+\.\w+", text) if "www.w3.org" not in url
    ]


def risky(script: str) -> list[str]:
    """What would turn a peer's text into markup, or needs more than the policy allows."""
    found = re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", script)
    return found + re.findall(r"new Function|setAttribute\(\"style\"", script)


def test_the_page_is_light() -> None:
    assert sum(path.stat().st_size for path in FILES) < MOST


def test_every_file_has_a_known_type() -> None:
    assert [path.name for path in FILES if path.suffix[1:] not in TYPES] == []


def test_nothing_is_asked_of_other_hosts() -> None:
    assert {path.name: outside(path.read_text("utf-8")) for path in TEXTS} == {
        path.name: [] for path in TEXTS
    }


def test_texts_of_peers_are_never_markup() -> None:
    assert [path.name for path in TEXTS if risky(path.read_text("utf-8"))] == []


def test_scripts_import_only_what_is_there() -> None:
    names = {path.name for path in FILES}
    for path in STATIC.glob("*.js"):
        imported = re.findall(r"from \"\./([\w.]+)\"", path.read_text("utf-8"))
        assert set(imported) <= names, path.name


def test_no_script_is_inline() -> None:
    page = (STATIC / "index.html").read_text("utf-8")
    assert re.findall(r"<script[^>]*>([^<]+)</script>", page) == []
    assert not re.search(r"<style| style=| on\w+=", page)


def test_a_foreign_address_and_markup_are_noticed() -> None:
    assert outside('import "https://cdn.example.org/x.js"') == ["https://cdn.example.org"]
    assert risky("element.innerHTML = name") == ["innerHTML"]

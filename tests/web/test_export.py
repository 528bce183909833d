"""The exported page: one file, nothing from elsewhere, and names that stay text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gitopoly.errors import NoRoom
from gitopoly.web.export import as_page, embedded, write
from tests.web.replays import HOSTILE, hostile_replay, recorded_replay
from tests.web.test_page import outside

MOST = 2_000_000


class Reader(HTMLParser):
    """Keeps the elements of a page, and what scripts and styles hold."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.held: dict[str, str] = {}
        self.title = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append(("", {}))

    def handle_data(self, data: str) -> None:
        tag, facts = self.tags[-1] if self.tags else ("", {})
        if tag in ("script", "style"):
            key = facts.get("id") or tag
            self.held[key] = self.held.get(key, "") + data
        if tag == "title":
            self.title += data


def read(page: str) -> Reader:
    found = Reader()
    found.feed(page)
    return found


def test_an_exported_page_asks_nobody_for_anything() -> None:
    page = as_page(recorded_replay().data())
    found = read(page)
    assert outside(page) == []
    addresses = [
        facts[name] for _, facts in found.tags for name in ("src", "href") if name in facts
    ]
    assert all(str(address).startswith("data:") for address in addresses)
    assert not re.search(r"@import|url\((?!#)", found.held["style"])
    assert len(page.encode()) < MOST


def test_its_policy_allows_its_own_script_and_style_alone() -> None:
    found = read(as_page(recorded_replay().data()))
    (policy,) = [str(f["content"]) for _, f in found.tags if f.get("http-equiv")]
    for kind, directive in (("script", "script-src"), ("style", "style-src")):
        digest = hashlib.sha256(found.held[kind].encode()).digest()
        assert f"{directive} 'sha256-{base64.b64encode(digest).decode()}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy


def test_names_of_peers_are_text_in_it() -> None:
    page = as_page(hostile_replay().data())
    found = read(page)
    kinds = [facts.get("type") for tag, facts in found.tags if tag == "script"]
    assert kinds == ["application/json", "application/json", None]
    assert not any(tag in ("b", "img") for tag, _ in found.tags)
    assert json.loads(found.held["replay"])["printed"]["names"] == HOSTILE
    assert found.title.startswith("Gitopoly: </script>")


def test_embedded_facts_come_back_and_cannot_end_their_element() -> None:
    facts = {"name": "</script><!--", "ends": "]]>&amp;\u2028"}
    text = embedded(facts)
    assert json.loads(text) == facts
    assert not re.search(r"[<>&\u2028]", text)


def test_no_link_that_somebody_left_is_followed(tmp_path: Path) -> None:
    """In a folder where others may write, such as one of temporary files."""
    theirs = tmp_path / "theirs"
    theirs.write_bytes(b"untouched")
    path = tmp_path / "game.html"
    for name in ("game.html", ".game.html.new"):
        (tmp_path / name).symlink_to(theirs)
    write(path, b"one")
    assert theirs.read_bytes() == b"untouched"
    assert not path.is_symlink()
    assert path.read_bytes() == b"one"


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    write(path, b"one")
    write(path, b"two")
    assert path.read_bytes() == b"two"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(NoRoom, match="cannot write"):
        write(tmp_path / "nowhere" / "game.html", b"three")

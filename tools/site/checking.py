"""Dead links of a finished site, to files and anchors, and whatever it asks of other hosts."""

from __future__ import annotations

import posixpath
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src"}
"""What a browser loads by itself, without a click."""


class _Page(HTMLParser):
    """Anchors and links of one page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what an element is called and where it leads."""
        for name, value in attrs:
            if name == "id" and value:
                self.anchors.append(value)
            if name == "href" and tag == "a" and value is not None:
                self.links.append(value)
            if LOADED.get(tag) == name and value is not None:
                self.loaded.append(value)


def problems(site: Path) -> list[str]:
    """Everything that is wrong with a site, each with its page."""
    pages = {
        path.relative_to(site).as_posix(): _Page(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    found = []
    for name, page in pages.items():
        found += [f"{name}: two places are called {a}" for a in _twice(page.anchors)]
        found += [f"{name}: asks another host for {x}" for x in page.loaded if urlsplit(x).netloc]
        for link in dict.fromkeys([*page.links, *page.loaded]):
            if not _leads_somewhere(site, pages, name, link):
                found.append(f"{name}: {link} leads nowhere")
    return found


def _leads_somewhere(site: Path, pages: dict[str, _Page], name: str, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if target not in pages:
        return not target.startswith("..") and (site / target).is_file() and not parts.fragment
    return not parts.fragment or unquote(parts.fragment) in pages[target].anchors


def _twice(anchors: list[str]) -> list[str]:
    return sorted({anchor for anchor in anchors if anchors.count(anchor) > 1})

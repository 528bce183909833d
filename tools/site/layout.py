"""The frame around every page: navigation, contents, search."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools.site.markdown import Rendered, relative

PROJECT = "Gitopoly"


@dataclass(frozen=True)
class Entry:
    """A line of the navigation."""

    title: str
    output: str


@dataclass(frozen=True)
class Part:
    """A part of the navigation with its lines."""

    title: str
    entries: tuple[Entry, ...]


def framed(title: str, output: str, rendered: Rendered, parts: Sequence[Part]) -> str:
    """A whole page.

    On a phone the menu is the target of a link, which shows it over the page: no script is needed.
    """
    top = relative("index.html", output)
    style, search = relative("style.css", output), relative("search.js", output)
    index = relative("search-index.js", output)
    base = relative(".", output) + "/"
    name = html.escape(title if title == PROJECT else f"{title} · {PROJECT}")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{style}">
</head>
<body data-base="{base}">
<a class="skip" href="#site-page">Skip to the page</a>
<header>
<a class="home" href="{top}">{PROJECT}</a>
<a class="menu" href="#site-menu">Menu</a>
<label class="search">Search <input type="search" id="site-search" autocomplete="off"></label>
<ul id="site-found" hidden></ul>
</header>
<nav id="site-menu" aria-label="Site">
<a class="menu" href="#site-page">Close the menu</a>
{"".join(_navigation(output, parts))}</nav>
<main id="site-page">
{rendered.body}</main>
<aside aria-label="On this page">
{"".join(_contents(rendered))}</aside>
<script src="{index}"></script>
<script src="{search}"></script>
</body>
</html>
"""


def _navigation(output: str, parts: Sequence[Part]) -> Iterator[str]:
    for part in parts:
        here = any(_below(entry.output, output) for entry in part.entries)
        yield f"<details{' open' if here or part is parts[0] else ''}>"
        yield f"<summary>{html.escape(part.title)}</summary>\n<ul>\n"
        for entry in part.entries:
            current = ""
            if _below(entry.output, output):
                current = f' aria-current="{"page" if entry.output == output else "true"}"'
            link = relative(entry.output, output)
            yield f'<li><a href="{link}"{current}>{html.escape(entry.title)}</a></li>\n'
        yield "</ul></details>\n"


def _below(entry: str, output: str) -> bool:
    """Whether a page is the one of the entry, or a module inside it."""
    return entry == output or output.startswith(entry.removesuffix("html"))


def _contents(rendered: Rendered) -> Iterator[str]:
    shown = [heading for heading in rendered.headings if heading[0] in (2, 3)]
    if len(shown) > 1:
        yield "<ul>\n"
        for level, anchor, text in shown:
            yield f'<li class="level{level}"><a href="#{anchor}">{html.escape(text)}</a></li>\n'
        yield "</ul>\n"


def search_index(pages: dict[str, tuple[str, Rendered]]) -> str:
    """All headings and their places, as a script: a page opened from a folder may load no data."""
    rows = []
    for output, (title, rendered) in pages.items():
        for level, anchor, text in rendered.headings:
            link = output if level == 1 else f"{output}#{anchor}"
            rows.append([text, "" if level == 1 else title, link])
    return f"window.searchIndex = {json.dumps(rows, ensure_ascii=False)};\n"

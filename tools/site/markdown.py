"""Markdown to HTML: anchors as Git hosts make them, links that lead to pages of the site."""

from __future__ import annotations

import html
import posixpath
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

from gitopoly.rulebook.rules import heading_anchor

Resolve = Callable[[str], str]
"""From a link as it is written to where it leads on the site."""


@dataclass
class Rendered:
    """A page's body, and its headings for the contents and the search."""

    body: str
    headings: list[tuple[int, str, str]] = field(default_factory=list)
    """Level, anchor and text of each."""


def render(text: str, resolve: Resolve) -> Rendered:
    """Render a page."""
    parser = MarkdownIt("commonmark", {"html": True, "highlight": _highlighted})
    parser.enable(["table", "strikethrough"])
    tokens = parser.parse(text)
    rendered = Rendered("")
    taken: dict[str, int] = {}
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and following is not None:
            plain = "".join(_plain(following))
            anchor = unique(heading_anchor(plain), taken)
            token.attrSet("id", anchor)
            rendered.headings.append((int(token.tag[1]), anchor, plain))
        for child in token.children or ():
            _relink(child, resolve)
    body = parser.renderer.render(tokens, parser.options, {})
    # Wide content scrolls by itself, not with the page, also by keyboard.
    body = body.replace("<table>", '<div class="wide" tabindex="0"><table>')
    body = body.replace("</table>", "</table></div>")
    rendered.body = body.replace("<pre>", '<pre tabindex="0">')
    return rendered


def unique(anchor: str, taken: dict[str, int]) -> str:
    """The anchor, with a number if the page has it already, as Git hosts do."""
    count = taken.get(anchor, 0)
    taken[anchor] = count + 1
    return f"{anchor}-{count}" if count else anchor


def relative(target: str, page: str) -> str:
    """A link from one page of the site to another, or to a part of one.

    >>> relative("rules/index.html#all", "decisions/0001.html"), relative("play.html", "index.html")
    ('../rules/index.html#all', 'play.html')
    """
    path, mark, anchor = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor


def _relink(token: Token, resolve: Resolve) -> None:
    for attribute in ("href", "src"):
        link = token.attrGet(attribute)
        if isinstance(link, str):
            token.attrSet(attribute, resolve(link))


def _plain(token: Token) -> Iterator[str]:
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            yield child.content


_FORMATTER: Any = HtmlFormatter(nowrap=True)


def _highlighted(code: str, language: str, _: str) -> str:
    """Colours by class; a prompt and what is typed after it differ from what is shown."""
    try:
        lexer = get_lexer_by_name(language) if language else None
    except ClassNotFound:
        lexer = None
    return html.escape(code) if lexer is None else str(highlight(code, lexer, _FORMATTER))

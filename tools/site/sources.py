"""Which pages the site has, where each comes from, and where it goes."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

NAVIGATION = "docs/site.toml"
MORE = "More"


class SiteError(Exception):
    """A fault in the pages that keeps the site from being built; the message names the page."""


@dataclass(frozen=True)
class Source:
    """A page that somebody wrote."""

    path: str
    """From the root of the repository, with slashes."""
    text: str

    @property
    def title(self) -> str:
        """The first heading, without marks for code."""
        for line in self.text.splitlines():
            if line.startswith("# "):
                return line.removeprefix("# ").replace("`", "").strip()
        raise SiteError(f"{self.path}: there is no first-level heading")

    @property
    def output(self) -> str:
        """Where it goes, from the root of the site."""
        return output_of(self.path)


@dataclass(frozen=True)
class Section:
    """A part of the navigation."""

    title: str
    pages: tuple[Source, ...]


def output_of(path: str) -> str:
    """Where a file of the repository goes.

    >>> output_of("docs/play.md"), output_of("rules/README.md"), output_of("specs/manifest.toml")
    ('play.html', 'rules/index.html', 'files/specs/manifest.toml.txt')
    """
    if not path.endswith(".md"):
        inside = path.removeprefix("docs/")
        return inside if path.startswith("docs/images/") else f"files/{path}.txt"
    page = PurePosixPath(path.removeprefix("docs/")).with_suffix(".html")
    return str(page.with_name("index.html") if page.stem == "README" else page)


def sections(root: Path) -> list[Section]:
    """The navigation with its pages read, those that it does not name at the end."""
    asked = tomllib.loads((root / NAVIGATION).read_text(encoding="utf-8"))["section"]
    named: set[str] = set()
    made = []
    for section in asked:
        paths = [path for pattern in section["pages"] for path in _matching(root, pattern)]
        paths = [path for path in paths if path not in named]
        named |= set(paths)
        made.append(Section(section["title"], tuple(_read(root, path) for path in paths)))
    rest = [path for path in _matching(root, "docs/*.md?") if path not in named]
    if rest:
        made.append(Section(MORE, tuple(_read(root, path) for path in rest)))
    return made


def _matching(root: Path, pattern: str) -> list[str]:
    """The pages that a line of the navigation names, an overview before what it is about."""
    wanted = pattern.removesuffix("?")
    found = sorted(root.glob(wanted), key=lambda path: (path.name != "README.md", path.name))
    if not found and not pattern.endswith("?"):
        raise SiteError(f"{NAVIGATION}: there is no page {pattern}")
    return [path.relative_to(root).as_posix() for path in found]


def _read(root: Path, path: str) -> Source:
    text = (root / path).read_text(encoding="utf-8")
    if path.startswith("rules/"):
        from gitopoly.annotations.clean import clean
        from gitopoly.annotations.parser import parse

        text = clean(parse(text, path))
    return Source(path, text)

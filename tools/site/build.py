"""Building the site: read, render, link, write."""

from __future__ import annotations

import posixpath
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from tools.site import reference
from tools.site.layout import Entry, Part, framed, search_index
from tools.site.markdown import Rendered, relative, render
from tools.site.sources import Section, SiteError, Source, sections

HERE = Path(__file__).resolve().parent
LIST_OF_DECISIONS = "docs/decisions/README.md"
REFERENCE = "Python interface"


@dataclass
class Site:
    """The site while it is built."""

    root: Path
    """The repository."""
    sections: list[Section]
    rendered: dict[str, tuple[str, Rendered]] = field(default_factory=dict)
    """Title and content by where the page goes."""
    copied: set[str] = field(default_factory=set)
    """Files that pages link to, by their paths in the repository."""

    @property
    def sources(self) -> dict[str, Source]:
        """Every page that somebody wrote, by its path."""
        return {page.path: page for section in self.sections for page in section.pages}

    def target(self, page: Source, link: str) -> str:
        """Where a link of a page leads, seen from where the page goes."""
        path, mark, anchor = link.partition("#")
        if "://" in path or path.startswith("mailto:") or not path:
            return link
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), unquote(path)))
        if (self.root / wanted).is_dir():
            wanted = posixpath.join(wanted, "README.md")
        known = self.sources.get(wanted)
        if known is not None:
            return relative(known.output + mark + anchor, page.output)
        if wanted.startswith("..") or not (self.root / wanted).is_file():
            raise SiteError(f"{page.path}: the link {link} leads nowhere")
        self.copied.add(wanted)
        return relative(Source(wanted, "").output, page.output)


def build(root: Path, out: Path) -> int:
    """Build the site of a repository into a folder, which is recreated; returns its pages."""
    site = Site(root, sections(root))
    for page in site.sources.values():
        _render(site, page)
    modules = reference.modules(root / "src")
    for module in modules:
        _render_module(site, module, modules)
    parts = [_part(section) for section in site.sections]
    layers = [m for m in modules if m.name.count(".") <= 1]
    parts.append(Part(REFERENCE, tuple(Entry(m.name, _module_output(m.name)) for m in layers)))
    _write(site, parts, out)
    return len(site.rendered)


def _render(site: Site, page: Source) -> None:
    text = page.text
    if page.path == LIST_OF_DECISIONS:
        others = [s for s in site.sources.values() if s.path.startswith("docs/decisions/0")]
        text += "\n" + "".join(f"- [{s.title}]({posixpath.basename(s.path)})\n" for s in others)

    def resolve(link: str) -> str:
        return site.target(page, link)

    site.rendered[page.output] = (page.title, render(text, resolve))


def _render_module(site: Site, module: reference.Module, modules: list[reference.Module]) -> None:
    output = _module_output(module.name)
    below = [m for m in modules if m.name.rpartition(".")[0] == module.name]
    known = {one.name for one in modules}

    def resolve(link: str) -> str:
        return relative(_module_output(link), output) if link in known else link

    content = render(reference.page(module, below, modules), resolve)
    site.rendered[output] = (module.name, content)


def _module_output(name: str) -> str:
    return "api/index.html" if name == "gitopoly" else f"api/{name}.html"


def _part(section: Section) -> Part:
    return Part(section.title, tuple(Entry(page.title, page.output) for page in section.pages))


def _write(site: Site, parts: list[Part], out: Path) -> None:
    if out.exists():
        if any(out.iterdir()) and not (out / "search-index.js").is_file():
            raise SiteError(f"{out}: holds something other than a site; name another folder")
        shutil.rmtree(out)
    put = _writer(out)
    for output, (title, content) in site.rendered.items():
        put(output, framed(title, output, content, parts))
    put("search-index.js", search_index(site.rendered))
    for name in ("style.css", "search.js"):
        put(name, (HERE / name).read_text(encoding="utf-8"))
    for path in sorted(site.copied):
        target = out / Source(path, "").output
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(site.root / path, target)


def _writer(out: Path) -> Callable[[str, str], None]:
    def put(name: str, text: str) -> None:
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")

    return put

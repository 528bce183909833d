"""The settings of a document, typed.

`0` and `1` are off and on. A column is `name:width`; one whose name begins with `x` is off.
Unusable values are reported with their line, and the default is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, TypeVar

from gitopoly.annotations.frontmatter import FrontMatter, LocatedValue, Value
from gitopoly.annotations.problems import DocumentProblem, Severity
from gitopoly.annotations.selection import ORDERS, Filter, Pagination, SortOrder, compile_search
from gitopoly.annotations.tags import TagKind
from gitopoly.errors import InvalidRulebook

__all__ = [
    "COLUMNS",
    "Column",
    "Output",
    "RulebookSettings",
    "parse_column",
    "parse_order",
    "read_settings",
]

COLUMNS = (
    "repeats",
    "command",
    "noun",
    "verb",
    "options",
    "artifact",
    "full_command",
    "description",
    "file",
    "line",
)
"""The columns that a table of artifacts may have."""

_SWITCHES = (
    "show_artifacts",
    "show_config",
    "show_all_stats",
    "show_filtered_stats",
    "use_filter",
)
_OUTPUTS = ("generate_rc", "generate_filtered_rc", "generate_clean_md")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the table, and how wide it is."""

    name: str
    width: int
    shown: bool = True

    @property
    def spelled(self) -> str:
        """As a front matter names it."""
        return f"{'' if self.shown else 'x'}{self.name}:{self.width}"


@dataclass(frozen=True, slots=True)
class Output:
    """A file that a run writes if `generate` is on."""

    generate: bool
    file: str

    def as_data(self) -> dict[str, Any]:
        """As a front matter spells it."""
        return {"generate": int(self.generate), "file": self.file}


def _default_columns() -> tuple[Column, ...]:
    return (
        Column("repeats", 1),
        Column("command", 9),
        Column("noun", 8),
        Column("verb", 30),
        Column("options", 10),
        Column("description", 50),
    )


@dataclass(frozen=True, slots=True)
class RulebookSettings:
    """Everything that the front matter of a document can say."""

    format_artifacts: tuple[Column, ...] = field(default_factory=_default_columns)
    show_artifacts: bool = True
    show_config: bool = False
    show_all_stats: bool = False
    show_filtered_stats: bool = False
    use_filter: bool = True
    pagination: Pagination = field(default_factory=Pagination)
    word_wrap: int = 80
    order_by: tuple[SortOrder, ...] = ()
    filter: Filter = field(default_factory=Filter)
    generate_rc: Output = Output(False, ".dddrc.json")
    generate_filtered_rc: Output = Output(False, ".dddrc-filtered.json")
    generate_clean_md: Output = Output(False, "DOMAIN.MD")
    generate_builders: bool = False
    folders: Mapping[TagKind, str] = field(
        default_factory=lambda: {kind: kind.plural for kind in TagKind}
    )
    """Where stubs of each kind go."""

    def as_data(self) -> dict[str, Any]:
        """All settings as a front matter spells them, for JSON and for `show_config`."""
        wanted = self.filter
        pages = self.pagination
        return {
            "format_artifacts": [column.spelled for column in self.format_artifacts],
            **{name: int(getattr(self, name)) for name in _SWITCHES},
            "pagination": [int(pages.on), pages.page, pages.rows],
            "word_wrap": self.word_wrap,
            "order_by": [order.spelled for order in self.order_by],
            "filter": {
                **{f"exclude_{kind.plural}": int(kind in wanted.excluded) for kind in TagKind},
                "domain_nouns": "all" if wanted.nouns is None else sorted(wanted.nouns),
                "search": wanted.search,
                "find_duplicate_verbs": int(wanted.duplicate_verbs),
            },
            **{name: getattr(self, name).as_data() for name in _OUTPUTS},
            "generate_builders": {
                "generate": int(self.generate_builders),
                **{f"{kind}_folder": self.folders[kind] for kind in TagKind},
            },
        }


_T = TypeVar("_T")


def read_settings(
    front_matter: FrontMatter, page: str
) -> tuple[RulebookSettings, list[DocumentProblem]]:
    """The settings of a front matter, and what is wrong with it."""
    reader = _Reader(page)
    read = reader.settings(front_matter.entries)
    return read, reader.problems


def parse_column(text: str) -> Column:
    """`name:width`, or `xname:width` for a column that is off."""
    name, colon, width = text.partition(":")
    shown = name in COLUMNS
    name = name if shown else name.removeprefix("x")
    if name not in COLUMNS:
        raise InvalidRulebook(f"'{name}' is not a column; choose from {', '.join(COLUMNS)}")
    if colon and not (width.strip().isdecimal() and 0 < int(width[:9]) <= 1000):
        raise InvalidRulebook(f"the width of '{name}' must be a number from 1 to 1000")
    return Column(name, int(width) if colon else 20, shown)


def parse_order(text: str) -> SortOrder:
    """`noun`, `noun:asc` or `noun:desc`."""
    key, _, direction = text.partition(":")
    if key not in ORDERS or direction not in ("", "asc", "desc"):
        raise InvalidRulebook(
            f"'{text}' is not an order; use {', '.join(ORDERS)} with ':asc' or ':desc'"
        )
    return SortOrder(key, direction == "desc")


class _Reader:
    """Reads entries one by one and collects what is wrong."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.problems: list[DocumentProblem] = []

    def settings(self, entries: Mapping[str, LocatedValue]) -> RulebookSettings:
        usual = RulebookSettings()
        readers: dict[str, Callable[[Value], object]] = {
            "format_artifacts": _columns,
            **dict.fromkeys(_SWITCHES, _switch),
            "pagination": _pagination,
            "word_wrap": _whole_number,
            "order_by": _orders,
        }
        read: dict[str, Any] = {}
        for key, entry in entries.items():
            if key == "filter":
                read["filter"] = self._filter(entry)
            elif key in _OUTPUTS:
                read[key] = self._output(key, entry, getattr(usual, key))
            elif key == "generate_builders":
                read |= self._builders(entry)
            elif key in readers:
                value = self._use(key, entry, readers[key])
                if value is not None:
                    read[key] = value
            else:
                self._warn(entry, f"unknown setting '{key}'")
        return RulebookSettings(**read)

    def _filter(self, entry: LocatedValue) -> Filter:
        excluded: set[TagKind] = set()
        read: dict[str, Any] = {}
        for key, inner in self._mapping("filter", entry).items():
            kind = next((kind for kind in TagKind if key == f"exclude_{kind.plural}"), None)
            if kind is not None:
                if self._use(key, inner, _switch):
                    excluded.add(kind)
            elif key == "domain_nouns":
                read["nouns"] = self._use(key, inner, _nouns) or None
            elif key == "search":
                read["search"] = self._use(key, inner, _search) or ""
            elif key == "find_duplicate_verbs":
                read["duplicate_verbs"] = bool(self._use(key, inner, _switch))
            else:
                self._warn(inner, f"unknown setting 'filter: {key}'")
        return Filter(excluded=frozenset(excluded), **read)

    def _output(self, name: str, entry: LocatedValue, usual: Output) -> Output:
        if not isinstance(entry.value, dict):
            generate = self._use(name, entry, _switch)
            return Output(usual.generate if generate is None else generate, usual.file)
        generate, file = usual.generate, usual.file
        for key, inner in entry.value.items():
            if key == "generate":
                switched = self._use(f"{name}: generate", inner, _switch)
                generate = generate if switched is None else switched
            elif key == "file":
                file = self._use(f"{name}: file", inner, _path) or file
            else:
                self._warn(inner, f"unknown setting '{name}: {key}'")
        return Output(generate, file)

    def _builders(self, entry: LocatedValue) -> dict[str, Any]:
        usual = RulebookSettings()
        if not isinstance(entry.value, dict):
            return {"generate_builders": bool(self._use("generate_builders", entry, _switch))}
        folders = dict(usual.folders)
        generate = usual.generate_builders
        for key, inner in entry.value.items():
            kind = next((kind for kind in TagKind if key == f"{kind}_folder"), None)
            if kind is not None:
                folders[kind] = self._use(key, inner, _path) or folders[kind]
            elif key == "generate":
                generate = bool(self._use("generate_builders: generate", inner, _switch))
            else:
                self._warn(inner, f"unknown setting 'generate_builders: {key}'")
        return {"generate_builders": generate, "folders": folders}

    def _mapping(self, name: str, entry: LocatedValue) -> dict[str, LocatedValue]:
        if isinstance(entry.value, dict):
            return entry.value
        if entry.value is not None:
            self._warn(entry, f"'{name}' takes nested settings, one per line")
        return {}

    def _use(self, name: str, entry: LocatedValue, read: Callable[[Value], _T]) -> _T | None:
        try:
            return read(entry.value)
        except InvalidRulebook as error:
            self._warn(entry, f"'{name}' is left at its default: {error}")
            return None

    def _warn(self, entry: LocatedValue, message: str) -> None:
        self.problems.append(DocumentProblem(Severity.WARNING, self.page, entry.line, 1, message))


def _switch(value: Value) -> bool:
    if isinstance(value, bool) or value in (0, 1):
        return bool(value)
    raise InvalidRulebook("it takes 0 (off) or 1 (on)")


def _whole_number(value: Value) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 10_000:
        return value
    raise InvalidRulebook("it takes a number from 0 to 10000")


def _texts(value: Value) -> list[str]:
    values = value if isinstance(value, list) else [value]
    if not all(isinstance(item, str) and item for item in values):
        raise InvalidRulebook("it takes a list of words")
    return [str(item) for item in values]


def _columns(value: Value) -> tuple[Column, ...]:
    return tuple(parse_column(text) for text in _texts(value))


def _orders(value: Value) -> tuple[SortOrder, ...]:
    return tuple(parse_order(text) for text in _texts(value))


def _pagination(value: Value) -> Pagination:
    if isinstance(value, list) and len(value) == 3:
        on, page, rows = value
        if _whole_number(page) >= 1 and _whole_number(rows) >= 1:
            return Pagination(_switch(on), _whole_number(page), _whole_number(rows))
    raise InvalidRulebook("it takes [on or off, page, rows per page], such as [1, 1, 20]")


def _nouns(value: Value) -> frozenset[str] | None:
    return None if value == "all" else frozenset(_texts(value))


def _search(value: Value) -> str:
    if value is None or value == "":
        return ""
    pattern = value if isinstance(value, str) else str(value)
    if isinstance(value, list | dict) or compile_search(pattern) is None:
        raise InvalidRulebook("it takes a regular expression")
    return pattern


def _path(value: Value) -> str:
    """A document may come from anyone, so its paths must stay below the output folder."""
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise InvalidRulebook("it takes a file or folder name")
    for path in (PurePosixPath(value), PureWindowsPath(value)):
        if path.is_absolute() or path.drive or path.root or ".." in path.parts:
            raise InvalidRulebook("it takes a name below the current folder")
    if len(value) > 200 or not value.isprintable():
        raise InvalidRulebook("it takes a short and printable name")
    return value

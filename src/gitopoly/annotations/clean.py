"""The document without its tags: the content of `DOMAIN.MD`.

Left out are the front matter, the tags, and the passages marked `-md-remove`.
A line that held nothing but those goes with them; no other text is touched.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gitopoly.annotations.parser import Document

__all__ = ["clean", "clean_pages"]


def clean(document: Document) -> str:
    """The text that a reader should see."""
    cuts = _merge([*document.tags, *document.removed])
    text = "".join(_lines(document.source, document.front_matter.end, cuts))
    return text.lstrip("\r\n") if document.front_matter.end else text


def clean_pages(documents: Sequence[Document]) -> str:
    """All pages of a book as one text."""
    if len(documents) == 1:
        return clean(documents[0])
    return "\n".join(f"{clean(document).rstrip()}\n" for document in documents)


def _merge(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans in order, with overlapping or touching ones merged."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _lines(source: str, start: int, cuts: Sequence[tuple[int, int]]) -> list[str]:
    """The source's lines without the cuts; lines that the cuts emptied are dropped."""
    kept: list[str] = []
    position, last_blank = start, False
    index = 0
    while position < len(source):
        pieces, begin = [], position
        line_end = _end_of_line(source, position)
        while index < len(cuts) and cuts[index][0] < line_end:
            pieces.append(source[position : cuts[index][0]])
            position = cuts[index][1]
            # A passage may span lines; the text after it belongs to the line it started on.
            line_end = max(line_end, _end_of_line(source, position))
            index += 1
        was_cut = position != begin or bool(pieces)
        pieces.append(source[position:line_end])
        position = line_end
        line = "".join(pieces)
        blank = not line.strip()
        if was_cut and blank:
            # Two blank lines around what was dropped would show that something is missing.
            following = source[position : _end_of_line(source, position)]
            cut_next = index < len(cuts) and cuts[index][0] < position + len(following)
            if last_blank and following and not following.strip() and not cut_next:
                position += len(following)
            continue
        kept.append(line)
        last_blank = blank
    return kept


def _end_of_line(source: str, position: int) -> int:
    found = source.find("\n", position)
    return len(source) if found < 0 else found + 1

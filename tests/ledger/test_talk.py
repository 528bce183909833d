"""A line of talk has one form and one place; nothing else is read, and no more than is allowed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import UNPRINTABLE, Draft, Object, object_id
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.talk import (
    MAX_TEXT,
    MOST_AT_ONCE,
    MOST_LINES,
    NO_FILES,
    REACTIONS,
    TOO_MUCH,
    WINDOW,
    Line,
    Thread,
    read_line,
    seal_line,
    seconds_to_wait,
)
from tests.ledger.seats import IDENTITIES, KEYS, commit_of, content, sealed

GAME, OTHER_GAME, ENTRY = "a" * 40, "b" * 40, "c" * 40
NOW = 1_700_000_000
Objects = dict[str, tuple[str, bytes]]
texts = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=MAX_TEXT)
    .map(lambda text: UNPRINTABLE.sub("x", text).strip(" "))
    .filter(bool)
)


def said(
    text: str = "hello",
    after: Line | None = None,
    *,
    seat: str = "alice",
    by: str = "",
    time: int = NOW,
    game: str = GAME,
    is_reaction: bool = False,
    known: Objects | None = None,
) -> Line:
    """Say something as a seat, and let a reader know the objects."""
    identity: Identity = IDENTITIES[by or seat]
    wanted = Draft(seat, (after.id,) if after else (), text, {}, time)
    line = seal_line(wanted, identity, game, ENTRY, is_reaction=is_reaction)
    if known is not None:
        known |= {item.id: (item.kind, item.data) for item in (NO_FILES, line.commit)}
    return line


def spaced(count: int, known: Objects, first: Line | None = None) -> list[Line]:
    """As many lines as anybody asks for, as quick as is allowed."""
    found: list[Line] = []
    last, start = first, first.time + WINDOW if first else NOW
    for number in range(count):
        time = start + number // MOST_AT_ONCE * WINDOW
        last = said(f"line {number}", last, time=time, known=known)
        found.append(last)
    return found


def heard(lines: Sequence[Line], known: Objects) -> Thread:
    """What a reader accepts of a branch that ends with the last of some lines."""
    thread = Thread("alice", GAME)
    thread.extend(lines[-1].id, known.__getitem__, KEYS["alice"])
    return thread


def refused(line: Line, known: Objects, thread: Thread | None = None) -> str:
    """Why a reader accepts nothing of a branch."""
    thread = thread or Thread("alice", GAME)
    before = list(thread.lines)
    with pytest.raises(InvalidEntry) as caught:
        thread.extend(line.id, known.__getitem__, KEYS["alice"])
    assert thread.lines == before
    assert "\n" not in str(caught.value)
    return caught.value.why


def raw(data: bytes, known: Objects) -> str:
    """Let a reader know a commit of any bytes."""
    name = object_id("commit", data)
    known[name] = "commit", data
    return name


@given(texts)
@settings(max_examples=50)
def test_every_text_is_read_back_as_it_was_said(text: str) -> None:
    known: Objects = {}
    line = said(text, known=known)
    assert read_line(line.id, known[line.id][1]) == line
    assert heard([line], known).lines == [line]


@pytest.mark.parametrize("name", REACTIONS)
def test_a_reaction_is_told_from_a_text_of_the_same_words(name: str) -> None:
    known: Objects = {}
    line, text = said(name, is_reaction=True, known=known), said(name, known=known)
    assert read_line(line.id, known[line.id][1]).is_reaction
    assert not read_line(text.id, known[text.id][1]).is_reaction
    with pytest.raises(InvalidEntry, match="neither a text nor a reaction"):
        said("slow-clap", is_reaction=True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "x" * (MAX_TEXT + 1),
        "two\nlines",
        "tab\t",
        "\x1b[2J",
        "a\u202eb",
        "zero\u200bwidth",
    ],
)
def test_what_cannot_be_shown_cannot_be_said(text: str) -> None:
    with pytest.raises(InvalidEntry):
        said(text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"hello\n", b"hello\x1b[2J\n"),
        (b"hello\n", b"a\xe2\x80\xaeb\n"),
        (b"hello\n", b"x" * (MAX_TEXT + 1) + b"\n"),
        (b"hello\n", b"hello\nworld\n"),
        (b"Talk: says", b"Talk: shouts"),
        (b"Talk: says\n", b""),
        (b"After: ", b"Before: "),
        (b"+0000\ncommitter", b"+0100\ncommitter"),
        (NO_FILES.id.encode(), b"1" * 40),
        (b"gpgsig -----BEGIN", b"gpgsig  -----BEGIN"),
    ],
)
def test_bytes_that_no_honest_program_writes_are_refused(old: bytes, new: bytes) -> None:
    known: Objects = {}
    line = said(known=known)
    data = known[line.id][1]
    assert old in data
    name = raw(data.replace(old, new, 1), known)
    with pytest.raises(InvalidEntry):
        Thread("alice", GAME).extend(name, known.__getitem__, KEYS["alice"])


def test_only_its_own_seat_can_sign_a_line() -> None:
    known: Objects = {}
    assert "not signed" in refused(said(by="mallory", known=known), known)
    assert "another seat" in refused(said(seat="bob", known=known), known)


def test_a_line_belongs_to_one_game() -> None:
    known: Objects = {}
    assert "another game" in refused(said(game=OTHER_GAME, known=known), known)


def test_an_entry_is_not_a_line_and_a_line_is_not_an_entry() -> None:
    entry = sealed("alice")
    known = content(entry)
    with pytest.raises(InvalidEntry):
        Thread("alice", GAME).extend(commit_of(entry).id, known.__getitem__, KEYS["alice"])


def test_a_branch_that_is_not_commits_is_refused() -> None:
    tree = Object("tree", object_id("tree", b""), b"")
    with pytest.raises(InvalidEntry, match="does not match its id"):
        Thread("alice", GAME).extend(tree.id, {tree.id: ("tree", b"")}.__getitem__, KEYS["alice"])


def test_lines_are_taken_up_to_the_first_bad_one() -> None:
    known: Objects = {}
    first = said("one", known=known)
    forged = said("two", first, by="mallory", known=known)
    last = said("three", forged, known=known)
    thread = Thread("alice", GAME)
    with pytest.raises(InvalidEntry, match="not signed"):
        thread.extend(last.id, known.__getitem__, KEYS["alice"])
    assert thread.lines == [first]


def test_a_rewritten_or_older_branch_changes_nothing() -> None:
    known: Objects = {}
    one = said("one", known=known)
    two = said("two", one, known=known)
    thread = heard([one, two], known)
    for line in (one, said("other", known=known), said("other two", one, known=known)):
        thread.extend(line.id, known.__getitem__, KEYS["alice"])
        assert thread.lines == [one, two]


def test_a_clock_that_goes_back_is_refused() -> None:
    known: Objects = {}
    one = said("one", known=known)
    assert "older" in refused(
        said("two", one, time=NOW - 1, known=known), known, heard([one], known)
    )


def test_the_rate_is_bounded_by_the_author_s_own_clock() -> None:
    known: Objects = {}
    lines = spaced(MOST_AT_ONCE, known)
    thread = heard(lines, known)
    assert len(thread.lines) == MOST_AT_ONCE
    assert seconds_to_wait(thread.lines, NOW + 1) == WINDOW - 1
    early = said("more", lines[-1], time=NOW + WINDOW - 1, known=known)
    assert refused(early, known, thread) == TOO_MUCH
    late = said("more", lines[-1], time=NOW + WINDOW, known=known)
    thread.extend(late.id, known.__getitem__, KEYS["alice"])
    assert thread.lines[-1] == late


def test_the_lines_of_a_game_are_bounded() -> None:
    known: Objects = {}
    lines = spaced(MOST_LINES + 1, known)
    thread = Thread("alice", GAME)
    with pytest.raises(InvalidEntry) as caught:
        thread.extend(lines[-1].id, known.__getitem__, KEYS["alice"])
    assert caught.value.why == TOO_MUCH
    assert thread.lines == lines[:MOST_LINES]


def test_an_endless_branch_is_not_walked_to_its_end() -> None:
    """Its end may never come: every commit read names one more."""
    reads = 0

    def endless(name: str) -> tuple[str, bytes]:
        nonlocal reads
        reads += 1
        person = b"alice <alice@gitopoly> 1 +0000\n"
        head = b"tree %s\nparent %040x\n" % (NO_FILES.id.encode(), reads)
        return "commit", head + b"author " + person + b"committer " + person + b"\nx\n"

    thread = Thread("alice", GAME)
    thread.extend("f" * 40, endless, KEYS["alice"])
    assert thread.lines == []
    assert reads < 3 * MOST_LINES

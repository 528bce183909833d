"""An entry has one form: what we write is read back, and nothing else is read."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import (
    FILES,
    MAX_FILE,
    UNPRINTABLE,
    Draft,
    Object,
    Sealed,
    is_seat,
    links,
    object_id,
    read_entry,
    seal,
)
from gitopoly.ledger.signature import check
from tests.ledger.seats import IDENTITIES, commit_of, content, draft, sealed

ALICE = IDENTITIES["alice"]
PARENTS = ("1" * 40, "2" * 40)
lines = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=100)
    .map(lambda text: UNPRINTABLE.sub("x", text).strip(" "))
    .filter(bool)
)
drafts = st.builds(
    Draft,
    seat=st.from_regex(r"[A-Za-z][A-Za-z0-9_-]{0,31}", fullmatch=True).filter(is_seat),
    parents=st.lists(st.from_regex(r"[0-9a-f]{40}", fullmatch=True), max_size=16, unique=True).map(
        tuple
    ),
    sentence=lines,
    trailers=st.dictionaries(
        st.from_regex(r"[A-Z][A-Za-z-]{0,20}", fullmatch=True), lines, min_size=1, max_size=12
    ),
    files=st.fixed_dictionaries({name: st.binary(max_size=500) for name in FILES}),
    time=st.integers(0, 253402300799),
)


def reader_of(result: Sealed):  # type: ignore[no-untyped-def]
    """Read the objects of one entry."""
    return content(result).__getitem__


def refusal(commit: bytes, tree: bytes | None = None) -> str:
    """Tell why a commit made of given bytes is refused."""
    made = Object("commit", object_id("commit", commit), commit)
    known = {**content(sealed("alice")), made.id: ("commit", commit)}
    if tree is not None:
        known[object_id("tree", tree)] = ("tree", tree)
    with pytest.raises(InvalidEntry) as caught:
        read_entry(made.id, known.__getitem__)
    assert "\n" not in str(caught.value)
    return caught.value.why


def with_tree(tree: bytes) -> str:
    """Tell why an otherwise good entry with a given tree is refused."""
    good = sealed("alice")
    commit = commit_of(good).data.replace(
        good.objects[-2].id.encode(), object_id("tree", tree).encode()
    )
    return refusal(commit, tree)


@given(drafts)
def test_every_draft_that_is_sealed_is_read_back(wanted: Draft) -> None:
    result = seal(wanted, ALICE)
    entry = read_entry(result.entry.id, reader_of(result))
    assert entry == result.entry
    assert check(ALICE.public, entry.payload, entry.signature)
    again = {name: content(result)[blob][1] for name, blob in entry.files.items()}
    assert Draft(entry.seat, entry.parents, entry.sentence, entry.trailers, again, entry.time) == (
        replace(wanted, trailers=dict(wanted.trailers))
    )


def test_the_ids_are_those_of_git_and_git_finds_nothing_wrong(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, timeout=60)
    for kind, made, data in sealed("alice").objects:
        written = subprocess.run(
            ["git", "hash-object", "-w", "-t", kind, "--stdin"],
            cwd=tmp_path,
            input=data,
            check=True,
            capture_output=True,
        )
        assert written.stdout.decode().strip() == made
    checked = subprocess.run(
        ["git", "fsck", "--strict", "--no-dangling"], cwd=tmp_path, capture_output=True, timeout=60
    )
    assert (checked.returncode, checked.stdout) == (0, b"")


@settings(max_examples=400)
@given(st.data())
def test_a_changed_commit_is_refused_or_no_longer_signed(data: st.DataObject) -> None:
    good = sealed("alice", PARENTS)
    commit = commit_of(good).data
    at = data.draw(st.integers(0, len(commit)))
    cut = data.draw(st.integers(0, 4))
    put = data.draw(st.binary(max_size=4) | st.sampled_from([b"\n", b" ", b"parent ", b"\n\n"]))
    changed = commit[:at] + put + commit[at + cut :]
    made = object_id("commit", changed)
    tree = good.objects[-2]

    def reader(wanted: str) -> tuple[str, bytes]:
        return ("commit", changed) if wanted == made else ("tree", tree.data)

    try:
        entry = read_entry(made, reader)
    except InvalidEntry:
        return
    assert (changed == commit) == check(ALICE.public, entry.payload, entry.signature)


@settings(max_examples=300)
@given(st.binary(max_size=400), st.sampled_from(["commit", "tree", "blob", "tag", ""]))
def test_any_bytes_are_read_or_refused_and_nothing_else(data: bytes, kind: str) -> None:
    with pytest.raises(InvalidEntry):
        read_entry(object_id("commit", data), lambda _: (kind, data))


@settings(max_examples=300)
@given(
    st.binary(max_size=120)
    | st.lists(
        st.tuples(
            st.sampled_from(
                [b"100644", b"100755", b"120000", b"40000", b"160000", b"0100644", b""]
            ),
            st.sampled_from([b"game.yml", b"state.yml", b"..", b".git", b"a/b", b"", b"STATE.YML"]),
        ),
        max_size=4,
    ).map(lambda items: b"".join(m + b" " + n + b"\0" + bytes(20) for m, n in items))
)
def test_any_tree_but_the_two_plain_files_is_refused(tree: bytes) -> None:
    good = b"100644 game.yml\0" + bytes(20) + b"100644 state.yml\0" + bytes(20)
    if tree != good:
        assert with_tree(tree)


def items(*pairs: tuple[bytes, bytes]) -> bytes:
    """Make a tree of modes and names."""
    return b"".join(mode + b" " + name + b"\0" + bytes(20) for mode, name in pairs)


@pytest.mark.parametrize(
    ("tree", "reason"),
    [
        (items((b"100644", b"game.yml")), "not just game.yml and state.yml"),
        (items((b"100644", b"game.yml"), (b"120000", b"state.yml")), "mode '120000'"),
        (items((b"100755", b"game.yml"), (b"100644", b"state.yml")), "mode '100755'"),
        (items((b"160000", b"game.yml"), (b"100644", b"state.yml")), "mode '160000'"),
        (items((b"100644", b"../x"), (b"100644", b"state.yml")), "../x"),
        (items((b"100644", b"state.yml"), (b"100644", b"game.yml")), "not just"),
        (items((b"100644", b"game.yml"), (b"100644", b"state.yml"), (b"100644", b"z")), "'z'"),
        (items((b"100644", b"game.yml"), (b"100644", b"state.yml"))[:-1], "truncated"),
        (items((b"100644", b"x" * 1100)), "over 1024"),
    ],
)
def test_an_odd_tree_is_refused_with_its_reason(tree: bytes, reason: str) -> None:
    assert reason in with_tree(tree)


GOOD = commit_of(sealed("alice", PARENTS)).data
UNSIGNED = GOOD[: GOOD.index(b"gpgsig")] + GOOD[GOOD.index(b"\n\n") + 1 :]


@pytest.mark.parametrize(
    ("commit", "reason"),
    [
        (UNSIGNED, "not signed"),
        (GOOD.replace(b"gpgsig", b"encoding latin1\ngpgsig"), "encoding"),
        (GOOD.replace(b"committer alice", b"committer bob"), "author and committer"),
        (GOOD.replace(b"author alice", b"author Alice"), "author and committer"),
        (GOOD.replace(b"alice", b"origin"), "name of a seat"),
        (GOOD.replace(b"+0000", b"+0100"), "headers"),
        (GOOD.replace(b"1700000000", b"0700000000"), "canonical form"),
        (GOOD.replace(b"1700000000", b"999999999999"), "out of range"),
        (GOOD.replace(b"2" * 40, b"1" * 40), "distinct commit ids"),
        (
            GOOD.replace(
                b"parent " + b"1" * 40 + b"\n", b"".join(b"parent %040x\n" % n for n in range(20))
            ),
            "parents, over",
        ),
        (GOOD.replace(b"alice waits.", b"\xff"), "UTF-8"),
        (GOOD.replace(b"alice waits.", b"alice\x1b[2J"), "unprintable characters"),
        (GOOD.replace(b"alice waits.", "alice \u202e".encode()), "unprintable characters"),
        (GOOD.replace(b"alice waits.", b" alice"), "unprintable characters"),
        (GOOD.replace(b"alice waits.", b"x" * 201), "over 200"),
        (GOOD.replace(b"alice waits.\n\n", b"alice waits.\n"), "a blank line"),
        (GOOD.replace(b"Action: waits\n", b""), "a blank line"),
        (GOOD.replace(b"Action: waits\n", b"Action: waits"), "a blank line"),
        (GOOD.replace(b"Action: waits\n", b"Action: waits\n folded\n"), "malformed"),
        (GOOD.replace(b"Action: waits\n", b"Action: a\nAction: b\n"), "repeated"),
        (GOOD.replace(b"Action: waits\n", b"Action: " + b"x" * 600 + b"\n"), "malformed"),
        (
            GOOD.replace(b"Action: waits\n", b"".join(b"A%s: x\n" % (b"b" * n) for n in range(13))),
            "13 trailers",
        ),
        (GOOD.replace(b"Action: waits\n", b"Action: " + b"x" * 17000 + b"\n"), "bytes, over"),
    ],
)
def test_a_malformed_commit_is_refused_with_its_reason(commit: bytes, reason: str) -> None:
    assert commit != GOOD
    assert reason in refusal(commit)


def test_an_object_with_another_id_is_refused() -> None:
    with pytest.raises(InvalidEntry, match="does not match its id"):
        read_entry("1" * 40, lambda _: ("commit", GOOD))


@pytest.mark.parametrize(
    "changed",
    [
        replace(draft("alice"), seat="head"),
        replace(draft("alice"), parents=("x",)),
        replace(draft("alice"), parents=PARENTS * 9),
        replace(draft("alice"), sentence="two\nlines"),
        replace(draft("alice"), sentence=""),
        replace(draft("alice"), trailers={}),
        replace(draft("alice"), trailers={"small": "x"}),
        replace(draft("alice"), trailers={"Action": " x"}),
        replace(draft("alice"), files={"game.yml": b""}),
        replace(draft("alice"), files={"game.yml": b"", "state.yml": b"x" * (MAX_FILE + 1)}),
        replace(
            draft("alice"),
            trailers={"T" + "x" * n: "é" * 590 for n in range(12)} | {},
            sentence="é",
        ),
        replace(draft("alice"), time=-1),
    ],
)
def test_a_draft_beyond_the_limits_is_not_sealed(changed: Draft) -> None:
    if len(changed.trailers) == 12:
        changed = replace(changed, trailers=dict.fromkeys(changed.trailers, "🎲" * 580))
    with pytest.raises(InvalidEntry):
        seal(changed, ALICE)


def test_links_name_tree_and_parents_and_files() -> None:
    result = sealed("alice", PARENTS)
    assert links("commit", commit_of(result).data) == [result.objects[-2].id, *PARENTS]
    assert links("tree", result.objects[-2].data) == list(result.entry.files.values())
    assert links("blob", b"tree x") == []


@pytest.mark.parametrize("name", ["a", "Alice", "a-b_c9", "x" * 32])
def test_a_nickname_can_be_a_seat(name: str) -> None:
    assert is_seat(name)


@pytest.mark.parametrize(
    "name", ["", "1a", "-a", "a b", "a\n", "a/b", "é", "ORIGIN", "Head", "x" * 33]
)
def test_what_git_or_a_shell_could_misread_is_no_seat(name: str) -> None:
    assert not is_seat(name)

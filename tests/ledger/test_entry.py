"""An entry has one form: what we write is read back, and nothing else is read."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidEntry
from gitopoly.ledger.entry import (
    FILES,
    MAX_FILE,
    UNPRINTABLE,
    Draft,
    Files,
    Sealed,
    file_ids,
    is_seat,
    links,
    object_id,
    read_commit,
    seal,
)
from gitopoly.ledger.signature import check
from tests.ledger.seats import (
    IDENTITIES,
    commit_of,
    content,
    draft,
    files as files_of,
    files_in,
    sealed,
)

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
    time=st.integers(0, 253402300799),
)


def reader_of(result: Sealed):  # type: ignore[no-untyped-def]
    """Read the objects of one entry."""
    return content(result).__getitem__


def refusal(commit: bytes) -> str:
    """Tell why a commit made of given bytes is refused."""
    with pytest.raises(InvalidEntry) as caught:
        read_commit(object_id("commit", commit), commit)
    assert "\n" not in str(caught.value)
    return caught.value.why


files = st.fixed_dictionaries({name: st.binary(max_size=500) for name in FILES})


@given(drafts, files)
def test_every_draft_that_is_sealed_is_read_back(wanted: Draft, carried: Files) -> None:
    result = seal(wanted, carried, ALICE)
    entry = read_commit(result.entry.id, commit_of(result).data)
    assert entry == result.entry
    assert check(ALICE.public, entry.payload, entry.signature)
    assert files_in(entry, reader_of(result)) == carried
    again = (entry.seat, entry.parents, entry.sentence, entry.trailers, entry.time)
    assert again == wanted._replace(trailers=dict(wanted.trailers))


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
    try:
        entry = read_commit(made, changed)
    except InvalidEntry:
        return
    assert (changed == commit) == check(ALICE.public, entry.payload, entry.signature)


@settings(max_examples=300)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused_and_nothing_else(data: bytes) -> None:
    with pytest.raises(InvalidEntry):
        read_commit(object_id("commit", data), data)


def rows(*pairs: tuple[bytes, bytes]) -> bytes:
    """Make a tree of modes and names."""
    return b"".join(mode + b" " + name + b"\0" + bytes(20) for mode, name in pairs)


GAME, STATE = (b"100644", b"game.yml"), (b"100644", b"state.yml")


def test_the_tree_of_two_plain_files_names_them() -> None:
    assert file_ids(rows(GAME, STATE)) == dict.fromkeys(FILES, "0" * 40)


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
    ).map(lambda pairs: rows(*pairs))
    | st.sampled_from([rows(GAME, STATE)[:-1], rows(GAME, STATE, GAME), rows(STATE, GAME)])
)
def test_any_tree_but_the_two_plain_files_is_refused(tree: bytes) -> None:
    if tree != rows(GAME, STATE):
        with pytest.raises(InvalidEntry, match="does not hold just"):
            file_ids(tree)


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


BLOCKS = [
    bytes.fromhex(
        "7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df614f86db1690901c56b45c1"
        "530afedfb76038e972722fe7ad728f0e4904e046c230570fe9d41398abe12ef5bc942be33542a4802d98b5"
        "d70f2a332ec37fac3514e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1"
    ),
    bytes.fromhex(
        "7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de218f86db3a90901d5df45c1"
        "4f26fedfb3dc38e96ac22fe7bd728f0e45bce046d23c570feb141398bb552ef5a0a82be331fea48037b8b5"
        "d71f0e332edf93ac3500eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1"
    ),
]
"""Two blocks each that give the same sum after another beginning: the pair of 2017."""


@pytest.mark.parametrize("blocks", BLOCKS)
@pytest.mark.parametrize("place", [b"alice waits", b"waits\n", b"-----BEGIN", b"1" * 40])
def test_blocks_of_a_collision_fit_nowhere(blocks: bytes, place: bytes) -> None:
    """Attacks on SHA-1 need bytes of any value, and an entry is text of one form."""
    found = GOOD.rindex(place)
    assert refusal(GOOD[:found] + blocks + GOOD[found + len(place) :])


def test_one_of_the_two_contents_of_a_collision_is_not_ascii() -> None:
    """They differ in the highest bit of some byte, and headers and signatures are ASCII."""
    pairs = zip(*BLOCKS, strict=True)
    assert any((one ^ other) & 0x80 for one, other in pairs)


def test_an_object_with_another_id_is_refused() -> None:
    with pytest.raises(InvalidEntry, match="does not match its id"):
        read_commit("1" * 40, GOOD)


DRAFT = draft("alice")


@pytest.mark.parametrize(
    "changed",
    [
        DRAFT._replace(seat="head"),
        DRAFT._replace(parents=("x",)),
        DRAFT._replace(parents=PARENTS * 9),
        DRAFT._replace(sentence="two\nlines"),
        DRAFT._replace(sentence=""),
        DRAFT._replace(trailers={}),
        DRAFT._replace(trailers={"small": "x"}),
        DRAFT._replace(trailers={"Action": " x"}),
        DRAFT._replace(trailers={"T" + "x" * n: "🎲" * 580 for n in range(12)}),
        DRAFT._replace(time=-1),
    ],
)
def test_a_draft_beyond_the_limits_is_not_sealed(changed: Draft) -> None:
    with pytest.raises(InvalidEntry):
        seal(changed, files_of("alice"), ALICE)


def test_files_beyond_the_limits_are_not_sealed() -> None:
    with pytest.raises(InvalidEntry):
        seal(DRAFT, {"game.yml": b"", "state.yml": b"x" * (MAX_FILE + 1)}, ALICE)


def test_links_name_tree_and_parents_and_files() -> None:
    result = sealed("alice", PARENTS)
    assert links("commit", commit_of(result).data) == [result.objects[-2].id, *PARENTS]
    tree = result.objects[-2].data
    assert links("tree", tree) == list(file_ids(tree).values())
    assert links("blob", b"tree x") == []
    assert links("tree", tree * 2) == links("tree", b"") == []


@pytest.mark.parametrize("name", ["a", "Alice", "a-b_c9", "x" * 32])
def test_a_nickname_can_be_a_seat(name: str) -> None:
    assert is_seat(name)


@pytest.mark.parametrize(
    "name", ["", "1a", "-a", "a b", "a\n", "a/b", "é", "ORIGIN", "Head", "x" * 33]
)
def test_what_git_or_a_shell_could_misread_is_no_seat(name: str) -> None:
    assert not is_seat(name)

"""A seat that says anything at all disturbs nobody: not their game, their disk or their screen."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from gitopoly.ledger.entry import Object, object_id
from gitopoly.ledger.talk import MAX_TEXT, MOST_AT_ONCE, MOST_LINES
from tests.table.repositories import invitation, open_all, play, wait_for
from tests.table.talking import Chatterbox, hear_until, ready, talk_of, texts
from tests.table.test_silence import PATIENCE, Clock, clock, retired, waiting_for_last

__all__ = ["clock"]  # a fixture
MOST_ON_DISK = 4 * 1024 * 1024
"""Bytes that a short game may take with the talk of its seats."""


def raw_commit(cleo: Chatterbox, message: bytes, tree: str = "", parents: bytes = b"") -> str:
    """Write a commit that cleo has not signed."""
    empty = Object("tree", object_id("tree", b""), b"")
    cleo.put(empty)
    who = b"cleo <cleo@gitopoly> 1700000000 +0000\n"
    data = b"tree %s\n%sauthor %scommitter %s\n%s\n" % (
        *((tree or empty.id).encode(), parents, who, who),
        message,
    )
    commit = Object("commit", object_id("commit", data), data)
    cleo.put(commit)
    return commit.id


def forged(cleo: Chatterbox) -> None:
    cleo.line("I am cleo", by="mallory")


def of_another_seat(cleo: Chatterbox) -> None:
    cleo.line("I am ben", seat="ben", by="cleo")


def of_another_game(cleo: Chatterbox) -> None:
    cleo.line("from elsewhere", game="e" * 40)


def unsigned(cleo: Chatterbox) -> None:
    cleo.show(raw_commit(cleo, b"hello"))


def giant(cleo: Chatterbox) -> None:
    cleo.show(raw_commit(cleo, b"x" * (1 << 20)))


def bomb(cleo: Chatterbox) -> None:
    cleo.show(raw_commit(cleo, b"\0" * (1 << 26)))


def with_files(cleo: Chatterbox) -> None:
    blob = Object("blob", object_id("blob", b"x"), b"x")
    data = b"100644 x\0" + bytes.fromhex(blob.id)
    tree = Object("tree", object_id("tree", data), data)
    cleo.put(blob)
    cleo.put(tree)
    cleo.show(raw_commit(cleo, b"hello", tree.id))


def not_a_commit(cleo: Chatterbox) -> None:
    blob = Object("blob", object_id("blob", b"x"), b"x")
    cleo.put(blob)
    cleo.show(blob.id)


def nowhere(cleo: Chatterbox) -> None:
    cleo.show("f" * 40)


def nonsense(cleo: Chatterbox) -> None:
    cleo.show("nonsense")


def a_pipe(cleo: Chatterbox) -> None:
    place = cleo.repository / "refs" / "heads" / "talk"
    place.unlink(missing_ok=True)
    os.mkfifo(place)


def its_own_log(cleo: Chatterbox) -> None:
    cleo.show((cleo.repository / "refs" / "heads" / "main").read_text().strip())


def many_at_once(cleo: Chatterbox) -> None:
    cleo.lines(MOST_LINES, quick=True)


def too_many(cleo: Chatterbox) -> None:
    cleo.lines(MOST_LINES + 100)


def a_flood(cleo: Chatterbox) -> None:
    last = b""
    for number in range(5 * MOST_LINES):
        last = b"parent %s\n" % raw_commit(cleo, b"line %d" % number, parents=last).encode()
    cleo.show(last.split()[1].decode())


HEARD: dict[Callable[[Chatterbox], None], int] = {
    forged: 0,
    of_another_seat: 0,
    of_another_game: 0,
    unsigned: 0,
    giant: 0,
    bomb: 0,
    with_files: 0,
    not_a_commit: 0,
    nowhere: 0,
    nonsense: 0,
    a_pipe: 0,
    its_own_log: 0,
    many_at_once: MOST_AT_ONCE,
    too_many: MOST_LINES,
    a_flood: 0,
}
"""How many lines each attack gets through."""
ENDS_IT = {
    *(forged, of_another_seat, of_another_game, unsigned, giant, bomb, with_files, not_a_commit),
    *(its_own_log, many_at_once, too_many, a_flood),
}
"""Attacks after which nothing more of the seat is shown; the others only show nothing."""


@pytest.mark.parametrize("attack", HEARD, ids=lambda attack: attack.__name__)
def test_an_attack_by_talk_disturbs_nobody(
    tmp_path: Path, attack: Callable[[Chatterbox], None]
) -> None:
    ann, ben, _ = seats = open_all(tmp_path, invitation(tmp_path, 3))
    ready(ann, ben)
    root = ann.game.root
    attack(Chatterbox(tmp_path / "cleo.git", "cleo", root))
    talk_of(ben).say("what is this?")

    def all_heard() -> bool:
        said = [seat for seat, _ in texts(ann)]
        judged = "cleo" in talk_of(ann).complaints or attack not in ENDS_IT
        return "ben" in said and said.count("cleo") == HEARD[attack] and judged

    hear_until(all_heard, [ann, ben])
    play(seats, Random(1), len(ann.game.log) + 20)
    assert [said for said, _ in texts(ann)].count("cleo") == HEARD[attack]
    assert not ann.game.evidence
    assert not ben.game.evidence
    assert set(talk_of(ann).complaints) <= {"cleo"}
    for seat in seats:
        seat.close()
    held = (tmp_path / "m0" / ".git").rglob("*")
    assert sum(path.lstat().st_blocks * 512 for path in held) < MOST_ON_DISK


def test_hostile_text_is_text(tmp_path: Path) -> None:
    ann, _ = seats = open_all(tmp_path, invitation(tmp_path, 2))
    ready(ann)
    wild = "</script><img src=x onerror=alert(1)> [bold]{name} %s \\x1b[2J ${x} 🎲"
    Chatterbox(tmp_path / "ben.git", "ben", ann.game.root).line(wild)
    hear_until(lambda: texts(ann) == [("ben", wild)], [ann])
    assert len(wild) <= MAX_TEXT
    for seat in seats:
        seat.close()


def test_a_rewritten_branch_is_ignored(tmp_path: Path) -> None:
    ann, _ = seats = open_all(tmp_path, invitation(tmp_path, 2))
    ready(ann)
    shown = Chatterbox(tmp_path / "ben.git", "ben", ann.game.root)
    first = shown.line("I offer you Park Place")
    hear_until(lambda: len(texts(ann)) == 1, [ann])
    shown.last = None
    shown.line("I never said that")
    talk_of(ann).say("oh?")
    play(seats, Random(1), len(ann.game.log) + 10)
    hear_until(lambda: len(texts(ann)) == 2, [ann])
    assert texts(ann) == [("ben", "I offer you Park Place"), ("ann", "oh?")]
    assert not talk_of(ann).complaints
    # Whoever goes on from what was said is heard again.
    shown.last = first
    shown.line("a deal?", time=first.time + 1)
    hear_until(lambda: ("ben", "a deal?") in texts(ann), [ann])
    for seat in seats:
        seat.close()


@pytest.mark.slow
def test_whoever_only_chats_is_still_silent_and_is_voted_out(tmp_path: Path, clock: Clock) -> None:
    ann, ben, cleo = seats = waiting_for_last(tmp_path, 3)
    ready(*seats)
    cleo.close()
    shown = Chatterbox(tmp_path / "cleo.git", "cleo", ann.game.root)
    for number in range(3):
        shown.line(f"still thinking {number}", time=1_900_000_000 + number)
        hear_until(lambda n=number: len(texts(ann)) == len(texts(ben)) == n + 1, [ann, ben])  # type: ignore[misc]
        clock.ahead += PATIENCE / 2
    wait_for(lambda: all(retired(s) == [False, False, True] for s in (ann, ben)), [ann, ben])
    ann.close()
    ben.close()

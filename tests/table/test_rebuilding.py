"""The repository of a real game follows from its journal, and the journal from the repository."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from gitopoly.errors import GitopolyError, InvalidRepository
from gitopoly.ledger.entry import object_id
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.journal import MAGIC, FileJournal, records_in
from gitopoly.ledger.store import Store, encoded, objects_in
from gitopoly.table.local_game import SimulatedClock, SimulatedGame, SimulationPlan
from gitopoly.table.opening import resume
from gitopoly.table.seat import Seat
from tests.ledger.damages import DAMAGES, TORN, contents, cut, flip, remove_everything
from tests.ledger.servers import git
from tests.rules.walks import codes_of

PLAN = SimulationPlan("formal-small", 3, 7, dice="joint")


def opened(place: Path, number: int = 0) -> tuple[GitStore, Seat]:
    """Resume a seat of the game."""
    clock = SimulatedClock()
    clock._now += 10_000 + 10 * len(place.name)
    return resume(place, PLAN.identity(0, number), clock.tick)


def choose(seat: Seat) -> int:
    """Any move."""
    random = Random(len(seat.game.log))
    return codes_of(seat.position.state, random.choice(seat.choices()), random)[0]


def hear(seat: Seat, stores: Iterable[Store]) -> None:
    """Let a seat take in what others hold."""
    for store in stores:
        seat.game.store.borrow("another", store)
        for head in (*store.heads.values(), *store.kept):
            if head not in seat.game.log:
                seat.game.receive(store.entries[head].seat, head)
        seat.game.store.borrow("another", None)


def act(seat: Seat) -> None:
    """Let a seat do what it can."""
    if not seat.run_automatic_moves() and seat.name in seat.game.waiting_for() and seat.choices():
        seat.act(choose(seat))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the first seat of a game in which the last one has forked."""
    folder = tmp_path_factory.mktemp("game")
    game = SimulatedGame(folder, PLAN, 0)
    while len(game.drivers[0].game.log) < 150 or game.drivers[0].game.waiting_for() != ["p2"]:
        game.round([choose] * 3)
    game.close()
    paths = dict(enumerate(game.paths))
    shutil.copytree(paths[2], folder / "twin")
    table = {number: opened(path, number) for number, path in paths.items()}
    twin = opened(folder / "twin", 2)
    for _, seat in (table[2], twin):
        hear(seat, [table[0][0], table[1][0]])
        act(seat)
    everybody = [*table.values(), twin]
    for _ in range(4):
        for _, seat in everybody:
            hear(seat, [store for store, other in everybody if other is not seat])
            act(seat)
    for store, _ in everybody:
        store.close()
    store, seat = opened(paths[0])
    assert list(seat.game.log.forks()) == ["p2"]
    assert store.kept
    assert seat.game.started
    store.close()
    return paths[0]


def everything(place: Path) -> set[str]:
    """The ids of all objects that stock Git finds from the branches."""
    assert git("fsck", "--strict", "--full", "--no-dangling", at=place) == ""
    return set(re.findall("^[0-9a-f]{40}", git("rev-list", "--objects", "--all", at=place), re.M))


def shown(place: Path) -> list[str]:
    """Where branches are; which of a fork's is kept aside depends on what was adopted first."""
    return sorted(git("for-each-ref", "--format=%(objectname)", at=place).split())


@pytest.mark.parametrize("damage", [*DAMAGES, *TORN])
def test_a_real_game_comes_back_with_every_object(place: Path, tmp_path: Path, damage: str) -> None:
    found = tmp_path / "game"
    shutil.copytree(place, found)
    store, seat = opened(found)
    entries, position = set(store.entries), seat.position.to_yaml()
    store.close()
    before, refs = everything(found), shown(found)
    if damage in DAMAGES:
        DAMAGES[damage](found / ".git")
    else:
        TORN[damage](found / ".git/gitopoly/journal")
    store, seat = opened(found)
    assert set(store.entries) == entries
    assert seat.position.to_yaml() == position
    assert {one.code for one in seat.game.evidence} == {"fork"}
    store.close()
    assert everything(found) == before
    assert shown(found) == refs
    store, _ = opened(found)
    assert set(store.entries) == entries
    store.close()


def entries_in(data: bytes) -> set[str]:
    """The entries in the whole records that a journal begins with."""
    objects = (item for record in records_in(data)[0] for item in objects_in(record))
    return {object_id(kind, content) for kind, content in objects if kind == "commit"}


def check_every_cut(place: Path, journal: bytes, shown: set[str], every: int) -> None:
    """A game whose journal ends anywhere in its last three records holds what is anywhere."""
    data, start = journal, len(journal)
    for _ in range(3):
        start = data.rindex(MAGIC, 0, start)
    before = contents(place)
    for end in range(start, len(data), every):
        (place / ".git/gitopoly/journal").write_bytes(data[:end])
        store, seat = opened(place)
        assert set(store.entries) == entries_in(data[:end]) | shown
        assert {one.code for one in seat.game.evidence} <= {"fork"}
        store.release()
        written = (place / ".git/gitopoly/journal").read_bytes()
        assert entries_in(written) == set(store.entries)
        for path in contents(place).keys() - before.keys():
            path.chmod(0o644)
            path.unlink()
        for path, content in before.items():
            path.unlink(missing_ok=True)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


EVERY = [
    pytest.param(151, id="some"),
    pytest.param(1, id="all", marks=pytest.mark.long),
]


@pytest.mark.parametrize("every", EVERY)
def test_a_journal_cut_at_any_byte_is_completed_from_the_repository(
    place: Path, tmp_path: Path, every: int
) -> None:
    found = tmp_path / "game"
    shutil.copytree(place, found)
    data = (found / ".git/gitopoly/journal").read_bytes()
    check_every_cut(found, data, entries_in(data), every)


@pytest.mark.parametrize("every", EVERY)
def test_a_journal_cut_at_any_byte_before_git_saw_the_rest_keeps_what_is_whole(
    place: Path, tmp_path: Path, every: int
) -> None:
    """As a crash of the machine leaves it: the last three were on their way."""
    found = tmp_path / "game"
    shutil.copytree(place, found)
    journal = found / ".git/gitopoly/journal"
    data = journal.read_bytes()
    cut(journal, 3)
    earlier = entries_in(journal.read_bytes())
    remove_everything(found / ".git")
    opened(found)[0].close()
    check_every_cut(found, data, earlier, every)


@pytest.mark.parametrize("gone", ["journal", "part of it", "journal and main"])
def test_a_real_game_that_cannot_come_back_is_refused_and_left_alone(
    place: Path, tmp_path: Path, gone: str
) -> None:
    found = tmp_path / "game"
    shutil.copytree(place, found)
    journal = found / ".git/gitopoly/journal"
    if gone == "part of it":
        flip(journal, 30)
    else:
        journal.unlink()
    if gone == "journal and main":
        git("update-ref", "-d", "refs/heads/main", at=found)
    else:
        shutil.rmtree(found / ".git/objects")
        (found / ".git/objects").mkdir()
    before = {path: data for path, data in contents(found).items() if path != journal}
    for _ in range(2):
        with pytest.raises(GitopolyError) as caught:
            opened(found)
        assert "\n" not in str(caught.value)
        assert isinstance(caught.value, InvalidRepository)
        after = contents(found)
        assert {path: data for path, data in after.items() if path != journal} == before


def test_a_journal_that_somebody_else_has_written_ends_in_one_line(
    place: Path, tmp_path: Path
) -> None:
    """Nobody looks at signatures in one's own journal; the rest of an entry must make sense."""
    random = Random(3)
    real = records_in((place / ".git/gitopoly/journal").read_bytes())[0]
    commits = [record for record in real if record.startswith(b"commit ")]
    changes = (
        (rb"\nAction: (\w+)", (b"Join", b"Start", b"Ready", b"Invite", b"Roll", b"X", b"EndTurn")),
        (rb"author (p\d) <p\d@gitopoly>", (b"p0", b"p1", b"p2", b"p9")),
        (rb"^tree (\w+)", (b"1" * 40,)),
        (rb"gitopoly> (\d+) ", (b"0", b"999999999999", b"1")),
        (rb"\n(\w+): [^\n]+\n$", (b"Nonsense", b"Seat", b"Amount")),
        (rb"\n\w+: ([^\n]+)\n$", (b"-1", b"9" * 30, b"x", b"p9", b"[[[[", b"0")),
        (rb"parent (\w{40})", (b"2" * 40, None)),
    )
    ends = []
    for number in range(90):
        pattern, values = changes[number % len(changes)]
        data = list(objects_in(random.choice(commits)))[-1][1]
        value = random.choice(values)
        if value is None:
            value = object_id(*list(objects_in(random.choice(commits)))[-1]).encode()
        old = re.search(pattern, data)
        if old is None:
            continue
        data = (
            data.replace(old[1], value)
            if b"author" in pattern
            else (data[: old.start(1)] + value + data[old.end(1) :])
        )
        found = tmp_path / f"{number}"
        shutil.copytree(place, found)
        journal = FileJournal(found / ".git/gitopoly/journal", durable=False)
        journal.append(encoded([("commit", data)]), sync=True)
        journal.close()
        said = ""
        try:
            store, seat = opened(found)
            seat.position.to_yaml()
            seat.game.story()
            store.close()
        except GitopolyError as error:
            said = str(error)
        assert "\n" not in said
        ends.append(said)
        shutil.rmtree(found)
    assert len(ends) > 60
    assert sum(map(bool, ends)) > 30

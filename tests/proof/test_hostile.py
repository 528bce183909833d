"""Every hostile act, on real repositories: refused by all others, survived, and found by `verify`.

A game is brought to the moment of the act and published. The hostile seat then shows something in
its own repository; the others come back to the game, look at it, and go on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from gitopoly.cli import main
from gitopoly.ledger.entry import Object, Sealed, object_id
from gitopoly.ledger.git.store import GitStore
from gitopoly.ledger.identity import from_seed
from gitopoly.table.driver import GameDriver
from gitopoly.table.remote_game import resume_game
from tests.ledger.repositories import Repository, own_head, raw, set_branch
from tests.table.attacks import Opponent, table_at, with_tree
from tests.table.repositories import bare, play, publish, wait_for
from tests.table.tables import NAMES
from tests.table.test_forks import again, branches, own
from tests.table.test_hostile import ATTACKS, BIG, OTHER_FILES, legal, richer


@dataclass
class Scene:
    """A game that was left at the moment of the act; cleo is the one who has gone bad."""

    folder: Path
    moment: str
    settings: dict[str, object] = field(default_factory=dict)
    opponent: Opponent = field(init=False)
    stores: list[GitStore] = field(default_factory=list)
    honest: list[GameDriver] = field(default_factory=list)

    def __post_init__(self) -> None:
        table = table_at(self.moment, self._on_disk, **self.settings)
        self.opponent = Opponent(table, table.seats[2])
        for store, name in zip(self.stores, NAMES, strict=False):
            publish(store, bare(self.folder, name))
        self.theirs = Repository(self.folder / "cleo.git")
        # What it knows of the others, as its next entry would bring it along.
        known = self.opponent.seat.game
        for entry in known.log:
            self.write(*known.objects_of(entry.id))
        before = own_head(self.theirs)
        assert before is not None
        self.before = before
        """What the repository of the hostile seat showed before the act."""

    def _on_disk(self, name: str) -> GitStore:
        self.stores.append(GitStore.create(self.folder / name, name, durable=False))
        return self.stores[-1]

    def write(self, *objects: Object) -> None:
        """Put objects into the repository of the hostile seat."""
        for item in objects:
            raw(self.theirs, item.kind, item.data)

    def show(self, head: str) -> None:
        """Let the hostile seat show a log, in a way that stock Git would not."""
        set_branch(self.theirs, head)

    def come_back(self, *names: str) -> list[GameDriver]:
        """Let seats come back to the game."""
        for store in self.stores:
            store.close()
        return [resume_game(self.folder / name, from_seed(name.encode())) for name in names]

    def look(self, code: str) -> None:
        """Let the honest seats look until each has evidence of a kind."""
        self.honest = self.honest or self.come_back("ann", "ben")
        wait_for(
            lambda: all(code in [e.code for e in c.game.evidence] for c in self.honest), self.honest
        )

    def close(self) -> None:
        """Leave the game."""
        for connection in self.honest:
            connection.close()


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Callable[..., Scene]]:
    """Makes a scene, and clears it away."""
    made: list[Scene] = []

    def make(moment: str, **settings: object) -> Scene:
        made.append(Scene(tmp_path, moment, settings))
        return made[-1]

    yield make
    for one in made:
        one.close()


def giant(o: Opponent) -> tuple[Sealed, tuple[Object, ...]]:
    """An entry whose state.yml has 100 MB."""
    entry = o.entry(legal(o))
    big = Object("blob", object_id("blob", BIG), BIG)
    blobs = (bytes(20), bytes.fromhex(big.id))
    names = (b"game.yml", b"state.yml")
    data = b"".join(b"100644 %s\0" % n + blob for n, blob in zip(names, blobs, strict=True))
    return with_tree(entry, data, o.seat.identity), (big,)


def on_top(o: Opponent) -> tuple[Sealed, tuple[Object, ...]]:
    """A bad entry with a good one on top: the first of them is the offence."""
    bad = o.entry(legal(o), state=richer(o))
    return bad, o.entry(legal(o), parents=(bad.entry.id,)).objects


@dataclass(frozen=True)
class Act:
    """A hostile act, and what is said about it."""

    moment: str
    code: str
    rule: str
    reason: str
    make: Callable[[Opponent], tuple[Sealed, tuple[Object, ...]]]
    first: str = ""
    """The commit that the others note first, if it is not the entry itself."""


def act(name: str, rule: str = "") -> Act:
    """An act that is written down with those against a copy in memory."""
    attack = ATTACKS[name]
    rule = rule or attack.code
    return Act(attack.moment, attack.code, rule, attack.reason, lambda o: (attack.make(o), ()))


ACTS = {
    "a forged signature": act("a forged signature"),
    "another seat's name": act("the name of another seat"),
    "an altered state file": act("an altered state.yml"),
    "an illegal move": act("an illegal move", "TIME-1"),
    "a skipped turn": act("a skipped turn", "TIME-3"),
    "a reveal that does not match its chain": act(
        "a reveal that does not match its chain", "D2Reveal"
    ),
    "a re-used reveal": act("a reveal that was used before", "D2Reveal"),
    "unknown parents": replace(act("an unknown parent"), first="12" * 20),
    "a blob of 100 MB": Act("its floor", "illegal", "illegal", OTHER_FILES, giant),
    "a tree with odd paths": act("a tree with a path"),
    "a tree with a symbolic link": act("a symbolic link"),
    "an early peek: a link before the request": act("a reveal before the request", "D2Reveal"),
    "an early peek: the asker's link before the others'": act(
        "the asker who reveals before the others", "D2Reveal"
    ),
    "a good entry on a bad one": Act("its floor", "illegal", "illegal", OTHER_FILES, on_top),
}


def verify(place: Path) -> tuple[int, str, dict[str, object]]:
    """Exit code, words and first offence of `gitopoly verify`."""
    told = CliRunner().invoke(main, ["verify", str(place)])
    found = CliRunner().invoke(main, ["verify", str(place), "--json"])
    assert (told.exit_code, told.stderr) == (found.exit_code, ""), told.output
    (report,) = json.loads(found.stdout)["games"]
    assert report["holds"] == (told.exit_code == 0)
    return told.exit_code, told.stdout, (report["offences"] or [{}])[0]


def finds(place: Path, commit: str, rule: str, reason: str) -> None:
    """`verify` names the first offending commit, the seat, the rule and the reason."""
    code, words, first = verify(place)
    assert code == 1, words
    assert (first["commit"], first["seat"], first["rule"]) == (commit, "cleo", rule), words
    assert reason in str(first["reason"])
    (line, *_) = (line for line in words.splitlines() if line.startswith("does not hold: "))
    for word in (commit[:12], "cleo", rule, str(first["reason"])):
        assert word in line


@pytest.mark.long
@pytest.mark.parametrize("name", ACTS)
def test_the_act_is_refused_survived_and_found(name: str, scene: Callable[..., Scene]) -> None:
    hostile = ACTS[name]
    there = scene(hostile.moment)
    sealed, more = hostile.make(there.opponent)
    there.write(*sealed.objects, *more)
    top = more[-1].id if more and more[-1].kind == "commit" else sealed.entry.id
    there.show(top)
    length = len(there.opponent.honest[0].game.log)

    noted = hostile.first or sealed.entry.id
    there.look(hostile.code)
    for connection in there.honest:
        first = connection.game.evidence[0]
        assert (first.code, first.seat) == (hostile.code, "cleo")
        assert first.id == noted
        assert hostile.reason in first.reason
        assert sealed.entry.id not in connection.game.log
    finds(there.folder / "cleo.git", sealed.entry.id, hostile.rule, hostile.reason)

    # The seat thinks better of it, and the game goes on.
    there.show(there.before)
    seats = [*there.honest, *there.come_back("cleo")]
    there.honest = seats
    play(seats, Random(1), length + 25)
    wait_for(lambda: all(c.game.heads() == seats[0].game.heads() for c in seats), seats)
    there.close()
    for name_ in ("ann", "ben"):
        finds(there.folder / name_, noted, hostile.rule, hostile.reason)
    # Twin: what cleo itself wrote honestly is found good.
    assert verify(there.folder / "cleo.git")[0] == 0


@pytest.mark.long
def test_a_ref_that_is_moved_backwards(scene: Callable[..., Scene]) -> None:
    there = scene("its floor")
    log = there.opponent.seat.game.log
    old = log.at(there.before, 5)
    length = len(log)
    there.show(old)
    there.look("moved-back")
    there.show(there.before)
    seats = there.honest = [*there.honest, *there.come_back("cleo")]
    play(seats, Random(1), length + 25)
    there.close()
    for name in ("ann", "ben"):
        # It is told, and proves nothing: the host could have done it without its seat.
        code, words, _ = verify(there.folder / name)
        assert code == 0, words
        (line,) = (line for line in words.splitlines() if line.startswith("noticed: "))
        for word in (old[:12], there.before, "cleo", "moved-back"):
            assert word in line


@pytest.mark.long
def test_a_ref_that_is_moved_backwards_and_goes_on_elsewhere(scene: Callable[..., Scene]) -> None:
    there = scene("its floor")
    old = there.opponent.seat.game.log.previous(there.opponent.seat.game.log[there.before])
    assert old is not None
    there.show(old)
    there.look("moved-back")
    branch = again(there.opponent, own(there.opponent, 0))
    there.write(*branch.objects)
    there.show(branch.entry.id)
    there.look("fork")
    there.close()
    for name in ("ann", "ben"):
        code, words, first = verify(there.folder / name)
        assert (code, first["rule"]) == (1, "fork"), words


@pytest.mark.long
def test_two_branches(scene: Callable[..., Scene]) -> None:
    there = scene("its floor")
    left, right = branches(there.opponent)
    there.write(*left.objects, *right.objects)
    length = len(there.opponent.seat.game.log)
    for entry in (left, right):
        there.show(entry.entry.id)
        there.honest = there.honest or there.come_back("ann", "ben")
        wait_for(lambda e=entry: all(e.entry.id in c.game.log for c in there.honest), there.honest)  # type: ignore[misc]
    assert [e.code for c in there.honest for e in c.game.evidence] == ["fork", "fork"]
    play(there.honest, Random(1), length + 25)
    wait_for(
        lambda: all(c.status.published.startswith("every") for c in there.honest), there.honest
    )
    there.close()
    # Both branches are parents of an entry of the others, so that even what they publish proves it.
    last = max(left.entry.id, right.entry.id)
    for place in ("ann", "ben", "ann.git"):
        finds(there.folder / place, last, "fork", "two entries in the same place")
        assert set(verify(there.folder / place)[2]["also"]) == {left.entry.id, right.entry.id}  # type: ignore[call-overload]


@pytest.mark.long
@pytest.mark.parametrize("moment", ["a draw of another", "its floor"])
def test_a_withheld_reveal_and_silence(moment: str, scene: Callable[..., Scene]) -> None:
    """Nothing is wrong with what is there; `verify` says who is waited for."""
    there = scene(moment, retire_after=3600)
    there.honest = there.come_back("ann", "ben")
    length = len(there.honest[0].game.log)
    wait_for(
        lambda: all([n for n, _ in c.status.waiting] == ["cleo"] for c in there.honest),
        there.honest,
    )
    for connection in there.honest:
        connection.poll(0.2)
    for name in ("ann", "ben"):
        code, words, _ = verify(there.folder / name)
        assert code == 0, words
        assert "waiting for cleo" in words
    for connection in there.honest:
        connection.vote("cleo")
    play(there.honest, Random(1), length + 25)
    there.close()
    assert not any(c.game.evidence for c in there.honest)
    code, words, _ = verify(there.folder / "ann")
    assert code == 0, words
    assert "waiting for cleo" not in words
    assert there.honest[0].game.position.retired[2] >= 0

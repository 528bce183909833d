"""The hostile seat: its own join, its own entries, its own repository, written by hand."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.hostile.wire.entries import Entry, entry, message, signed, two_files
from tests.hostile.wire.objects import GitObject, commit_lines, parents_of, tree_of, tree_rows
from tests.hostile.wire.repositories import Repository
from tests.hostile.wire.signing import Key

NAME = "cleo"
OTHERS = ("ann", "ben")
NOTHING = "Nothing to see here."
NONCE = b"of sixteen bytes"
"""What its join brings into its dice."""


class Rival:
    """Knows the game by reading repositories, and writes into its own whatever it likes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = Key("cleo")
        self.key.write(folder / f"{NAME}.key")
        known: dict[str, GitObject] = {}
        self.shown = Repository(folder / f"{NAME}.git")
        """What it publishes."""
        self.own = Repository(folder / NAME / ".git", known)
        """The folder in which the real program plays for it."""
        self.others = {name: Repository(folder / f"{name}.git", known) for name in OTHERS}
        self.game = ""
        """The id of the invitation."""
        self.chain: list[bytes] = []
        self._written = 0

    # Joining.

    def join(self) -> None:
        """Take the seat that the invitation in ann's repository offers."""
        ann = self.others["ann"]
        head = self.theirs()["ann"]
        self.game = self.root_of(head)
        self.chain = self.key.chain(self.game, NAME, NONCE)
        said = message(
            f"{NAME} joins.",
            {
                "Action": "Join",
                "Key": self.key.text,
                "Token": "lantern",
                "Dice": self.chain[-1].hex(),
                "Nonce": NONCE.hex(),
            },
        )
        files = two_files(
            self.file(self.game, b"game.yml"), f"lobby: true\njoined: [{NAME}]\n".encode()
        )
        joined = entry(NAME, [self.game], said, files, int(time.time()), self.key)
        self.shown.write(*ann.history(self.game), *joined.objects)
        self.shown.show(joined.id)
        self._lay_out_folder(joined.id)

    def _lay_out_folder(self, head: str) -> None:
        """A seat's folder, in which the real program can go on for it."""
        config = "[core]\n\trepositoryformatversion = 0\n\tbare = false\n"
        own = Repository.make(self.folder / NAME / ".git", config)
        own.write(*self.shown.history(head))
        own.show(head)
        (own.path / "gitopoly").mkdir()
        (own.path / "gitopoly" / "name").write_text(f"{NAME}\n", encoding="ascii")

    # Looking.

    def root_of(self, head: str) -> str:
        """The commit that a log stands on."""
        while parents := parents_of(self.read(head).data):
            head = parents[0]
        return head

    def file(self, commit: str, name: bytes) -> bytes:
        """A file of an entry."""
        tree = self.read(tree_of(self.read(commit).data))
        (found,) = (row[2] for row in tree_rows(tree.data) if row[1] == name)
        return self.read(found).data

    @property
    def head(self) -> str:
        """The newest entry of this seat that it has written honestly."""
        found = self.own.head()
        assert found is not None
        return found

    def theirs(self) -> dict[str, str]:
        """The newest entries that the others show."""
        heads = ((name, other.head()) for name, other in self.others.items())
        return {name: head for name, head in heads if head is not None}

    def read(self, name: str) -> GitObject:
        """An object from wherever it is."""
        for place in (self.own, *self.others.values()):
            with contextlib.suppress(KeyError):
                return place.read(name)
        return self.shown.read(name)

    def past(self, head: str) -> set[str]:
        """An entry and all that it stands on."""
        found: set[str] = set()
        waiting = [head]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += parents_of(self.read(name).data)
        return found

    def frontier(self) -> list[str]:
        """The parents that an honest entry would have now."""
        heads = [self.head, *self.theirs().values()]
        pasts = {head: self.past(head) for head in heads}
        implied = {h for h in heads for other in heads if h != other and h in pasts[other]}
        return [heads[0], *(head for head in heads[1:] if head not in implied)]

    def newest(self) -> str:
        """The entry that all others are in the past of, or else the longest past."""
        return max((self.head, *self.theirs().values()), key=lambda head: len(self.past(head)))

    def state(self, at: str = "") -> bytes:
        """The position after an entry; by default the newest."""
        at = at or self.newest()
        return self.file(at, b"state.yml")

    def game_file(self) -> bytes:
        """`game.yml`, as every entry carries it."""
        return self.file(self.head, b"game.yml")

    def earlier(self, back: int) -> str:
        """The own entry so many places before the newest."""
        head = self.head
        for _ in range(back):
            head = parents_of(self.read(head).data)[0]
        return head

    @staticmethod
    def now() -> int:
        """The time, in seconds since 1970."""
        return int(time.time())

    # Writing.

    def entry(
        self,
        trailers: Mapping[str, str] | None = None,
        *,
        state: bytes | None = None,
        game: bytes | None = None,
        parents: Sequence[str] | None = None,
        name: str = NAME,
        sentence: str = NOTHING,
        time_: int | str | None = None,
        key: Key | None = None,
        files: tuple[GitObject, ...] = (),
    ) -> Entry:
        """An entry as this seat might write it; by default it takes the dice, which is its due."""
        if trailers is None:
            trailers = {"Action": "EndPreRoll"}
        if state is None:
            state = self.state()
            if trailers == {"Action": "EndPreRoll"}:
                state = state.replace(b"phase: pre-roll", b"phase: roll")
        files = files or two_files(self.game_file() if game is None else game, state)
        return entry(
            name,
            self.frontier() if parents is None else parents,
            message(sentence, trailers),
            files,
            int(time.time()) if time_ is None else time_,
            key or self.key,
        )

    def again(self) -> Entry:
        """The newest own entry once more, a second later: another branch."""
        old = self.read(self.head).data
        head, _, rest = old.partition(b"gpgsig ")
        later = re.sub(rb"> (\d+) ", lambda m: b"> %d " % (int(m[1]) + 1), head)
        return Entry(signed(later, rest.partition(b"\n\n")[2], self.key), ())

    def reveal(self, **more: object) -> Entry:
        """The link that is due for the draw that ann has asked for."""
        request = self.theirs()["ann"]
        draw = self.draw(request)
        state = self.state(request).replace(b"revealed: []", b"revealed: [cleo]")
        given: dict[str, object] = {"state": state, "parents": [self.head, request], **more}
        trailers = {"Action": "Reveal", "Draw": str(draw), "Link": self.link().hex()}
        return self.entry(trailers, **given)  # type: ignore[arg-type]

    def draw(self, at: str = "") -> int:
        """The number of the newest draw."""
        (found,) = re.findall(rb"^draws: (\d+)$", self.state(at), flags=re.MULTILINE)
        return int(found)

    def link(self, behind: int = 1) -> bytes:
        """The next link of one's chain, or one of those that were told."""
        used = self._revealed()
        return self.chain[len(self.chain) - 1 - used - behind]

    def _revealed(self) -> int:
        """How many links this seat has told."""
        count, head = 0, self.head
        while parents := parents_of(self.read(head).data):
            count += b"\nAction: Reveal\n" in self.read(head).data
            head = parents[0]
        return count

    def unsigned(self, sentence: str = NOTHING) -> GitObject:
        """A commit on top of one's own log that nobody has signed; every one is another."""
        self._written += 1
        tree = tree_of(self.own.read(self.head).data)
        head = commit_lines(tree, [self.head], NAME, int(time.time()))
        return GitObject("commit", head + f"\n{sentence} {self._written}\n".encode())

    # Showing.

    def show(self, shown: Entry, *more: GitObject) -> str:
        """Publish an entry as the newest of the log, with all that it stands on."""
        for parent in parents_of(shown.commit.data):
            for place in (self.own, *self.others.values()):
                with contextlib.suppress(KeyError):  # it may name what there is not
                    self.shown.write(*place.history(parent, self.shown.holds))
        self.shown.write(*more, *shown.objects)
        self.shown.show(shown.id)
        return shown.id

    def forget(self) -> None:
        """Read the own repository anew: somebody has put it back."""
        self.shown = Repository(self.shown.path)

    def withdraw(self) -> None:
        """Show again what was written honestly."""
        self.shown.show(self.head)

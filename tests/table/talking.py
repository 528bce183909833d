"""What the tests of talk share: games whose seats talk, and a seat that says anything at all."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from gitopoly.ledger.entry import Draft, Object
from gitopoly.ledger.git.object_files import write_loose
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.talk import MOST_AT_ONCE, NO_FILES, WINDOW, Line, seal_line
from gitopoly.table.conversation import Conversation
from gitopoly.table.driver import GameDriver
from tests.ledger.servers import git

PATIENCE = 60.0
NOW = 1_700_000_000


def talk_of(driver: GameDriver) -> Conversation:
    """The conversation of a seat."""
    assert driver.talk is not None
    return driver.talk


def texts(driver: GameDriver) -> list[tuple[str, str]]:
    """Who said what, as somebody heard it."""
    return [(line.seat, line.text) for line in talk_of(driver).lines]


def hear_until(done: Callable[[], bool], seats: Sequence[GameDriver]) -> None:
    """Let all seats play on and listen until something holds."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < deadline, "it did not come about"
        for seat in seats:
            seat.poll(0.01)
            talk_of(seat).hear()


def ready(*seats: GameDriver) -> None:
    """Wait until the seats may say something: their own repositories have answered."""
    for seat in seats:
        hear_until(partial(_may_speak, seat), [seat])


def _may_speak(seat: GameDriver) -> bool:
    return talk_of(seat).may_speak


class Chatterbox:
    """Writes into the talk branch of a published repository whatever it likes."""

    def __init__(self, repository: Path, seat: str, game: str) -> None:
        self.repository, self.seat, self.game = repository, seat, game
        self.last: Line | None = None

    def line(
        self, text: str, *, by: str = "", seat: str = "", game: str = "", time: int | None = None
    ) -> Line:
        """Write one line after the last, and show it."""
        line = self.draft(text, by=by, seat=seat, game=game, time=time)
        self.show(line.id)
        return line

    def lines(self, count: int, *, quick: bool = False) -> list[Line]:
        """Many lines, shown all at once; `quick` ones break the rate."""
        pace = 0 if quick else WINDOW
        start = self.last.time + WINDOW if self.last else NOW
        found = [
            self.draft(f"line {number}", time=start + number // MOST_AT_ONCE * pace)
            for number in range(count)
        ]
        self.show(found[-1].id)
        return found

    def draft(
        self, text: str, *, by: str = "", seat: str = "", game: str = "", time: int | None = None
    ) -> Line:
        """Write the objects of a line without showing them."""
        name, last = seat or self.seat, self.last
        when = time if time is not None else last.time if last else NOW
        draft = Draft(name, (last.id,) if last else (), text, {}, when)
        identity = from_seed((by or name).encode())
        self.last = seal_line(draft, identity, game or self.game, "0" * 40)
        self.put(NO_FILES)
        self.put(self.last.commit)
        return self.last

    def put(self, item: Object) -> None:
        """Write an object as it is."""
        write_loose(str(self.repository / "objects"), item.kind, item.id, item.data)

    def show(self, head: str) -> None:
        """Let the branch point anywhere."""
        path = self.repository / "refs" / "heads" / "talk"
        new = path.with_name("talk.lock")
        new.write_text(head + "\n", encoding="ascii")
        new.replace(path)


def branches(repository: Path) -> list[str]:
    """The branches of a repository."""
    return git("for-each-ref", "--format=%(refname:lstrip=2)", "refs/heads", at=repository).split()

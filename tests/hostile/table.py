"""A live game of two honest players and a hostile one, on real repositories.

ann and ben are the real program. So is cleo while she plays fair; her key, her join and
everything hostile are written by `Rival`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.hostile.player import Player
from tests.hostile.program import PATIENCE, Said, gitopoly
from tests.hostile.rival import NAME, OTHERS, Rival
from tests.hostile.wire.hosts import HOSTS
from tests.hostile.wire.objects import parents_of
from tests.hostile.wire.repositories import CONFIG, Repository

FLOOR, OTHER = "its floor", "the floor of another"
ASKED, ASKS = "a draw of another", "its own draw"
MOMENTS = (FLOOR, OTHER, ASKED, ASKS)
SEATS = (*OTHERS, NAME)
NOTE = re.compile(rb"note ([0-9]{1,6})\0(?=\{)")
"""How a piece of evidence begins in a journal."""


class Table:
    """Three processes and the folder that they play in; close it."""

    def __init__(self, folder: Path, host: str, *options: str) -> None:
        self.folder = folder
        self.host = host
        self.offences: dict[str, str] = {}
        """What the honest seats were shown so far: the commit, and the rule that it breaks."""
        self.moment = ""
        """Where the game was brought to last."""
        self._open = ExitStack()
        address = self._open.enter_context(HOSTS[host](folder))
        self.urls = {name: f"{address}/{name}.git" for name in SEATS}
        for name in SEATS:
            Repository.make(folder / f"{name}.git", CONFIG + "[http]\n\treceivepack = true\n")
        near = self.urls.values() if host != "folder" else ()
        self._near = [f"--allow-address={url}" for url in near]
        self.rival = Rival(folder)
        try:
            self.players = self._sit_down(options)
        except BaseException:
            self.close()
            raise

    def _sit_down(self, options: tuple[str, ...]) -> dict[str, Player]:
        invited = (f"--player={name}={self.urls[name]}" for name in SEATS[1:])
        players: dict[str, Player] = {}
        words = ("new", f"--me=ann={self.urls['ann']}", *invited, "--option=opening_throw=0")
        players["ann"] = self._sits("ann", *words, *options)
        wait_for(lambda: Repository(self.folder / "ann.git").head() is not None, players)
        players["ben"] = self._sits(
            "ben",
            *("join", f"--me=ben={self.urls['ben']}", f"--from={self.urls['ann']}", *self._near),
        )
        self.rival.join()
        players[NAME] = self._keep(Player.resume(NAME, self.folder, *self._near))
        return players

    def _sits(self, name: str, *words: str) -> Player:
        identity = (f"--dir={name}", f"--identity={name}.key")
        return self._keep(Player(name, self.folder, *words, *identity))

    def _keep(self, player: Player) -> Player:
        self._open.callback(player.end)
        return player

    @property
    def honest(self) -> list[Player]:
        """Everybody but the hostile one."""
        return [self.players[name] for name in OTHERS]

    # Moving the game.

    def reach(self, moment: str) -> None:
        """Let everybody play until the moment has come, and nobody moves by themselves."""
        self.moment = moment
        for player in self.players.values():
            player.wake()
        cleo, ann = self.players[NAME], self.players["ann"]
        whose = cleo if moment in (FLOOR, ASKS) else ann
        self.drive(lambda: whose.chooses and self.all_know_all() and self._begins(whose), whose)
        if moment == ASKED:
            self._request(ann, paused=[cleo])
        elif moment == ASKS:
            self._request(cleo, paused=self.honest)

    def _request(self, asker: Player, paused: list[Player]) -> None:
        """Let a player ask for a throw while others do not look."""
        for player in paused:
            player.pause()
        before = self.heads()[asker.name]
        awake = {p.name: p for p in self.players.values() if p not in paused}

        def asked() -> bool:
            asker.go_on()
            head = self.published()[asker.name]
            return head != before and b"reveals their part" in self.rival.read(str(head)).data

        wait_for(asked, awake, "a throw")

    def drive(self, done: Callable[[], bool], holds: Player | None = None) -> None:
        """Let everybody choose what moves the game on until something holds.

        Whoever `holds` the game does not begin a turn.
        """
        heads, deadline = self.heads(), time.monotonic() + PATIENCE
        while not done():
            if (now := self.heads()) != heads:
                heads, deadline = now, time.monotonic() + PATIENCE
            for player in self.players.values():
                player.check()
                if player is not holds or (self.all_know_all() and not self._begins(player)):
                    player.go_on()
            assert time.monotonic() < deadline, self.told()
            time.sleep(0.02)

    def _begins(self, player: Player) -> bool:
        """Whether a player is about to begin a turn, and nothing is under way."""
        state = self.rival.state()
        turn = f"active: {SEATS.index(player.name)}\n".encode()
        return state.startswith(turn) and b"\nphase: pre-roll\n" in state and b"draw: null" in state

    def play_on(self) -> None:
        """Let everybody wake, play, and see at least one new entry of each of the others."""
        for player in self.players.values():
            player.wake()
        before = self.heads()
        self.drive(lambda: all(self.heads()[name] != before[name] for name in SEATS))
        self.wait(self.all_know_all, "everybody sees everything")

    # Looking from outside.

    def heads(self) -> dict[str, str | None]:
        """The newest own entry of each seat, in its own folder."""
        return {n: Repository(self.folder / n / ".git").head() for n in SEATS}

    def published(self) -> dict[str, str | None]:
        """What each seat shows to the others."""
        return {n: Repository(self.folder / f"{n}.git").head() for n in SEATS}

    def accepted(self, of: str, by: str) -> str | None:
        """The newest entry of a seat that another has accepted."""
        return Repository(self.folder / by / ".git").head(f"refs/remotes/{of}/main")

    def all_know_all(self) -> bool:
        """Whether everything is published, and everybody has accepted it."""
        heads = self.heads()
        return self.published() == heads and all(
            self.accepted(of, by) == heads[of] for of in SEATS for by in SEATS if of != by
        )

    def evidence(self, name: str) -> list[dict[str, object]]:
        """What an honest seat has written down against others."""
        path = self.folder / name / ".git" / "gitopoly" / "journal"
        data = path.read_bytes() if path.exists() else b""
        found = ((note.end(), int(note[1])) for note in NOTE.finditer(data))
        return [json.loads(data[at : at + size]) for at, size in found if at + size <= len(data)]

    def noted(self, name: str, commit: str) -> dict[str, object] | None:
        """What an honest seat has written down about a commit."""
        return next((note for note in self.evidence(name) if note["id"] == commit), None)

    def filed(self, name: str, code: str) -> bool:
        """Whether an honest seat has anything of a kind against cleo."""
        return any(n["code"] == code and n["seat"] == NAME for n in self.evidence(name))

    def holds(self, name: str, commit: str) -> bool:
        """Whether an honest seat has taken an entry over, or what stands on it."""
        own = Repository(self.folder / name / ".git")
        kept = (own.path / "refs" / "gitopoly" / "kept" / commit).exists()
        return kept or own.head(f"refs/remotes/{NAME}/main") == commit

    def moves_since(self, old: str | None, name: str) -> int:
        """How many entries a seat has written since one of its own."""
        own = Repository(self.folder / name / ".git")
        head, count = own.head(), 0
        while head is not None and head != old:
            head, count = parents_of(own.read(head).data)[0], count + 1
        return count

    def size(self, name: str) -> int:
        """How many bytes the folder of a seat takes."""
        files = (p for p in (self.folder / name).rglob("*") if p.is_file())
        return sum(path.stat().st_size for path in files)

    def verify(self, place: str) -> tuple[Said, dict[str, Any]]:
        """``gitopoly verify`` of a seat's address or folder, and its report."""
        said = gitopoly("verify", "--json", place, at=self.folder).expect(0, 1, 2)
        return said, json.loads(said.out)["games"][0] if said.code != 2 else {}

    def wait(self, done: Callable[[], bool], what: str) -> None:
        """Wait until something holds, while everybody lives."""
        wait_for(done, self.players, what)

    def told(self) -> str:
        """What everybody said last."""
        return "\n".join(player.said for player in self.players.values())

    def restart(self, name: str = NAME) -> None:
        """Let a player leave and come back, who then adopts what was published for it."""
        self.players[name].leave()
        self.players[name] = self._keep(Player.resume(name, self.folder, *self._near))

    def leave(self) -> None:
        """Let everybody leave in order."""
        for player in self.players.values():
            player.leave()

    def close(self) -> None:
        """End everything that is still there."""
        self._open.close()


def wait_for(done: Callable[[], bool], players: dict[str, Player], what: str = "it") -> None:
    """Wait until something holds, while players live."""
    deadline = time.monotonic() + PATIENCE
    while not done():
        for player in players.values():
            player.check()
        said = "\n".join(player.said for player in players.values())
        assert time.monotonic() < deadline, f"never: {what}\n{said}"
        time.sleep(0.02)

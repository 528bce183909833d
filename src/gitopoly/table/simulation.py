"""Whole games between seats on real repositories, without people: for evaluation and tests.

Every seat has its own repository beside the others', with relative paths as remotes, and
fetches from them. Keys, times and choices all derive from a seed, so that the same game has
the same commits again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly.editions import Edition
from gitopoly.errors import FolderTaken, GitopolyError
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.rules import is_over, winner
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.local_game import new_stores, seat_all, start
from gitopoly.table.seat import Seat

FIRST_SECOND = 1_600_000_000
"""When simulated games begin: their times must be reproducible."""


@dataclass(frozen=True)
class SimulationPlan:
    """What to play: everything that the commits depend on."""

    edition: str | Edition
    players: int
    seed: int
    options: tuple[tuple[str, object], ...] = ()
    dice: str = "seeded"
    max_turns: int = 1000

    def invitation(self, game: int) -> GameFile:
        """The invitation to one game of the plan."""
        invited = tuple(
            SeatInfo(f"p{seat}", f"../{folder_name(game, seat)}") for seat in range(self.players)
        )
        return GameFile(self.edition, invited, self.options, dice=self.dice)

    def identity(self, game: int, seat: int) -> Identity:
        """The key of a seat."""
        return from_seed(f"{self.seed} {game} {seat}".encode())


@dataclass
class SimulationOutcome:
    """How a simulated game went."""

    game: int
    entries: int = 0
    turns: int = 0
    ended: bool = False
    winner: str | None = None
    refusals: list[str] = field(default_factory=list)
    """What a seat refused from another, or a violated invariant: always a bug."""
    faults: list[str] = field(default_factory=list)
    """Faults of players; the default action was taken, and the game continued."""


def folder_name(game: int, seat: int) -> str:
    """The folder of one seat's repository."""
    return f"m{game}_p{seat}"


class SimulatedClock:
    """Time that advances by a second with every entry, so that it is reproducible."""

    def __init__(self) -> None:
        self._now = FIRST_SECOND

    def tick(self) -> float:
        """The time of the next entry."""
        self._now += 1
        return self._now

    def time(self) -> float:
        """The time of the newest entry."""
        return self._now

    monotonic = time


class SimulatedGame:
    """The seats of one game, each with its own repository."""

    def __init__(self, folder: Path, plan: SimulationPlan, game: int) -> None:
        self.plan, self.number = plan, game
        self.folder = folder / f"monopoly_{game}"
        if self.folder.exists():
            raise FolderTaken(f"{self.folder} already exists; name another folder with --out")
        self.paths = [self.folder / folder_name(game, seat) for seat in range(plan.players)]
        self._stack = contextlib.ExitStack()
        self.drivers: list[GameDriver] = []
        self._open()

    @property
    def seats(self) -> list[Seat]:
        """The seats, in order."""
        return [driver.seat for driver in self.drivers if driver.seat is not None]

    def play(
        self,
        choosers: Sequence[Chooser],
        on_turn: Callable[[int], None] | None = None,
    ) -> SimulationOutcome:
        """Play to the end or the turn limit; the seats that are waited for act in turn."""
        outcome = SimulationOutcome(self.number)
        try:
            while not self._over() and self._turns() < self.plan.max_turns:
                self.round(choosers)
                if on_turn is not None:
                    on_turn(self._turns())
            self._finish()
        except GitopolyError as error:
            outcome.refusals.append(str(error))
            # So that every copy can be replayed up to there.
            with contextlib.suppress(GitopolyError):
                for driver in self.drivers:
                    driver.hear()
        first = self.drivers[0].game
        outcome.entries, outcome.turns = len(first.log), self._turns()
        outcome.ended = first.over
        if first.over and (seat := winner(first.position.state)) >= 0:
            outcome.winner = first.names[seat]
        outcome.refusals += [
            f"{seat.name} refuses {found.seat}: {found.reason}"
            for seat in self.seats
            for found in seat.game.evidence
        ]
        return outcome

    def round(self, choosers: Sequence[Chooser]) -> None:
        """Let everybody the game is waiting for take in news, do what is due, and act."""
        names = self.drivers[0].game.names
        for name in self._newest().waiting_for():
            number = names.index(name)
            self.drivers[number].take_turn(choosers[number])

    def close(self) -> None:
        """Pack and close all repositories."""
        self._stack.close()

    # Behind it.

    def _open(self) -> None:
        invitation = self.plan.invitation(self.number)
        invitation.check()
        stores = new_stores(self._stack, invitation, self.paths, durable=False, waits=True)
        keys = [self.plan.identity(self.number, seat) for seat in range(self.plan.players)]
        clock = SimulatedClock()
        self.drivers = seat_all(invitation, stores, keys, clock.tick, clock)
        start(self.drivers)

    def _newest(self) -> GameReplica:
        """The copy that has seen the most."""
        return max((driver.game for driver in self.drivers), key=lambda game: len(game.log))

    def _over(self) -> bool:
        return is_over(self._newest().position.state)

    def _turns(self) -> int:
        return self._newest().position.state.turns

    def _finish(self) -> None:
        """Let everybody see everything, and confirm it."""
        while any(driver.advance() for driver in self.drivers):
            pass

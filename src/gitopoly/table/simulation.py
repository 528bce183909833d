"""Whole games between seats on real repositories, without people: for evaluation and tests.

Every seat has a repository of its own beside the others', with relative paths as remotes, and
fetches from them. Everything derives from a seed: keys, times and choices, so that the same
game has the same commits again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly.errors import GitopolyError, InvalidGame
from gitopoly.kernel import actions as a
from gitopoly.kernel import is_over, winner
from gitopoly.ledger.identity import Identity, from_seed
from gitopoly.ledger.transports.neighbours import Neighbours, NeighbourStore
from gitopoly.table.game import Game, find_invitation
from gitopoly.table.game_file import GameFile, Place
from gitopoly.table.opening import name_remotes
from gitopoly.table.seat import Habits, Seat
from gitopoly.table.trust import let_git_check

FIRST_SECOND = 1_600_000_000
"""When simulated games begin: their times must repeat."""

Chooser = Callable[[Seat], int]
"""Chooses an action for a seat that has a choice."""


@dataclass(frozen=True)
class Plan:
    """What to play: everything that the commits depend on."""

    edition: str
    players: int
    seed: int
    options: tuple[tuple[str, object], ...] = ()
    dice: str = "seeded"
    max_turns: int = 1000

    def invitation(self, game: int) -> GameFile:
        """The invitation to one game of the plan."""
        places = tuple(
            Place(f"p{seat}", f"../{folder_name(game, seat)}") for seat in range(self.players)
        )
        return GameFile(self.edition, places, self.options, dice=self.dice)

    def identity(self, game: int, seat: int) -> Identity:
        """The key of a seat."""
        return from_seed(f"{self.seed} {game} {seat}".encode())


@dataclass
class Outcome:
    """How a simulated game went."""

    game: int
    entries: int = 0
    turns: int = 0
    ended: bool = False
    winner: str | None = None
    refusals: list[str] = field(default_factory=list)
    """What a seat refused of another's, or an invariant that did not hold: always a defect."""


def folder_name(game: int, seat: int) -> str:
    """The folder of one seat's repository."""
    return f"m{game}_p{seat}"


class Clock:
    """Time that goes on by a second for every entry, so that it repeats."""

    def __init__(self) -> None:
        self.now = FIRST_SECOND

    def __call__(self) -> float:
        self.now += 1
        return self.now


class SimulatedGame:
    """The seats of one game, each on a repository of its own."""

    def __init__(self, folder: Path, plan: Plan, game: int) -> None:
        self.plan, self.number = plan, game
        self.folder = folder / f"monopoly_{game}"
        if self.folder.exists():
            raise InvalidGame(f"{self.folder} is there already; name another folder with --out")
        self._clock = Clock()
        self.paths = [self.folder / folder_name(game, seat) for seat in range(plan.players)]
        self._neighbours = Neighbours(self.paths)
        self._stores: list[NeighbourStore] = []
        self.seats: list[Seat] = []
        self._outcome = Outcome(game)
        self._open()

    def play(
        self,
        choosers: Sequence[Chooser],
        on_turn: Callable[[int], None] | None = None,
    ) -> Outcome:
        """Play to the end or the cap, whoever is waited for acting in turn."""
        outcome = self._outcome
        try:
            while not self._over() and outcome.turns < self.plan.max_turns:
                self.round(choosers)
                if on_turn is not None:
                    on_turn(outcome.turns)
            self._finish()
        except GitopolyError as error:
            outcome.refusals.append(str(error))
            # So that every copy can be replayed up to there.
            with contextlib.suppress(GitopolyError):
                for owner in self.seats:
                    self._fetch(owner)
        first = self.seats[0].game
        outcome.entries = len(first.log)
        outcome.ended = first.over
        if first.over and (seat := winner(first.position.state)) >= 0:
            outcome.winner = first.names[seat]
        return outcome

    def play_by_visits(self, choosers: Sequence[Chooser]) -> int:
        """Play to the end with seats that come one after the other, once a day each.

        On a visit a seat does all that it can without anybody else; the number of days.
        """
        days = 0
        while not self._over():
            days += 1
            before = len(self._newest().log)
            for seat in self.seats:
                self._fetch(seat)
                self._visit(seat, choosers[seat.number])
            if len(self._newest().log) == before:
                raise InvalidGame(f"nothing happened on day {days}; the game is stuck")
        return days

    def _visit(self, seat: Seat, chooser: Chooser) -> None:
        while not seat.game.over:
            done = seat.tidy()
            if seat.name in seat.game.waiting_for() and seat.choices():
                self._act(seat, chooser(seat))
            elif not done:
                return

    def close(self) -> None:
        """Pack all repositories and let go of them."""
        for store in self._stores:
            store.close()

    # Behind it.

    def _open(self) -> None:
        invitation = self.plan.invitation(self.number)
        invitation.check()
        for place, path in zip(invitation.places, self.paths, strict=True):
            number = len(self.seats)
            path.mkdir(parents=True)
            store = NeighbourStore.create(path, place.name, durable=False)
            name_remotes(store, invitation, place.name)
            self._stores.append(store)
            self.seats.append(self._seat(number, invitation))
        for seat in self.seats:
            seat.join()
        for seat in self.seats:
            self._fetch(seat)
        self.seats[0].tidy()
        for seat, store in zip(self.seats, self._stores, strict=True):
            self._fetch(seat)
            seat.habits = Habits(single=False)
            let_git_check(store, seat.game)

    def _seat(self, number: int, invitation: GameFile) -> Seat:
        identity = self.plan.identity(self.number, number)
        store = self._stores[number]
        if number == 0:
            return Seat.invite(store, invitation, identity, self._clock)
        first = self._neighbours.head(0)
        assert first is not None, "the first seat has begun the game"
        self._neighbours.fetch(0, first, store)
        root, found = find_invitation(store, first)
        game = Game(store, root, found)
        game.receive(found.names[0], first)
        return Seat(game, invitation.names[number], identity, self._clock)

    def round(self, choosers: Sequence[Chooser]) -> None:
        """Let everybody whom the game waits for fetch, do what is due, and act."""
        waited = self._newest().waiting_for()
        for name in waited:
            seat = self.seats[int(name[1:])]
            self._fetch(seat)
            seat.tidy()
            if seat.choices():
                self._act(seat, choosers[seat.number](seat))

    def _act(self, seat: Seat, action: int) -> None:
        kind = a.kind_of(action)
        turn_player = seat.position.state.turn_player
        seat.act(action)
        s = seat.position.state
        if (kind == a.END_TURN and s.doubles_count == 0) or (
            kind == a.GO_BANKRUPT and s.turn_player != turn_player
        ):
            self._outcome.turns += 1

    def _newest(self) -> Game:
        """The copy that has seen the most."""
        return max((seat.game for seat in self.seats), key=lambda game: len(game.log))

    def _over(self) -> bool:
        return is_over(self._newest().position.state)

    def _finish(self) -> None:
        """Let everybody see everything, and say so."""
        for _ in range(2):
            for seat in self.seats:
                self._fetch(seat)
                seat.tidy()
        for seat in self.seats:
            self._fetch(seat)

    def _fetch(self, seat: Seat) -> None:
        """Take what the others have; what is refused here is a defect."""
        store = self._stores[seat.number]
        for number, name in enumerate(seat.game.names):
            head = None if number == seat.number else self._neighbours.head(number)
            if head is None or head in seat.game.log:
                continue
            self._neighbours.fetch(number, head, store)
            refused = seat.game.receive(name, head).refused
            if refused is not None and refused.code != "unknown-key":
                self._outcome.refusals.append(f"{seat.name} refuses {name}: {refused.reason}")

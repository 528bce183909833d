"""Situations for the browser: a position of the kernel at a table that needs no ledger to go on.

The table is opened on real repositories; from then on moves are judged and carried out as ever,
but nothing is written. So every situation is a line to set up, and a click is answered at once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any

from playwright.sync_api import Page, TimeoutError as TooLate, expect

from gitopoly.ledger.identity import load_or_make
from gitopoly.peers import Act, Move, ProtocolPosition, carry_out, check, choices, required_move
from gitopoly.peers.trade import ANSWERS
from gitopoly.rules import AmountRange, Choice, actions as a
from gitopoly.table.driver import GameDriver
from gitopoly.table.events import Event, is_quiet, sentence_of, told_of
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.local_game import create_local_game, local_seats, open_local_game
from gitopoly.table.open_game import Status
from gitopoly.web.game_server import GameServer
from gitopoly.web.room import Room
from tests.rules.scenario import Scenario

MAIN = (
    a.ACCEPT_TRADE,
    a.BUY_PROPERTY,
    a.PASS,
    a.STAND,
    a.PAY_TAX,
    a.CONCLUDE_FREE_4_ALL_ACTIONS,
    a.END_PRE_ROLL,
    a.PAY_OFF_DEBT,
    a.AUCTION_PROPERTY,
)
"""What the bot does first."""
_NUMBERS = count()


def quick(found: list[Choice]) -> int:
    """Buy what can be bought, accept every trade, bid never, and go on."""
    plain = [choice for choice in found if isinstance(choice, int)]
    for kind in MAIN:
        for code in plain:
            if a.kind_of(code) == kind:
                return code
    if plain:
        return plain[0]
    return next(c.of(c.lowest) for c in found if isinstance(c, AmountRange))


class StagedGame(GameReplica):
    """A game whose position was set up."""

    staged: ProtocolPosition

    @property
    def position(self) -> ProtocolPosition:
        """The position as it was set up and played on."""
        return self.staged


class StagedTable:
    """A person and a bot at a position; used like a `GameDriver`."""

    def __init__(self, table: GameDriver, scene: Scenario, talks: bool = False) -> None:
        self._table = table
        self.seat = table.seat
        position = table.game.position.copy()
        position.state = scene.s
        game = table.game
        game.__class__ = StagedGame
        assert isinstance(game, StagedGame)
        game.staged = position
        self.game: StagedGame = game
        self.talk = table.talk if talks else None

    @property
    def may_write(self) -> bool:
        """Nobody else writes."""
        return True

    def wake(self) -> None:
        """Nobody waits."""

    def listen(self, listener: Callable[[], None]) -> None:
        """Nothing arrives."""

    @property
    def rests(self) -> bool:
        """Whether nothing happens before the person does something."""
        return self._bot_move() is None and self.seat.next_automatic_move() is None

    @property
    def status(self) -> Status:
        """For whom the game waits."""
        return Status("kept on this machine", {}, [(name, 2e9) for name in self.game.waiting_for()])

    def poll(self, timeout: float = 0.0) -> list[Event]:
        """Do what needs no decision of the person."""
        events: list[Event] = []
        while not self.game.over and (move := self.seat.next_automatic_move()) is not None:
            events.append(self._write(0, move))
        if not self.game.over and (answer := self._bot_move()) is not None:
            events.append(self._write(1, answer))
        return events

    def act(self, choice: int | str) -> Event:
        """Do something."""
        code = choice
        if isinstance(code, str):
            code = a.code_of(a.BID, 0, number=int(code.removeprefix("bid ")))
        self.seat.note_choice(code)
        return self._write(0, self._move(code))

    def resign(self) -> Event:
        """Nobody resigns here."""
        raise NotImplementedError

    def vote(self, name: str) -> Event:
        """Nobody votes here."""
        raise NotImplementedError

    def close(self) -> bool:
        """Leave the table."""
        return self._table.close()

    def _move(self, code: int) -> Act:
        return Act(code, self.game.staged.offers if a.kind_of(code) in ANSWERS else 0)

    def _bot_move(self) -> Move | None:
        position = self.game.staged
        found = choices(position, 1)
        due = required_move(position, 1, None)
        if due is None and found:
            # Withdrawing is allowed while the other thinks, and nothing that a bot would do.
            code = quick(found)
            return None if a.kind_of(code) == a.WITHDRAW_TRADE else self._move(code)
        return due

    def _write(self, seat: int, move: Move) -> Event:
        before = self.game.staged
        after = before.copy()
        check(after, seat, move)
        carry_out(after, seat, move, tuple(before.counts))
        self.game.staged = after
        name = hashlib.sha1(str((seat, after.counts)).encode()).hexdigest()
        told, quiet = sentence_of(before, seat, move, after), is_quiet(seat, move, after)
        seats, steps = self.game.names, tuple(after.steps)
        wording = None if steps else told_of(before, seat, move, after)
        return Event(name, seats[seat], 1_700_000_000, told, quiet, steps, wording)


def laid_out(
    game_server: GameServer, names: tuple[str, ...] = ("Ann", "Birch"), **options: Any
) -> GameDriver:
    """A new game of Ann and bots, with dice that repeat."""
    folder = game_server.home / f"stage{next(_NUMBERS)}"
    game_server.home.mkdir(parents=True, exist_ok=True)
    rules = {"opening_throw": 0, **options}
    invited = local_seats([*names])
    key = load_or_make(game_server.home.parent / "identity")
    create_local_game(
        folder, GameFile("classic", invited, tuple(rules.items()), dice="seeded", seed="1"), key
    )

    def bot(seat: Any) -> int:
        return quick(seat.choices())

    return open_local_game(folder, key, dict.fromkeys(names[1:], bot))


def stage(
    game_server: GameServer,
    scene: Scenario,
    names: tuple[str, ...] = ("Ann", "Birch"),
    talks: bool = False,
) -> Room:
    """A room in which a scenario is played on by the person and the first bot."""
    table = StagedTable(laid_out(game_server, names), scene, talks)
    return game_server.add(f"stage{next(_NUMBERS)}", table)


def scene() -> Scenario:
    """A scenario of two players before its first move."""
    return Scenario("classic", 2).turn(1)


def ask_about_fairness(page: Page) -> str:
    """Ask why a roll is fair, and return what stands below the dice.

    After a roll that asks for no decision the others go on, so the next roll has to do.
    """
    told = page.locator("[data-do=fair]")
    go_on = page.locator(MAIN_BUTTON)
    words = ""
    while not page.get_by_role("dialog", name="Why the dice are fair").is_visible():
        expect(told.or_(go_on).first).to_be_visible()
        with suppress(TooLate):
            if told.is_visible():
                words = told.text_content(timeout=2000) or ""
                told.click(timeout=2000)
            else:
                go_on.first.click(timeout=2000)
    return words


MAIN_BUTTON = (
    ".scene [data-do=Pass]:not([aria-disabled=true]), "
    ".scene button.primary:not([aria-disabled=true]):not([data-do=Bid])"
)
"""What takes a game on whatever is asked: the main button, or a pass."""

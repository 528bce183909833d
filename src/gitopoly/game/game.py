"""A game in play: push actions, undo them, inspect the position.

>>> import gitopoly
>>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
>>> game.push("roll", dice=(2, 1))
>>> [str(action) for action in game.legal_actions]
['buy', 'auction']
>>> game.push("buy")
>>> game.seats["Ann"].cash, game.board["Baltic Avenue"].owner
(1440, 'Ann')
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, Self

from gitopoly.editions import Edition
from gitopoly.errors import InvalidAction, InvalidOutcome
from gitopoly.game.action import Action, Notation
from gitopoly.game.edition_files import edition_for
from gitopoly.game.history import PlayedStep, steps_since
from gitopoly.game.names import seat_names
from gitopoly.game.numbers import LARGEST_SEED, whole_number
from gitopoly.game.outcome import Outcome, checked_outcome, drawn_in, outcome_given
from gitopoly.game.position import Position
from gitopoly.rules import Rules, State, Step, actions as a, format_outcome, initial
from gitopoly.rules.actions import LARGEST_KIND
from gitopoly.rules.chance import (
    NOTHING_DRAWN,
    Drawn,
    draw_of,
    draw_outcome,
    drawn_by,
    is_possible,
    outcome_of,
)
from gitopoly.rules.codes import DICE
from gitopoly.rules.randomness import Generator, seeded
from gitopoly.rules.record import become
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.step import attempt, step

BETWEEN_SNAPSHOTS = 32
"""Number of steps between positions kept for `undo`; the steps in between are replayed."""
DRAWING = frozenset(n for n, kind in enumerate(a.ACTIONS) if kind.draws)
"""Kinds that may need dice or a card."""

Words = tuple[int, int, int, int]


class Game(Position):
    """A game of any edition, from the first roll to the end.

    The edition is the name of a shipped one, the path of a file, or an `Edition`.

    With a `seed` the game draws dice and cards, and the same seed and pushes give the same game.
    Without one, you provide the outcome of every chance event; `chance_outcomes` lists them. The
    game takes steps without a choice by itself, except rolls; with `auto=False` you push each
    one. Other keywords are rule options, such as `turn_limit=200`.

    >>> import gitopoly
    >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7)
    >>> game
    <Game of classic: Ann, Ben; 0 steps; Ann to act, opening>
    >>> game.push("roll")
    >>> game.undo()
    Action('roll for start', seat='Ann')
    >>> game.push("buy")
    Traceback (most recent call last):
    gitopoly.errors.IllegalAction: buy is refused: ... (TIME-1); allowed now: roll for start
    """

    __slots__ = ("_auto", "_generator", "_pushes", "_snapshots")

    def __init__(
        self,
        edition: str | PathLike[str] | Edition = "classic",
        seats: Sequence[str] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        auto: bool = True,
        **options: Any,
    ) -> None:
        data = edition_for(edition, options)
        names = seat_names(data, seats, players)
        rules = Rules.of(data, len(names), **options)
        self._begin(data, Notation(rules, names), initial(rules), None, seed, auto)

    @classmethod
    def _at(
        cls,
        edition: Edition,
        notation: Notation,
        state: State,
        last: PlayedStep | None,
        seed: int | None,
        auto: bool = True,
    ) -> Self:
        """A game that continues from a position."""
        game = cls.__new__(cls)
        game._begin(edition, notation, state, last, seed, auto)
        return game

    def _begin(
        self,
        edition: Edition,
        notation: Notation,
        state: State,
        last: PlayedStep | None,
        seed: int | None,
        auto: bool,
    ) -> None:
        super().__init__(edition, notation, state, last)
        self._generator: Generator | None = None
        if seed is not None:
            self._generator = seeded(whole_number("seed", seed, 0, LARGEST_SEED))
        self._auto = auto
        self._pushes: list[tuple[PlayedStep | None, Words | None]] = []
        self._snapshots: list[tuple[int, State]] = []
        self._go_on()

    @classmethod
    def from_yaml(cls, text: str, *, seed: int | None = None, auto: bool = True) -> Self:
        """Set up a position, as `to_yaml` writes it; raises `InvalidState`, which says what is off.

        >>> import gitopoly
        >>> text = gitopoly.Game("formal", players=2).to_yaml()
        >>> game = gitopoly.Game.from_yaml(text.replace("position: 0", "position: 39", 1), seed=1)
        >>> game.seats["p1"].square
        'Boardwalk'
        """
        from gitopoly.game.setting_up import set_up

        rules, names, state = set_up(text)
        return cls._at(rules.source, Notation(rules, names), state, None, seed, auto)

    def push(
        self,
        action: str | Action,
        outcome: Outcome | None = None,
        *,
        dice: tuple[int, int] | None = None,
        card: int | str | None = None,
        order: Sequence[str] = (),
    ) -> None:
        """Carry out an action, or the text a person would type for it.

        A text without a name is for the seat that has the floor; otherwise `push("Ben: bid
        120")`. You may give the outcome of chance: dice, a card by number or words, an order
        of seats.
        A refused action leaves the game as it was.

        Raises `InvalidAction` (not an action), `IllegalAction` (the rules forbid it now) or
        `InvalidOutcome`.
        """
        if action.__class__ is not Action or action._notation is not self._notation or action._deal:
            action = self._read(action)
        if action._limit:
            action = action.at(a.number_of(action._code))
        if dice is not None or card is not None or order:
            if outcome is not None:
                raise InvalidOutcome("give an outcome, or dice, card and order, but not both")
            outcome = outcome_given(dice, card, order)
        elif outcome is not None:
            outcome = checked_outcome(outcome)
        generator = self._generator
        words = None
        if generator is not None:
            words = (generator.a, generator.b, generator.c, generator.counter)
        before, given = self._last, None
        if outcome is not None:
            notation = self._notation
            given = drawn_in(notation.rules, notation.names, action._code, outcome)
        self._take(action, given, False)
        self._pushes.append((before, words))
        if self._auto:
            self._go_on()

    def undo(self) -> Action:
        """Undo the last push and its automatic steps; return the pushed action.

        A seeded game draws the same again. Raises `InvalidAction` if nothing was pushed.
        """
        if not self._pushes:
            raise InvalidAction("undo", "a push to undo; nothing was pushed yet")
        last, words = self._pushes.pop()
        number = 0 if last is None else last._number
        pushed = steps_since(self._last, number)[0].action
        while self._snapshots[-1][0] > number:
            self._snapshots.pop()
        kept, state = self._snapshots[-1]
        self._state = s = state.copy()
        for each in steps_since(last, kept):  # known to be legal, and bots undo often
            code = each.action._code
            attempt(s, s.rules, code, outcome_of(s, code, each._drawn), True)
        self._last = last
        self._legal = None
        if words is not None and self._generator is not None:
            generator = self._generator
            generator.a, generator.b, generator.c, generator.counter = words
        return pushed

    def view(self) -> Position:
        """A read-only snapshot of the game, as players get it. Later pushes do not change it.

        >>> import gitopoly
        >>> game = gitopoly.Game("formal", players=2, seed=3)
        >>> view = game.view()
        >>> game.push("roll")
        >>> view.seats["p1"].square, game.seats["p1"].square == "GO"
        ('GO', False)
        """
        return Position(self._edition, self._notation, self._state.copy(), self._last)

    def copy(self, seed: int | None = None) -> Game:
        """An independent game that continues from here, with the same draws or those of a seed."""
        duplicate = Game._at(
            self._edition, self._notation, self._state.copy(), self._last, seed, auto=False
        )
        if seed is None and self._generator is not None:
            duplicate._generator = Generator()
            become(duplicate._generator, self._generator)
        duplicate._pushes = self._pushes[:]
        duplicate._snapshots = self._snapshots[:]
        duplicate._auto = self._auto
        duplicate._go_on()
        return duplicate

    __copy__ = copy  # a shallow copy would change this game with every push

    def __deepcopy__(self, _memo: object) -> Game:
        return self.copy()

    def save(self, path: str | PathLike[str]) -> None:
        """Write all steps to a file, which `gitopoly.load`, `replay` and `verify` read.

        The game must have been played from its start.
        """
        from gitopoly.game.loading import save

        save(self, path)

    # Internals.

    def _do_again(self, done: Step) -> None:
        """Push a step of a record; a step without a choice counts as automatic."""
        s, before = self._state, self._last
        action = self._notation.action_in(s, done.code)
        if self._legal is None:
            self._look()
        automatic = action == self._forced and draw_of(s, s.rules, done.code) != DICE
        self._take(action, done.drawn, automatic)
        if not automatic:
            self._pushes.append((before, None))

    def _take(self, action: Action, given: Drawn | None, automatic: bool) -> None:
        """Carry out one step; nothing changes unless it is legal and its outcome possible."""
        s, rules = self._state, self._notation.rules
        code, last = action._code, self._last
        number, drawn = 0, NOTHING_DRAWN
        sure = self._legal is not None and action in self._legal
        if code & LARGEST_KIND in DRAWING or given is not None or self._needs_order(code):
            if not sure:
                self._check(code)
            number = self._outcome(code, given)
            drawn = drawn_by(s, code, number)
        done = 0 if last is None else last._number
        if not self._snapshots or done - self._snapshots[-1][0] >= BETWEEN_SNAPSHOTS:
            self._snapshots.append((done, s.copy()))
        # Listed actions are known to be legal while the game is running.
        why = (attempt if sure else step)(s, rules, code, number, True)
        if why != LEGAL:
            raise self._refused(code, why)
        self._last = PlayedStep(last, action, drawn, automatic)
        self._legal = None

    def _outcome(self, code: int, given: Drawn | None) -> int:
        """The outcome of an action: as given, or drawn."""
        s, generator = self._state, self._generator
        if given is None and generator is not None:
            return draw_outcome(s, s.rules, code, generator)
        outcome = outcome_of(s, code, given or NOTHING_DRAWN, generator)
        if not is_possible(s, s.rules, code, outcome):
            told = f"{self._notation.action(code)} cannot have the outcome"
            words = format_outcome(s, code, outcome)
            raise InvalidOutcome(f"{told} {words}; see chance_outcomes()")
        return outcome

    def _go_on(self) -> None:
        """Take the steps without a choice, up to the next choice or roll."""
        if not self._auto:
            return
        while True:
            if self._legal is None:
                self._look()
            forced = self._forced
            if forced is None:
                return
            code = forced._code
            if code & LARGEST_KIND in DRAWING:
                if draw_of(self._state, self._notation.rules, code) == DICE:
                    return
                if self._generator is None and self._needs_chance(code):
                    return
            elif self._generator is None and self._needs_order(code):
                return
            self._take(forced, None, True)

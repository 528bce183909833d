"""A read-only position: what players get to see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gitopoly.editions import Edition
from gitopoly.errors import IllegalAction, InvalidAction
from gitopoly.game.action import Action, Notation, deal_of
from gitopoly.game.board import Board
from gitopoly.game.drawing import draw_board
from gitopoly.game.history import PlayedStep, steps_since
from gitopoly.game.listing import list_of
from gitopoly.game.offers import offer_code
from gitopoly.game.outcome import Outcome, outcome_in_words
from gitopoly.game.parsing import read_action
from gitopoly.game.result import Result, ranking_of, result_of
from gitopoly.game.seats import Seats
from gitopoly.game.setting_up import rules_in_yaml
from gitopoly.game.situation import Auction, Debt, auction_of, debts_of
from gitopoly.rules import State, Step, actions as a, chance_outcomes, refusal, to_yaml
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.chance import draw_of, drawn_by, needs_order
from gitopoly.rules.codes import NO_DRAW, PHASES
from gitopoly.rules.refusals import LEGAL, key_of, reason_of, rule_of
from gitopoly.rules.text import seat_names
from gitopoly.rules.turn import floor

if TYPE_CHECKING:
    from gitopoly.bots.analysis.report import GameAnalysis
    from gitopoly.game.chances import Chance, NextRound, RankedAction
    from gitopoly.game.game import Game

MOST_TOLD = 8
"""Maximum number of allowed actions named in a refusal."""


class Position:
    """A position of a game: seats, board, legal actions. Passed to `Player.decide`.

    It holds no secrets: neither a seed nor unseen cards. To look ahead, use a `copy`, which is
    an independent game.

    >>> import gitopoly
    >>> position = gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7).view()
    >>> position.legal_actions
    (Action('roll for start', seat='Ann'),)
    >>> trial = position.copy()
    >>> trial.push("roll", dice=(6, 5))
    >>> len(trial.history), len(position.history)
    (1, 0)
    """

    __slots__ = (
        *("_edition", "_forced", "_last", "_legal", "_notation", "_partners", "_buffer", "_state"),
    )

    def __init__(
        self, edition: Edition, notation: Notation, state: State, last: PlayedStep | None = None
    ) -> None:
        self._edition = edition
        self._notation = notation
        self._state = state
        self._last = last
        self._legal: tuple[Action, ...] | None = None
        self._forced: Action | None = None
        self._partners: tuple[int, ...] = ()
        self._buffer: ActionBuffer | None = None
        """The kernel's list for the only seat that can act."""

    @classmethod
    def of(cls, state: State, names: Sequence[str] = ()) -> Position:
        """A read-only view of a kernel state, which is not copied.

        Without names the seats are p1, p2 and so on.

        >>> from gitopoly.rules import Rules, initial
        >>> position = Position.of(initial(Rules.of("classic", 2)), ["Ann", "Ben"])
        >>> position.seats["Ben"].cash
        1500
        """
        rules = state.rules
        edition = rules.source
        return cls(edition, Notation(rules, tuple(seat_names(state, names))), state)

    # What is there.

    @property
    def edition(self) -> Edition:
        """The edition: its board, its cards and its constants."""
        return self._edition

    @property
    def seats(self) -> Seats:
        """The seats by name, or by number in the order of play."""
        return Seats(self._state, self._notation.names)

    @property
    def board(self) -> Board:
        """The squares by name, or by number from GO."""
        return Board(self._state, self._notation.names, self._edition)

    @property
    def phase(self) -> str:
        """The phase of the turn, such as `pre-roll` or `auction`."""
        return PHASES[self._state.phase]

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._notation.names[self._state.turn_player]

    @property
    def turns(self) -> int:
        """Number of turns played."""
        return self._state.turns

    @property
    def to_act(self) -> tuple[str, ...]:
        """The seats that can act now; several in an auction and while an offer is open."""
        return tuple(dict.fromkeys(action.seat for action in self.legal_actions))

    @property
    def auction(self) -> Auction | None:
        """The auction in progress."""
        return auction_of(self._state, self._notation.names)

    @property
    def debt(self) -> Debt | None:
        """The debt that must be paid before anything else."""
        return self.debts[0] if self._state.debt_count else None

    @property
    def debts(self) -> tuple[Debt, ...]:
        """All debts, the one due first in front."""
        return debts_of(self._state, self._notation.names)

    @property
    def open_offer(self) -> Action | None:
        """The trade offer awaiting an answer."""
        s = self._state
        if s.offer_from < 0:
            return None
        code = a.offer(s.offer_from, s.offer_to, s.offer_deeds, s.offer_cards, s.offer_cash)
        return self._notation.offer(s, code)

    @property
    def houses_left(self) -> int:
        """Houses in the bank."""
        return self._state.houses_left

    @property
    def hotels_left(self) -> int:
        """Hotels in the bank."""
        return self._state.hotels_left

    @property
    def pot(self) -> int:
        """Money on Free Parking, if the game has a pot."""
        return self._state.pot

    @property
    def history(self) -> tuple[PlayedStep, ...]:
        """All steps so far, oldest first."""
        return steps_since(self._last)

    @property
    def steps(self) -> int:
        """Number of steps so far."""
        return 0 if self._last is None else self._last._number

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is running."""
        return result_of(self._state, self._notation.names, self._last)

    @property
    def ranking(self) -> tuple[str, ...]:
        """All seats, best first: by net worth, then those who are out, last to leave first."""
        return ranking_of(self._state, self._notation.names, self._last)

    # What can be done.

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that can be pushed now, by every seat that can act, except trade offers.

        Bids come as a range, which stands for its lowest bid; `Action.at` chooses another.
        There are too many trades to list: `trade_partners` says with whom, `offer` makes one.
        """
        if self._legal is None:
            self._look()
            assert self._legal is not None
        return self._legal

    def actions_of(self, seat: str) -> tuple[Action, ...]:
        """The legal actions of one seat."""
        player = self._player(seat)
        return tuple(each for each in self.legal_actions if a.player_of(each._code) == player)

    @property
    def trade_partners(self) -> tuple[str, ...]:
        """The seats that can be offered a trade by the seat to act."""
        if self._legal is None:
            self._look()
        return tuple(self._notation.names[seat] for seat in self._partners)

    def offer(
        self, to: str, give: Sequence[str] = (), want: Sequence[str] = (), cash: int = 0
    ) -> Action:
        """A trade to push: deeds and jail cards by name; `cash` is added, or asked for if negative.

        >>> import gitopoly
        >>> game = gitopoly.Game("classic", seats=["Ann", "Ben"], opening_throw=False)
        >>> game.push("roll", dice=(1, 2))
        >>> game.push("buy")
        >>> game.to_act, game.trade_partners
        (('Ben',), ('Ann',))
        >>> trade = game.offer(to="Ann", want=["Baltic Avenue"], cash=50)
        >>> str(trade)
        'offer Ann $50 for "Baltic Avenue"'
        >>> game.push(trade)
        >>> game.push("accept")
        >>> game.seats["Ben"].deeds
        ('Baltic Avenue',)
        """
        s, names = self._state, self._notation.names
        proposer, addressee = floor(s, s.rules), self._player(to)
        code = offer_code(s, names, proposer, addressee, give, want, cash)
        return self._notation.offer(s, code)

    def is_legal(self, action: str | Action) -> bool:
        """Whether an action, a bid or an offer could be pushed; a text must be an action."""
        try:
            read = self._read(action)
        except InvalidAction:
            if isinstance(action, Action):  # from another game or position
                return False
            raise
        return refusal(self._state, read._code) == LEGAL

    def chance_outcomes(
        self, action: str | Action | None = None
    ) -> tuple[tuple[Outcome, float], ...]:
        """The outcomes of an action with their probabilities; empty if chance plays no part.

        Without an argument, of the only legal action.
        """
        if action is None:
            if len(self.legal_actions) != 1:
                raise InvalidAction(None, f"one of {self._allowed()}")
            action = self.legal_actions[0]
        code = self._read(action)._code
        self._check(code)
        if not self._needs_chance(code):
            return ()
        s, names = self._state, self._notation.names
        found = []
        for number, probability in chance_outcomes(s, code):
            outcome = outcome_in_words(s.rules, names, Step(code, drawn_by(s, code, number)))
            if outcome is not None:
                found.append((outcome, probability))
        return tuple(found)

    def copy(self, seed: int | None = None) -> Game:
        """An independent game that continues from here, without a seed unless one is given."""
        from gitopoly.game.game import Game

        return Game._at(self._edition, self._notation, self._state.copy(), self._last, seed)

    # What it is worth.

    def win_chances(
        self,
        playouts: int = 0,
        *,
        policy: str = "trader",
        seed: int = 0,
        engine: str = "auto",
    ) -> dict[str, Chance]:
        """Each seat's chance to win if all play like a policy from here.

        Without playouts a small model answers, in less than a millisecond; with some hundred
        playouts the chances are more exact and carry their standard errors. Playouts need the
        extra `fast` or a C++ compiler. The policy `fitted` lets each seat play on like the policies
        that its decisions so far fit, each as often as it is likely.

        >>> import gitopoly
        >>> gitopoly.Game("classic", seats=["Ann", "Ben"], seed=7).win_chances()
        {'Ann': 0.5, 'Ben': 0.5}
        """
        from gitopoly.game.chances import win_chances

        return win_chances(self, playouts, policy, seed, engine)

    def best_actions(
        self,
        playouts: int = 200,
        *,
        policy: str = "trader",
        seed: int = 0,
        engine: str = "auto",
    ) -> tuple[RankedAction, ...]:
        """What the seat to act could do, best first, each with the seat's chance after it.

        All actions are played out with the same dice, so their differences are more exact than
        the chances. All legal actions are among them; of bids the lowest one and what the policy
        bids, and of trade offers only those that the policy makes.
        """
        from gitopoly.game.chances import best_actions

        return best_actions(self, playouts, policy, seed, engine)

    def next_round(
        self,
        seat: str | None = None,
        playouts: int = 2000,
        *,
        policy: str = "trader",
        seed: int = 0,
        engine: str = "auto",
    ) -> NextRound | None:
        """What the next round may bring a seat, by default the one to act, and what it may cost.

        It lasts until the seat has rolled and everybody has had a turn. None if the game or the
        seat's part in it is over, before play begins, and while somebody must choose how to pay
        their tax before adding up (TAX-1).
        """
        from gitopoly.game.chances import next_round

        return next_round(self, seat, playouts, policy, seed, engine)

    def analyse(
        self,
        *,
        policy: str = "trader",
        seed: int = 0,
        effort: float = 1.0,
        decisions: bool = True,
        engine: str = "auto",
        jobs: int | None = None,
    ) -> GameAnalysis:
        """The chances in every position of the game so far, and what changed them.

        It is what `gitopoly analyse` shows: docs/analysis.md explains it.
        """
        from gitopoly.game.chances import analyse

        wishes = {"effort": effort, "decisions": decisions, "engine": engine, "jobs": jobs}
        return analyse(self, policy, seed, **wishes)

    # How it looks.

    def to_yaml(self) -> str:
        """The position as YAML: the game's rules, then the layout of a game's `state.yml`.

        `Game.from_yaml` reads it back.
        """
        return rules_in_yaml(self._state.rules) + to_yaml(self._state, self._notation.names)

    def __str__(self) -> str:
        return draw_board(self)

    def __repr__(self) -> str:
        names = ", ".join(self._notation.names)
        end = self.result
        where = f"{end}" if end is not None else f"{', '.join(self.to_act)} to act, {self.phase}"
        kind = type(self).__name__
        return f"<{kind} of {self._edition.name}: {names}; {self.steps} steps; {where}>"

    # Internals.

    def _look(self) -> None:
        """List the legal actions, and the step without a choice."""
        listing = list_of(self._state, self._notation)
        self._legal, self._forced, self._partners, self._buffer = listing

    def _player(self, seat: str) -> int:
        """The number of a seat."""
        names = self._notation.names
        for number, name in enumerate(names):
            if name == seat or name.lower() == str(seat).lower():
                return number
        raise InvalidAction(seat, "a seat: " + ", ".join(names))

    def _needs_chance(self, code: int) -> bool:
        """Whether an action needs dice, a card or an order."""
        s, rules = self._state, self._notation.rules
        return draw_of(s, rules, code) != NO_DRAW or self._needs_order(code)

    def _needs_order(self, code: int) -> bool:
        """Whether an action without dice or card leads to a free-4-all whose order is drawn."""
        return needs_order(self._state, self._notation.rules, code, 0)

    def _read(self, action: str | Action) -> Action:
        """Parse an action, legal or not."""
        if isinstance(action, Action):
            if action._notation is not self._notation:
                action = str(action)  # an action from another game, as it would be typed here
            elif action._deal is None or action._deal == deal_of(self._state, action._code):
                return action
            else:  # an earlier offer, when its deeds had other owners
                action = f"{action.seat}: {action}"
        return read_action(self._state, self._notation, self.legal_actions, action)

    def _check(self, code: int) -> None:
        """Raise `IllegalAction` with the rule and the remedy, unless an action is legal."""
        why = refusal(self._state, code)
        if why != LEGAL:
            raise self._refused(code, why)

    def _refused(self, code: int, why: int) -> IllegalAction:
        s = self._state
        words = str(self._notation.action_in(s, code))
        return IllegalAction(words, rule_of(why), reason_of(why), self._allowed(), key_of(why))

    def _allowed(self) -> str:
        """What would be allowed, in words."""
        words = [str(action) for action in self.legal_actions]
        if not words:
            return "nothing, the game is over"
        more = f" … ({len(words)} in all)" if len(words) > MOST_TOLD else ""
        return ", ".join(words[:MOST_TOLD]) + more

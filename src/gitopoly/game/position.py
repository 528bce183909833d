"""A position that can be looked at and asked, but not changed: what players get to see."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from gitopoly import editions
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
from gitopoly.game.result import Result, result_of
from gitopoly.game.seats import Seats
from gitopoly.game.situation import Auction, Debt, auction_of, debts_of
from gitopoly.kernel import State, chance_outcomes, refusal, to_yaml
from gitopoly.kernel import actions as a
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.actions import LARGEST_KIND
from gitopoly.kernel.chance import NO_DRAW, draw_of, starts_free_4_all
from gitopoly.kernel.codes import PHASES
from gitopoly.kernel.refusals import LEGAL, reason_of, rule_of
from gitopoly.kernel.text import seat_names
from gitopoly.kernel.turn import floor

if TYPE_CHECKING:
    from gitopoly.game.game import Game

MOST_TOLD = 8
"""Actions that a refusal names as allowed."""


class Position:
    """A game as it stands: seats, board, legal actions. What `Player.decide` is given.

    It holds no secret: neither a seed nor a card that nobody has seen. Looking ahead is done on
    a `copy`, which is a game of its own.

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
        """What the kernel lists for the only seat that can act."""

    @classmethod
    def of(cls, state: State, names: Sequence[str] = ()) -> Position:
        """A state of the kernel, to be looked at in words; it is not copied.

        Without names the seats are p1, p2 and so on.

        >>> from gitopoly.kernel import Rules, initial
        >>> position = Position.of(initial(Rules.of("classic", 2)), ["Ann", "Ben"])
        >>> position.seats["Ben"].cash
        1500
        """
        rules = state.rules
        edition = _edition(rules.edition, rules.options.get("board"), rules.options.get("decks"))
        return cls(edition, Notation(rules, tuple(seat_names(state, names))), state)

    # What there is.

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
        """How many turns have passed."""
        return self._state.turns

    @property
    def to_act(self) -> tuple[str, ...]:
        """Who can do something now; several in an auction and while an offer is open."""
        return tuple(dict.fromkeys(action.seat for action in self.legal_actions))

    @property
    def auction(self) -> Auction | None:
        """The auction that is going on."""
        return auction_of(self._state, self._notation.names)

    @property
    def debt(self) -> Debt | None:
        """The debt that has to be paid before anything else."""
        return self.debts[0] if self._state.debt_count else None

    @property
    def debts(self) -> tuple[Debt, ...]:
        """All debts, the one that is due first."""
        return debts_of(self._state, self._notation.names)

    @property
    def open_offer(self) -> Action | None:
        """The trade that waits for an answer."""
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
        """Money on Free Parking, where the game is played so."""
        return self._state.pot

    @property
    def history(self) -> tuple[PlayedStep, ...]:
        """All steps so far, the first one first."""
        return steps_since(self._last)

    @property
    def steps(self) -> int:
        """How many steps there were so far."""
        return 0 if self._last is None else self._last._number

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it is going on."""
        return result_of(self._state, self._notation.names, self._last)

    # What can be done.

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything that can be pushed now, by everybody who can act, except offers of trades.

        Bids come as a range, which stands for its lowest bid unless `Action.at` says more.
        Trades are endless in number: `trade_partners` says with whom, `offer` makes one.
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
        """To whom something can be offered now, by whoever is to act."""
        if self._legal is None:
            self._look()
        return tuple(self._notation.names[seat] for seat in self._partners)

    def offer(
        self, to: str, give: Sequence[str] = (), want: Sequence[str] = (), cash: int = 0
    ) -> Action:
        """A trade to push: deeds and jail cards by name; `cash` is added, or asked for if below 0.

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
        """Whether an action, a bid or an offer could be pushed; a text must mean an action."""
        try:
            read = self._read(action)
        except InvalidAction:
            if isinstance(action, Action):  # of another game or from before: here it means nothing
                return False
            raise
        return refusal(self._state, read._code) == LEGAL

    def chance_outcomes(
        self, action: str | Action | None = None
    ) -> tuple[tuple[Outcome, float], ...]:
        """What chance can make of an action, each with its probability; empty if it has no part.

        Without an action, of the only one that can be taken.
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
            outcome = outcome_in_words(s, names, code, number)
            if outcome is not None:
                found.append((outcome, probability))
        return tuple(found)

    def copy(self, seed: int | None = None) -> Game:
        """A game of its own that goes on from here: without a seed, unless one is given."""
        from gitopoly.game.game import Game

        return Game._at(self._edition, self._notation, self._state.copy(), self._last, seed)

    # How it looks.

    def to_yaml(self) -> str:
        """The position as YAML, in the layout of a game's `state.yml`."""
        return to_yaml(self._state, self._notation.names)

    def __str__(self) -> str:
        return draw_board(self)

    def __repr__(self) -> str:
        names = ", ".join(self._notation.names)
        end = self.result
        where = f"{end}" if end is not None else f"{', '.join(self.to_act)} to act, {self.phase}"
        kind = type(self).__name__
        return f"<{kind} of {self._edition.name}: {names}; {self.steps} steps; {where}>"

    # Behind it.

    def _look(self) -> None:
        """List what can be done, and the step that leaves no choice."""
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
        """Whether dice, a card or an order have to be drawn for an action."""
        s, rules = self._state, self._notation.rules
        return draw_of(s, rules, code) != NO_DRAW or self._needs_order(code)

    def _needs_order(self, code: int) -> bool:
        """Whether an action without dice or card leads into a free-4-all whose order is drawn."""
        rules = self._notation.rules
        return not rules.order_is_clockwise and starts_free_4_all(self._state, rules, code, 0)

    def _read(self, action: str | Action) -> Action:
        """The action that is meant, whether or not it is legal."""
        if isinstance(action, Action):
            if action._notation is not self._notation:
                action = str(action)  # an action of another game, as it would be typed here
            elif action._deal is None or action._deal == deal_of(self._state, action._code):
                return action
            else:  # an offer from before, when its deeds were somebody else's
                action = f"{action.seat}: {action}"
        return read_action(self._state, self._notation, self.legal_actions, action)

    def _check(self, code: int) -> None:
        """Raise `IllegalAction` with the rule and the remedy, unless an action is legal."""
        why = refusal(self._state, code)
        if why != LEGAL:
            raise self._refused(code, why)

    def _refused(self, code: int, why: int) -> IllegalAction:
        s = self._state
        offer = code & LARGEST_KIND == a.OFFER_TRADE
        words = self._notation.offer(s, code) if offer else self._notation.action(code)
        return IllegalAction(str(words), rule_of(why), reason_of(why), self._allowed())

    def _allowed(self) -> str:
        """What would be allowed, in words."""
        words = [str(action) for action in self.legal_actions]
        if not words:
            return "nothing, the game is over"
        more = f" … ({len(words)} in all)" if len(words) > MOST_TOLD else ""
        return ", ".join(words[:MOST_TOLD]) + more


@cache
def _edition(name: str, board: str | None, decks: int | str | None) -> Edition:
    return editions.load(name, board, decks)

"""One match: the sequence of phases of the agents' document, on the kernel's operations."""

from __future__ import annotations

from typing import Any

from gitopoly.arena.matches.answers import read_bid, read_jail
from gitopoly.arena.matches.bargaining import Bargaining
from gitopoly.arena.matches.calls import REFUSED, CallRecorder, ResourceLimits
from gitopoly.arena.matches.draws import Draws
from gitopoly.arena.matches.history import View
from gitopoly.arena.matches.rare_collections import rare_collections
from gitopoly.arena.matches.recorded_calls import RecordedCalls
from gitopoly.arena.matches.table import (
    AUCTION,
    BUYING,
    CHANCE_CARD,
    CHEST_CARD,
    DICE,
    JAIL,
    NO_DEBT,
    PAYMENT,
    debt_of,
)
from gitopoly.arena.matches.watch import watching
from gitopoly.rules import actions as a, codes as k
from gitopoly.rules.cards import cost_of_repairs, execute_card
from gitopoly.rules.landing import buy_property, rent_of, util_rent, utility_needs_roll
from gitopoly.rules.money import pay, pay_bank, winner_of_game
from gitopoly.rules.moving import (
    go_to_jail,
    move_after_roll,
    pay_jail_fine,
    play_jail_card,
    remember_roll,
)
from gitopoly.rules.outcomes import dice, jail_card_is_held
from gitopoly.rules.refusals import LEGAL, reason_of, rule_of

MOVING_CARDS = (a.CARD_ADVANCE, a.CARD_NEAREST_RAIL, a.CARD_NEAREST_UTIL, a.CARD_BACK)


Payment = tuple[int, int, int]
"""A debt that a landing causes, fixed now and taken after the BSMT phase: debtor, creditor, sum."""
NO_PAYMENT: Payment = (0, k.BANK, 0)


class Bankrupt(Exception):
    """A player cannot pay, and the match is over."""

    def __init__(self, loser: int, view: View) -> None:
        super().__init__(loser)
        self.loser = loser
        self.view = view
        """The state in which it happened."""


class DiceUsedUp(Exception):
    """A roll is due and the given list has none left."""


class ArenaMatch(Bargaining):
    """A game between two agents, from the first turn to the end."""

    def __init__(
        self,
        agents: tuple[Any, Any],
        draws: Draws,
        limits: ResourceLimits,
        recorder: CallRecorder | None = None,
    ) -> None:
        super().__init__(agents, limits, recorder)
        self.draws = draws
        self.ruined = -1
        """The seat that could not pay, if any."""

    def play(self) -> tuple[int, View]:
        """Play to the end: the winner, 1, 2 or 0 for a tie, and the final state.

        The match ends with ruin, after the last turn, or when the given dice are used up.
        """
        view = None
        with watching(self), rare_collections:
            self.defer(self.recorder is None)  # a record has the time of each call
            try:
                idle: View | None = None
                limit, draws = self.rules.turn_limit, self.draws
                while self.turn < limit and (draws.given is None or not draws.used_up()):
                    idle = self.take_turn(self.turn & 1, idle)
                    self.turn += 1
            except Bankrupt as ruin:
                self.ruined = ruin.loser
                view = ruin.view
            except DiceUsedUp:
                pass
            finally:
                self.defer(False)
            self.settle()
        return self.winner(), view or self.view(0, (), NO_DEBT)

    def winner(self) -> int:
        """END-2: the player who is left, or has the higher net worth."""
        if self.ruined >= 0:
            return 2 - self.ruined
        return winner_of_game(self.s, self.rules) + 1

    def take_turn(self, player: int, idle: View | None = None) -> View | None:
        """One turn, with all its rolls.

        `idle` is the view of the BSMT phase before if nothing has happened since, because building
        views takes much of the time; the result is the same for the next turn.
        """
        s, rules, draws = self.s, self.rules, self.draws
        s.turn_player = player
        idle = self.manage((), NO_DEBT, (self.turn, *idle[1:]) if idle is not None else None)
        doubles = 0
        while draws.given is None or not draws.used_up():
            leaves_by_roll = False
            roll = None
            if s.in_jail[player]:
                idle = None
                roll = self.try_to_leave_jail(player)
                leaves_by_roll = roll is not None
            if roll is None:
                first, second = roll = draws.roll() or self.roll()
                if first == second:
                    doubles += 1
            else:
                first, second = roll
            payload = (first, second, first == second)
            if idle is None:
                self.tell(self.view(DICE, payload, NO_DEBT))
            else:
                turn, statuses, positions, cash = idle[:4]
                self.tell((turn, statuses, positions, cash, DICE, payload, NO_DEBT))
            if doubles == 3:
                go_to_jail(s, rules, 0)  # DOUBLES-2
                idle = None
            elif not s.in_jail[player]:
                remember_roll(s, rules, first, second)
                move_after_roll(s, rules, first + second)
                idle = self.land(player)
            idle = self.manage((), NO_DEBT, idle)
            if first != second or leaves_by_roll or s.in_jail[player]:
                break
        return idle

    def roll(self) -> tuple[int, int]:
        """The next roll of the dice."""
        roll = self.draws.roll()
        if roll is None:
            raise DiceUsedUp
        return roll

    # Jail.

    def try_to_leave_jail(self, player: int) -> tuple[int, int] | None:
        """Ask how; return None if a normal roll follows, otherwise the roll it was tried with."""
        s, rules = self.s, self.rules
        answer = self.call(player, "jailDecision", self.view(JAIL, (), NO_DEBT))
        way = self.read(player, "jailDecision", read_jail, answer) or ("R", 0)
        if way[0] != "R" and self.leave_without_roll(player, way):
            self.tell(self.view(JAIL, (True,), NO_DEBT))
            return None
        first, second = roll = self.roll()
        leaves = first == second
        if not leaves and s.jail_time[player] == 2:  # JAIL-5: the third miss
            if s.money[player] < rules.jail_fine:
                self.tell(self.view(JAIL, (False,), NO_DEBT))
                raise Bankrupt(player, self.view(JAIL, (False,), NO_DEBT))
            pay_bank(s, player, rules.jail_fine)
            leaves = True
        if leaves:
            s.in_jail[player] = 0
            s.jail_time[player] = 0
        else:
            s.jail_time[player] += 1
        self.tell(self.view(JAIL, (leaves,), NO_DEBT))
        return roll

    def leave_without_roll(self, player: int, way: tuple[str, int]) -> bool:
        """JAIL-1, JAIL-2: pay the fine or play a card; False if that is refused."""
        s, rules = self.s, self.rules
        s.phase = k.PRE_ROLL
        if way[0] == "P":
            refusal = pay_jail_fine(s, rules, player, a.PAY_JAIL_FINE, 0, True)
        elif way[1] == 40:
            refusal = play_jail_card(s, rules, player, a.PLAY_GOOJF_CH, 0, True)
        else:
            refusal = play_jail_card(s, rules, player, a.PLAY_GOOJF_CC, 0, True)
        if refusal != LEGAL:
            reason = f"{reason_of(refusal)} ({rule_of(refusal)})"
            self.fault(player, "jailDecision", REFUSED, reason)
            return False
        if way[0] == "C":
            self.draws.decks[way[1] - 40].put_back_jail_card()
            self.statuses = None
        return True

    # Landing.

    def land(self, player: int) -> View | None:
        """Determine the effect of the square, let both manage, then apply it (TIME-4).

        Returns the view of the BSMT phase if nothing has happened since.
        """
        s, rules = self.s, self.rules
        payment = NO_PAYMENT
        s.rent_rule = k.RENT_AS_PRINTED
        while True:
            square = s.positions[player]
            if rules.group[square] != k.NOBODY:
                owner = s.owner[square]
                if owner == k.NOBODY:
                    self.buy_or_auction(player, square)
                    return None
                if owner != player and not s.mortgaged[square]:
                    payment = (player, owner, self.rent(player, square))
                break
            kind = rules.square_type[square]
            if kind == k.TAX:
                payment = (player, k.BANK, rules.value[square])
            elif kind == k.CHANCE or kind == k.COMMUNITY_CHEST:
                moved, payment = self.draw_card(player, int(kind == k.COMMUNITY_CHEST))
                if moved:
                    continue
            elif kind == k.GO_TO_JAIL:
                go_to_jail(s, rules, 0)
            break
        debtor, creditor, amount = payment
        if amount == 0:
            return self.manage((), NO_DEBT)
        debt = debt_of(debtor, creditor, amount)
        self.manage((), debt)
        if s.money[debtor] < amount:
            raise Bankrupt(debtor, self.view(PAYMENT, square, debt))
        pay(s, debtor, creditor, amount)
        return None

    def rent(self, player: int, square: int) -> int:
        """RENT-1 to RENT-7: what the kernel says; a card may ask for a new roll."""
        s, rules = self.s, self.rules
        if rules.square_type[square] != k.UTIL:
            return rent_of(s, rules, square)
        outcome = 0
        if utility_needs_roll(s, rules):
            outcome = dice(*self.roll())
        return util_rent(s, rules, player, outcome)

    def draw_card(self, player: int, deck: int) -> tuple[bool, Payment]:
        """Show the next card to both and follow it; return whether it moves, and what is due."""
        s, rules = self.s, self.rules
        card = self.draws.decks[deck].draw(jail_card_is_held(s, deck))
        if card < 0:
            return False, NO_PAYMENT
        phase = CHEST_CARD if deck else CHANCE_CARD
        self.tell(self.view(phase, (card,), NO_DEBT))
        place = deck * k.MOST_CARDS + card
        kind, amount = rules.card_kind[place], rules.card_amount[place]
        if kind == a.CARD_PAY:
            return False, (player, k.BANK, amount)
        if kind == a.CARD_REPAIRS:
            hotel = rules.card_hotel_amount[place]
            cost = cost_of_repairs(s, rules, player, amount, hotel)
            return False, (player, k.BANK, cost)
        if kind == a.CARD_PAY_EACH:
            return False, (player, 1 - player, amount)
        if kind == a.CARD_COLLECT_EACH:
            return False, (1 - player, player, amount)
        execute_card(s, rules, deck, card)
        if kind == a.CARD_GOOJF:
            self.statuses = None
        return kind in MOVING_CARDS, NO_PAYMENT

    # Buying.

    def buy_or_auction(self, player: int, square: int) -> None:
        """BUY-1: let both manage, then ask; a deed that is not bought is auctioned."""
        s, rules = self.s, self.rules
        debt = debt_of(player, k.BANK, rules.value[square])
        self.manage(square, debt)
        answer = self.call(player, "buyProperty", self.view(BUYING, square, debt))
        if self.yes(player, "buyProperty", answer):
            s.phase = k.POST_ROLL
            if buy_property(s, rules, player, a.BUY_PROPERTY, 0, True) == LEGAL:
                self.give_deed(square, player)
                return
        self.auction(player, square)

    def auction(self, decliner: int, square: int) -> None:
        """AUCTION-3, AUCTION-6, AUCTION-7, arena: both bid once, blindly; the decliner loses ties.

        A winner who cannot pay their bid loses the game.
        """
        s = self.s
        view = self.view(AUCTION, (square, 0), NO_DEBT)
        bids = [self.bid(0, view), self.bid(1, view)]
        other = 1 - decliner
        winner = decliner if bids[decliner] > bids[other] else other
        if bids[winner] > s.money[winner]:
            raise Bankrupt(winner, self.view(AUCTION, (square, winner + 1), NO_DEBT))
        pay_bank(s, winner, bids[winner])
        self.give_deed(square, winner)
        self.tell(self.view(AUCTION, (square, winner + 1), NO_DEBT))

    def bid(self, seat: int, view: View) -> int:
        """One agent's bid in whole dollars; 0 if there is none."""
        answer = self.call(seat, "auctionProperty", view)
        if type(answer) is int and answer >= 0:
            return answer
        return self.read(seat, "auctionProperty", read_bid, answer) or 0


class RecordedMatch(RecordedCalls, ArenaMatch):
    """A match of which every call is recorded."""


def new_match(
    agents: tuple[Any, Any],
    draws: Draws,
    limits: ResourceLimits,
    recorder: CallRecorder | None = None,
) -> ArenaMatch:
    """A match, recorded or not."""
    kind = ArenaMatch if recorder is None else RecordedMatch
    return kind(agents, draws, limits, recorder)

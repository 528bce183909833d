"""The phase in which both build, sell, mortgage and trade: BSMT."""

from __future__ import annotations

from typing import Any

from gitopoly.arena.matches import bulk
from gitopoly.arena.matches.answers import CARDS, PropertyChange, Trade, read_action
from gitopoly.arena.matches.calls import NO_ANSWER, REFUSED
from gitopoly.arena.matches.history import View
from gitopoly.arena.matches.table import BSMT, TRADE, AgentTable, Debt
from gitopoly.rules import actions as a
from gitopoly.rules.board import owns_all_of_set, set_is_mortgaged
from gitopoly.rules.codes import FREE_4_ALL, NOBODY, STREET
from gitopoly.rules.refusals import LEGAL, NOT_TRADABLE, reason_of, rule_of
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.trade import exchange, offer_trade

OPERATIONS = {"B": bulk.build, "S": bulk.sell, "M": bulk.turn_mortgages}


class Bargaining(AgentTable):
    """A table at which both players manage their property in turn until both are done."""

    def manage(self, payload: Any, debt: Debt, view: View | None = None) -> View | None:
        """Run one BSMT phase. Usually nobody wants anything, and it is just two calls.

        Then it returns the view, which remains true until something happens.
        """
        if view is None:
            view = self.view(BSMT, payload, debt)
        answers = self.ask_both(view)
        if answers is None:
            return view
        Phase(self, payload, debt).go_on([answers[0] is None, False], [*answers])
        self.s.interest_paid = 0  # MORT-4, arena: only within the same phase
        return None


class Phase:
    """A BSMT phase in which a player wants something."""

    def __init__(self, table: Bargaining, payload: Any, debt: Debt) -> None:
        self.table = table
        self.payload = payload
        self.debt = debt
        self.done = [False, False]
        self.traded = [False, False]
        self.waiting: PropertyChange | None = None
        """What player 1 wants to build, until player 2, whose turn it is, has been asked."""

    def go_on(self, done: list[bool], answers: list[Any]) -> None:
        """Ask both in turn until both are done; `answers` are those already given."""
        self.done = done
        while not (self.done[0] and self.done[1]):
            for seat in (0, 1):
                if self.done[seat]:
                    continue
                answer, answers[seat] = answers[seat], None
                if answer is None:
                    answer = self.table.ask_bsmt(seat, self._view())
                self._answered(seat, answer)
            self._serve_waiting()

    def _view(self) -> View:
        return self.table.view(BSMT, self.payload, self.debt)

    def _answered(self, seat: int, answer: Any) -> None:
        table = self.table
        action = None
        if answer is not None and answer is not NO_ANSWER:
            action = table.read(seat, table.bsmt[seat], read_action, answer)
        if isinstance(action, PropertyChange) and action.kind == "B":
            if seat == 0 and not self.done[1] and would_leave_short(table, action):
                self.waiting = action
                return
            self._change(seat, action)  # SHORT-5: before a player who waits
            return
        self._serve_waiting()
        if action is None:
            self.done[seat] = True
        elif isinstance(action, Trade):
            self._trade(seat, action)
        else:
            self._change(seat, action)

    def _serve_waiting(self) -> None:
        action, self.waiting = self.waiting, None
        if action is not None:
            self._change(0, action)

    def _change(self, seat: int, action: PropertyChange) -> None:
        """Build, sell or mortgage, all or nothing."""
        table = self.table
        refusal = OPERATIONS[action.kind](table.s, table.rules, seat, action.numbers)
        if refusal == LEGAL:
            table.statuses = None
        else:
            self._refused(seat, refusal)

    def _refused(self, seat: int, refusal: int) -> None:
        reason = f"{reason_of(refusal)} ({rule_of(refusal)})"
        self.table.fault(seat, self.table.bsmt[seat], REFUSED, reason)
        self.done[seat] = True

    def _trade(self, seat: int, trade: Trade) -> None:
        """TRADE-5, arena: one offer for each player in a phase, answered at once."""
        if self.traded[seat]:
            self.done[seat] = True
            return
        table = self.table
        s, rules, other = table.s, table.rules, 1 - seat
        deeds, cards = contents(rules, trade)
        cash = trade.cash_offered - trade.cash_wanted
        refusal = NOT_TRADABLE
        if all(holder(s, square) == seat for square in trade.offered) and all(
            holder(s, square) == other for square in trade.wanted
        ):
            s.phase = FREE_4_ALL
            s.free_4_all_order[0] = seat
            refusal = offer_trade(
                s, rules, seat, a.offer(seat, other, deeds, cards, cash), 0, False
            )
        if refusal != LEGAL:
            self._refused(seat, refusal)
            return
        self.traded[seat] = True
        offer = (trade.cash_offered, trade.offered, trade.cash_wanted, trade.wanted)
        answer = table.call_with_lists(other, "respondTrade", table.view(TRADE, offer, self.debt))
        accepted = table.yes(other, "respondTrade", answer)
        if accepted:
            exchange(s, rules, seat, other, deeds, cards, cash)
            table.statuses = None
        result = table.view(TRADE, (accepted, *offer), self.debt)
        table.call_with_lists(seat, "receiveState", result)


def holder(s: State, square: int) -> int:
    """Who has a deed or a jail card."""
    if square == 40:
        return s.jail_card_owner[0]
    if square == 41:
        return s.jail_card_owner[1]
    return s.owner[square]


def contents(rules: Rules, trade: Trade) -> tuple[int, int]:
    """The deeds and cards of an offer as the kernel's two sets."""
    deeds = cards = 0
    for square in (*trade.offered, *trade.wanted):
        if square in CARDS:
            cards |= CARDS[square]
        elif rules.deed_index[square] != NOBODY:
            deeds |= 1 << rules.deed_index[square]
    return deeds, cards


def would_leave_short(table: AgentTable, action: PropertyChange) -> bool:
    """SHORT-5: whether player 1 would take buildings that player 2 could use, in 2's turn."""
    s, rules = table.s, table.rules
    if s.turn_player != 1:
        return False
    after = s.copy()
    if bulk.build(after, rules, 0, action.numbers) != LEGAL:
        return False
    houses = hotels = 0
    for square in rules.deeds:
        if rules.square_type[square] != STREET or after.level[square] == rules.hotel_level:
            continue
        group = rules.group[square]
        if owns_all_of_set(after, rules, 1, group) and not set_is_mortgaged(after, rules, group):
            houses += rules.hotel_level - 1 - after.level[square]
            hotels += 1
    return houses > after.houses_left or hotels > after.hotels_left

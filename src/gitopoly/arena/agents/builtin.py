"""The policies of `gitopoly.bots` as agents: each question becomes a kernel state."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from typing import Any

from gitopoly.arena.agents.habits import AuctionHabits, improves, keep_more
from gitopoly.arena.matches.answers import CARDS, Trade
from gitopoly.arena.matches.bargaining import contents, holder
from gitopoly.arena.matches.table import AUCTION, IN_JAIL, MORTGAGED, arena_rules
from gitopoly.bots import CAUTIOUS, POLICIES, STRONG, TRADER
from gitopoly.bots.candidates import completes_a_group
from gitopoly.bots.heuristics import choose_by_score, highest_bid, reserve_of
from gitopoly.bots.series import PLAYOUTS, without_search
from gitopoly.bots.table_policy import NO_DESK, PolicyChooser
from gitopoly.errors import InvalidBot
from gitopoly.rules import State, actions as a, codes as k, initial
from gitopoly.rules.auction import open_auction
from gitopoly.rules.board import renew_sets
from gitopoly.rules.buffer import ActionBuffer, put
from gitopoly.rules.money import owe
from gitopoly.rules.randomness import seeded
from gitopoly.rules.step import list_while_playing, step

WAYS_OUT = {
    a.END_PRE_ROLL: ("R",),
    a.PAY_JAIL_FINE: ("P",),
    a.PLAY_GOOJF_CH: ("C", 40),
    a.PLAY_GOOJF_CC: ("C", 41),
}
"""The adjudicator's codes for the kernel's actions in jail."""
MANAGEMENT = frozenset(
    known.kind
    for known in a.ACTIONS
    if known.operation != k.NOBODY and not known.phases >> k.BANKRUPTCY_PREVENTION & 1
)
"""Kinds of actions that build, sell, mortgage or lift a mortgage."""


def kernel_state(state: Sequence[Any]) -> State:
    """The position that a state tuple describes, with the phase still to be set.

    Whatever agents cannot see, such as missed rolls in jail, is as at the start of the game.
    """
    rules = arena_rules()
    s = initial(rules)
    s.turn_player = state[0] & 1
    for player in (0, 1):
        s.money[player] = state[3][player]
        position = state[2][player]
        s.in_jail[player] = int(position == IN_JAIL)
        s.positions[player] = rules.jail_index if position == IN_JAIL else position
    for square in rules.deeds:
        status = state[1][square]
        if status:
            s.owner[square] = 0 if status > 0 else 1
            s.mortgaged[square] = int(abs(status) == MORTGAGED)
            s.level[square] = 0 if s.mortgaged[square] else abs(status) - 1
            if s.level[square] == rules.hotel_level:
                s.hotels_left -= 1
            else:
                s.houses_left -= s.level[square]
    s.jail_card_owner[0], s.jail_card_owner[1] = (
        {1: 0, -1: 1}.get(state[1][card], k.NOBODY) for card in (40, 41)
    )
    s.bank_money = rules.total_money - s.money[0] - s.money[1]
    renew_sets(s, rules)
    return s


class BuiltIn:
    """An agent that plays one of our policies; the same seed makes the same choices."""

    def __init__(self, seat: int, policy: str, seed: int, playouts: int = PLAYOUTS) -> None:
        if policy not in POLICIES:
            raise InvalidBot(f"there is no built-in bot {policy!r}; try {' or '.join(POLICIES)}")
        self.player = seat - 1
        self.bot_name = policy
        if notice := without_search([policy]):
            warnings.warn(notice, stacklevel=2)
        self.chooser = PolicyChooser(policy, playouts)
        self.policy = self.chooser.policy
        self.generator = seeded(seed)
        self.buffer = ActionBuffer()
        self.offered_in: tuple[Any, ...] = ()
        """The phase of the last offer."""
        self.habits = AuctionHabits(self.player, self.policy == STRONG)

    def getBSMTDecision(self, state: Sequence[Any]) -> Any:
        """In debt, raise the money; otherwise one action of an open window, or none.

        A second offer in a phase would end it, and with it the chance to raise money or to build.
        """
        s = kernel_state(state)
        creditor, amount = state[6][2 * self.player : 2 * self.player + 2]
        about_to_buy = isinstance(state[5], int)
        phase = (state[0], *state[5:7])
        if amount > s.money[self.player] and not about_to_buy:
            owe(s, s.rules, self.player, creditor - 1, amount, k.DOUBLES_CHECK)
            s.offers_made = s.rules.offers_per_window
        else:
            s.phase = k.FREE_4_ALL
            s.free_4_all_order[0] = self.player
            if phase == self.offered_in:
                s.offers_made = s.rules.offers_per_window
            if self.policy == TRADER:
                keep_more(s, self.player)
            elif self.policy == STRONG:
                change = self._managed(s)
                if change is not None:
                    return change
        code = self._choose(s, other_than=MANAGEMENT if self.policy == STRONG else ())
        if code == k.NOBODY:
            return None
        if a.kind_of(code) == a.OFFER_TRADE:
            if self.policy == TRADER and not improves(kernel_state(state), code, self.player):
                return None
            self.offered_in = phase
            return self._told_offer(s, code)
        return told_change(s, code)

    def respondTrade(self, state: Sequence[Any]) -> bool:
        """Accept or decline the offer."""
        s = kernel_state(state)
        trade = Trade(*state[5])
        s.offer_from, s.offer_to = 1 - self.player, self.player
        s.offer_deeds, s.offer_cards = contents(s.rules, trade)
        s.offer_cash = trade.cash_offered - trade.cash_wanted
        s.offer_next_phase = k.FREE_4_ALL
        s.phase = k.TRADE
        return a.kind_of(self._choose(s)) == a.ACCEPT_TRADE

    def buyProperty(self, state: Sequence[Any]) -> bool:
        """Buy it, or auction it."""
        s = kernel_state(state)
        if self.policy >= TRADER and self.habits.declines(s, state[5]):
            return False
        s.phase = k.POST_ROLL
        code = self._choose(s, (a.BUY_PROPERTY, a.AUCTION_PROPERTY))
        return a.kind_of(code) == a.BUY_PROPERTY

    def auctionProperty(self, state: Sequence[Any]) -> int:
        """Heuristic policies bid most of what they would pay, others as in an open auction."""
        s = kernel_state(state)
        open_auction(s, s.rules, k.DEED_AUCTION, state[5][0], s.turn_player, k.DOUBLES_CHECK)
        if self.policy >= CAUTIOUS:
            usual = not completes_a_group(s, s.rules, state[5][0])
            if self.policy >= TRADER and self.habits.pays and usual:
                return self.habits.bid(s, state[5][0])
            # There is one round, and a bid is paid as it stands.
            reserve = reserve_of(s, s.rules, self.policy, self.player)
            most = highest_bid(s, s.rules, self.policy, self.player, reserve)
            return max(0, most * 3 // 4)
        code = self._choose(s, (a.BID, a.PASS))
        return a.number_of(code) if a.kind_of(code) == a.BID else 0

    def jailDecision(self, state: Sequence[Any]) -> tuple[Any, ...]:
        """Pay, play a card, or roll."""
        s = kernel_state(state)
        s.phase = k.PRE_ROLL
        return WAYS_OUT[a.kind_of(self._choose(s, tuple(WAYS_OUT)))]

    def receiveState(self, state: Sequence[Any]) -> None:
        """Learn from auctions; every question brings the rest of the position."""
        if state[4] == AUCTION:
            self.habits.told(state)

    def _managed(self, s: State) -> Any:
        """What the heuristics build, lift or mortgage with a larger reserve; None if nothing."""
        kept = s.copy()
        keep_more(kept, self.player)
        list_while_playing(kept, kept.rules, self.player, self.buffer)
        code = choose_by_score(
            kept, kept.rules, self.policy, self.player, self.buffer, self.generator, NO_DESK
        )
        return told_change(kept, code) if a.kind_of(code) in MANAGEMENT else None

    def _choose(
        self, s: State, kinds: Collection[int] = (), other_than: Collection[int] = ()
    ) -> int:
        """The policy's action among the legal ones, or among those of some kinds."""
        buffer = self.buffer
        list_while_playing(s, s.rules, self.player, buffer)
        if (kinds or other_than) and s.phase != k.BANKRUPTCY_PREVENTION:
            listed = [
                (buffer.actions[i], buffer.limits[i])
                for i in range(buffer.count)
                if (not kinds or a.kind_of(buffer.actions[i]) in kinds)
                and a.kind_of(buffer.actions[i]) not in other_than
            ]
            buffer.count = 0
            for code, limit in listed:
                put(buffer, code, limit)
        if buffer.count == 0:
            return k.NOBODY
        return self.chooser.choose(s, self.player, buffer, self.generator)

    def _told_offer(self, s: State, code: int) -> tuple[Any, ...]:
        """An offer as a T: each thing goes from its owner to the other player."""
        moving = [square for i, square in enumerate(s.rules.deeds) if a.deeds_of(code) >> i & 1] + [
            card for card, bit in CARDS.items() if a.cards_of(code) & bit
        ]
        cash = a.cash_of(code)
        offered = [square for square in moving if holder(s, square) == self.player]
        wanted = [square for square in moving if holder(s, square) != self.player]
        return ("T", max(cash, 0), offered, max(-cash, 0), wanted)


def told_change(s: State, code: int) -> tuple[str, list[Any]] | None:
    """What an action changes about buildings and mortgages, as a B, S or M; None if nothing."""
    after = s.copy()
    step(after, after.rules, code, 0, True)
    rises = [(square, after.level[square] - s.level[square]) for square in s.rules.deeds]
    turned = [square for square in s.rules.deeds if after.mortgaged[square] != s.mortgaged[square]]
    built = [(square, rise) for square, rise in rises if rise > 0]
    sold = [(square, -rise) for square, rise in rises if rise < 0]
    if built:
        return ("B", built)
    if sold:
        return ("S", sold)
    # A bankruptcy transfers mortgages and buildings, but is not an action of an agent.
    return ("M", turned) if turned and a.kind_of(code) != a.GO_BANKRUPT else None

"""Analysis of a played game: wealth over time, where tokens landed, and key moments.

It receives the steps of a game one by one, each with the frame in which it is shown. A frame is
whatever a front end shows at once; frame 0 is the position before the first step.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from gitopoly.bots.analysis.review import BEFORE_PLAY
from gitopoly.rules import State, Taken, actions as a, is_over, winner
from gitopoly.rules.codes import HOTEL_AUCTION, HOUSE_AUCTION, NOBODY
from gitopoly.rules.money import worth_at_the_end

MONOPOLY, RENT, AUCTION = "monopoly", "rent", "auction"
BANKRUPT, LEFT = "bankrupt", "left"
TRADE, LEAD, END = "trade", "lead", "end"
KINDS = (MONOPOLY, RENT, BANKRUPT, LEFT, AUCTION, TRADE, LEAD, END)
"""What makes a moment a key moment."""

LEAST_RENT = 5
"""A rent below the starting money divided by this is never a big one."""
BIG_RENT = 8
"""A rent is big if it takes the payer's worth divided by this, or more."""
MARGIN = 20
"""A lead counts from the starting money divided by this, or a close race would fill the list."""

ROUNDS = 3
"""How many turns of everyone it takes until the effect of a moment is seen."""

_RENTS = (a.PAY_STREET_RENT, a.PAY_RAIL_RENT, a.TRY_PAY_UTIL_RENT)


@dataclass(frozen=True)
class Landing:
    """A token landed on a square, by dice, by a card or on the way to jail."""

    frame: int
    seat: int
    square: int


@dataclass(frozen=True)
class RentPaid:
    """A rent that was paid, at once or as a debt."""

    frame: int
    payer: int
    owner: int
    square: int
    amount: int


@dataclass(frozen=True)
class KeyMoment:
    """Something worth finding again."""

    frame: int
    kind: str
    """One of KINDS."""
    seat: int
    """The seat it is about; -1 if none."""
    other: int = NOBODY
    """The other seat involved: creditor, partner, former leader."""
    square: int = NOBODY
    group: int = NOBODY
    amount: int = 0
    """Dollars; in a trade what `seat` adds, negative if it gets them."""
    squares: tuple[int, ...] = ()
    """Deeds that `seat` gives in a trade."""
    others: tuple[int, ...] = ()
    """Deeds that `other` gives in a trade."""
    cards: int = 0
    """Jail cards that `seat` gives in a trade."""
    other_cards: int = 0
    """Jail cards that `other` gives in a trade."""


@dataclass
class Analysis:
    """Grows with the game; everything is in frame order."""

    start: State
    wealth: list[list[int]] = field(default_factory=list)
    """Each seat's worth (END-2) after each frame."""
    landings: list[Landing] = field(default_factory=list)
    moments: list[KeyMoment] = field(default_factory=list)
    rents: list[RentPaid] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """The first frame of each turn."""

    def __post_init__(self) -> None:
        self._seats = range(self.start.rules.num_players)
        self._stake = self.start.money[0]
        self._leader = NOBODY
        self._frame = 0
        self.wealth = [[worth_at_the_end(self.start, self.start.rules, p)] for p in self._seats]
        if self.start.phase not in BEFORE_PLAY:
            self.turns.append(1)

    def see(self, step: Taken, frame: int, quiet: bool = False) -> None:
        """Take in a step; a quiet one is shown with the next frame, which it opens."""
        before, after = step.before, step.after
        for p in self._seats:
            if before.positions[p] != after.positions[p] and not after.is_bankrupt[p]:
                self.landings.append(Landing(frame, p, after.positions[p]))
        rent = _rent_paid(step, frame)
        if rent is not None:
            self.rents.append(rent)
        self.moments += _moments(step, frame, self._stake, rent)
        starts = before.phase in BEFORE_PLAY and after.phase not in BEFORE_PLAY
        began = after.turns > before.turns or starts
        if began and not is_over(after):
            self.turns.append(frame if quiet else frame + 1)

    def close(self, frame: int, s: State) -> None:
        """End a frame with this position; frames come in order."""
        assert frame == len(self.wealth[0])
        for p in self._seats:
            self.wealth[p].append(worth_at_the_end(s, s.rules, p))
        self._note_leader(frame, s)

    def turning_points(self, kinds: Container[str], most: int) -> list[KeyMoment]:
        """The moments after which wealth was divided most differently from before, in order."""
        found = [moment for moment in self.moments if moment.kind in kinds]
        # Of several moments just before a change, the last is most likely its cause.
        found.sort(key=lambda moment: (self._effect(moment), moment.frame), reverse=True)
        return sorted(found[:most], key=lambda moment: moment.frame)

    def _effect(self, moment: KeyMoment) -> float:
        """How much of all wealth had changed sides once everyone had had a few turns."""
        last = len(self.wealth[0]) - 1
        later = bisect_right(self.turns, moment.frame) + ROUNDS * len(self._seats)
        until = self.turns[later] if later < len(self.turns) else last
        before = self._shares(max(0, moment.frame - 1))
        after = self._shares(min(until, last))
        return sum(abs(now - then) for now, then in zip(after, before, strict=True))

    def _shares(self, frame: int) -> list[float]:
        wealth = [max(0, line[frame]) for line in self.wealth]
        return [one / max(1, sum(wealth)) for one in wealth]

    def landed(self) -> list[int]:
        """How often each square was landed on."""
        counts = [0] * self.start.rules.board_length
        for landing in self.landings:
            counts[landing.square] += 1
        return counts

    def rent_earned(self) -> list[int]:
        """What each seat has got in rent."""
        return [sum(rent.amount for rent in self.rents if rent.owner == p) for p in self._seats]

    def best_deed(self) -> tuple[int, int, int] | None:
        """The square that earned one owner the most rent, that owner, and how much."""
        sums: dict[tuple[int, int], int] = {}
        for rent in self.rents:
            key = rent.square, rent.owner
            sums[key] = sums.get(key, 0) + rent.amount
        if not sums:
            return None
        square, owner = max(sums, key=lambda key: sums[key])
        return square, owner, sums[square, owner]

    def _note_leader(self, frame: int, s: State) -> None:
        live = [p for p in self._seats if not s.is_bankrupt[p]]
        best = max(live, key=lambda p: self.wealth[p][frame])
        if best == self._leader:
            return
        rest = [self.wealth[p][frame] for p in live if p != best]
        behind = max(rest, default=0)
        if self.wealth[best][frame] - behind >= max(1, self._stake // MARGIN):
            self.moments.append(KeyMoment(frame, LEAD, best, self._leader))
            self._leader = best


def _moments(step: Taken, frame: int, stake: int, rent: RentPaid | None) -> Iterator[KeyMoment]:
    before, action, outcome, after = step
    kind = a.kind_of(action) if action != NOBODY else NOBODY
    if kind == a.CLOSE_AUCTION:
        yield from _auction(before, after, frame)
    elif kind == a.ACCEPT_TRADE:
        yield _trade(before, frame)
    elif rent is not None:
        yield from _big_rent(before, rent, stake)
    if not is_over(after):  # the last player, who inherits everything, is reported as the winner
        yield from _monopolies(before, after, frame)
    for p in range(before.rules.num_players):
        if after.is_bankrupt[p] and not before.is_bankrupt[p]:
            owed = before.debt_count > 0 and before.debtor[0] == p
            if action == NOBODY and outcome == p:
                yield KeyMoment(frame, LEFT, p)
            else:
                yield KeyMoment(frame, BANKRUPT, p, before.creditor[0] if owed else NOBODY)
    if is_over(after) and not is_over(before):
        yield KeyMoment(frame, END, winner(after))


def _auction(before: State, after: State, frame: int) -> Iterator[KeyMoment]:
    best = before.winner[before.auction_initiator]
    if best >= 0:
        building = before.auction_kind in (HOUSE_AUCTION, HOTEL_AUCTION)
        square = NOBODY if building else before.auction_asset
        paid = before.money[best] - after.money[best]
        yield KeyMoment(frame, AUCTION, best, square=square, amount=paid)


def _trade(before: State, frame: int) -> KeyMoment:
    rules, giver = before.rules, before.offer_from
    moved = [rules.deeds[i] for i in range(rules.deed_count) if before.offer_deeds >> i & 1]
    held = [(1, before.jail_card_owner[0]), (2, before.jail_card_owner[1])]
    cards = [owner for card, owner in held if before.offer_cards & card]
    return KeyMoment(
        frame,
        TRADE,
        giver,
        before.offer_to,
        amount=before.offer_cash,
        squares=tuple(square for square in moved if before.owner[square] == giver),
        others=tuple(square for square in moved if before.owner[square] != giver),
        cards=cards.count(giver),
        other_cards=len(cards) - cards.count(giver),
    )


def _rent_paid(step: Taken, frame: int) -> RentPaid | None:
    """The rent that a step pays, at once or as a debt."""
    before, action, _, after = step
    kind = a.kind_of(action) if action != NOBODY else NOBODY
    if kind not in _RENTS and kind != a.PAY_OFF_DEBT:
        return None
    payer = a.player_of(action)
    here = before.positions[payer]
    owner = before.owner[here] if kind in _RENTS else before.creditor[0]
    if owner < 0 or before.owner[here] != owner or after.money[owner] <= before.money[owner]:
        return None
    return RentPaid(frame, payer, owner, here, before.money[payer] - after.money[payer])


def _big_rent(before: State, rent: RentPaid, stake: int) -> Iterator[KeyMoment]:
    worth = worth_at_the_end(before, before.rules, rent.payer)
    if rent.amount * LEAST_RENT >= stake and rent.amount * BIG_RENT >= worth:
        yield KeyMoment(rent.frame, RENT, rent.payer, rent.owner, rent.square, amount=rent.amount)


def _monopolies(before: State, after: State, frame: int) -> Iterator[KeyMoment]:
    """Groups that a single player completed."""
    if before.owner == after.owner:
        return
    rules = before.rules
    groups: dict[int, list[int]] = {}
    for square in rules.deeds[: rules.deed_count]:
        groups.setdefault(rules.group[square], []).append(square)
    for group, squares in groups.items():
        owners = {after.owner[square] for square in squares}
        if len(owners) == 1 and owners != {before.owner[square] for square in squares}:
            owner = owners.pop()
            if owner >= 0 and len(squares) > 1:
                yield KeyMoment(frame, MONOPOLY, owner, square=squares[0], group=group)

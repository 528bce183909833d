"""The counters of a series made a second time: slowly, from positions before and after each move.

It shares nothing with `gitopoly.bots.observation` but the names of sources and fields. Where that
goes by the kind of an action, this goes by what differs between two positions.
"""

from __future__ import annotations

from gitopoly.bots.observation import LAST_TURN, SOURCES, WAYS_TO_JAIL, Counters, lists_of
from gitopoly.bots.series import Series, moves
from gitopoly.rules import State, actions as a, is_over, winner
from gitopoly.rules.actions import CARD_KINDS
from gitopoly.rules.codes import (
    AUCTION_KINDS,
    DEALING,
    MOST_CARDS,
    OPENING,
)

SEATS, SQUARES = 8, 40
SOURCE = {
    "rent": ("PayStreetRent", "PayRailRent", "TryPayUtilRent", "PreventBankruptcyOn*Rent"),
    "taxes": ("PayTax", "PayTenthOfWorth", "PreventBankruptcyOnTax"),
    "fines": ("PayJailFine",),
    "deeds": ("BuyProperty", "DealDeed"),
    "auctions": ("AuctionProperty", "CloseAuction"),
    "buildings": ("*Upgrade", "*Downgrade", "*SellGroup"),
    "mortgages": ("*Mortgage", "*Unmortgage"),
    "trades": ("AcceptTrade",),
    "free parking": ("DoNothingOnFreeParking",),
    "bankruptcies": ("GoBankrupt",),
    "salary": ("RollAndMove", "LeaveJail", "ThrowForStart"),
}
"""Which actions move money for what, with a star for any text."""
Debt = tuple[int, int, int]


class Recount:
    """The counters of some games."""

    def __init__(self) -> None:
        self.counted = lists_of(Counters())
        self.moves = 0

    def game(self, series: Series, number: int) -> State:
        """Count one game; returns the position in which it ended."""
        self.groups: dict[int, int] = {}
        self.debts: list[tuple[Debt, str, int]] = []
        self.starter = -1
        self.landings = [0] * SQUARES
        moves_before = self.moves
        self.rents: dict[int, list[int]] = {}
        self.sales: dict[int, list[tuple[int, int]]] = {}
        after = None
        for before, code, outcome, after in moves(series, number):
            if self.starter < 0 and before.phase not in (OPENING, DEALING):
                self.starter = before.turn_player
            self.step(before, after, code, outcome)
        assert after is not None
        self.end(after)
        made = self.moves - moves_before
        self.counted["moves_squared"][0] += made**2
        for square, landings in enumerate(self.landings):
            self.counted["landings_squared"][square] += landings**2
            self.counted["landings_by_moves"][square] += landings * made
        return after

    def step(self, before: State, after: State, code: int, outcome: int) -> None:
        name = a.NAMES[a.kind_of(code)]
        self.move(before, after)
        self.money(before, after, name, outcome)
        self.auction(before, after, name, code)
        self.follow_debts(before, after, name, outcome)
        if not is_over(after):
            self.complete(after)

    def move(self, before: State, after: State) -> None:
        player = before.turn_player if before.phase != OPENING else after.turn_player
        if after.in_jail[player] > before.in_jail[player]:
            self.moves += 1
            landed = before.rules.square_type[before.positions[player]]
            way = {9: "square", 5: "card", 6: "card"}.get(landed, "doubles")
            if before.phase != 2:  # a roll, wherever it was made
                way = "doubles"
            self.counted["jailings"][WAYS_TO_JAIL.index(way)] += 1
        elif after.positions[player] != before.positions[player]:
            self.moves += 1
            self.landings[after.positions[player]] += 1
            self.counted["landings"][after.positions[player]] += 1

    def source(self, before: State, name: str, outcome: int) -> str:
        if name == "PayCardFine":
            return "cards"
        if name.startswith("DrawAndExecute"):
            deck = 0 if "Chance" in name else 1
            card = CARD_KINDS[before.rules.card_kind[deck * MOST_CARDS + outcome % 64]].name
            return "salary" if card in ("advance", "nearest-rail", "nearest-util") else "cards"
        for source, names in SOURCE.items():
            for each in names:
                head, star, tail = each.partition("*")
                if name == each or (star and name.startswith(head) and name.endswith(tail)):
                    return source
        return ""

    def money(self, before: State, after: State, name: str, outcome: int) -> None:
        gains = [new - old for old, new in zip(before.money, after.money, strict=True)]
        player = before.turn_player
        source, square = self.source(before, name, outcome), after.positions[after.turn_player]
        if name == "PayOffDebt":
            _, source, square = self.debts[0]
        if name == "RollInJail":
            source = "salary"
            free, third = not after.in_jail[player], before.jail_time[player] == 2
            missed = outcome % 64 // 6 != outcome % 64 % 6
            if free and third and missed and not after.debt_count:
                self.flow("fines", player, -before.rules.jail_fine)
                gains[player] += before.rules.jail_fine
        paid = -sum(gain for gain in gains if gain < 0)
        for seat, gain in enumerate(gains):
            if gain:
                self.flow(source, seat, gain)
        if source == "rent" and paid:
            self.counted["rents"][square] += 1
            self.counted["rent_money"][square] += paid
            self.rents.setdefault(square, []).append(paid)
            self.rents.setdefault(SQUARES + before.rules.group[square], []).append(paid)

    def flow(self, source: str, seat: int, gain: int) -> None:
        side = "received" if gain > 0 else "paid"
        self.counted[side][list(SOURCES).index(source) * SEATS + seat] += abs(gain)

    def auction(self, before: State, after: State, name: str, code: int) -> None:
        if name == "CloseAuction":
            buyer = before.winner[a.player_of(code)]
            kind, square = before.auction_kind, before.auction_asset
            self.sold(before, kind, square, before.last_bid[buyer] if buyer >= 0 else 0)
        elif name == "AuctionProperty" and not before.rules.played_auctions:
            square = before.positions[before.turn_player]
            self.sold(before, AUCTION_KINDS.index("deed"), square, a.number_of(code))

    def sold(self, s: State, kind: int, square: int, price: int) -> None:
        place = (kind - 1) * SQUARES + square
        self.counted["auctions_sold" if price else "auctions_unsold"][place] += 1
        self.counted["auction_money"][place] += price
        self.counted["auction_squares"][place] += price**2
        if price:
            deed = AUCTION_KINDS[kind] in ("deed", "estate")
            listed = s.rules.value if deed else s.rules.house_cost
            self.sales.setdefault(kind - 1, []).append((listed[square], price))

    def follow_debts(self, before: State, after: State, name: str, outcome: int) -> None:
        """Keep for every debt in the queue what it is for."""
        due = [
            (after.debtor[i], after.creditor[i], after.debt_amount[i])
            for i in range(after.debt_count)
        ]
        known = self.debts[1:] if name == "PayOffDebt" else self.debts
        source = {"RollInJail": "fines", "GoBankrupt": "mortgages"}.get(name)
        source = source or self.source(before, name, outcome)
        square = after.positions[after.turn_player]
        self.debts = []
        for debt in due:
            while known and known[0][0] != debt and name == "GoBankrupt":
                if debt not in [each[0] for each in known]:
                    break
                known = known[1:]
            if known and known[0][0] == debt:
                self.debts.append(known[0])
                known = known[1:]
            else:
                self.debts.append((debt, source, square))

    def complete(self, s: State) -> None:
        rules = s.rules
        for group in set(rules.group[: rules.board_length]) - {-1}:
            squares = [i for i in range(rules.board_length) if rules.group[i] == group]
            owners = {s.owner[square] for square in squares}
            if group not in self.groups and len(owners) == 1 and owners != {-1}:
                self.groups[group] = owners.pop()
                self.counted["groups_completed"][group] += 1
                turn = min(s.turns, LAST_TURN)
                self.counted["completed_at"][group * (LAST_TURN + 1) + turn] += 1

    def end(self, s: State) -> None:
        for place, rents in self.rents.items():
            self.counted["rents_squared"][place] += len(rents) ** 2
            self.counted["rents_by_money"][place] += len(rents) * sum(rents)
            self.counted["rent_money_squared"][place] += sum(rents) ** 2
        for kind, sales in self.sales.items():
            listed, paid = sum(one for one, _ in sales), sum(price for _, price in sales)
            self.counted["lists_squared"][kind] += listed**2
            self.counted["lists_by_prices"][kind] += listed * paid
            self.counted["prices_squared"][kind] += paid**2
        if self.starter < 0:
            return
        self.counted["starts"][self.starter] += 1
        won = winner(s) if is_over(s) else -1
        if won < 0:
            return
        self.counted["starts_won"][won] += won == self.starter
        self.counted["order_won"][(won - self.starter) % s.rules.num_players] += 1
        for group, owner in self.groups.items():
            self.counted["groups_won"][group] += owner == won

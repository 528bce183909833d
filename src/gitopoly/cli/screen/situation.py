"""What is going on, in words: whose turn, what is at stake, for whom the game waits."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.kernel import State, is_over, winner
from gitopoly.kernel.money import liquid
from gitopoly.kernel.phases import (
    ABSENT,
    AUCTION,
    BANK,
    BANKRUPTCY_PREVENTION,
    FREE_4_ALL,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    NO_BID,
    NOBODY,
    OPENING,
    PLACING,
    POST_ROLL,
    POT,
    PRE_ROLL,
    TRADE,
)
from gitopoly.kernel.text import CARDS


def headline(s: State, names: Sequence[str], me: int | None = None) -> str:
    """Whose turn it is and what is being done."""
    mine = s.turn_player == me
    whose = "Your" if mine else _possessive(names[s.turn_player])
    if is_over(s):
        best = winner(s)
        return f"The game is over: {'a tie' if best == NOBODY else f'{names[best]} has won'}"
    here = s.rules.names[s.positions[s.turn_player]]
    if s.phase == OPENING:
        return "Everybody throws for the start"
    if s.phase == AUCTION:
        return f"{whose} turn: auction of {_asset(s)}"
    doing = {
        PRE_ROLL: f"{'in jail' if s.in_jail[s.turn_player] else f'on {here}'}, before the throw",
        POST_ROLL: f"{'you are' if mine else 'the token is'} on {here}",
        FREE_4_ALL: "everybody may build, mortgage and trade",
        TRADE: "a trade is offered",
        BANKRUPTCY_PREVENTION: "a debt must be paid",
        PLACING: "a building is placed",
    }.get(s.phase, f"on {here}")
    return f"{whose} turn: {doing}"


def stake_lines(s: State, names: Sequence[str], me: int | None = None) -> list[str]:
    """What everybody should know before deciding: bids, the offer, the debt."""
    if is_over(s):
        return []
    if s.phase == OPENING:
        return _opening(s, names)
    if s.phase == AUCTION:
        return _auction(s, names)
    if s.phase == TRADE:
        return offer_lines(s, names)
    if s.phase == BANKRUPTCY_PREVENTION and s.debt_count:
        return [_debt(s, names, place, me) for place in range(s.debt_count)]
    return []


def offer_lines(s: State, names: Sequence[str]) -> list[str]:
    """What each side gives in the open offer."""
    gives: dict[int, list[str]] = {s.offer_from: [], s.offer_to: []}
    for i in range(s.rules.deed_count):
        if s.offer_deeds >> i & 1:
            square = s.rules.deeds[i]
            mortgaged = " (mortgaged)" if s.mortgaged[square] else ""
            gives[s.owner[square]].append(s.rules.names[square] + mortgaged)
    for card, owner in ((1, s.goojf_ch_owner), (2, s.goojf_cc_owner)):
        if s.offer_cards & card:
            gives[owner].append(f"the {CARDS[card]}")
    if s.offer_cash:
        gives[s.offer_from if s.offer_cash > 0 else s.offer_to].append(f"${abs(s.offer_cash):,}")
    return [
        f"{names[seat]} gives {', '.join(things) or 'nothing'}" for seat, things in gives.items()
    ]


def waiting_line(waiting: Sequence[tuple[str, float]], now: float, me: str = "") -> str:
    """For whom the game waits, and since when."""
    if not waiting:
        return ""
    others = [f"{name} ({ago(now - since)})" for name, since in waiting if name != me]
    if any(name == me for name, _ in waiting):
        return "It is your move" + (f", and that of {_listed(others)}" if others else "")
    return f"Waiting for {_listed(others)}"


def ago(seconds: float) -> str:
    """A span of time in words.

    >>> ago(3), ago(75), ago(7300)
    ('a moment', '1 minute', '2 hours')
    """
    for size, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''}"
    return f"{int(seconds // 10) * 10} seconds" if seconds >= 10 else "a moment"


def _listed(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def _possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _asset(s: State) -> str:
    if s.auction_kind in (HOUSE_AUCTION, HOTEL_AUCTION):
        return "a house" if s.auction_kind == HOUSE_AUCTION else "a hotel"
    return s.rules.names[s.auction_asset]


def _auction(s: State, names: Sequence[str]) -> list[str]:
    words = []
    for p, name in enumerate(names):
        if s.winner[p] == ABSENT:
            continue
        if s.passed[p]:
            words.append(f"{name} has passed")
        elif s.bid[p] != NO_BID:
            words.append(f"{name} bids ${s.bid[p]:,}")
        elif s.last_bid[p]:
            words.append(f"{name} had ${s.last_bid[p]:,}")
        else:
            words.append(f"{name} has not bid")
    price = ""
    if s.auction_kind not in (HOUSE_AUCTION, HOTEL_AUCTION):
        price = f" (list price ${s.rules.value[s.auction_asset]:,})"
    return [f"Auction of {_asset(s)}{price}, round {max(s.round)}", "; ".join(words)]


def _opening(s: State, names: Sequence[str]) -> list[str]:
    thrown = [
        f"{name} threw {throw // 8} and {throw % 8}"
        for name, throw in zip(names, s.opening, strict=False)
        if throw > 0
    ]
    return ["; ".join(thrown)] if thrown else []


def _debt(s: State, names: Sequence[str], place: int, me: int | None) -> str:
    debtor, owed = s.debtor[place], s.creditor[place]
    creditor = {BANK: "the bank", POT: "the pot"}.get(owed) or names[owed]
    amount, cash = s.debt_amount[place], s.money[debtor]
    more = liquid(s, s.rules, debtor) - cash
    you = debtor == me
    missing = max(0, amount - cash)
    return (
        f"{'You owe' if you else names[debtor] + ' owes'} {creditor} ${amount:,}: "
        f"cash ${cash:,}, still to be raised ${missing:,}, "
        f"buildings and mortgages can bring ${more:,}"
    )

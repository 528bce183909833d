"""Scenes that a rules lawyer can read: a title, what is given, and moves with what they change.

A scene is plain text. Its title, its given lines, its moves and its remarks (in parentheses) are
read; the indented lines after a move are written anew from the difference of two states.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gitopoly.errors import IllegalAction
from gitopoly.rules import State, floor
from gitopoly.rules.codes import (
    AUCTION_KINDS,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    PHASES,
    POT,
    RENT_TEN_TIMES_A_ROLL,
    RENT_TWICE,
    UNKNOWN,
)
from tests.rules.scenario import Scenario

NOT_TOLD = {
    "holdings": "follows from the owners",
    "mortgages": "follows from what is mortgaged",
    "developed": "follows from the levels",
    "bank_money": "follows from what the players pay and get",
    "throw": "stands in the move",
    "unseen": "the drawn card stands in the move",
    "deck": "the drawn card stands in the move",
    "deck_length": "the drawn card stands in the move",
    "next_phase": "the line after payment says where the game goes on",
    "auction_next_phase": "the line after closing says where the game goes on",
    "auction_initiator": "the line after it says who closes or places",
    "offer_next_phase": "the line after the answer says where the game goes on",
    "offer_from": "stands in the move",
    "offer_deeds": "stands in the move",
    "offer_cards": "stands in the move",
    "offer_cash": "stands in the move",
    "offers_made": "only counts",
    "opening": "scenes start after the opening",
    "turns": "only counts",
}
"""Fields whose changes have no line of their own, and why."""


# Reading a scene.


def _seat(name: str) -> int:
    return int(name[1:])


def _game(edition: str, players: str, options: str | None) -> Scenario:
    given = [option.split("=") for option in (options or "").split(", ") if option]
    return Scenario(edition, int(players), **{name: int(value) for name, value in given})


def _cash(game: Scenario, seat: str, amount: str) -> None:
    game.s.bank_money += game.money(_seat(seat)) - int(amount)
    game.s.money[_seat(seat) - 1] = int(amount)


def _deeds(game: Scenario, seat: str, state: str | None, names: str) -> None:
    level = 0
    if state and state.endswith("each"):
        level = game.rules.hotel_level if "hotel" in state else int(state.split()[1])
    mortgaged = state == "mortgaged"
    game.give(_seat(seat), *names.split(", "), level=level, mortgaged=mortgaged)


_GIVEN: tuple[tuple[str, Callable[..., object]], ...] = (
    (r"(p\d) has \$(\d+)", _cash),
    (r"(p\d) stands on (.+)", lambda g, seat, name: g.at(_seat(seat), name)),
    (r"(p\d) owns(?:, (mortgaged|with \d houses? each|with a hotel each))?: (.+)", _deeds),
    (
        r"(p\d) is in jail and has missed (\d) throws?",
        lambda g, seat, missed: g.jail(_seat(seat), int(missed)),
    ),
    (
        r"(p\d) holds the (chance|community chest) jail card",
        lambda g, seat, deck: g.jail_card(_seat(seat), deck),
    ),
    (
        r"the bank has (\d+) houses? and (\d+) hotels?",
        lambda g, houses, hotels: g.stock(int(houses), int(hotels)),
    ),
    (r"it is (p\d)'s turn", lambda g, seat: g.turn(_seat(seat))),
)


def set_up(given: list[str]) -> Scenario:
    """The position that the given lines describe."""
    match = re.fullmatch(r"a game of (\S+) for (\d) players(?: with (.+))?", given[0])
    assert match, f"not a game: {given[0]}"
    game = _game(*match.groups())
    for line in given[1:]:
        for pattern, place in _GIVEN:
            if match := re.fullmatch(pattern, line):
                place(game, *match.groups())
                break
        else:
            raise AssertionError(f"not a given line: {line}")
    return game


def replay(text: str) -> str:
    """The scene as it must read: the same, with the lines after each move written anew."""
    head, _, play = text.partition("\nPlay\n")
    given = head.partition("\nGiven\n")[2]
    game = set_up([line.strip() for line in given.splitlines() if line.strip()])
    lines = [head, "Play"]
    for line in play.splitlines():
        if line.startswith("  "):
            continue
        lines.append(line)
        if line and not line.startswith("("):
            lines.extend(f"  {change}" for change in _play(game, line))
    return "\n".join(lines) + "\n"


def _play(game: Scenario, move: str) -> list[str]:
    """Make a move; the lines that tell what became of it."""
    before = game.s.copy()
    try:
        game.do(move)
    except IllegalAction as refusal:
        return [f"refused by {refusal.rule}: {refusal.reason}"]
    changes = list(_card(game, move)) + tell(before, game.s)
    return changes or ["nothing changes"]


def _card(game: Scenario, move: str) -> Iterator[str]:
    if match := re.search(r"draw (chance|community chest) card -> card (\d+)", move):
        deck = ("chance", "community chest").index(match[1])
        yield f"the card says: {game.rules.card_texts[deck][int(match[2])]}"


# Telling what changed.


def tell(before: State, after: State) -> list[str]:
    """What changed between two states, line by line."""
    return [line for teller in TELLERS for line in teller(before, after)]


def changed(before: State, after: State, field: str) -> list[int]:
    """The seats or squares whose entry of a field changed."""
    pairs = zip(getattr(before, field), getattr(after, field), strict=True)
    return [place for place, (old, new) in enumerate(pairs) if old != new]


def _name(holder: int) -> str:
    if holder >= 0:
        return f"p{holder + 1}"
    return "Free Parking" if holder == POT else "the bank"


def _names(s: State, deeds: int) -> str:
    return ", ".join(s.rules.names[s.rules.deeds[i]] for i in range(28) if deeds >> i & 1)


def _tokens(before: State, after: State) -> Iterator[str]:
    names = after.rules.names
    for p in changed(before, after, "is_bankrupt"):
        yield f"{_name(p)} is bankrupt and out of the game"
    for p in changed(before, after, "in_jail"):
        yield f"{_name(p)} {'goes to' if after.in_jail[p] else 'leaves'} jail"
    for p in changed(before, after, "positions"):
        yield f"{_name(p)} moves from {names[before.positions[p]]} to {names[after.positions[p]]}"
    for p in changed(before, after, "jail_time"):
        if after.jail_time[p]:
            yield f"{_name(p)} has missed {after.jail_time[p]} in jail"
    if after.doubles_count > before.doubles_count:
        yield f"{_name(after.turn_player)} has thrown doubles, {after.doubles_count} in a row"


def _money(before: State, after: State) -> Iterator[str]:
    gains = {p: after.money[p] - before.money[p] for p in changed(before, after, "money")}
    if after.pot != before.pot:
        gains[POT] = after.pot - before.pot
    players = list(gains)
    if sum(gains.values()):
        gains[NOBODY] = -sum(gains.values())
    payers = [p for p in gains if gains[p] < 0]
    payees = [p for p in gains if gains[p] > 0]
    if NOBODY in gains and len(players) > 1:
        # Who paid whom cannot be told from the sums alone.
        for p in players:
            verb = "rises" if gains[p] > 0 else "falls"
            held = after.pot if p == POT else after.money[p]
            yield f"{_name(p)}'s cash {verb} by ${abs(gains[p])} to ${held}"
        verb = "gets" if gains[NOBODY] > 0 else "pays"
        yield f"the bank {verb} ${abs(gains[NOBODY])}"
    elif len(payers) == 1:
        yield from (f"{_name(payers[0])} pays ${gains[p]} to {_name(p)}" for p in payees)
    else:
        yield from (f"{_name(p)} pays ${-gains[p]} to {_name(payees[0])}" for p in payers)
    if after.issued > before.issued:
        yield f"the bank issues ${after.issued - before.issued}"


def _deeds_of(before: State, after: State) -> Iterator[str]:
    for square in changed(before, after, "owner"):
        yield f"{after.rules.names[square]} goes to {_name(after.owner[square])}"
    for square in changed(before, after, "mortgaged"):
        verb = "is mortgaged" if after.mortgaged[square] else "is free of its mortgage"
        yield f"{after.rules.names[square]} {verb}"
    if paid := after.interest_paid & ~before.interest_paid:
        yield f"the transfer interest is settled for this turn on {_names(after, paid)}"


def _level(s: State, level: int) -> str:
    if level == s.rules.hotel_level:
        return "a hotel"
    return ("bare", "1 house", "2 houses", "3 houses", "4 houses")[level]


def _buildings(before: State, after: State) -> Iterator[str]:
    for square in changed(before, after, "level"):
        old, new = (_level(s, s.level[square]) for s in (before, after))
        yield f"{after.rules.names[square]} goes from {old} to {new}"
    stock = (after.houses_left, after.hotels_left)
    if stock != (before.houses_left, before.hotels_left):
        yield f"the bank has {stock[0]} houses and {stock[1]} hotels left"


def _cards(before: State, after: State) -> Iterator[str]:
    for deck in changed(before, after, "jail_card_owner"):
        name, holder = ("chance", "community chest")[deck], after.jail_card_owner[deck]
        if holder == NOBODY:
            yield f"the {name} jail card goes under its deck"
        else:
            yield f"{_name(holder)} holds the {name} jail card"
    if after.rent_rule != before.rent_rule:
        if after.rent_rule == RENT_TWICE:
            yield "a rent on this landing is doubled"
        elif after.rent_rule == RENT_TEN_TIMES_A_ROLL:
            yield "a rent on this landing is ten times a new throw"


def _debt_lines(s: State) -> list[str]:
    return [
        f"{_name(s.debtor[i])} owes ${s.debt_amount[i]} to {_name(s.creditor[i])}"
        for i in range(s.debt_count)
    ]


def _debts(before: State, after: State) -> Iterator[str]:
    old, new = _debt_lines(before), _debt_lines(after)
    yield from (f"settled or lapsed: {debt}" for debt in old if debt not in new)
    yield from (debt for debt in new if debt not in old)


def _auction(before: State, after: State) -> Iterator[str]:
    if before.auction_asset != after.auction_asset and after.auction_asset != NOBODY:
        thing = after.rules.names[after.auction_asset]
        if AUCTION_KINDS[after.auction_kind] in ("house", "hotel"):
            thing = f"a {AUCTION_KINDS[after.auction_kind]}, ordered for {thing},"
        bidders = [_name(p) for p in range(after.rules.num_players) if not after.passed[p]]
        yield f"{thing} is auctioned among {', '.join(bidders)}"
        for p in changed(before, after, "last_bid"):
            if after.last_bid[p]:
                yield f"{_name(p)}'s order stands as a bid of ${after.last_bid[p]}"
        if after.estate:
            yield f"waiting for their auction: {_names(after, after.estate)}"
    elif after.auction_kind == NO_AUCTION and before.auction_kind != NO_AUCTION:
        yield "the auction is over"
    else:
        yield from _auction_round(before, after)


def _auction_round(before: State, after: State) -> Iterator[str]:
    if after.auction_asset == NOBODY:
        return
    for p in changed(before, after, "bid"):
        if after.bid[p] != NO_BID:
            verb = "stands at" if after.bid[p] == after.last_bid[p] else "bids"
            yield f"{_name(p)} {verb} ${after.bid[p]}"
    for p in changed(before, after, "passed"):
        yield f"{_name(p)} is out of the auction"
    for p in changed(before, after, "round"):
        yield f"{_name(p)} goes on to round {after.round[p]}, last bid ${after.last_bid[p]}"
    for p in changed(before, after, "winner"):
        if after.winner[p] != UNKNOWN:
            winner = _name(after.winner[p]) if after.winner[p] >= 0 else "nobody"
            yield f"{_name(p)} says that {winner} has won"


def _offer(before: State, after: State) -> Iterator[str]:
    if after.offer_to != before.offer_to and after.offer_to == NOBODY:
        yield "the offer is closed"


def _turn(before: State, after: State) -> Iterator[str]:
    if after.turn_player != before.turn_player:
        yield f"the turn passes to {_name(after.turn_player)}"
    old, new = next_step(before), next_step(after)
    if new != old:
        yield f"next: {new}"


def next_step(s: State) -> str:
    """Who has to do what, in words; the free-4-all says who still comes."""
    who, phase = _name(s.turn_player), PHASES[s.phase]
    waiting = [_name(p) for p in s.free_4_all_order if p != NOBODY]
    asset = AUCTION_KINDS[s.auction_kind]
    return {
        "pre-roll": f"{who}, before the throw",
        "roll": f"{who} throws",
        "post-roll": f"{who}, on {s.rules.names[s.positions[s.turn_player]]}",
        "doubles-check": f"{who} is done with the square",
        "bankruptcy-prevention": f"{_name(s.debtor[0])} has to find ${s.debt_amount[0]}",
        "free-4-all": f"{' then '.join(waiting)} may manage" if waiting else f"{who} ends the turn",
        "auction": "the auction",
        "trade": f"{_name(s.offer_to)} answers the offer",
        "dealing": f"{_name(floor(s))} is dealt a deed",
        "leave-jail": f"{who} leaves jail by that throw",
        "placing": f"{_name(s.auction_initiator)} places the {asset}",
    }[phase]


TELLERS: dict[Callable[[State, State], Iterator[str]], str] = {
    _tokens: "is_bankrupt in_jail positions jail_time doubles_count",
    _money: "money pot issued",
    _deeds_of: "owner mortgaged interest_paid",
    _buildings: "level houses_left hotels_left",
    _cards: "jail_card_owner rent_rule",
    _debts: "debt_count debtor creditor debt_amount",
    _auction: "auction_kind auction_asset estate bid last_bid round passed winner",
    _offer: "offer_to",
    _turn: "turn_player phase free_4_all_order",
}
"""Who tells of which fields, in the order of the lines."""

"""What an action would do and what it did: as facts for any language, and as a sentence.

Who did what comes from the action; what it moved comes from comparing the two states, so that a
sentence cannot promise a payment that did not happen. The words are in `gitopoly.words`, and the
declaration of an action says which variant of its story fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from gitopoly.rules import actions as a
from gitopoly.rules.board import first_square, landing_of
from gitopoly.rules.chance import deck_of, draw_of
from gitopoly.rules.codes import (
    AUCTION_KINDS,
    BANK,
    BANKRUPTCY_PREVENTION,
    CHANCE_CARD,
    CHEST_CARD,
    DICE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
)
from gitopoly.rules.outcomes import card_drawn, first_die, second_die
from gitopoly.rules.state import State
from gitopoly.rules.text import offer_of, seat_names, side_in_words
from gitopoly.words import Words, english


def _variant(key: str, variants: Mapping[str, Callable[..., bool]], *position: Any) -> str:
    """The key of the variant of a text that fits a position, such as a story or a label."""
    for ending, holds in variants.items():
        if holds(*position):
            return f"{key}.{ending}"
    return key


def facts_of(before: State, action: int, outcome: int, after: State) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved: as numbers, to be put into words."""
    kind, seat = a.kind_of(action), a.player_of(action)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "seat": seat}
    known = a.ACTIONS[kind]
    key = _variant(known.key, known.told, before, after, action)
    if key != known.name:
        facts["say"] = key
    facts |= _drawn(before, action, outcome)
    facts |= _subject(before, action, outcome, after)
    if before.positions != after.positions:
        pairs = enumerate(zip(before.positions, after.positions, strict=True))
        facts["moves"] = [[p, old, new] for p, (old, new) in pairs if old != new]
    if before.money != after.money:
        pairs = enumerate(zip(before.money, after.money, strict=True))
        facts["money"] = [[p, new - old] for p, (old, new) in pairs if old != new]
        if salary := _salary(before, action, outcome, after):
            facts["go"] = salary
    if after.phase == BANKRUPTCY_PREVENTION and after.debt_count > before.debt_count:
        facts["owes"] = [after.debtor[0], after.creditor[0], after.debt_amount[0]]
    return facts


def _salary(before: State, action: int, outcome: int, after: State) -> int:
    """GO-1: what a token earned by passing GO, as far as it was paid.

    JAIL-5: the same step may have paid the fine of the third miss.
    """
    seat = a.player_of(action)
    if before.positions[seat] <= after.positions[seat]:
        return 0
    gain = after.money[seat] - before.money[seat]
    if a.kind_of(action) == a.ROLL_IN_JAIL and first_die(outcome) != second_die(outcome):
        fine = before.rules.jail_fine
        gain += fine if before.money[seat] >= fine else 0
    return max(gain, 0)


def _drawn(before: State, action: int, outcome: int) -> dict[str, Any]:
    """The dice or the card that decided."""
    draw = draw_of(before, before.rules, action)
    if draw == DICE:
        return {"dice": [first_die(outcome), second_die(outcome)]}
    if draw in (CHANCE_CARD, CHEST_CARD):
        deck, drawn = deck_of(draw), card_drawn(outcome)
        text = before.rules.card_texts[deck][drawn]
        return {"card": text, "card_number": drawn, "deck": deck}
    return {}


def _subject(before: State, action: int, outcome: int, after: State) -> dict[str, Any]:
    """What an action is about: a square, a bid, an offer, the winner of an auction."""
    kind, seat = a.kind_of(action), a.player_of(action)
    carried = a.ACTIONS[kind].parameters
    if kind == a.OFFER_TRADE:
        return _offered(before, action)
    if kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE):
        seats = before.offer_from, before.offer_to
        code = a.offer(*seats, before.offer_deeds, before.offer_cards, before.offer_cash)
        return {"trade": {"from": before.offer_from, **_offered(before, code)}}
    if kind == a.CLOSE_AUCTION:
        winner = before.winner[before.auction_initiator]
        if before.auction_kind in (HOUSE_AUCTION, HOTEL_AUCTION):
            return {"building": AUCTION_KINDS[before.auction_kind], "winner": winner}
        return {"square": before.auction_asset, "winner": winner}
    if kind == a.DEAL_DEED:
        return {"square": before.rules.deeds[card_drawn(outcome)]}
    if kind == a.THROW_FOR_START:
        return {"starts": after.turn_player} if after.phase != before.phase else {}
    if kind == a.AUCTION_PROPERTY:
        sold = {"winner": a.place_of(action) - 1} if a.place_of(action) else {}
        return {"square": before.positions[seat], **sold}
    place, number = a.place_of(action), a.number_of(action)
    square = first_square(before.rules, place) if "group" in carried else place
    meant = {"group": square, "square": square, "player": place - 1}
    meant |= {"amount": number, "count": number}
    facts = {"square" if name == "group" else name: meant[name] for name in carried}
    return facts or {"square": before.positions[seat]}


def _offered(s: State, code: int) -> dict[str, Any]:
    """What is offered to whom."""
    gives, wants, cash = offer_of(s, code)
    return {"to": a.addressee_of(code), "gives": gives, "wants": wants, "cash": cash}


def aside(
    before: State, action: int, outcome: int, after: State, names: Sequence[str] | None = None
) -> str:
    """What a sentence leaves out: the two sides of a trade, and the salary. Empty for most actions.

    Commits have never said it, and a game is told in the words of its commits.
    """
    told = _Teller(before, names, english())
    facts = facts_of(before, action, outcome, after)
    if "trade" in facts:
        return told("effect.trade", **facts["trade"], seat=facts["trade"]["from"]) + "."
    if "go" in facts:
        return told("effect.go", seat=facts["seat"], amount=facts["go"]) + "."
    return ""


def tell(
    before: State,
    action: int,
    outcome: int,
    after: State,
    names: Sequence[str] | None = None,
    words: Words | None = None,
) -> str:
    """One sentence about one action, in English unless other words are given.

    >>> from gitopoly.rules import Rules, apply, initial, parse_action, dice
    >>> s = initial(Rules.of("formal", players=2))
    >>> apply(s, parse_action(s, "end pre-roll"))
    >>> before, roll = s.copy(), parse_action(s, "roll")
    >>> apply(s, roll, dice(3, 4))
    >>> tell(before, roll, dice(3, 4), s)
    'p1 rolls 3 and 4: from GO to Chance 1.'
    """
    told = _Teller(before, names, words or english())
    facts = facts_of(before, action, outcome, after)
    said = told(f"story.{facts.get('say', facts['do'])}", **facts)
    jailed = after.in_jail[facts["seat"]] and not before.in_jail[facts["seat"]]
    effects = [told("effect.third")] if jailed and a.kind_of(action) == a.ROLL_AND_MOVE else []
    effects += _effects(told, facts)
    return said + (": " + ", ".join(effects) if effects else "") + "."


class _Teller:
    """Puts facts into words: those of a language, with the names of squares and seats."""

    def __init__(self, s: State, names: Sequence[str] | None, words: Words) -> None:
        self.s, self.seats, self.words = s, seat_names(s, names), words

    def __call__(self, key: str, **facts: Any) -> str:
        return self.words.fill(key, _Named(self, facts))

    def square(self, number: int) -> str:
        """The name of a square."""
        return self.s.rules.names[number]

    def money(self, amount: int) -> str:
        """An amount in the currency of the game."""
        return self.words.money(amount, self.s.rules.currency)

    def creditor(self, owed: int) -> str:
        """Who is owed something: a seat, the bank or Free Parking."""
        return self.words("bank" if owed == BANK else "pot") if owed < 0 else self.seats[owed]

    def side(self, things: Sequence[int], cash: int) -> str:
        """What one side of an offer gives, as it is typed: commits have always said it this way."""
        cards = [self.words("story.card.chance"), self.words("story.card.chest")]
        return side_in_words(self.s, things, cash, cards, self.words("trade.nothing"))


_SAID: dict[str, Callable[[_Teller, dict[str, Any]], Any]] = {
    "name": lambda told, facts: told.seats[facts["seat"]],
    "to": lambda told, facts: told.seats[facts["to"]],
    "winner": lambda told, facts: told.seats[facts["winner"]],
    "player": lambda told, facts: told.seats[facts["player"]],
    "other": lambda told, facts: told.seats[facts["starts"] if "starts" in facts else facts["to"]],
    "creditor": lambda told, facts: told.creditor(facts["creditor"]),
    "square": lambda told, facts: told.square(facts["square"]),
    "start": lambda told, facts: told.square(facts["start"]),
    "end": lambda told, facts: told.square(facts["end"]),
    "asset": lambda told, facts: (
        told.words(f"asset.{facts['building']}")
        if "building" in facts
        else told.square(facts["square"])
    ),
    "first": lambda told, facts: facts["dice"][0],
    "second": lambda told, facts: facts["dice"][1],
    "amount": lambda told, facts: told.money(facts["amount"]),
    "card": lambda told, facts: told.words.card(facts["card"]).removesuffix("."),
    "gives": lambda told, facts: told.side(facts["gives"], facts["cash"]),
    "wants": lambda told, facts: told.side(facts["wants"], -facts["cash"]),
}
"""What stands for the words in braces, by the facts of a step; for any other, the fact itself."""


class _Named(dict[str, Any]):
    """Facts in words, each worked out when it is asked for."""

    def __init__(self, told: _Teller, facts: dict[str, Any]) -> None:
        self._told, self._facts = told, facts

    def __missing__(self, name: str) -> Any:
        if name in _SAID:
            return _SAID[name](self._told, self._facts)
        return self._facts[name]


def _effects(told: _Teller, facts: dict[str, Any]) -> Iterator[str]:
    """Who moved, what everybody paid, then what everybody got, and what is owed."""
    for _, start, end in facts.get("moves", ()):
        yield told("effect.moves", start=start, end=end)
    for key, sign in (("effect.loss", -1), ("effect.gain", 1)):
        for seat, change in facts.get("money", ()):
            if change * sign > 0:
                yield told(key, seat=seat, amount=abs(change))
    if "owes" in facts:
        debtor, creditor, amount = facts["owes"]
        yield told("effect.owes", seat=debtor, creditor=creditor, amount=amount)


# What is shown of an action before it is taken: its cost and its label.


def cost_of(s: State, code: int) -> int:
    """What an action costs its player, as far as that is certain; negative: what it brings."""
    cost = a.ACTIONS[a.kind_of(code)].cost
    return int(cost(s, s.rules, a.player_of(code), code)) if cost else 0


def usual_kinds(s: State, player: int) -> list[int]:
    """What people look for in a position, even when it is closed to them."""
    return [
        known.kind
        for known in a.ACTIONS
        if known.usual
        and known.phases >> s.phase & 1
        and (not known.landings or known.landings >> landing_of(s, s.rules, player) & 1)
        and (known.usual is True or known.usual(s, s.rules, player))
    ]


def button_of(s: State, code: int) -> str:
    """The key of what stands on an action's button."""
    known = a.ACTIONS[a.kind_of(code)]
    return _variant(known.key, known.button, s, a.player_of(code))

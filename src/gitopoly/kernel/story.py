"""What an action did: as facts for any language, and as a sentence that a person reads.

Who did what comes from the action; what it moved comes from comparing the two states, so that a
sentence cannot promise a payment that did not happen. The words are in `gitopoly.words`, and the
declaration of an action says which variant of its story fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.kernel import actions as a
from gitopoly.kernel.chance import CHANCE_CARD, CHEST_CARD, DICE, draw_of
from gitopoly.kernel.codes import (
    AUCTION_KINDS,
    BANK,
    BANKRUPTCY_PREVENTION,
    GROUP_SIZE,
    HOTEL_AUCTION,
    HOUSE_AUCTION,
    POT,
)
from gitopoly.kernel.generated.wording import story_of
from gitopoly.kernel.outcomes import card_drawn, first_die, second_die
from gitopoly.kernel.state import State
from gitopoly.kernel.text import offer_of, seat_names
from gitopoly.words import Words, english

QUIET = frozenset(number for number, kind in enumerate(a.KINDS) if kind.quiet)
"""Actions that only move the game along; a short story leaves them out."""


def facts_of(before: State, action: int, outcome: int, after: State) -> dict[str, Any]:
    """Who did what, what chance decided, and what moved: as numbers, to be put into words."""
    kind, seat = a.kind_of(action), a.player_of(action)
    facts: dict[str, Any] = {"do": a.NAMES[kind], "seat": seat}
    key = story_of(before, action, outcome, after)
    if key != a.NAMES[kind]:
        facts["say"] = key
    facts |= _drawn(before, action, outcome)
    facts |= _subject(before, action, outcome, after)
    if before.positions != after.positions:
        pairs = enumerate(zip(before.positions, after.positions, strict=True))
        facts["moves"] = [[p, old, new] for p, (old, new) in pairs if old != new]
    if before.money != after.money:
        pairs = enumerate(zip(before.money, after.money, strict=True))
        facts["money"] = [[p, new - old] for p, (old, new) in pairs if old != new]
        if (
            before.positions[seat] > after.positions[seat]
            and after.money[seat] > before.money[seat]
        ):
            facts["go"] = after.money[seat] - before.money[seat]
    if after.phase == BANKRUPTCY_PREVENTION and after.debt_count > before.debt_count:
        facts["owes"] = [after.debtor[0], after.creditor[0], after.debt_amount[0]]
    return facts


def _drawn(before: State, action: int, outcome: int) -> dict[str, Any]:
    """The dice or the card that decided."""
    draw = draw_of(before, before.rules, action)
    if draw == DICE:
        return {"dice": [first_die(outcome), second_die(outcome)]}
    if draw in (CHANCE_CARD, CHEST_CARD):
        deck = 0 if draw == CHANCE_CARD else 1
        drawn = card_drawn(outcome)
        text = before.rules.card_texts[deck][drawn]
        return {"card": text, "card_number": drawn, "deck": deck}
    return {}


def _subject(before: State, action: int, outcome: int, after: State) -> dict[str, Any]:
    """What an action is about: a square, a bid, an offer, the winner of an auction."""
    kind, seat = a.kind_of(action), a.player_of(action)
    carried = a.PARAMETERS[kind]
    if carried == "number":
        return {"amount": a.number_of(action)}
    if carried == "offer":
        gives, wants, cash = offer_of(before, action)
        return {"to": a.addressee_of(action), "gives": gives, "wants": wants, "cash": cash}
    if kind in (a.ACCEPT_TRADE, a.DECLINE_TRADE, a.WITHDRAW_TRADE):
        return {"trade": _open_offer(before)}
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
        sold = {"winner": a.square_of(action) - 1} if a.square_of(action) else {}
        return {"square": before.positions[seat], **sold}
    if carried == "square, number":
        square = before.rules.group_square[a.square_of(action) * GROUP_SIZE]
        return {"square": square, "count": a.number_of(action)}
    return {"square": a.square_of(action) if carried else before.positions[seat]}


def _open_offer(s: State) -> dict[str, Any]:
    """What is offered to whom."""
    code = a.offer(s.offer_from, s.offer_to, s.offer_deeds, s.offer_cards, s.offer_cash)
    gives, wants, cash = offer_of(s, code)
    return {"from": s.offer_from, "to": s.offer_to, "gives": gives, "wants": wants, "cash": cash}


def aside(
    before: State, action: int, outcome: int, after: State, names: Sequence[str] | None = None
) -> str:
    """What a sentence leaves out: the two sides of a trade, and the salary. Empty for most actions.

    Commits have never said it, and a game is told in the words of its commits.
    """
    words, seats = english(), seat_names(before, names)
    facts = facts_of(before, action, outcome, after)
    if "trade" in facts:
        trade = facts["trade"]
        sides = _Named(before, trade, seats, words)
        return (
            words(
                "effect.trade",
                name=seats[trade["from"]],
                gives=sides["gives"],
                other=seats[trade["to"]],
                wants=sides["wants"],
            )
            + "."
        )
    if "go" in facts:
        amount = words.money(facts["go"], before.rules.currency)
        return words("effect.go", name=seats[facts["seat"]], amount=amount) + "."
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

    >>> from gitopoly.kernel import Rules, apply, initial, parse_action, dice
    >>> s = initial(Rules.of("formal", players=2))
    >>> apply(s, parse_action(s, "end pre-roll"))
    >>> before, roll = s.copy(), parse_action(s, "roll")
    >>> apply(s, roll, dice(3, 4))
    >>> tell(before, roll, dice(3, 4), s)
    'p1 rolls 3 and 4: from GO to Chance 1.'
    """
    words = words or english()
    seats = seat_names(before, names)
    facts = facts_of(before, action, outcome, after)
    said = words.fill(f"story.{facts.get('say', facts['do'])}", _Named(before, facts, seats, words))
    effects = _effects(before, after, action, facts, seats, words)
    return said + (": " + ", ".join(effects) if effects else "") + "."


class _Named(dict[str, Any]):
    """Facts with seats and squares by name, each worked out when it is asked for."""

    def __init__(self, s: State, facts: dict[str, Any], seats: Sequence[str], words: Words) -> None:
        self._squares, self._currency = s.rules.names, s.rules.currency
        self._facts, self._seats, self._words = facts, seats, words

    def __missing__(self, name: str) -> Any:
        facts, words = self._facts, self._words
        if name == "name":
            return self._seats[facts["seat"]]
        if name == "square":
            return self._squares[facts["square"]]
        if name == "asset":
            building = facts.get("building")
            return words(f"asset.{building}") if building else self._squares[facts["square"]]
        if name in ("first", "second"):
            return facts["dice"][name == "second"]
        if name == "amount":
            return words.money(facts["amount"], self._currency)
        if name == "card":
            return words.card(facts["card"]).removesuffix(".")
        if name in ("to", "winner"):
            return self._seats[facts[name]]
        if name == "other":
            return self._seats[facts["starts"]]
        if name in ("gives", "wants"):
            return self._side(name)
        return facts[name]

    def _side(self, name: str) -> str:
        """What one side of an offer gives, as it is typed: commits have always said it this way."""
        decks = ("chance", "chest")
        things = [
            f'"{self._squares[thing]}"'
            if thing >= 0
            else self._words(f"story.card.{decks[-thing - 1]}")
            for thing in self._facts[name]
        ]
        cash = self._facts["cash"] * (1 if name == "gives" else -1)
        if cash > 0:
            things.append(f"{self._currency}{cash}")
        return ", ".join(things) or self._words("trade.nothing")


def _effects(
    before: State,
    after: State,
    action: int,
    facts: dict[str, Any],
    seats: Sequence[str],
    words: Words,
) -> list[str]:
    """Who moved, what everybody paid, then what everybody got, and what is owed."""
    squares, currency = before.rules.names, before.rules.currency
    found = []
    player = facts["seat"]
    jailed = after.in_jail[player] and not before.in_jail[player]
    if jailed and a.kind_of(action) == a.ROLL_AND_MOVE:
        found.append(words("effect.third"))
    for _, start, end in facts.get("moves", ()):
        found.append(words("effect.moves", start=squares[start], end=squares[end]))
    for key, sign in (("effect.loss", -1), ("effect.gain", 1)):
        for p, change in facts.get("money", ()):
            if change * sign > 0:
                found.append(words(key, name=seats[p], amount=words.money(abs(change), currency)))
    if "owes" in facts:
        debtor, owed, amount = facts["owes"]
        to_seat = {BANK: "bank", POT: "pot"}.get(owed)
        creditor = words(to_seat) if to_seat else seats[owed]
        facts = {
            "name": seats[debtor],
            "creditor": creditor,
            "amount": words.money(amount, currency),
        }
        found.append(words.fill("effect.owes", facts))
    return found

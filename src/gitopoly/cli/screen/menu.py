"""The moves available now, as a short numbered menu with what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.rules import AmountRange, Choice, OfferTemplate, State, actions as a, format_action
from gitopoly.rules.chance import draw_of
from gitopoly.rules.codes import NO_DRAW, NOBODY
from gitopoly.rules.step import step
from gitopoly.rules.story import button_of
from gitopoly.words import english

MANAGEMENT = {
    a.UPGRADE: "build a house or a hotel",
    a.DOWNGRADE: "sell a building",
    a.SELL_GROUP: "sell the buildings of a group down",
    a.MORTGAGE: "mortgage a deed",
    a.UNMORTGAGE: "pay off a mortgage",
}
TRADE_LABEL = "offer a trade"
_LAST = (a.GO_BANKRUPT,)


@dataclass(frozen=True)
class Item:
    """One line of the menu."""

    label: str
    choices: tuple[Choice, ...]
    """What it stands for; with more than one, the player is asked again."""


def menu(s: State, found: Sequence[Choice], names: Sequence[str]) -> list[Item]:
    """Menu items for all choices; property management and trades are folded."""
    plain: list[Item] = []
    folded: dict[str, list[Choice]] = {}
    last: list[Item] = []
    for choice in found:
        if isinstance(choice, OfferTemplate):
            folded.setdefault(TRADE_LABEL, []).append(choice)
        elif isinstance(choice, AmountRange):
            sign, lowest, highest = s.rules.currency, choice.lowest, choice.highest
            label = f"bid {sign}{lowest:,} to {sign}{highest:,}"
            if choice.kind != a.BID:
                label = choice.describe(s, names)
            plain.append(Item(label, (choice,)))
        elif (fold := _fold_of(choice)) is not None:
            folded.setdefault(fold, []).append(choice)
        elif a.kind_of(choice) in _LAST:
            last.append(Item(label_of(s, choice, names), (choice,)))
        else:
            plain.append(Item(label_of(s, choice, names), (choice,)))
    return [*plain, *(_folded(s, *pair, names) for pair in folded.items()), *last]


def label_of(s: State, choice: Choice, names: Sequence[str]) -> str:
    """The label of a single choice, with what it costs or brings."""
    if isinstance(choice, OfferTemplate):
        return names[choice.addressee]
    if not isinstance(choice, int):
        return choice.describe(s, names)
    if a.kind_of(choice) == a.BID:
        return f"bid {s.rules.currency}{a.number_of(choice):,}"
    key = f"do.{button_of(s, choice)}"
    if key not in english() or a.place_of(choice):
        label = format_action(s, choice, names).replace('"', "")
    else:
        label = english()(key, square=s.rules.names[s.positions[a.player_of(choice)]])
    return label[0].lower() + label[1:] + price_of(s, choice, names)


def price_of(s: State, action: int, names: Sequence[str]) -> str:
    """What an action costs or brings its player at once, in brackets; nothing if chance decides."""
    unknown = draw_of(s, s.rules, action) != NO_DRAW or a.ACTIONS[a.kind_of(action)].is_hidden
    if unknown or a.kind_of(action) in _LAST:
        return ""
    after = s.copy()
    if step(after, s.rules, action, 0, True) != 0:
        return ""
    player = a.player_of(action)
    change = after.money[player] - s.money[player]
    if not change:
        return ""
    if change > 0:
        return f" (+{s.rules.currency}{change:,})"
    gets = [
        names[p] for p in range(s.rules.num_players) if p != player and after.money[p] > s.money[p]
    ]
    return f" ({s.rules.currency}{-change:,}{f' to {gets[0]}' if gets else ''})"


def _fold_of(action: int) -> str | None:
    """The heading an action is folded under, None if it has its own line."""
    kind = a.kind_of(action)
    if (operation := a.ACTIONS[kind].operation) != NOBODY:
        return MANAGEMENT[operation]
    if kind == a.AUCTION_PROPERTY and a.place_of(action):
        return "auction it to"
    return None


def _folded(s: State, heading: str, choices: list[Choice], names: Sequence[str]) -> Item:
    if len(choices) == 1 and heading != TRADE_LABEL:
        return Item(label_of(s, choices[0], names), tuple(choices))
    return Item(f"{heading} …", tuple(choices))

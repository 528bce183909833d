"""What a player can do now, as a short list of numbered items with what each costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.kernel import BidRange, Choice, OfferTemplate, State, format_action
from gitopoly.kernel import actions as a
from gitopoly.kernel.chance import NO_DRAW, draw_of
from gitopoly.kernel.transition import step

LABELS = {
    a.END_PRE_ROLL: "take the dice",
    a.ROLL_AND_MOVE: "throw the dice",
    a.ROLL_IN_JAIL: "throw for doubles",
    a.THROW_FOR_START: "throw for the start",
    a.PLAY_GOOJF_CH: "leave jail with the chance card",
    a.PLAY_GOOJF_CC: "leave jail with the community chest card",
    a.PAY_JAIL_FINE: "leave jail by paying the fine",
    a.LEAVE_JAIL_ACTION: "leave jail",
    a.PAY_STREET_RENT: "pay the rent of {here}",
    a.PAY_RAIL_RENT: "pay the rent of {here}",
    a.TRY_PAY_UTIL_RENT: "pay the rent of {here}",
    a.PREVENT_BANKRUPTCY_ON_STREET_RENT: "owe the rent of {here} and raise money",
    a.PREVENT_BANKRUPTCY_ON_RAIL_RENT: "owe the rent of {here} and raise money",
    a.PREVENT_BANKRUPTCY_ON_TAX: "owe {here} and raise money",
    a.PAY_TAX: "pay {here}",
    a.PAY_TENTH_OF_WORTH: "pay a tenth of all you are worth",
    a.BUY_PROPERTY: "buy {here}",
    a.AUCTION_PROPERTY: "leave {here} to an auction",
    a.LAND_ON_GO_TO_JAIL: "go to jail",
    a.DRAW_AND_EXECUTE_CHANCE_CARD: "draw a chance card",
    a.DRAW_AND_EXECUTE_COMMUNITY_CHEST_CARD: "draw a community chest card",
    a.DOUBLES_CHECK_ACTION: "go on",
    a.PAY_OFF_DEBT: "pay the debt",
    a.GO_BANKRUPT: "go bankrupt",
    a.CONCLUDE_FREE_4_ALL_ACTIONS: "do nothing more",
    a.END_TURN: "end the turn",
    a.STAND: "stand by your bid",
    a.PASS: "pass, for good",
    a.ACCEPT_TRADE: "accept the trade",
    a.DECLINE_TRADE: "decline the trade",
    a.WITHDRAW_TRADE: "withdraw the offer",
}
"""What one reads for an action without parameters; `{here}` is where the player stands."""

MANAGEMENT = {
    "build": "build a house or a hotel",
    "sell": "sell a building",
    "sell group": "sell all buildings of a group down to a level",
    "mortgage": "mortgage a deed",
    "unmortgage": "pay a mortgage off",
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
    """The items of all that a player can choose from; management and trades are folded."""
    plain: list[Item] = []
    folded: dict[str, list[Choice]] = {}
    last: list[Item] = []
    for choice in found:
        if isinstance(choice, OfferTemplate):
            folded.setdefault(TRADE_LABEL, []).append(choice)
        elif isinstance(choice, BidRange):
            label = f"bid, from ${choice.lowest:,} to ${choice.highest:,}"
            plain.append(Item(label, (choice,)))
        elif (fold := _fold_of(choice)) is not None:
            folded.setdefault(fold, []).append(choice)
        elif a.kind_of(choice) in _LAST:
            last.append(Item(label_of(s, choice, names), (choice,)))
        else:
            plain.append(Item(label_of(s, choice, names), (choice,)))
    return [*plain, *(_folded(s, *pair, names) for pair in folded.items()), *last]


def label_of(s: State, choice: Choice, names: Sequence[str]) -> str:
    """What one reads for a single choice, with what it costs or brings."""
    if isinstance(choice, OfferTemplate):
        return names[choice.addressee]
    if not isinstance(choice, int):
        return choice.describe(names)
    template = LABELS.get(a.kind_of(choice))
    if template is None or a.square_of(choice):
        words = format_action(s, choice, names).replace('"', "")
    else:
        words = template.format(here=s.rules.names[s.positions[a.player_of(choice)]])
    return words + price_of(s, choice, names)


def price_of(s: State, action: int, names: Sequence[str]) -> str:
    """What an action costs or brings its player at once, in brackets; nothing if chance decides."""
    if draw_of(s, s.rules, action) != NO_DRAW or a.kind_of(action) in _LAST:
        return ""
    after = s.copy()
    if step(after, s.rules, action, 0, True) != 0:
        return ""
    player = a.player_of(action)
    change = after.money[player] - s.money[player]
    if not change:
        return ""
    if change > 0:
        return f" (+${change:,})"
    gets = [
        names[p] for p in range(s.rules.num_players) if p != player and after.money[p] > s.money[p]
    ]
    return f" (${-change:,}{f' to {gets[0]}' if gets else ''})"


def _fold_of(action: int) -> str | None:
    """The heading under which an action is folded, None if it stands alone."""
    kind = a.kind_of(action)
    if a.is_operation(kind):
        return MANAGEMENT[a.KINDS[kind].typed[0].partition(" {")[0]]
    if kind == a.AUCTION_PROPERTY and a.square_of(action):
        return "auction it to"
    return None


def _folded(s: State, heading: str, choices: list[Choice], names: Sequence[str]) -> Item:
    if len(choices) == 1 and heading != TRADE_LABEL:
        return Item(label_of(s, choices[0], names), tuple(choices))
    return Item(f"{heading} …", tuple(choices))

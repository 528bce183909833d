"""What is going on, in words: whose turn it is, what is at stake, who the game is waiting for."""

from __future__ import annotations

from collections.abc import Sequence

from gitopoly.game import Position
from gitopoly.rules import State, liquid


def headline(s: State, names: Sequence[str], me: int | None = None) -> str:
    """Whose turn it is and what is happening."""
    game = Position.of(s, names)
    mine = s.turn_player == me
    whose = "Your" if mine else _possessive(game.turn)
    if game.result is not None:
        won = game.result.winner
        return f"The game is over: {'a tie' if won is None else f'{won} has won'}"
    player = game.seats[game.turn]
    here = player.square
    if game.phase == "opening":
        return "Everyone rolls to see who starts"
    if game.phase == "dealing":
        return "Deeds are dealt before the game begins"
    if game.auction is not None:
        return f"{whose} turn: auction of {_asset(game)}"
    doing = {
        "pre-roll": f"{'in jail' if player.in_jail else f'on {here}'}, before the roll",
        "post-roll": f"{'you are' if mine else 'the token is'} on {here}",
        "free-4-all": "everybody may build, mortgage and trade",
        "trade": "a trade is offered",
        "bankruptcy-prevention": "a debt must be paid",
        "placing": "a building is placed",
    }.get(game.phase, f"on {here}")
    again = s.doubles_count > 0 and game.phase in ("pre-roll", "free-4-all")
    return f"{whose} turn: {doing}{'; doubles roll again' if again else ''}"


def stake_lines(s: State, names: Sequence[str], me: int | None = None) -> list[str]:
    """What everyone should know before deciding: bids, the offer, the debt."""
    game = Position.of(s, names)
    if game.result is not None:
        return []
    if game.phase == "opening":
        return _opening(s, names)
    if game.phase == "auction":
        return _auction(game)
    if game.phase == "trade":
        return offer_lines(s, names)
    if game.phase == "bankruptcy-prevention":
        return [_debt(s, names, game, place, me) for place in range(len(game.debts))]
    return []


def offer_lines(s: State, names: Sequence[str]) -> list[str]:
    """What each side gives in the open offer."""
    game = Position.of(s, names)
    offer = game.open_offer
    if offer is None or offer.to is None:
        return []
    sides = {offer.seat: list(offer.give), offer.to: list(offer.want)}
    lines = []
    for name, things in sides.items():
        told = [_thing(game, thing) for thing in things]
        cash = offer.cash if name == offer.seat else -(offer.cash or 0)
        told += [f"{game.edition.currency}{cash:,}"] if cash and cash > 0 else []
        lines.append(f"{name} gives {', '.join(told) or 'nothing'}")
    return lines


def _thing(game: Position, name: str) -> str:
    """A deed or a jail card of an offer."""
    if name not in game.board:
        return f"the {name}"
    return f"{name} (mortgaged)" if game.board[name].mortgaged else name


def waiting_line(waiting: Sequence[tuple[str, float]], now: float, me: str = "") -> str:
    """Who the game is waiting for, and since when."""
    if not waiting:
        return ""
    others = [f"{name} ({ago(now - since)})" for name, since in waiting if name != me]
    if any(name == me for name, _ in waiting):
        return "Your move" + (f"; also waiting for {_listed(others)}" if others else "")
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


def _asset(game: Position) -> str:
    assert game.auction is not None, "there is an auction"
    asset = game.auction.asset
    return asset if asset in game.board else f"a {asset}"


def _auction(game: Position) -> list[str]:
    auction = game.auction
    assert auction is not None, "there is an auction"
    words = []
    for name, bid in auction.bids.items():
        if name in auction.passed:
            words.append(f"{name} has passed")
        elif name in auction.acted:
            words.append(f"{name} bids {game.edition.currency}{bid:,}")
        else:
            words.append(
                f"{name} had {game.edition.currency}{bid:,}" if bid else f"{name} has not bid"
            )
        if name == auction.leader:
            words[-1] += " and leads"
    price = ""
    if auction.asset in game.board:
        price = f" (list price {game.edition.currency}{game.board[auction.asset].price:,})"
    return [f"Auction of {_asset(game)}{price}, round {auction.round}", "; ".join(words)]


def _opening(s: State, names: Sequence[str]) -> list[str]:
    thrown = [
        f"{name} rolled {throw // 8} and {throw % 8}"
        for name, throw in zip(names, s.opening, strict=False)
        if throw > 0
    ]
    return ["; ".join(thrown)] if thrown else []


def _debt(s: State, names: Sequence[str], game: Position, place: int, me: int | None) -> str:
    debt = game.debts[place]
    debtor = list(names).index(debt.debtor)
    cash = game.seats[debt.debtor].cash
    more = liquid(s, debtor) - cash
    missing = max(0, debt.amount - cash)
    owed, has, lacks, brings = (
        f"{s.rules.currency}{amount:,}" for amount in (debt.amount, cash, missing, more)
    )
    return (
        f"{'You owe' if debtor == me else debt.debtor + ' owes'} {debt.creditor} "
        f"{owed}: cash {has}, still to raise {lacks}, buildings and mortgages can bring {brings}"
    )

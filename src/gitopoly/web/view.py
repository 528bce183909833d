"""A game as the page shows it: plain facts, the same for everybody except the decisions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gitopoly.errors import IllegalAction
from gitopoly.game import Position
from gitopoly.rules import State, floor, is_over, liquid, ranked, winner, worth
from gitopoly.rules.trade import interest_for
from gitopoly.table.bidding import current_price, leader_of
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.host_game import GuestTable, HostDriver
from gitopoly.table.open_game import OpenGame, Status
from gitopoly.table.routes import is_path, join_command
from gitopoly.table.seat import Seat
from gitopoly.table.trust import peer_statuses, warnings
from gitopoly.web.board import board_of
from gitopoly.web.decisions import decisions
from gitopoly.web.invitations import link_of
from gitopoly.web.log_lines import message_of, wording_of
from gitopoly.web.rents import rents_now
from gitopoly.words import english


def view_of(table: OpenGame, bots: frozenset[str]) -> dict[str, Any]:
    """Everything except the log, the settings and what never changes."""
    game, seat = table.game, table.seat
    facts: dict[str, Any] = {
        "started": game.started,
        "me": seat.number if seat else None,
        "over": game.over,
        "hints": game.file.gives_hints,
        "joined": game.joined,
        "lobby": None if game.started else _lobby(table),
        "watch": _watch_link(table),
        "waiting": _waiting(table),
        "devices": devices_of(table),
        "trust": _trust(table),
        "warnings": warnings(game),
    }
    if game.started:
        facts |= _position(game, seat, bots, held=isinstance(table, GuestTable))
    return facts


def _lobby(table: OpenGame) -> list[dict[str, Any]]:
    """The command or link for each player who is not here yet; the host alone sees links."""
    game = table.game
    shared = is_path(game.file.seats[0].url)
    return [
        {
            "name": info.name,
            "command": "" if game.file.may_hold else join_command(game.file, info.name),
            "link": link_of(table, info.name),
            "here": shared or is_path(info.url),
            "pinned": info.fingerprint,
        }
        for info in game.file.seats
        if info.name not in game.joined
    ]


def _watch_link(table: OpenGame) -> dict[str, Any] | None:
    """The link of spectators, and whether anybody has reached the door from elsewhere."""
    found = link_of(table, "")
    if found is None or not isinstance(table, HostDriver):
        return None
    return {**found, "reached": table.reached}


def devices_of(table: OpenGame) -> list[dict[str, Any]]:
    """How many devices play each guest's seat; who asks is for the host and for that guest."""
    if not isinstance(table, HostDriver | GuestTable):
        return []
    found = []
    for name in table.hosting.held:
        devices = table.hosting.devices
        is_theirs = isinstance(table, HostDriver) or table.name == name
        found.append(
            {
                "name": name,
                "count": devices.count(name),
                "asking": devices.asking(name) if is_theirs else [],
                "link": None if devices.count(name) else link_of(table, name),
            }
        )
    return found


def printed(game: GameReplica) -> dict[str, Any]:
    """What never changes once the game has started."""
    return {
        "edition": str(game.file.edition),
        "dice": game.file.dice,
        "game": game.root,
        "names": list(game.names),
        "board": board_of(game.file.rules()),
        "limit": game.file.rules().turn_limit,
    }


@dataclass(frozen=True)
class Person:
    """What the page says about a seat, whatever the position."""

    name: str
    token: str = ""
    bot: bool = False
    absent: bool = False
    """Whether it has left the game."""


def people_of(game: GameReplica, bots: frozenset[str] = frozenset()) -> list[Person]:
    """The seats of a game that has started."""
    return [
        Person(name, game.file.seats[seat].token, name in bots, game.position.absent(seat))
        for seat, name in enumerate(game.names)
    ]


def _position(
    game: GameReplica, seat: Seat | None, bots: frozenset[str], *, held: bool
) -> dict[str, Any]:
    position = game.position
    s = position.state
    gone = game.gone() if is_over(s) else ()
    facts = situation(s, people_of(game, bots), gone)
    facts |= {
        "drawing": position.draw.asker if position.draw else None,
        "accepted": position.accepted,
    }
    if seat is not None:
        facts["decision"] = position.counts[seat.number]
        plays = position.plays(seat.number) and not is_over(s)
        facts["decisions"] = decisions(s, seat.number, seat.asked()) if plays else None
        facts["ceiling"] = seat.ceiling
        # Seats that one program holds vote as one, and its owner decides.
        facts["votable"] = seat.votable() if plays and not held else []
    return facts


def situation(s: State, people: Sequence[Person], gone: Sequence[int] = ()) -> dict[str, Any]:
    """A position as everybody sees it, with nothing to decide.

    `gone` are the seats that are out, in the order in which they left.
    """
    seen = Position.of(s, [person.name for person in people])
    return {
        "phase": seen.phase,
        "turn": s.turn_player,
        "floor": floor(s),
        "doubles": s.doubles_count,
        "turns": s.turns if s.rules.turn_limit else 0,
        "drawing": None,
        "bank": {"houses": s.houses_left, "hotels": s.hotels_left, "pot": s.pot},
        "seats": [_seat(s, number, person) for number, person in enumerate(people)],
        "owners": s.owner[: s.rules.board_length],
        "levels": s.level[: s.rules.board_length],
        "mortgaged": s.mortgaged[: s.rules.board_length],
        "rents": rents_now(s),
        "opening": s.opening[: len(people)] if seen.phase == "opening" else None,
        "auction": _auction(s, seen),
        "offer": _offer(s) if seen.phase == "trade" else None,
        "accepted": False,
        "debts": _debts(s) if seen.phase == "bankruptcy-prevention" else [],
        "standings": {"winner": winner(s), "order": ranked(s, gone)} if is_over(s) else None,
        "decisions": None,
        "decision": 0,
        "ceiling": None,
        "votable": [],
    }


def _seat(s: State, number: int, person: Person) -> dict[str, Any]:
    cards = [s.jail_card_owner[0] == number, s.jail_card_owner[1] == number]
    return {
        "name": person.name,
        "token": person.token,
        "bot": person.bot,
        "money": s.money[number],
        "position": s.positions[number],
        "jailed": bool(s.in_jail[number]),
        "misses": s.jail_time[number],
        "out": bool(s.is_bankrupt[number]) or person.absent,
        "left": person.absent,
        "cards": [deck for deck, held in enumerate(cards) if held],
        # TAX-1: worth is not shown while it could matter.
        "worth": worth(s, number) if is_over(s) else None,
        "liquid": liquid(s, number),
    }


def _auction(s: State, seen: Position) -> dict[str, Any] | None:
    auction = seen.auction
    if auction is None:
        return None
    bidders = [
        {
            "seat": seen.seats[name].number,
            "bid": bid if name in auction.acted else None,
            "before": s.last_bid[seen.seats[name].number],
            "passed": name in auction.passed,
        }
        for name, bid in auction.bids.items()
    ]
    return {
        "kind": auction.kind,
        "square": s.auction_asset,
        "price": current_price(s),
        "leader": leader_of(s),
        "bidders": bidders,
    }


def _offer(s: State) -> dict[str, Any]:
    return {"from": s.offer_from, "to": s.offer_to} | sides(
        s, s.offer_from, s.offer_to, s.offer_deeds, s.offer_cards, s.offer_cash
    )


def sides(s: State, proposer: int, other: int, deeds: int, cards: int, cash: int) -> dict[str, Any]:
    """What each side gives in a trade, and the interest that each would pay."""
    found: dict[str, Any] = {}
    held = ((1, s.jail_card_owner[0]), (2, s.jail_card_owner[1]))
    for name, giver, receiver, paid in (
        ("gives", proposer, other, max(cash, 0)),
        ("wants", other, proposer, max(-cash, 0)),
    ):
        squares = [s.rules.deeds[i] for i in range(s.rules.deed_count) if deeds >> i & 1]
        found[name] = {
            "deeds": [square for square in squares if s.owner[square] == giver],
            "cards": [card - 1 for card, owner in held if cards & card and owner == giver],
            "cash": paid,
            "interest": interest_for(s, s.rules, giver, receiver, deeds),
        }
    return found


def _debts(s: State) -> list[dict[str, Any]]:
    return [
        {
            "debtor": s.debtor[place],
            "creditor": s.creditor[place],
            "amount": s.debt_amount[place],
            "missing": max(0, s.debt_amount[place] - s.money[s.debtor[place]]),
        }
        for place in range(s.debt_count)
    ]


def _waiting(table: OpenGame) -> list[dict[str, Any]]:
    """Who the game is waiting for, and for how many seconds; whole minutes after the first."""
    now = time.time()
    found = []
    for name, since in table.status.waiting:
        span = int(now - since)
        found.append({"name": name, "seconds": span // 60 * 60 if span >= 60 else 0})
    return found


def _trust(table: OpenGame) -> list[dict[str, Any]]:
    status = table.status
    own = table.seat.name if table.seat else ""
    if isinstance(table, GuestTable):
        own = table.name
    draws = table.game.position.draws if table.game.started else 0
    found = []
    for peer in peer_statuses(table.game):
        contact = status.contacts.get(peer["name"])
        found.append(
            {
                **peer,
                "draws": draws,
                "own": peer["name"] == own,
                "error": message_of(contact.error) if contact and contact.error else None,
                "published": _published(status) if peer["name"] == own else None,
            }
        )
    return found


def _published(status: Status) -> dict[str, Any]:
    """How far the person's moves are published, or why they no longer are."""
    if status.out:
        return {"text": english()(status.out.key, **status.out.facts), **wording_of(status.out)}
    return {"text": status.published, **wording_of(status.publishing)}


def refused(error: IllegalAction) -> dict[str, str]:
    """A refusal of the table as the page shows it."""
    return {"key": error.key, "rule": error.rule, "text": error.reason}

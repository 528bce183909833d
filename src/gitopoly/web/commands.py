"""What a page can ask of a game: each command reads its request, and runs in the room's thread."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from gitopoly.errors import (
    GameUnavailable,
    IllegalAction,
    InvalidLine,
    InvalidOrders,
    InvalidRequest,
    StaleRequest,
)
from gitopoly.rules import check_legal
from gitopoly.table.conversation import Conversation
from gitopoly.table.debt_plan import pay, plan
from gitopoly.table.events import Event
from gitopoly.table.open_game import OpenGame
from gitopoly.table.opening import folder_of
from gitopoly.table.seat import Seat
from gitopoly.table.standing_orders import FILE, read_orders, read_text, save_orders, template
from gitopoly.table.wishes import Wish, check_wish, wish_for
from gitopoly.web import hints, requests
from gitopoly.web.guest_devices import answer_device, renew_link
from gitopoly.web.log_lines import message_of
from gitopoly.web.place import Place
from gitopoly.web.view import refused
from gitopoly.words import worded


def _act(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"decision": int, "code": str})
    code = requests.read_code(facts["code"])

    def work(table: OpenGame) -> Any:
        _person(table, facts["decision"])
        return table.act(code)

    return room.submit(work)


def _bid(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"decision": int, "amount": int})
    if not 0 <= facts["amount"] < 10**9:
        raise InvalidRequest("the amount is out of range")

    def work(table: OpenGame) -> Any:
        _person(table, facts["decision"])
        return table.act(f"bid {facts['amount']}")

    return room.submit(work)


def _ceiling(room: Place, body: bytes) -> Future[Any]:
    """Bid for the person up to an amount in this auction; 0 passes, less asks again."""
    facts = requests.read_body(body, {"amount": int})
    if not -1 <= facts["amount"] < 10**9:
        raise InvalidRequest("the amount is out of range")

    def work(table: OpenGame) -> Any:
        if table.seat is None:
            raise worded(GameUnavailable, "error.watching")
        table.seat.ceiling = facts["amount"] if facts["amount"] >= 0 else None

    return room.submit(work)


def _raise(room: Place, body: bytes) -> Future[Any]:
    """Raise what is missing as the page proposed, and pay the debt."""
    facts = requests.read_body(body, {"decision": int})

    def work(table: OpenGame) -> list[Event]:
        seat = _person(table, facts["decision"])
        events = [table.act(step.code) for step in plan(seat.position.state, seat.number)]
        if pay(seat.number) in seat.choices():
            events.append(table.act(pay(seat.number)))
        return events

    return room.submit(work)


def _offer(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, requests.OFFER)

    def work(table: OpenGame) -> Any:
        seat = _person(table, facts["decision"])
        return table.act(requests.read_offer(seat.position.state, seat.number, facts))

    return room.submit(work)


def _check_offer(room: Place, body: bytes) -> Future[Any]:
    """Whether an offer is possible, before it is made."""
    facts = requests.read_body(body, requests.OFFER)

    def work(table: OpenGame) -> Any:
        seat = _person(table, facts["decision"])
        code = requests.read_offer(seat.position.state, seat.number, facts)
        try:
            check_legal(seat.position.state, code)
        except IllegalAction as error:
            return {"refused": refused(error)}
        return {"refused": None}

    return room.submit(work)


def _hint(room: Place, body: bytes) -> Future[Any]:
    """What the person could do now, with their chance to win, where the game allows hints."""
    facts = requests.read_body(body, {"decision": int})
    return hints.ranked_choices(room, _asking(facts["decision"]))


def _judge_offer(room: Place, body: bytes) -> Future[Any]:
    """Whether an offer would be good for the person, where the game allows hints."""
    facts = requests.read_body(body, requests.OFFER)
    return hints.offer_advice(room, _asking(facts["decision"]), facts)


def _asking(decision: int) -> Callable[[OpenGame], hints.Asked]:
    def asked(table: OpenGame) -> hints.Asked:
        seat = _person(table, decision)
        return hints.Asked(seat.position.state.copy(), seat.number, seat.choices())

    return asked


def _wish(room: Place, body: bytes) -> Future[Any]:
    """Say which trade the person would like to be offered; `cash` is what they would add."""
    facts = requests.read_body(body, requests.WISH)
    return room.submit(lambda table: _talk(table).wish(_read_wish(table, facts)))


def _check_wish(room: Place, body: bytes) -> Future[Any]:
    """Whether a wish could be fulfilled, before it is said."""
    facts = requests.read_body(body, requests.WISH)

    def work(table: OpenGame) -> Any:
        try:
            check_wish(table.game.position.state, _read_wish(table, facts))
        except IllegalAction as error:
            return {"refused": refused(error)}
        return {"refused": None}

    return room.submit(work)


def _read_wish(table: OpenGame, facts: dict[str, Any]) -> Wish:
    if table.seat is None:
        raise worded(GameUnavailable, "error.watching")
    if not table.game.started:
        raise worded(StaleRequest, "error.stale")
    s = table.game.position.state
    return wish_for(s, requests.read_offer(s, table.seat.number, facts))


def _resign(room: Place, body: bytes) -> Future[Any]:
    requests.read_body(body, {})
    return room.submit(lambda table: table.resign())


def _vote(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"name": str})
    return room.submit(lambda table: table.vote(facts["name"]))


def _say(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"text": str})
    return room.submit(lambda table: _talk(table).say(facts["text"]))


def _react(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"name": str})
    return room.submit(lambda table: _talk(table).react(facts["name"]))


def _mute(room: Place, body: bytes) -> Future[Any]:
    facts = requests.read_body(body, {"name": str, "on": bool})
    return room.submit(lambda table: _talk(table).mute(facts["name"], facts["on"]))


def _talk(table: OpenGame) -> Conversation:
    if table.talk is None:
        raise worded(InvalidLine, "talk.error.alone")
    return table.talk


def _adjust(room: Place, body: bytes) -> Future[Any]:
    changes = requests.read_settings(body)
    return room.submit(lambda _: room.adjust(**changes))


def _pause(room: Place, body: bytes) -> Future[Any]:
    """Let the bots wait while somebody reads, or go on."""
    facts = requests.read_body(body, {"on": bool})
    return room.submit(lambda _: room.pause(facts["on"]))


def _orders(room: Place, body: bytes) -> Future[Any]:
    """The standing orders of the person's seat, or those to begin with."""
    requests.read_body(body, {})

    def work(table: OpenGame) -> Any:
        path, rules = _orders_file(table), table.game.file.rules()
        written = path.exists()
        return {"text": read_text(path) if written else template(rules), "written": written}

    return room.submit(work)


def _give_orders(room: Place, body: bytes) -> Future[Any]:
    """Keep standing orders, or say what is wrong with them."""
    facts = requests.read_body(body, {"text": str})

    def work(table: OpenGame) -> Any:
        path, file = _orders_file(table), table.game.file
        try:
            read_orders(facts["text"], file.rules(), file.names)
        except InvalidOrders as error:
            return {"wrong": message_of(error)}
        save_orders(path, facts["text"])
        return {"wrong": None}

    return room.submit(work)


def _orders_file(table: OpenGame) -> Path:
    folder = folder_of(table.game)
    if table.seat is None:
        raise worded(GameUnavailable, "error.watching")
    if folder is None:
        raise worded(GameUnavailable, "error.no_repository")
    return folder / FILE


COMMANDS = {
    "act": _act,
    "bid": _bid,
    "ceiling": _ceiling,
    "raise": _raise,
    "offer": _offer,
    "check-offer": _check_offer,
    "hint": _hint,
    "judge-offer": _judge_offer,
    "wish": _wish,
    "check-wish": _check_wish,
    "resign": _resign,
    "vote": _vote,
    "say": _say,
    "react": _react,
    "mute": _mute,
    "settings": _adjust,
    "orders": _orders,
    "give-orders": _give_orders,
    "pause": _pause,
    "device": answer_device,
    "new-link": renew_link,
}


def _person(table: OpenGame, decision: int) -> Seat:
    """The person's seat, unless something has been done since the page showed its choices."""
    seat = table.seat
    if seat is None:
        raise worded(GameUnavailable, "error.watching")
    if not table.game.started or table.game.position.counts[seat.number] != decision:
        raise worded(StaleRequest, "error.stale")
    return seat

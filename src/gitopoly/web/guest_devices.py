"""The commands about guests' devices: who may let one in, and free a seat of all of them."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from gitopoly.errors import GameUnavailable, InvalidRequest
from gitopoly.table.host_game import GuestTable, HostDriver
from gitopoly.table.open_game import OpenGame
from gitopoly.web.place import Place
from gitopoly.web.requests import read_body
from gitopoly.words import worded

ANSWERS = ("in", "alone", "no")
"""Let in beside the others or in their place, or not."""


def answer_device(room: Place, body: bytes) -> Future[Any]:
    """Let a device play a seat that asks to, or not; the host may move the seat there."""
    facts = read_body(body, {"name": str, "code": str, "answer": str})
    name, code, answer = facts["name"], facts["code"], facts["answer"]
    if answer not in ANSWERS:
        raise InvalidRequest(f"answer must be one of {', '.join(ANSWERS)}")

    def work(table: OpenGame) -> None:
        is_host = isinstance(table, HostDriver)
        is_theirs = isinstance(table, GuestTable) and table.name == name and answer != "alone"
        if not isinstance(table, HostDriver | GuestTable) or not (is_host or is_theirs):
            raise worded(GameUnavailable, "error.host_only")
        if answer == "no":
            table.hosting.devices.turn_away(name, code)
        else:
            table.hosting.let_in(name, code, alone=answer == "alone")
        if answer == "alone":
            room.unseat(name)

    return room.submit(work)


def renew_link(room: Place, body: bytes) -> Future[Any]:
    """Free a guest's seat of all its devices, and give it another link."""
    name = read_body(body, {"name": str})["name"]

    def work(table: OpenGame) -> None:
        if not isinstance(table, HostDriver):
            raise worded(GameUnavailable, "error.host_only")
        table.renew(name)
        room.unseat(name)

    return room.submit(work)

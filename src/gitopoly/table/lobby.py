"""How a game begins: the invitation, a join by each seat, everybody's consent, and the start.

Nobody can write another's key, so it takes several steps. The invitation is the root of all logs,
and its id is the game's id. Each seat's join is built on it and adds key, token and the
commitment of its dice. Then everybody is ready, by an entry on top of all joins. The initiator's
start is built on these and fixes `game.yml`.

Each step is a class, as moves are, and the lobby is the position that it is written on. An honest
seat is ready once, so all starts are of the same game, whoever joins or starts twice: `Lobby.tla`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace

from gitopoly.errors import IllegalAction, InvalidSeat
from gitopoly.ledger.entry import Files
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.log import Log
from gitopoly.peers import ProtocolPosition
from gitopoly.peers.moves import (
    Entered,
    carried,
    chain_link,
    octets,
    read_as,
    refuse_if,
    text,
)
from gitopoly.rules import Taken
from gitopoly.table.game_file import GameFile, free_tokens

NONCE = 16
"""Bytes of the nonce that a join mixes into its dice."""
LOBBY_MOVES: dict[str, type[LobbyMove]] = {}
"""Every kind of step by name, in the order in which they are taken."""


def lobby_entries(seat: int) -> int:
    """How many entries a seat writes before its first move."""
    return 3 if seat == 0 else 2


class Lobby:
    """The position before the first move: what the steps in some past have said."""

    steps: tuple[Taken, ...] = ()
    """Nothing in it has an effect under the rules."""

    def __init__(self, invitation: GameFile, game: str = "") -> None:
        self.invitation = invitation
        self.game = game
        """The id of the invitation; empty before there is one."""
        self.key = ""
        """The key of the invitation."""
        self.joins: dict[int, Join] = {}
        self.ready: set[int] = set()
        self.begun = False

    @classmethod
    def at(cls, invitation: GameFile, log: Log, entry_ids: Iterable[str]) -> Lobby:
        """The lobby in the pasts of some entries; it has nothing of a seat that forked in them."""
        lobby = cls(invitation, log.root or "")
        newest = log.merged(entry_ids)
        if newest and log.root is not None:
            lobby.take(log.root, log)
        for tops in newest.values():
            if len(tops) == 1:
                for number in range(1, log.number(tops[0]) + 1):
                    if not lobby.take(log.at(tops[0], number), log):
                        break
        return lobby

    def take(self, entry_id: str, log: Log) -> bool:
        """Carry out an entry of a log; False if it is no step, but a move."""
        entry = log[entry_id]
        if entry.trailers["Action"] not in LOBBY_MOVES:
            return False
        self.read(entry.trailers).carry_out(self, self.names.index(entry.seat))
        return True

    def read(self, trailers: Mapping[str, str]) -> LobbyMove:
        """What an entry says, which can be nothing but a step."""
        name = trailers.get("Action", "")
        refuse_if(name not in LOBBY_MOVES, name[:80], "Start", "not_begun")
        return read_as(LOBBY_MOVES[name], trailers, 0, self.names)

    def after(self, seat: int, step: LobbyMove) -> Lobby:
        """The lobby after a step that is legal in this one."""
        step.check(self, seat)
        lobby = copy(self)
        lobby.joins, lobby.ready = dict(self.joins), set(self.ready)
        step.carry_out(lobby, seat)
        return lobby

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""
        return self.invitation.names

    @property
    def complete(self) -> bool:
        """Complete: whether all have joined."""
        return len(self.joins) == len(self.names)

    @property
    def unready(self) -> list[int]:
        """The seats besides the initiator that have not confirmed the joins."""
        return [seat for seat in range(1, len(self.names)) if seat not in self.ready]

    @property
    def file(self) -> GameFile:
        """What `game.yml` says: the invitation, or the game that has begun."""
        if not self.begun:
            return self.invitation
        joins = [self.joins[seat] for seat in range(len(self.names))]
        tokens = free_tokens([join.token for join in joins])
        return self.invitation.started(
            self.game,
            [
                replace(
                    info,
                    token=token,
                    key=join.key,
                    commitment=join.dice.hex(),
                    holder=join.holder,
                )
                for info, token, join in zip(self.invitation.seats, tokens, joins, strict=True)
            ],
        )

    @property
    def files(self) -> Files:
        """Both files of the entry that leads here."""
        file = self.file
        if self.begun:
            return files_of(file, ProtocolPosition(file.rules(), file.setting()).to_yaml())
        joined = ", ".join(name for seat, name in enumerate(self.names) if seat in self.joins)
        return files_of(file, f"lobby: true\njoined: [{joined}]\n")


def files_of(game: GameFile, state: str) -> Files:
    """The files of an entry with which a game is in some state."""
    return {"game.yml": game.encoded, "state.yml": state.encode()}


def _read_key(trailer: str, words: str, names: Sequence[str]) -> str:
    return PublicKey.parse(words).text


class LobbyMove(Entered[Lobby]):
    """An entry before the first move."""

    def __init_subclass__(cls) -> None:
        LOBBY_MOVES[cls.NAME] = cls

    def told(self, before: Lobby, after: Lobby) -> tuple[str, dict[str, object]]:
        """Keys and the like are not told."""
        return self.NAME, {}


@dataclass(frozen=True)
class Invite(LobbyMove):
    """The root of all logs; everything else about the game is in its `game.yml`."""

    NAME = "Invite"
    key: str = carried("Key", lambda key, _: key, _read_key)

    def check(self, lobby: Lobby, seat: int) -> None:
        """Init: once, by the first seat, and it says nothing for the others."""
        file = lobby.invitation
        says = file.game or any(info.key for info in file.seats)
        refuse_if(lobby.key, "an invitation", self.NAME, "invited_already")
        refuse_if(seat != 0, "an invitation", self.NAME, "not_the_initiator")
        refuse_if(says, "an invitation", self.NAME, "says_for_others")

    def carry_out(self, lobby: Lobby, seat: int) -> None:
        """Init: now others can join."""
        lobby.key = self.key

    def told(self, before: Lobby, after: Lobby) -> tuple[str, dict[str, object]]:
        """The text for it names the edition."""
        return self.NAME, {"edition": str(after.invitation.edition)}


@dataclass(frozen=True)
class Join(LobbyMove):
    """What a seat brings to the game."""

    NAME = "Join"
    key: str = carried("Key", lambda key, _: key, _read_key)
    token: str = text("Token")
    dice: bytes = chain_link("Dice", default=b"")
    """The commitment of its dice, where all draw together."""
    nonce: bytes = octets("Nonce", NONCE, default=b"")
    """It makes the dice differ if one invitation is joined twice."""
    holder: str = text("Holder", default="")
    """The seat whose program holds the key, where that is not the player's own."""

    def check(self, lobby: Lobby, seat: int) -> None:
        """Join: once, with the key that the invitation requires, and as its features allow."""
        file = lobby.invitation
        info = file.seats[seat]
        joint = file.dice == "joint"
        held = file.may_hold and file.holds(replace(info, holder=self.holder))
        expected = info.fingerprint in ("", PublicKey.parse(self.key).fingerprint)
        fair = bool(self.dice) == bool(self.nonce) == joint
        other = seat == 0 and self.key != lobby.key
        refuse_if(not lobby.key, "a join", self.NAME, "not_invited")
        refuse_if(seat in lobby.joins, "a join", self.NAME, "joined_already")
        refuse_if(other, "a join", self.NAME, "not_inviting_key")
        refuse_if(not expected, "a join", self.NAME, "not_invited_key")
        refuse_if(not fair, "a join", self.NAME, "not_what_dice_need")
        refuse_if(self.holder and not held, "a join", self.NAME, "not_a_holder")

    def carry_out(self, lobby: Lobby, seat: int) -> None:
        """Join: the seat is taken."""
        lobby.joins[seat] = self


@dataclass(frozen=True)
class Ready(LobbyMove):
    """Says that its author has seen the joins below it, and plays by these."""

    NAME = "Ready"

    def check(self, lobby: Lobby, seat: int) -> None:
        """Ready: once, on top of all joins; the initiator starts instead."""
        refuse_if(seat == 0, "this", self.NAME, "initiator_starts")
        refuse_if(not lobby.complete, "this", self.NAME, "not_all_joined")
        refuse_if(seat in lobby.ready, "this", self.NAME, "ready_already")

    def carry_out(self, lobby: Lobby, seat: int) -> None:
        """Ready: one that the start needs not wait for."""
        lobby.ready.add(seat)


@dataclass(frozen=True)
class Start(LobbyMove):
    """Begins the game with what the joins below it have brought."""

    NAME = "Start"

    def check(self, lobby: Lobby, seat: int) -> None:
        """Start: once, by the initiator, when all are ready."""
        refuse_if(seat != 0, "a start", self.NAME, "not_the_initiator")
        refuse_if(not lobby.complete, "a start", self.NAME, "not_all_joined")
        refuse_if(lobby.unready, "a start", self.NAME, "not_all_ready")
        refuse_if(lobby.begun, "a start", self.NAME, "begun_already")

    def carry_out(self, lobby: Lobby, seat: int) -> None:
        """Start: from now on entries are moves."""
        lobby.begun = True

    def told(self, before: Lobby, after: Lobby) -> tuple[str, dict[str, object]]:
        """The text for it names the players."""
        return self.NAME, {"names": ", ".join(after.names)}


def due(lobby: Lobby, seat: int) -> LobbyMove | None:
    """The step that a seat that has joined takes without being asked, None if there is none."""
    step = Ready() if seat else Start()
    try:
        step.check(lobby, seat)
    except IllegalAction:
        return None
    return step


def check_same_url(invitation: GameFile, name: str, url: str) -> None:
    """Refuse to join under a different address than the initiator wrote."""
    info = invitation.seats[invitation.seat(name)]
    if info.url != url:
        raise InvalidSeat(
            f"the initiator wrote {info.url} as the address of {name}, not {url}; "
            "join with that one, or ask for a new invitation"
        )

"""How a game begins: the invitation, a join by each seat, everybody's consent, and the start.

Nobody can write another's key, so it takes several steps. The invitation is the root of all logs,
and its id is the game's id. Each seat's join is built on it and adds key, token and the
commitment of its dice. Then everybody is ready, by an entry on top of all joins. The initiator's
start is built on these and fixes `game.yml`.

An honest seat is ready once, so all starts are of the same game, whoever joins or starts twice:
`Lobby.tla`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from gitopoly.errors import InvalidIdentity, InvalidSeat
from gitopoly.ledger.entry import Entry, Files
from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.log import Log
from gitopoly.peers import ProtocolPosition
from gitopoly.table.game_file import GameFile, SeatInfo, free_tokens

INVITE, JOIN, READY, START = "Invite", "Join", "Ready", "Start"
NONCE = 16
"""Bytes of the nonce that a join mixes into its dice."""


def lobby_entries(seat: int) -> int:
    """How many entries a seat writes before its first move."""
    return 3 if seat == 0 else 2


def lobby_state(names: tuple[str, ...], joined: set[str]) -> str:
    """`state.yml` before the game has started."""
    return f"lobby: true\njoined: [{', '.join(name for name in names if name in joined)}]\n"


def invite_trailers(key: PublicKey) -> dict[str, str]:
    """The trailers of the invitation; the rest is in its `game.yml`."""
    return {"Action": INVITE, "Key": key.text}


def join_trailers(
    key: PublicKey, token: str, commitment: bytes, nonce: bytes = b"", holder: str = ""
) -> dict[str, str]:
    """The trailers of a join; the nonce makes the dice differ if one invitation is joined twice.

    `holder` is the seat whose program holds the key, where that is not the player's own.
    """
    trailers = {"Action": JOIN, "Key": key.text, "Token": token}
    if commitment:
        trailers["Dice"] = commitment.hex()
    if nonce:
        trailers["Nonce"] = nonce.hex()
    if holder:
        trailers["Holder"] = holder
    return trailers


def lobby_sentence(action: str, seat: str, invitation: GameFile) -> str:
    """The sentence of an entry before the first move."""
    said = {
        INVITE: f"invites to a game of {invitation.edition}",
        JOIN: "joins",
        READY: "is ready",
        START: f"starts the game of {', '.join(invitation.names)}",
    }
    return f"{seat} {said[action]}."


def joins_in(log: Log, entry_ids: Iterable[str]) -> dict[str, Entry]:
    """The joins in the pasts of some entries, by seat."""
    joins = {}
    for seat, tops in log.merged(entry_ids).items():
        number = 2 if log.root is not None and seat == log[log.root].seat else 1
        if len(tops) == 1 and log.number(tops[0]) >= number:
            joins[seat] = log[log.at(tops[0], number)]
    return joins


def started_game(invitation: GameFile, log: Log, entry_ids: Iterable[str]) -> GameFile | None:
    """The game that results from the joins in some pasts, None while one is missing."""
    joins = joins_in(log, entry_ids)
    if log.root is None or any(name not in joins for name in invitation.names):
        return None
    return _started(invitation, log.root, joins)


def not_ready(invitation: GameFile, log: Log, entry_ids: Iterable[str]) -> list[str]:
    """Those besides the initiator who have not confirmed the joins in some pasts."""
    newest = log.merged(entry_ids)
    return [
        name
        for name in invitation.names[1:]
        if not any(log.number(top) >= 2 for top in newest.get(name, ()))
    ]


def _started(invitation: GameFile, game: str, joins: dict[str, Entry]) -> GameFile:
    wishes = [joins[name].trailers["Token"] for name in invitation.names]
    brought: list[SeatInfo] = []
    for info, token in zip(invitation.seats, free_tokens(wishes), strict=True):
        said = joins[info.name].trailers
        brought.append(
            replace(
                info,
                token=token,
                key=said["Key"],
                commitment=said.get("Dice", ""),
                holder=said.get("Holder", ""),
            )
        )
    return invitation.started(game, brought)


def lobby_problem(entry: Entry, log: Log, invitation: GameFile) -> str | None:
    """Why an entry before the first move is invalid, None if it is valid.

    Its files are compared by the caller, with `lobby_files`.
    """
    action = entry.trailers.get("Action")
    if action == INVITE:
        return _invite_problem(entry, invitation)
    if action == JOIN:
        return _join_problem(entry, log, invitation)
    if action == READY:
        return _ready_problem(entry, log, invitation)
    if action == START:
        return _start_problem(entry, log, invitation)
    return "the game has not started in the past of this entry"


def lobby_files(
    action: str, seat: str, parents: Iterable[str], log: Log, invitation: GameFile
) -> Files:
    """Both files that an entry before the first move carries."""
    if action == START:
        game = started_game(invitation, log, parents)
        assert game is not None, "the joins were checked before"
        return files_of(game, ProtocolPosition(game.rules(), game.setting()).to_yaml())
    joined = {*joins_in(log, parents), *((seat,) if action == JOIN else ())}
    return files_of(invitation, lobby_state(invitation.names, joined))


def files_of(game: GameFile, state: str) -> Files:
    """The files of an entry with which a game is in some state."""
    return {"game.yml": game.encoded, "state.yml": state.encode()}


def _invite_problem(entry: Entry, invitation: GameFile) -> str | None:
    if entry.parents:
        return "an invitation stands on nothing"
    if entry.seat != invitation.names[0]:
        return "the initiator is the first seat"
    if invitation.game or any(info.key for info in invitation.seats):
        return "an invitation cannot say what others will bring"
    return _form_problem(entry, ("Action", "Key"), "")


def _join_problem(entry: Entry, log: Log, invitation: GameFile) -> str | None:
    if not entry.parents or entry.parents[0] != log.root:
        return "a join stands on the invitation"
    if entry.seat == log[log.root].seat and _key(entry) != _key(log[log.root]):
        return "a join brings the key of the invitation"
    forms = _dice_forms(invitation)
    info = invitation.seats[invitation.seat(entry.seat)]
    names = ("Action", "Key", "Token", *forms)
    if invitation.may_hold and "Holder" in entry.trailers:
        if not invitation.holds(replace(info, holder=entry.trailers["Holder"])):
            return "only the initiator's program can hold another's seat"
        names = (*names, "Holder")
    problem = _form_problem(entry, names, info.fingerprint)
    if problem:
        return problem
    if not all(re.fullmatch(form, entry.trailers[name]) for name, form in forms.items()):
        return "the commitment of its dice is malformed"
    return None


def _dice_forms(invitation: GameFile) -> dict[str, str]:
    """What a join must say about its dice, and in which form."""
    if invitation.dice != "joint":
        return {}
    return {"Dice": r"[0-9a-f]{64}", "Nonce": rf"[0-9a-f]{{{2 * NONCE}}}"}


def _key(entry: Entry) -> str:
    return entry.trailers.get("Key", "")


def _ready_problem(entry: Entry, log: Log, invitation: GameFile) -> str | None:
    if tuple(entry.trailers) != ("Action",):
        return "whoever is ready says nothing else"
    if entry.seat == invitation.names[0]:
        return "the initiator is ready by starting the game"
    if started_game(invitation, log, entry.parents) is None:
        return "whoever is ready has seen the joins of all seats"
    if log.previous(entry) is None or log.number(entry.parents[0]) != 1:
        return "a seat is ready once, after its join"
    return None


def _start_problem(entry: Entry, log: Log, invitation: GameFile) -> str | None:
    if tuple(entry.trailers) != ("Action",):
        return "a start says nothing else"
    if entry.seat != invitation.names[0]:
        return "only the initiator starts the game"
    if started_game(invitation, log, entry.parents) is None:
        return "a start stands on the joins of all seats"
    if missing := not_ready(invitation, log, entry.parents):
        return f"a game starts when all are ready, and {missing[0]} is not"
    if log.previous(entry) is None or log.number(entry.parents[0]) != 2:
        return "a game starts once"
    return None


def _form_problem(entry: Entry, names: tuple[str, ...], pinned: str) -> str | None:
    if tuple(entry.trailers) != names:
        return f"it does not say exactly {', '.join(names)}"
    try:
        key = PublicKey.parse(entry.trailers["Key"])
    except InvalidIdentity as error:
        return str(error)
    if pinned and key.fingerprint != pinned:
        return f"its key is {key.fingerprint}, but the invitation requires {pinned}"
    return None


def check_same_url(invitation: GameFile, name: str, url: str) -> None:
    """Refuse to join under a different address than the initiator wrote."""
    info = invitation.seats[invitation.seat(name)]
    if info.url != url:
        raise InvalidSeat(
            f"the initiator wrote {info.url} as the address of {name}, not {url}; "
            "join with that one, or ask for a new invitation"
        )

"""Lets TLC decide whether what seats did is a behaviour of the protocols' specifications."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from gitopoly.errors import InvalidRecord
from gitopoly.proof.protocols.auctions import auctions_of
from gitopoly.proof.protocols.draws import draws_of
from gitopoly.proof.protocols.events import RecordedRun
from gitopoly.proof.protocols.ledgers import ledger_of
from gitopoly.proof.protocols.lobbies import lobby_of
from gitopoly.proof.protocols.orders import orders_of
from gitopoly.proof.protocols.traces import ProtocolTrace, Refused, TraceModel, explain, follow
from gitopoly.proof.protocols.trades import trades_of

MODULES = (
    "TraceAuction3",
    "TraceTrade3",
    "TraceDice2",
    "TraceLedger",
    "TraceLobby",
    "TraceOrders",
)
LONGEST = 100
"""Steps of a game after which draws and logs are not followed further: every one costs more."""
LONGEST_WITH_ORDERS = 500
"""The same for orders, of which there is less to keep."""
MODEL_VALUES = ("UNKNOWN", "NONE", "NULL", "PASS", "CHANGE")


def refused(
    traces: Sequence[ProtocolTrace],
    model_of: Callable[[Any, int], TraceModel],
    most: int = 3,
    explained: bool = True,
) -> list[Refused]:
    """The traces that are no behaviours, at most so many of them.

    Where each leaves the specification is found by another run of TLC, if it is asked for.
    """
    found: list[Refused] = []
    numbered = sorted(enumerate(traces), key=lambda pair: pair[1].group)
    for group, members in groupby(numbered, key=lambda pair: pair[1].group):
        together = list(members)
        model = model_of(group, max(trace.size for _, trace in together))
        fine = follow([trace for _, trace in together], model)
        for place, (number, trace) in enumerate(together):
            if place not in fine and len(found) < most:
                found.append(explain(trace, model, number) if explained else Refused(number))
    return found


def _auction_model(group: tuple[int, bool], size: int) -> TraceModel:
    number, ties = group
    seats = f"1..{number}"
    order = f"PlayedOrder == {{pair \\in ({seats}) \\X ({seats}) : pair[1] < pair[2]}}"
    constants = {name: name for name in MODEL_VALUES} | {
        "Participants": f"{{{', '.join(map(str, range(1, number + 1)))}}}",
        "MaxAmount": str(size),
        "Precedence": "<- PlayedOrder" if ties else "{}",
        "MayLeave": "{}",
        "MayOrder": f"{{{', '.join(map(str, range(1, number + 1)))}}}",
    }
    return TraceModel("TraceAuction3", constants, (order,))


def _draw_model(group: tuple[int], size: int) -> TraceModel:
    (number,) = group
    constants = {
        "Peers": f"{{{', '.join(map(str, range(1, number + 1)))}}}",
        "NumDraws": str(size),
        "NULL": "NULL",
        "askers": "<- Nobody",
        "MayStop": "{}",
        "MaxStopped": "0",
        "MayResign": "{}",
        "MayMove": "{}",
        "MaxRecommits": "0",
    }
    return TraceModel("TraceDice2", constants, ("Nobody == <<>>",))


def _trade_model(group: tuple[int], size: int) -> TraceModel:
    (number,) = group
    constants = {name: name for name in ("UNKNOWN", "DONE", "OFF")} | {
        "Peers": f"{{{', '.join(map(str, range(1, number + 1)))}}}",
        "Floor": "1",
        "Assets": "{}",
        "Offers": "{1}",
        "FirstHolder": "<- Nothing",
        "To": "<- Addressee",
        "Gives": "<- Nothing1",
        "Takes": "<- Nothing1",
        "MayLeave": "{}",
    }
    definitions = ("Nothing == <<>>", "Nothing1 == <<{}>>", "Addressee == <<2>>")
    return TraceModel("TraceTrade3", constants, definitions)


def _ledger_model(group: tuple[int], size: int) -> TraceModel:
    (number,) = group
    seats = f"{{{', '.join(map(str, range(1, number + 1)))}}}"
    constants = {
        "Honest": "{}",
        "Cheats": seats,
        "MaxMoves": "100000",
        "MaxBranches": str(max(2, size)),
        "MayLeave": seats,
        "MayFallSilent": seats,
        "MayFinish": seats,
        "Level": str(number),
        "Rule": '"kept"',
    }
    return TraceModel("TraceLedger", constants)


def _lobby_model(group: tuple[int, tuple[int, ...], int], size: int) -> TraceModel:
    number, cheats, versions = group
    constants = {
        "Seats": f"{{{', '.join(map(str, range(1, number + 1)))}}}",
        "Initiator": "1",
        "Cheats": f"{{{', '.join(map(str, cheats))}}}",
        "Versions": f"{{{', '.join(map(str, range(1, versions + 1)))}}}",
        "Agreed": "TRUE",
    }
    return TraceModel("TraceLobby", constants)


def _orders_model(group: tuple[int], size: int) -> TraceModel:
    (number,) = group
    constants = dict.fromkeys(("Cheats", "MayResign", "MayRetire"), "{}") | {
        "NumSeats": str(number),
        "Asks": '{"auction", "round"}',
        "Covered": '{"round"}',
        "MaxTurns": "0",
        "MaxOrders": "0",
        "FloorOnly": "TRUE",
        "OrdersFirst": "TRUE",
        "Ordered": "FALSE",
    }
    return TraceModel("TraceOrders", constants)


@dataclass
class ProtocolTraces:
    """The traces of one run or of several, by the module that decides."""

    auctions: list[ProtocolTrace] = field(default_factory=list)
    trades: list[ProtocolTrace] = field(default_factory=list)
    draws: list[ProtocolTrace] = field(default_factory=list)
    ledgers: list[ProtocolTrace] = field(default_factory=list)
    lobbies: list[ProtocolTrace] = field(default_factory=list)
    orders: list[ProtocolTrace] = field(default_factory=list)
    skipped: int = 0
    """Auctions, offers and games that a module has no words for."""

    def add(self, run: RecordedRun) -> None:
        """Add what happened in a run; events that do not fit together are bad input."""
        try:
            self._add(run)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            what = f"{type(error).__name__}: {error}"
            raise InvalidRecord(f"the events are not of one game ({what[:80]})") from error

    def _add(self, run: RecordedRun) -> None:
        auctions, no_auctions = auctions_of(run)
        trades, no_trades = trades_of(run)
        draws, ledger = draws_of(run, LONGEST), ledger_of(run, LONGEST)
        lobby, orders = lobby_of(run), orders_of(run, LONGEST_WITH_ORDERS)
        self.auctions += auctions
        self.trades += trades
        self.draws += [draws] if draws else []
        self.ledgers += [ledger] if ledger else []
        self.lobbies += [lobby] if lobby else []
        self.orders += [orders] if orders else []
        games = (draws, ledger, lobby, orders)
        self.skipped += no_auctions + no_trades + sum(one is None for one in games)

    def check(self, most: int = 3, explained: bool = True) -> dict[str, list[Refused]]:
        """What each module refuses: nothing, if all is well."""
        kinds = (
            (self.auctions, _auction_model),
            (self.trades, _trade_model),
            (self.draws, _draw_model),
            (self.ledgers, _ledger_model),
            (self.lobbies, _lobby_model),
            (self.orders, _orders_model),
        )
        found = [refused(traces, model, most, explained) for traces, model in kinds]
        return dict(zip(MODULES, found, strict=True))

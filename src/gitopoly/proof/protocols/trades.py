"""Offers that were made between seats, as traces of `TraceTrade3`: one for each offer."""

from __future__ import annotations

from dataclasses import dataclass, field

from gitopoly.peers.position import STAYS
from gitopoly.proof.protocols.events import RecordedRun, SeatEvent, View, ends_of
from gitopoly.proof.protocols.traces import ProtocolTrace
from gitopoly.proof.specs.values import Value
from gitopoly.table.game_replica import OPENED

ANSWERS = ("AcceptTrade", "DeclineTrade", "WithdrawTrade", "SettleTrade")


@dataclass
class _Offer:
    """One offer while its trace is being collected."""

    seats: list[int]
    """The offerer, the addressee, then the others who play."""
    logs: dict[int, list[str]] = field(default_factory=dict)
    held: dict[int, set[str]] = field(default_factory=dict)
    known: dict[int, set[int]] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    strayed: set[int] = field(default_factory=set)
    """Who plays on without knowing that a vote has ended its log: nothing of that counts."""
    steps: list[dict[str, Value]] = field(default_factory=list)
    whole: bool = True

    def counts(self, seat: int) -> tuple[int, ...]:
        """How many entries about this offer a seat holds of each log."""
        held = self.held.get(seat, set())
        logs = self.logs
        return tuple(sum(e in held for e in logs.get(other, ())) for other in self.seats)


def trades_of(run: RecordedRun) -> tuple[list[ProtocolTrace], int]:
    """The offers of a run, and how many the module has no words for."""
    offers: dict[int, _Offer] = {}
    of_entry: dict[str, int] = {}
    numbers, ends = run.numbers(), ends_of(run.events)
    late = {
        entry_id
        for entry_id, number in numbers.items()
        if number > ends.get(run.entries[entry_id].seat, number)
    }
    for event in run.events:
        _take(run, event, offers, of_entry, late)
    whole = [offer for offer in offers.values() if offer.whole]
    traces = [ProtocolTrace((len(offer.seats),), {}, tuple(offer.steps)) for offer in whole]
    return traces, len(offers) - len(whole)


def _take(
    run: RecordedRun,
    event: SeatEvent,
    offers: dict[int, _Offer],
    of_entry: dict[str, int],
    late: set[str],
) -> None:
    view, before = event.view, event.before
    if view is None:
        return
    if event.writes:
        entry = run.entries[event.entries[0]]
        if entry.id in late:
            for offer in offers.values():
                offer.strayed.add(event.seat)
            return
        number = _about(entry.move, view, before)
        if number is not None:
            if entry.action == "OfferTrade":
                offers[number] = _opened(event.seat, view)
            if number in offers:
                of_entry[entry.id] = number
                offers[number].logs.setdefault(event.seat, []).append(entry.id)
                _step(offers[number], f"T3{entry.action}", event, number)
                return
    for number, offer in offers.items():
        news = {entry for entry in event.entries if of_entry.get(entry) == number}
        _learn(offer, event, number, news)


def _about(move: dict[str, str], view: View, before: View | None) -> int | None:
    """The number of the offer that a move makes or answers."""
    name = move["Action"].split(" ")[0]
    if name in ANSWERS:
        return int(move["Offer"])
    made = name == "OfferTrade" and before is not None and view["offers"] > before["offers"]
    return view["offers"] if made else None


def _opened(seat: int, view: View) -> _Offer:
    """The offer may be off already, if its addressee has left: it says so itself."""
    addressee = view["offer"][1] if view["offer"] else None
    others = [
        other
        for other in range(len(view["resigned"]))
        if other not in (seat, addressee) and not view["bankrupt"][other]
    ]
    if addressee is None:
        return _Offer([seat, *others], whole=False)
    return _Offer([seat, addressee, *others])


def _learn(offer: _Offer, event: SeatEvent, number: int, news: set[str]) -> None:
    """What a seat took in about an offer, and whom it knows to have left."""
    seat, view = event.seat, event.view
    if view is None or seat not in offer.seats or seat in offer.strayed or not offer.whole:
        return
    held = offer.held.setdefault(seat, set())
    if event.event == OPENED and not held <= set(event.entries):
        offer.whole = False
    fresh = news - held
    held |= fresh
    absent = {
        other for other in offer.seats if view["resigned"][other] or view["retired"][other] != STAYS
    }
    known = offer.known.setdefault(seat, set())
    offer.whole &= known <= absent and not any(view["forked"])
    knows_offer = bool(offer.counts(seat)[0]) or seat == offer.seats[0]
    if not knows_offer or not (fresh or absent - known):
        return
    first = sorted(absent - offer.gone)
    known |= absent
    _step(offer, "TSTake", event, number, sees=not first)
    for other in first:
        offer.gone.add(other)
        _step(offer, "TSLeave", event, number, other, sees=other == first[-1])


def _step(
    offer: _Offer, action: str, event: SeatEvent, number: int, other: int = -1, sees: bool = True
) -> None:
    seat, view = event.seat, event.view
    assert view is not None
    place = {one: n for n, one in enumerate(offer.seats, 1)}
    if event.writes and action.startswith("T3"):
        offer.held.setdefault(seat, set()).update(event.entries)
    accepted = view["offer"] is not None and view["offers"] == number and view["offer"][2]
    still_open = view["offer"] is not None and view["offers"] == number
    offer.steps.append(
        {
            "action": action,
            "p": place[seat],
            "held": offer.counts(seat),
            "left": frozenset(place[one] for one in offer.known.get(seat, set()) & offer.gone),
            "entry": place.get(other, 0),
            "sees": (still_open, accepted) if sees else (),
        }
    )

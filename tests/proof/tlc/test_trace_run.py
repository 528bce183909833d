"""TLC follows games that were played, and rejects tampered ones at the right place."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from gitopoly.errors import InvalidRecord
from gitopoly.game.record import GameRecord
from gitopoly.proof.tlc.trace import Trace, TraceStep
from gitopoly.proof.tlc.trace_run import check_trace
from gitopoly.rules import actions as a
from tests.proof.recorded import altered, played, swapped, tampered, traced, without

GAMES = 50
SMALL = played("formal-small", 0, turns=30)
FORMAL = played("formal", 1, turns=30)


def place_of(trace: Trace, wanted: Callable[[TraceStep], bool], after: int = 15) -> int:
    """The first step of a kind, not too early."""
    return next(i for i, step in enumerate(trace.steps) if i >= after and wanted(step))


def matches(record: GameRecord) -> bool:
    """Whether the whole game is followed, and is more than a few steps."""
    replayed, trace = traced(record)
    verdict = check_trace(trace)
    return replayed.fault is None and verdict.holds and verdict.matched == len(trace.steps) > 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("edition", "players", "options"),
    [
        ("formal-small", 3, {}),
        ("formal-small", 2, {"played_auctions": 1, "group_must_be_unmortgaged": 1}),
        pytest.param("formal", 4, {}, marks=pytest.mark.long),
    ],
)
def test_a_random_game_is_a_behaviour(edition: str, players: int, options: dict[str, Any]) -> None:
    assert matches(played(edition, 6, players, turns=60, **options))


@pytest.mark.long
@pytest.mark.parametrize("edition", ["formal-small", "formal"])
def test_fifty_random_games_are_behaviours(edition: str) -> None:
    seats = {"formal-small": (2, 3, 4), "formal": (2, 3, 4, 5, 6)}[edition]
    with ThreadPoolExecutor(2) as pool:
        games = [(game, seats[game % len(seats)]) for game in range(GAMES)]
        found = list(pool.map(lambda game: matches(played(edition, *game, turns=400)), games))
    assert found == [True] * GAMES


@pytest.mark.slow
def test_a_game_with_the_published_defects_is_followed_only_with_them() -> None:
    defects = {
        "defect_stale_debt": 1,
        "defect_third_miss_impossible": 1,
        "defect_fine_in_any_phase": 1,
        "defect_rent_on_mortgaged_utility": 1,
        "defect_go_to_jail_in_any_phase": 1,
    }
    _, trace = traced(played("formal-small", 2, **defects))
    assert "GoBankrupt" in {step.action for step in trace.steps[:-1]}
    assert check_trace(trace).holds
    verdict = check_trace(Trace(SMALL.rules, trace.steps))
    assert not verdict.holds
    assert verdict.wrong == trace.steps[verdict.matched]


@pytest.mark.slow
def test_a_purse_that_differs_is_rejected_with_both_values() -> None:
    _, trace = traced(SMALL)
    place = place_of(trace, lambda step: "money" in (step.becomes or {}))
    becomes = dict(trace.steps[place].becomes or {})
    becomes["money"] = {p: sum_ + 1 for p, sum_ in becomes["money"].items()}  # type: ignore[union-attr]
    wrong = tampered(trace, place, becomes=becomes)
    verdict = check_trace(wrong)
    assert (verdict.matched, verdict.wrong) == (place, wrong.steps[place])
    assert "leads elsewhere: money is <<" in verdict.reason


@pytest.mark.slow
def test_another_player_is_rejected_with_who_acts() -> None:
    _, trace = traced(SMALL)
    place = place_of(trace, lambda step: step.action == "ConcludeFree4AllActions")
    right = trace.steps[place].player
    verdict = check_trace(tampered(trace, place, player=right % 3 + 1))
    assert verdict.matched == place
    assert verdict.reason == f"in the specification p{right} acts"


@pytest.mark.slow
def test_a_skipped_action_is_rejected_with_what_was_allowed() -> None:
    _, whole = traced(SMALL)
    place = place_of(whole, lambda step: step.action == "EndPreRoll")
    replayed, trace = traced(without(SMALL, place))
    verdict = check_trace(trace)
    assert replayed.fault is not None
    assert verdict.wrong is not None
    assert verdict.wrong.first == replayed.fault.index == place + 1
    assert "EndPreRoll" in verdict.allowed
    assert verdict.wrong.action not in verdict.allowed


def test_a_game_without_a_step_is_not_matched_trivially() -> None:
    with pytest.raises(InvalidRecord, match="no action"):
        check_trace(Trace(SMALL.rules))


@pytest.mark.slow
def test_a_trace_that_breaks_off_is_matched_as_far_as_it_goes() -> None:
    _, trace = traced(SMALL)
    cut = Trace(trace.rules, trace.steps[:7])
    verdict = check_trace(cut)
    assert (verdict.holds, verdict.matched, verdict.steps) == (True, 7, 7)


def _money(step: TraceStep) -> bool:
    return "money" in (step.becomes or {})


def _becomes(name: str, value: Any) -> Callable[[TraceStep], dict[str, Any]]:
    return lambda step: {"becomes": {**(step.becomes or {}), name: value}}


def _lost(name: str) -> Callable[[TraceStep], dict[str, Any]]:
    """The step without one of its effects."""
    return lambda step: {"becomes": {k: v for k, v in (step.becomes or {}).items() if k != name}}


def _named(*names: str) -> Callable[[TraceStep], bool]:
    return lambda step: step.action in names


TAMPERED: dict[
    str, tuple[GameRecord, Callable[[TraceStep], bool], Callable[[TraceStep], dict[str, Any]]]
] = {
    "an effect that is left out": (SMALL, _money, _lost("money")),
    "an effect too many": (SMALL, _named("EndPreRoll"), _becomes("bankMoney", 1)),
    "a deed that changes hands": (SMALL, _named("EndTurn"), _becomes("owner", {2: 3})),
    "a building from nowhere": (SMALL, _named("EndTurn"), _becomes("level", {2: 2})),
    "a mortgage from nowhere": (SMALL, _named("EndTurn"), _becomes("mortgaged", {7: True})),
    "another phase": (SMALL, _named("DoublesCheck"), _becomes("phase", "roll")),
    "another turn": (SMALL, _named("EndTurn"), _becomes("turnPlayer", 4)),
    "a jail card from nowhere": (SMALL, _named("EndTurn"), _becomes("goojfChOwner", 1)),
    "a debt from nowhere": (
        SMALL,
        _named("EndTurn"),
        _becomes("debt", {"creditor": None, "amount": 1, "nextPhase": "roll"}),
    ),
    "another square": (SMALL, _named("RollAndMove"), _becomes("positions", {1: 2, 2: 2, 3: 2})),
    "another throw": (
        SMALL,
        _named("RollAndMove"),
        lambda step: {"given": (step.given[0] % 2 + 1, step.given[1])},
    ),
    "a throw beyond the dice": (SMALL, _named("RollAndMove"), lambda step: {"given": (6, 6)}),
    "a card beyond the deck": (
        FORMAL,
        lambda step: step.action.startswith("Draw"),
        lambda _: {"given": (63,)},
    ),
    "another order": (
        SMALL,
        lambda step: len(step.order) == 3,
        lambda step: {"order": step.order[::-1]},
    ),
    "an order of too few": (
        SMALL,
        lambda step: len(step.order) == 3,
        lambda step: {
            "order": step.order[:2],
            "becomes": {**(step.becomes or {}), "free4AllOrder": step.order[:2]},
        },
    ),
    "an order of nobody": (
        SMALL,
        lambda step: len(step.order) == 3,
        lambda step: {
            "order": (1, 1, 2),
            "becomes": {**(step.becomes or {}), "free4AllOrder": (1, 1, 2)},
        },
    ),
    "another name": (SMALL, _named("EndPreRoll"), lambda _: {"action": "EndTurn"}),
    "a name that means nothing": (SMALL, _named("EndPreRoll"), lambda _: {"action": "Byu"}),
    "another bidder": (
        FORMAL,
        lambda step: step.action == "AuctionProperty" and bool(step.given),
        lambda step: {"given": (step.given[0] % 3 + 1, step.given[1])},
    ),
    "another bid": (
        FORMAL,
        lambda step: step.action == "AuctionProperty" and bool(step.given),
        lambda step: {"given": (step.given[0], step.given[1] + 1)},
    ),
}
QUICK = ("an effect that is left out", "an order of too few", "another bidder", "another throw")


@pytest.mark.slow
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=() if k in QUICK else pytest.mark.long) for k in TAMPERED]
)
def test_a_tampered_step_is_rejected_at_its_index(kind: str) -> None:
    record, wanted, change = TAMPERED[kind]
    _, trace = traced(record)
    place = place_of(trace, wanted, 0)
    wrong = tampered(trace, place, **change(trace.steps[place]))
    assert wrong.steps != trace.steps
    verdict = check_trace(wrong, explain=False)
    assert not verdict.holds
    assert (verdict.matched, verdict.wrong) == (place, wrong.steps[place])


@pytest.mark.long
@pytest.mark.parametrize("place", [3, 17, 40, 77])
@pytest.mark.parametrize("change", [without, swapped], ids=["skipped", "swapped"])
@pytest.mark.parametrize("record", [SMALL, FORMAL], ids=["small", "formal"])
def test_kernel_and_specification_reject_the_same_action(
    record: GameRecord, change: Callable[[GameRecord, int], GameRecord], place: int
) -> None:
    replayed, trace = traced(change(record, place))
    if replayed.fault is None:  # two actions that may come in either order
        assert check_trace(trace).holds
        return
    verdict = check_trace(trace, explain=False)
    if trace.waiting:  # the rules of an auction are those of the kernel
        assert verdict.holds
        assert replayed.fault.index == trace.waiting[-1]
    else:
        assert verdict.wrong is not None
        assert verdict.wrong.first == replayed.fault.index


@pytest.mark.slow
def test_a_bid_that_the_auction_refuses_is_left_to_the_kernel() -> None:
    place = next(i for i, e in enumerate(FORMAL.steps) if a.kind_of(e.code) == a.BID)
    bid = FORMAL.steps[place].code
    poor = a.code_of(a.BID, a.player_of(bid), number=10**6)
    replayed, trace = traced(altered(FORMAL, place, code=poor))
    assert replayed.fault is not None
    assert replayed.fault.index == place + 1 == trace.waiting[-1]
    assert check_trace(trace).matched == len(trace.steps)

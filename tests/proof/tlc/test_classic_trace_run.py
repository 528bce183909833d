"""TLC follows games of `classic` and of editions like it, and refuses altered ones at the place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from gitopoly.game.record import GameRecord
from gitopoly.proof.games.replay import replay
from gitopoly.proof.tlc.classic_trace import ClassicTrace
from gitopoly.proof.tlc.trace import TraceStep
from gitopoly.proof.tlc.trace_run import check_trace
from gitopoly.rules import (
    LEFT,
    State,
    Step,
    Taken,
    actions as a,
    initial,
    leave,
    steps,
)
from gitopoly.rules.chance import Drawn
from gitopoly.rules.codes import AUCTION, AUCTION_KINDS, NOBODY, PRE_ROLL
from tests.proof.recorded import (
    altered,
    classic_trace,
    follow_all,
    played,
    swapped,
    tampered,
    without,
)

DOZEN = 12
GAMES_OF_A_KIND = 4 * DOZEN
"""Of three kinds, with two to eight players: 1,008."""
GAME = played("classic", 3, players=8, turns=40)


def cut(trace: ClassicTrace, length: int) -> ClassicTrace:
    """The first steps of a trace."""
    return ClassicTrace(trace.rules, trace.steps[:length])


def refused_at(trace: ClassicTrace, places: Iterable[tuple[int, dict[str, Any]]]) -> list[bool]:
    """Whether each change is refused at its place, where the game itself is followed."""
    changes = list(places)
    games = [cut(tampered(trace, place, **change), place + 1) for place, change in changes]
    games += [cut(trace, place + 1) for place, _ in changes]
    followed = follow_all(games)
    count = len(changes)
    return [i not in followed and i + count in followed for i in range(count)]


# Games that were played.


def seen_in(record: GameRecord) -> set[str]:
    """What a game has in it, of the things that are rare."""
    found: set[str] = set()

    def look(_: int, step: Step, before: State, _taken: Taken | None) -> None:
        found.add(a.NAMES[a.kind_of(step.code)])
        if before.phase == AUCTION:
            found.add(AUCTION_KINDS[before.auction_kind])
        if before.debt_count > 1:
            found.add("several debts")

    replay(record, look)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "games", "turns", "options", "rare"),
    [
        (2, (1, 2, 6), 30, {}, {"GoBankrupt", "AcceptTrade"}),
        (4, (0, 1), 30, {}, {"AcceptTrade", "PayTenthOfWorth"}),
        (8, (7,), 60, {}, {"several debts", "estate"}),
        (
            *(2, (7,), 40),
            {"houses": 4, "hotels": 4, "starting_deeds": 14, "starting_money": 9000},
            {"house", "PlaceBuilding", "DealDeed"},
        ),
        (
            *(3, (0, 1, 2), 30),
            {"free_parking_pot": 1, "free_parking_seed": 500, "no_rent_in_jail": 1}
            | {"uneven_building": 1, "no_double_rent": 1, "turn_limit": 25}
            | {"double_salary_on_go": 1, "bankruptcy_limit": 1, "starting_money_2": 900},
            {"DoNothingOnFreeParking"},
        ),
    ],
)
def test_ten_games_are_behaviours(
    players: int, games: tuple[int, ...], turns: int, options: dict[str, Any], rare: set[str]
) -> None:
    records = [played("classic", game, players, turns, **options) for game in games]
    assert rare <= set().union(*map(seen_in, records))
    traces = list(map(classic_trace, records))
    assert min(len(trace.steps) for trace in traces) > 50
    assert follow_all(traces) == set(range(len(games)))


@pytest.mark.slow
def test_a_game_of_another_edition_is_a_behaviour() -> None:
    record = played("london", 1, 3, turns=60)
    assert seen_in(record) & {"PayCardFine", "DrawAndExecuteCommunityChestCard"}
    verdict = check_trace(classic_trace(record))
    assert verdict.holds
    assert verdict.specification == "Classic.tla"


KINDS: dict[str, tuple[dict[str, int], frozenset[str]]] = {
    "plain": ({}, frozenset({"AcceptTrade", "GoBankrupt"})),
    "scarce": ({"houses": 4, "hotels": 2, "starting_money": 6000}, frozenset({"house"})),
    "poor": ({"starting_money": 200}, frozenset({"GoBankrupt", "estate", "several debts"})),
}
"""Three kinds of games, and what must happen in some of a kind: each thing that is rare."""
AMONG_MORE_THAN_TWO = {"estate", "several debts"}


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8])
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_games_are_behaviours(players: int, kind: str) -> None:
    """A dozen in each run of TLC: the first one to its end, the others for some turns."""
    options, expected = KINDS[kind]
    if kind == "scarce":  # dealt groups are built on at once, and there are few houses
        options = {**options, "starting_deeds": 28 // players}
    seen: set[str] = set()
    for first in range(0, GAMES_OF_A_KIND, DOZEN):
        games = range(first, first + DOZEN)
        policy = "trader" if first == 0 else "random"
        lengths = (2000 if game % DOZEN == 0 and kind == "plain" else 25 for game in games)
        records = [
            played("classic", game, players, turns, policy, **options)
            for game, turns in zip(games, lengths, strict=True)
        ]
        seen |= set().union(*map(seen_in, records))
        traces = list(map(classic_trace, records))
        print(f"{players} players, {kind}: {sum(len(trace.steps) for trace in traces)} steps")
        assert follow_all(traces) == set(range(len(traces)))
    assert seen >= expected - (AMONG_MORE_THAN_TWO if players == 2 else set())


# What hardly happens by chance.


class Script:
    """A game whose every move is chosen."""

    def __init__(self, players: int, **options: Any) -> None:
        self.record = played("classic", 0, players, turns=0, **options)
        self.state = initial(self.record.rules)
        self.trace = ClassicTrace(self.record.rules)

    def act(self, kind: int, player: int, square: int = 0, number: int = 0, **draw: Any) -> None:
        """Take an action; `dice` or `card` is what it draws."""
        step = Step(a.code_of(kind, player, square, number), Drawn(**draw))
        (taken,) = steps(self.state, [step])
        self.trace.add(len(self.trace.steps), step, self.state, taken)
        self.state = taken.after


def with_hotels_and_no_houses() -> Script:
    """Player 1 has two hotels and all eight houses of the bank, before the first roll."""
    script = Script(2, houses=8, hotels=2, starting_deeds=6, starting_money=9000)
    rules = script.record.rules
    mine, other = (1, 3, 6, 8, 9, 5), (11, 13, 15, 21, 25, 37)
    for square, rival in zip(mine, other, strict=True):
        script.act(a.DEAL_DEED, 0, card=rules.deed_index[square])
        script.act(a.DEAL_DEED, 1, card=rules.deed_index[rival])
    script.act(a.THROW_FOR_START, 0, dice=(6, 5))
    script.act(a.THROW_FOR_START, 1, dice=(1, 2))
    for square in (1, 3) * 5 + (6, 8, 9) * 2 + (6, 8):
        script.act(a.operation_kind(PRE_ROLL, a.UPGRADE), 0, square)
    assert (script.state.houses_left, script.state.hotels_left) == (0, 0)
    return script


@pytest.mark.slow
def test_a_group_sold_down_and_players_who_leave_are_behaviours() -> None:
    traces = []
    for houses in (0, 8):
        script = with_hotels_and_no_houses()
        group = script.record.rules.group[6 if houses else 1]
        if houses:  # no hotel stands there, so there is nothing to sell at once
            with pytest.raises(Exception, match="SELL-3"):
                script.act(a.operation_kind(PRE_ROLL, a.SELL_GROUP), 0, group, 0)
            group = script.record.rules.group[1]
            script.act(a.operation_kind(PRE_ROLL, a.DOWNGRADE), 0, 6)
            script.act(a.operation_kind(PRE_ROLL, a.SELL_GROUP), 0, group, 1)
            assert (script.state.level[1], script.state.level[3]) == (0, 1)
        else:
            script.act(a.operation_kind(PRE_ROLL, a.SELL_GROUP), 0, group, 0)
            assert (script.state.level[1], script.state.level[3]) == (0, 0)
        traces.append(script.trace)
    other = ClassicTrace(traces[0].rules, traces[0].steps)
    last = other.steps[-1]
    other = tampered(other, len(other.steps) - 1, given=(last.given[0], 1))
    assert follow_all([*traces, other]) == {0, 1}


@pytest.mark.slow
def test_whoever_leaves_does_what_the_specification_says() -> None:
    traces: list[ClassicTrace] = []
    record = played("classic", 0, players=4, turns=6, starting_money=150)
    whole = classic_trace(record)

    def go(index: int, _: Step, before: State, _taken: Taken | None) -> None:
        if index % 5 and index > 4:
            return
        for seat in range(4):
            later = before.copy()
            if leave(later, seat):
                trace = cut(whole, index)
                trace.add_leaving(index, Taken(before, LEFT, seat, later))
                traces.append(trace)

    replay(record, go)
    assert len(traces) > 10
    wrong = [tampered(traces[-1], len(traces[-1].steps) - 1, player=9)]
    assert follow_all([*traces, *wrong]) == set(range(len(traces)))


# Games that were altered.


def _becomes(**values: Any) -> Callable[[TraceStep], dict[str, Any]]:
    return lambda step: {"becomes": {**(step.becomes or {}), **values}}


def _lost(name: str) -> Callable[[TraceStep], dict[str, Any]]:
    """The step without one of its effects."""
    return lambda step: {"becomes": {k: v for k, v in (step.becomes or {}).items() if k != name}}


def _given(*given: Any) -> Callable[[TraceStep], dict[str, Any]]:
    return lambda step: {"given": given}


def _with(name: str) -> Callable[[TraceStep], bool]:
    return lambda step: name in (step.becomes or {})


def _named(*names: str) -> Callable[[TraceStep], bool]:
    return lambda step: step.action in names


ALTERED: dict[str, tuple[Callable[[TraceStep], bool], Callable[[TraceStep], dict[str, Any]]]] = {
    "an effect that is left out": (_with("money"), _lost("money")),
    "a deed that stays where it was": (_with("owner"), _lost("owner")),
    "a phase that stays": (_named("DoublesCheck"), _lost("phase")),
    "an offer that is forgotten": (_named("OfferTrade"), _lost("offer")),
    "an auction that goes on": (_named("CloseAuction"), _lost("auction")),
    "a deck that keeps its order": (_with("deck"), _lost("deck")),
    "money from nowhere": (_named("EndPreRoll"), _becomes(bankMoney=1)),
    "money issued for nothing": (_named("EndTurn"), _becomes(issued=1)),
    "a pot from nowhere": (_named("EndTurn"), _becomes(pot=5)),
    "a house from nowhere": (_named("EndTurn"), _becomes(housesLeft=33)),
    "a building from nowhere": (_named("EndTurn"), _becomes(level={2: 2})),
    "a deed that changes hands": (_named("EndTurn"), _becomes(owner={40: 5})),
    "interest that nobody paid": (_named("EndPreRoll"), _becomes(interestPaid=frozenset({2}))),
    "an estate from nowhere": (_named("EndPreRoll"), _becomes(estate=frozenset({2}))),
    "a debt from nowhere": (
        _named("EndPreRoll"),
        _becomes(debts=({"debtor": 1, "creditor": None, "amount": 1, "nextPhase": "roll"},)),
    ),
    "another turn": (_named("EndTurn"), _becomes(turnPlayer=9)),
    "another order": (_named("DoublesCheck"), _becomes(free4AllOrder=(1, 2))),
    "another player": (_named("EndPreRoll"), lambda step: {"player": step.player % 8 + 1}),
    "another bidder": (_named("Bid"), lambda step: {"player": step.player % 8 + 1}),
    "a bid of nothing": (_named("Bid"), _given(0)),
    "a bid beyond the cash": (_named("Bid"), _given(10**6)),
    "an answer by the proposer": (_named("AcceptTrade"), lambda step: {"player": 9}),
    "another throw": (_named("RollAndMove"), lambda s: {"given": (s.given[0] % 6 + 1, s.given[1])}),
    "a throw beyond the dice": (_named("RollAndMove"), _given(7, 7)),
    "a card beyond the deck": (_named("DrawAndExecuteChanceCard"), _given(63)),
    "a square beyond the board": (_named("F4AMortgage"), _given(41)),
    "an offer to nobody": (_named("OfferTrade"), lambda step: {"given": (9, *step.given[1:])}),
    "an offer of nothing": (
        _named("OfferTrade"),
        lambda step: {"given": (step.given[0], frozenset(), frozenset(), 0)},
    ),
    "another name": (_named("EndPreRoll"), lambda _: {"action": "EndTurn"}),
    "a name that means nothing": (_named("EndPreRoll"), lambda _: {"action": "Byu"}),
    "a player who leaves": (_named("EndPreRoll"), lambda _: {"action": "LeaveGame"}),
}


@pytest.mark.slow
def test_an_altered_step_is_refused_at_its_place() -> None:
    trace = classic_trace(GAME)

    def place_of(wanted: Callable[[TraceStep], bool]) -> int:
        return next(i for i, step in enumerate(trace.steps) if i >= 30 and wanted(step))

    places = [(place_of(wanted), change) for wanted, change in ALTERED.values()]
    changes = [(place, change(trace.steps[place])) for place, change in places]
    refused = refused_at(trace, changes)
    assert dict(zip(ALTERED, refused, strict=True)) == dict.fromkeys(ALTERED, True)


@pytest.mark.slow
def test_what_is_wrong_is_told_with_both_values_and_what_was_allowed() -> None:
    trace = cut(classic_trace(GAME), 40)
    place = next(i for i, step in enumerate(trace.steps) if step.action == "EndPreRoll")
    verdict = check_trace(tampered(trace, place, becomes={"phase": "roll", "pot": 7}))
    assert (verdict.matched, verdict.wrong is not None) == (place, True)
    assert verdict.reason == "the specification leads elsewhere: pot is 0, not 7"
    assert {"EndPreRoll"} <= set(verdict.allowed) < set(a.NAMES)


@pytest.mark.long
def test_games_with_a_move_missing_or_moved_are_refused_where_the_kernel_refuses_them() -> None:
    traces: list[ClassicTrace] = []
    game = played("classic", 4, turns=10)
    for place in range(5, len(game.steps) - 1, 7):
        for change in (without, swapped):
            trace = classic_trace(change(game, place))
            if trace.steps[-1].becomes is None:  # otherwise both orders are legal
                traces += [trace, cut(trace, len(trace.steps) - 1)]
    assert len(traces) > 40
    assert follow_all(traces) == set(range(1, len(traces), 2))


@pytest.mark.slow
def test_a_move_that_the_kernel_refuses_is_refused() -> None:
    place = next(i for i, e in enumerate(GAME.steps) if a.kind_of(e.code) == a.BID)
    bid = GAME.steps[place].code
    poor = altered(GAME, place, code=a.code_of(a.BID, a.player_of(bid), number=a.LARGEST_NUMBER))
    trace = classic_trace(poor)
    assert trace.steps[-1].becomes is None
    assert follow_all([trace, cut(trace, place)]) == {1}
    assert NOBODY not in {step.player for step in trace.steps}

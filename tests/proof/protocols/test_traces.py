"""Real runs are behaviours of the protocols' specifications, and one wrong line makes them none."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gitopoly.errors import InvalidRecord, NoRoom
from gitopoly.peers import dice
from gitopoly.proof.protocols.__main__ import main, read_folder
from gitopoly.proof.protocols.checking import MODULES, ProtocolTraces
from gitopoly.proof.protocols.events import RecordedRun
from gitopoly.table import seat as seat_module
from gitopoly.table.protocol_log import FOLDER, ProtocolLog
from tests.proof.protocols.faults import ABOUT_ORDERS, FAULTS
from tests.proof.protocols.played import Misfortunes, RecordedTable
from tests.table.tables import Table, copy

NOTHING_REFUSED = {name: [] for name in MODULES}  # type: ignore[var-annotated]
OPTIONS = {"opening_throw": 0}


def played(seed: int, turns: int, misfortunes: Misfortunes, players: int = 3) -> RecordedRun:
    """What happened in a game with its own misfortunes."""
    table = RecordedTable(players, retire_after=3600, options=OPTIONS)
    table.play(Random(seed), turns, misfortunes)
    return table.run


def actions_in(runs: list[RecordedRun]) -> set[str]:
    """Every action that was written."""
    return {entry.action for run in runs for entry in run.entries.values()}


GAMES = (
    (1, 800, Misfortunes()),
    (2, 120, Misfortunes(vote=0.1, resign=0.005)),
    (3, 120, Misfortunes(vote=0.1, kill=0.1)),
    (4, 110, Misfortunes(fork=60, vote=0.02)),
    (5, 150, Misfortunes(resign=0.03)),
    (6, 250, Misfortunes(orders=True)),
)


@pytest.mark.slow
def test_real_runs_are_behaviours_of_the_specifications(monkeypatch: pytest.MonkeyPatch) -> None:
    """With votes, objections, resignations, kills, a fork, recommitments and confirmations."""
    monkeypatch.setattr(seat_module, "RESERVE", dice.LENGTH - 3)
    traces = ProtocolTraces()
    runs = [played(*game) for game in GAMES]
    for run in runs:
        traces.add(run)
    assert {
        "Retire",
        "Object",
        "Resign",
        "Recommit",
        "Finish",
        "Reveal",
        "GiveOrder",
    } <= actions_in(runs)
    assert {"Bid", "Pass", "OfferTrade", "AcceptTrade", "SettleTrade"} <= actions_in(runs)
    assert traces.skipped <= 8
    assert len(traces.auctions) > 1
    assert len(traces.trades) > 10
    assert any(step["forked"] for trace in traces.ledgers for step in trace.steps)
    assert len(traces.lobbies) == len(runs)
    assert passed_by_order(traces) > 0
    assert traces.check() == NOTHING_REFUSED


def passed_by_order(traces: ProtocolTraces) -> int:
    """How many turns ended in which somebody had said in advance that it passes between turns."""
    return sum(
        step["action"] == "Give"
        and any("between-turns" in order for order in step["sees"][0]["orders"])  # type: ignore
        for trace in traces.orders
        for step in trace.steps
        if step["sees"]
    )


@pytest.mark.slow
def test_a_game_begins_as_the_specification_says_though_a_seat_joins_twice() -> None:
    table = Table(3)
    lines: list[str] = []
    spare = table.twin(table.seats[2])
    for driver in table.drivers:
        assert driver.seat is not None
        ProtocolLog(driver.game, driver.seat.name, lines.append)
    spare.join(token="cannon")
    head = spare.game.store.head("cleo")
    assert head is not None
    for seat in table.seats:
        seat.join()
    table.agree()
    copy(spare, table.seats[1].game.store)
    table.seats[1].game.receive("cleo", head)
    for driver in table.drivers[:2]:
        driver.advance()
    assert table.seats[1].game.started
    traces = ProtocolTraces()
    traces.add(RecordedRun.read(lines))
    assert [trace.group for trace in traces.lobbies] == [(3, (3,), 2)]
    assert traces.check()["TraceLobby"] == []


@pytest.mark.slow
def test_every_planted_fault_is_refused() -> None:
    """One line of `protocols` or `table` is wrong at a time; all traces share a run of TLC."""
    together, of_fault = ProtocolTraces(), []
    for name, plant in FAULTS.items():
        with pytest.MonkeyPatch.context() as patch:
            run = plant(patch)
        before = [len(kind) for kind in _kinds(together)]
        together.add(run)
        of_fault.append((name, before, [len(kind) for kind in _kinds(together)]))
    refused = _refused(together)
    caught = {
        name
        for name, before, after in of_fault
        if any(
            first <= place < last
            for kind, first, last in zip(refused, before, after, strict=True)
            for place in kind
        )
    }
    assert set(FAULTS) - caught == set()
    by_orders = {
        name
        for name, before, after in of_fault
        if any(before[-1] <= place < after[-1] for place in refused[-1])
    }
    assert {plant.__name__ for plant in ABOUT_ORDERS} <= by_orders


def _kinds(traces: ProtocolTraces) -> tuple[list[object], ...]:
    return (
        *(traces.auctions, traces.trades, traces.draws),
        *(traces.ledgers, traces.lobbies, traces.orders),
    )  # type: ignore[return-value]


def _refused(traces: ProtocolTraces) -> list[set[int]]:
    found = traces.check(most=1000, explained=False)
    return [{one.trace for one in refused} for refused in found.values()]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_hundreds_of_runs_are_behaviours(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    monkeypatch.setattr(seat_module, "RESERVE", random.choice([64, dice.LENGTH - 3]))
    traces = ProtocolTraces()
    for game in range(5):
        misfortunes = Misfortunes(
            resign=random.choice([0, 0.01]),
            vote=random.choice([0, 0.05, 0.2]),
            kill=random.choice([0, 0.1]),
            fork=random.choice([0, 0, 50]),
            away=range(50, random.choice([50, 120])),
            orders=game % 2 == 1,
        )
        traces.add(played(5 * seed + game, 160, misfortunes, random.choice([3, 4])))
    assert traces.check() == NOTHING_REFUSED


def test_nothing_is_recorded_unless_it_is_asked_for() -> None:
    table = Table(2, options=OPTIONS).start()
    assert [driver.game.observer for driver in table.drivers] == [None, None]


def test_events_of_seats_in_separate_files_are_put_in_order() -> None:
    table = RecordedTable(3, options=OPTIONS)
    table.play(Random(1), 40)
    apart = sorted(table.lines, key=lambda line: line[:9])
    assert apart != table.lines
    traces, again = ProtocolTraces(), ProtocolTraces()
    traces.add(RecordedRun.read(table.lines))
    again.add(RecordedRun.read(apart))
    assert [len(t.steps) for t in traces.draws] == [len(t.steps) for t in again.draws]


LINE = '{"seat": 1, "event": "took", "entries": [], "view": null}'


@pytest.mark.parametrize(
    "line",
    [
        *("", "no json", "[]", '{"seat": 1}', "[" * 100_000),
        *(LINE.replace("1", seat) for seat in ("null", "99", "-1", "true", "1.5", "9" * 5000)),
        *(LINE.replace("[]", entries) for entries in ("7", "[7]", '[{"id": "a"}]')),
        *(LINE.replace("null", view) for view in ("3", "{}", '{"resigned": [false]}')),
        LINE.replace("took", "stole"),
        LINE.replace("took", "wrote"),
    ],
)
def test_lines_that_are_no_events_are_refused(line: str) -> None:
    with pytest.raises(InvalidRecord, match="not an event of a seat"):
        RecordedRun.read([line])


def test_whatever_is_changed_in_events_they_are_followed_or_refused() -> None:
    """No traceback: lines come from other people's machines."""
    table = RecordedTable(3, options=OPTIONS)
    table.play(Random(1), 30, Misfortunes(orders=True))
    random, refused = Random(1), list[str]()
    for _ in range(300):
        lines = list(table.lines)
        place = random.randrange(len(lines))
        told = json.loads(lines[place])
        spoil(told, random)
        lines[place] = json.dumps(told)
        try:
            ProtocolTraces().add(RecordedRun.read(lines))
        except InvalidRecord as error:
            refused.append(str(error))
    assert len(refused) > 100
    assert not [told for told in refused if "\n" in told]


def spoil(told: Any, random: Random) -> None:
    """Put something else in a place of a value, or take it away."""
    while True:
        places = list(told) if isinstance(told, dict) else list(range(len(told)))
        if not places:
            return
        place = random.choice(places)
        if isinstance(told[place], dict | list) and told[place] and random.random() < 0.8:
            told = told[place]
        elif random.random() < 0.2:
            del told[place]
            return
        else:
            told[place] = random.choice([None, -1, 10**12, "x", "", [], {}, [[]], True, 0.5])
            return


def test_seats_that_tell_of_an_entry_in_different_ways_are_refused() -> None:
    table = RecordedTable(2, options=OPTIONS)
    place = next(i for i, line in enumerate(table.lines) if '"Action":"Start"' in line)
    lines = list(table.lines)
    lines[place] = lines[place].replace('"Action":"Start"', '"Action":"Ready"')
    with pytest.raises(InvalidRecord, match="in different ways"):
        RecordedRun.read(lines)


def test_the_environment_switches_recording_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER, str(tmp_path / "events"))
    table = Table(2, options=OPTIONS).start()
    for _ in table.rounds(Random(1), 10):
        pass
    files = sorted(path.name for path in (tmp_path / "events").iterdir())
    root = table.seats[0].game.root[:16]
    assert files == [f"{root}-ann.jsonl", f"{root}-ben.jsonl"]
    (run,) = read_folder(tmp_path / "events")
    assert len(run.entries) == len({e.id for seat in table.seats for e in seat.game.log})


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(FOLDER, str(tmp_path / "file" / "below"))
    with pytest.raises(NoRoom, match=FOLDER):
        Table(2, options=OPTIONS)


def test_a_folder_without_events_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path)]) == 2
    assert "there are no events" in capsys.readouterr().err

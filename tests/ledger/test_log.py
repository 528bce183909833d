"""The log says what the specification says, whatever honest seats and cheats write."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import MissingObject
from gitopoly.ledger.entry import Entry
from gitopoly.ledger.log import Fork, Log
from tests.ledger.simulation import World, fake_entry


def played(seed: int, honest: int, cheats: int, steps: int) -> World:
    """Play a random game."""
    world = World(Random(seed), honest, cheats)
    for _ in range(steps):
        world.step()
    return world


worlds = st.builds(
    played, st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 2), st.integers(0, 45)
)


def log_of(entries: Iterable[Entry], seats: tuple[str, ...] = ("a", "b", "c")) -> Log:
    """Take entries in."""
    log = Log(seats)
    for entry in entries:
        log.add(entry)
    return log


@settings(max_examples=150, deadline=None)
@given(worlds)
def test_forks_are_those_of_the_specification(world: World) -> None:
    spec = world.definitions
    for seat, log in world.logs.items():
        held = world.held(seat)
        forks = log.forks()
        assert set(forks) == {s for s in world.seats if spec.forked(held, s)}
        for s, fork in forks.items():
            common = spec.common_at(held, s)
            assert spec.n[fork.left] == spec.n[fork.right] == common + 1
            assert fork.left != fork.right
            assert spec.seat[fork.left] == spec.seat[fork.right] == s
            below = {e for e in spec.of(held, s) if spec.n[e] == common}
            assert {fork.last_common} - {None} == below
        counted, ends = set(log.counted()), dict.fromkeys(world.seats[:1], 2)
        assert {e for e in held if log.is_void(e)} == held - counted
        within = {e for e in counted if spec.n[e] <= ends.get(spec.seat[e], len(held))}
        assert set(log.counted(ends=ends)) == within


@settings(max_examples=60, deadline=None)
@given(worlds)
def test_what_counts_for_an_entry_depends_on_its_past_alone(world: World) -> None:
    spec = world.definitions
    for log in world.logs.values():
        for entry in log:
            own = spec.past[entry.id] | {entry.id}
            alone = log_of((e for e in log if e.id in own), world.seats)
            assert set(log.counted(entry.id)) == set(alone.counted())
            assert {s for s in world.seats if spec.forked(own, s)} == set(log.forks(entry.id))


@settings(max_examples=60, deadline=None)
@given(worlds, st.randoms())
def test_what_somebody_lacks_is_in_the_past_of_nothing_that_they_have(
    world: World, chance: Random
) -> None:
    spec = world.definitions
    for log in world.logs.values():
        held = [entry.id for entry in log]
        heads = chance.sample(held, min(2, len(held)))
        known = {e for head in heads for e in (head, *spec.past[head])}
        lacking = [entry.id for entry in log.since([*heads, "ab" * 20])]
        assert lacking == [e for e in held if e not in known]
        assert log.latest(len(held) + 1) == list(log)


@settings(max_examples=60, deadline=None)
@given(worlds)
def test_the_order_is_topological_and_ties_go_by_seat(world: World) -> None:
    for log in world.logs.values():
        order = log.counted()
        place = {entry_id: at for at, entry_id in enumerate(order)}
        for e in order:
            for parent in world.definitions.past[e] & place.keys():
                assert place[parent] < place[e]
        if not log.forks():
            for e, f in pairwise(order):
                apart = f in world.definitions.past[e] or e in world.definitions.past[f]
                ranks = [world.seats.index(log[x].seat) for x in (e, f)]
                assert apart or ranks == sorted(ranks)


@settings(max_examples=60, deadline=None)
@given(worlds, st.randoms())
def test_replicas_with_the_same_entries_agree_whatever_the_order_of_arrival(
    world: World, random: Random
) -> None:
    ids = sorted(world.entries)
    random.shuffle(ids)
    late = Log(world.seats)
    waiting = [world.entries[e] for e in ids]
    while waiting:
        for entry in list(waiting):
            if all(parent in late for parent in entry.parents):
                late.add(entry)
                waiting.remove(entry)
    early = log_of(world.entries.values(), world.seats)
    assert late.counted() == early.counted()
    assert late.forks() == early.forks()
    assert late.newest() == early.newest()
    assert late.tips() == early.tips()
    assert [late.frontier(s) for s in world.seats] == [early.frontier(s) for s in world.seats]


@settings(max_examples=100, deadline=None)
@given(worlds)
def test_no_honest_seat_is_accused_and_it_can_always_go_on(world: World) -> None:
    everything = log_of(world.entries.values(), world.seats)
    assert set(everything.forks()) <= set(world.cheats)
    for seat, log in world.logs.items():
        entry = world.write(seat, log.frontier(seat))
        log.add(entry)
        assert not log.is_void(entry.id)


@settings(max_examples=60, deadline=None)
@given(worlds)
def test_the_frontier_names_everything_held_and_nothing_twice(world: World) -> None:
    spec = world.definitions
    for seat, log in world.logs.items():
        held = world.held(seat)
        parents = log.frontier(seat)
        covered = frozenset().union(*({p} | spec.past[p] for p in parents))
        assert not any(p in spec.past[q] for p in parents[1:] for q in parents)
        missing = held - covered
        # A third branch adds nothing to the proof of a fork.
        assert all(log.is_void(e) for e in missing)
        if not log.forks():
            assert not missing


@settings(max_examples=60, deadline=None)
@given(worlds)
def test_in_past_and_number_and_tips_are_those_of_the_pasts(world: World) -> None:
    spec = world.definitions
    log = log_of(world.entries.values(), world.seats)
    for e in world.entries:
        assert log.number(e) == spec.n[e]
        own = spec.past[e] | {e}
        assert {f for f in world.entries if log.in_past(f, e)} == spec.past[e]
        for seat, tip in log.tips(e).items():
            chain = spec.of(own, seat)
            assert tip in chain
            assert spec.forked(own, seat) or spec.n[tip] == max(spec.n[f] for f in chain)


# By hand: a cheat c with two branches, and a on top of the left one.
ROOT = fake_entry("a", 0, ())
C1 = fake_entry("c", 1, (ROOT.id,))
LEFT = fake_entry("c", 2, (C1.id,))
RIGHT = fake_entry("c", 3, (C1.id,))
ON_SAND = fake_entry("a", 4, (ROOT.id, LEFT.id))
KNOWING = fake_entry("b", 5, (ROOT.id, LEFT.id, RIGHT.id))
THIRD = fake_entry("c", 6, (C1.id,))


def test_a_third_branch_that_one_alone_holds_does_not_judge_the_log() -> None:
    known = (ROOT, C1, LEFT, RIGHT, KNOWING)
    alone = log_of((*known, THIRD))
    assert alone.named() == log_of(known).named()
    assert THIRD.id not in alone.merged(alone.named())["c"]


def test_a_fork_freezes_its_seat_and_voids_what_stands_beyond() -> None:
    log = log_of([ROOT, C1, LEFT, ON_SAND])
    assert log.forks() == {}
    assert not log.is_void(ON_SAND.id)
    log.add(RIGHT)
    assert log.forks() == {"c": Fork(C1.id, LEFT.id, RIGHT.id)}
    assert [log.is_void(e.id) for e in (ROOT, C1, LEFT, RIGHT, ON_SAND)] == [0, 0, 1, 1, 1]
    assert log.tips()["c"] == C1.id


def test_the_proof_in_its_past_heals_an_entry() -> None:
    log = log_of([ROOT, C1, LEFT, RIGHT, ON_SAND, KNOWING])
    assert log.counted() == (ROOT.id, KNOWING.id, C1.id) or not log.is_void(KNOWING.id)
    assert set(log.counted()) == {ROOT.id, C1.id, KNOWING.id}


def test_every_order_of_arrival_gives_the_same() -> None:
    seen = set()
    for order in permutations([C1, LEFT, RIGHT, ON_SAND, KNOWING]):
        log = log_of([ROOT])
        waiting = list(order)
        while waiting:
            ready = [e for e in waiting if all(p in log for p in e.parents)]
            log.add(ready[0])
            waiting.remove(ready[0])
        seen.add((log.counted(), tuple(log.forks().items())))
    assert len(seen) == 1


def test_two_first_entries_are_a_fork_without_a_last_common_one() -> None:
    other = fake_entry("c", 9, (ROOT.id,))
    log = log_of([ROOT, C1, other])
    assert log.forks() == {"c": Fork(None, C1.id, other.id)}
    assert "c" not in log.tips()
    assert log.frontier("a") == (ROOT.id, C1.id, other.id)


def test_a_frontier_begins_with_the_own_log() -> None:
    assert Log(("a", "b")).frontier("a") == ()
    log = log_of([ROOT])
    assert log.frontier("b") == (ROOT.id,)
    log.add(C1)
    assert log.frontier("a") == (ROOT.id, C1.id)
    assert log.frontier("b") == (ROOT.id, C1.id)
    assert log.frontier("c") == (C1.id,)


def test_adding_twice_changes_nothing() -> None:
    log = log_of([ROOT, C1, ROOT, C1])
    assert len(log) == 2
    assert log.forks() == {}


def test_what_does_not_fit_is_refused() -> None:
    log = log_of([ROOT])
    with pytest.raises(MissingObject):
        log.add(LEFT)
    with pytest.raises(MissingObject):
        log.number(LEFT.id)
    assert len(log) == 1


def test_a_long_chain_needs_no_recursion_and_no_walk() -> None:
    log = log_of([ROOT])
    last = ROOT
    for n in range(1, 20_000):
        last = fake_entry("a", n, (last.id,))
        log.add(last)
    assert log.number(last.id) == 20_000
    assert log.in_past(ROOT.id, last.id)
    assert len(log.counted(last.id)) == 20_000


def test_the_random_games_reach_what_they_are_there_for() -> None:
    reached = {"fork": 0, "void": 0, "healed": 0, "third branch": 0}
    for seed in range(60):
        world = played(seed, 3, 1, 45)
        for log in world.logs.values():
            forks = log.forks()
            reached["fork"] += len(forks)
            reached["void"] += sum(log.is_void(e.id) for e in log if e.seat in world.honest)
            reached["third branch"] += any(len(tops) > 2 for tops in log.newest().values())
            if forks:
                beyond = {e.id for e in log if e.seat in world.cheats and log.is_void(e.id)}
                reached["healed"] += sum(
                    bool(beyond & world.definitions.past[e.id])
                    for e in log
                    if e.seat in world.honest and not log.is_void(e.id)
                )
    assert min(reached.values()) >= 20, reached


def test_a_log_that_forgets_the_proof_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Log.frontier

    def forgetful(log: Log, seat: str) -> tuple[str, ...]:
        with monkeypatch.context() as patched:
            patched.setattr(Log, "_proof", lambda self, tops: tops[:1])
            return whole(log, seat)

    monkeypatch.setattr(Log, "frontier", forgetful)
    accused = 0
    for seed in range(30):
        world = played(seed, 3, 1, 45)
        for seat, log in world.logs.items():
            entry = world.write(seat, log.frontier(seat))
            log.add(entry)
            accused += log.is_void(entry.id)
    assert accused > 0

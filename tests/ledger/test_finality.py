"""What counts after a fork, and what stays: the log says what the specification says."""

from __future__ import annotations

from itertools import combinations

import pytest

from gitopoly.ledger.inspection import place_problem
from gitopoly.ledger.log import Log
from tests.ledger.finality_definitions import Held, Vote, What
from tests.ledger.histories import History
from tests.ledger.simulation import fake_entry

TABLES = [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1), (1, 3), (2, 3), (4, 1)]
"""Honest seats and cheats: up to five at a table, up to three of them cheats."""


def played(seed: int, honest: int, cheats: int) -> History:
    history = History(seed, honest, cheats, leaving=seed % 3 == 1, voting=seed % 3 == 2)
    history.steps(history.random.randint(4, 8 + 2 * len(history.seats)))
    return history


def lost_though_final(history: History, level: int) -> set[str]:
    """What somebody could see as final at a level, and does not count in the end."""
    spec, everything = history.spec, history.everything()
    lost = everything - spec.counts(everything)
    if not lost or not spec.live(everything) & set(history.honest):
        return set()
    views = [*history.views(20), *(spec.up_to(e) | history.start for e in everything)]
    return {x for view in views for x in spec.final_at(view, level) & lost}


def promises(history: History) -> None:
    """Hold a history against all promises about single states."""
    spec, everything = history.spec, history.everything()
    kept = spec.kept_in(everything)
    for one, other in combinations(kept, 2):
        assert spec.seat[one] != spec.seat[other] or spec.comparable(one, other)
    for e in everything:
        assert not spec.live(spec.up_to(e)) or e in spec.sound(spec.up_to(e))
    for e in spec.sound(everything):
        assert spec.kept[e] <= kept
    for seat in history.honest:
        assert not spec.forked(everything, seat)
    assert lost_though_final(history, history.level) == set()


@pytest.mark.slow
@pytest.mark.parametrize(("honest", "cheats"), TABLES)
def test_the_promises_hold_on_random_histories(honest: int, cheats: int) -> None:
    for seed in range(60):
        promises(played(seed, honest, cheats))


@pytest.mark.long
@pytest.mark.parametrize(("honest", "cheats"), TABLES)
def test_the_promises_hold_on_many_random_histories(honest: int, cheats: int) -> None:
    for seed in range(10_000, 14_000):
        promises(played(seed, honest, cheats))


def test_one_level_less_is_not_enough() -> None:
    found = [seed for seed in range(400) if lost_though_final(played(seed, 2, 1), 1)]
    assert found


def same(log: Log, history: History, held: Held) -> None:
    """A log says of a set of entries what the definitions say."""
    spec = history.spec
    assert {e for e in held if not log.is_void(e)} == spec.sound(held)
    for seat, tip in log.tips().items():
        assert spec.of(spec.kept_in(held), seat) == spec.of(spec.up_to(tip), seat)
    for entry_id in held:
        assert set(log.counted(entry_id)) == spec.sound(spec.up_to(entry_id))
    settled = [held & spec.sound(held) & spec.settled(held, n + 1) for n in range(history.level)]
    for entry_id in held:
        level = log.final_level(entry_id, history.level)
        assert level == next(
            (n for n, final in enumerate(settled) if entry_id not in final), history.level
        )


@pytest.mark.slow
@pytest.mark.parametrize(("honest", "cheats"), TABLES)
def test_the_log_judges_as_the_definitions_do_in_every_order(honest: int, cheats: int) -> None:
    forks = levels = 0
    for seed in range(40):
        history = played(seed, honest, cheats)
        for held in (history.everything(), *history.views(2)):
            log = history.log(held)
            same(log, history, held)
            forks += bool(log.forks())
            levels += any(log.final_level(e, 2) == 2 for e in held)
    assert forks > 4
    assert levels > 0


def test_where_an_entry_agrees_its_own_view_is_part_of_the_whole() -> None:
    """So the position after it can be gone on from."""
    agreed = 0
    for seed in range(60):
        history = played(seed, 2, 2)
        log = history.log(history.everything())
        verdict = log.verdict(e.id for e in log)
        for entry in log:
            if log.agrees(entry.id, verdict) and verdict:
                own = set(log.counted(entry.id))
                past = history.spec.up_to(entry.id)
                assert own == {e for e in past if not log.is_void(e, verdict)}
                agreed += 1
    assert agreed > 50


def test_an_entry_on_top_of_another_branch_of_its_own_seat_is_refused() -> None:
    log = Log(("a", "b"))
    for entry in (
        fake_entry("a", 1, ()),
        fake_entry("b", 2, (f"{1:040x}",)),
        fake_entry("b", 3, (f"{1:040x}",)),
        fake_entry("a", 4, (f"{1:040x}", f"{2:040x}")),
    ):
        log.add(entry)
    found = place_problem(fake_entry("b", 5, (f"{3:040x}", f"{4:040x}")), log, None)
    assert found is not None
    assert "another branch" in found.reason
    assert place_problem(fake_entry("b", 6, (f"{2:040x}", f"{4:040x}")), log, None) is None


def test_a_seat_that_was_voted_out_in_ignorance_takes_nothing_back() -> None:
    """The story of `MCFinalityVoted`: it changes its mind before it hears that it is out."""
    history = History(1, 3, 1)
    a, b, c, d = history.seats
    vote = Vote(c, 1, frozenset({a, b, d}))

    def write(seat: str, *on: str, what: What = "move") -> str:
        past = history.start.union(*(history.spec.up_to(e) for e in on))
        return history.write(seat, past, what)

    shown = write(d, what=vote)
    b_votes = write(b, what=vote)
    c_builds = write(c, shown)
    b_builds = write(b, shown, b_votes)
    a_votes = write(a, b_builds, what=vote)
    a_builds = write(a, a_votes, c_builds)
    write(b, a_builds)
    fork = write(d)
    log = history.log(history.everything())
    assert log.final_level(shown, 2) == 2
    c_changes_its_mind = write(c, c_builds, fork)
    write(a, a_builds, c_changes_its_mind)
    log = history.log(history.everything())
    same(log, history, history.everything())
    assert not log.is_void(shown)


def test_a_cheat_that_left_takes_nothing_back() -> None:
    """A second join, long after everybody has built on what the seat wrote."""
    history = History(1, 2, 1, leaving=True)
    a, b, c = history.seats
    past = history.start
    for seat in (a, b, c, a, b, c, a, b, a, b):
        past |= {history.write(seat, past)}
    past |= {history.write(c, past, "leave")}
    for seat in (a, b, a, b, a, b):
        past |= {history.write(seat, past)}
    log = history.log(past)
    before = log.counted()
    again = history.write(c, frozenset({history.root}))
    log.add(history.entries[again])
    assert set(log.forks()) == {c}
    assert log.counted() == tuple(e for e in before)


def test_one_round_of_confirmations_is_not_enough_against_a_cheat_and_two_are() -> None:
    """`MCFinalityReachEnd` and `MCFinalityEnd`: whoever holds all of them first may still err."""
    for rounds, stays in ((1, False), (2, True)):
        history = History(1, 2, 1)
        a, b, c = history.seats
        shown = history.write(c, history.start)
        held = history.start | {shown}
        for _ in range(rounds):
            confirmed = [history.write(seat, held) for seat in (a, b, c)]
            held = held.union(confirmed)
        assert history.log(held).final_level(shown, 3) == rounds
        fork = history.write(c, history.start)
        history.write(a, history.start | history.spec.up_to(confirmed[0]) | {fork})
        log = history.log(history.everything())
        same(log, history, history.everything())
        assert log.is_void(shown) is not stays


def outvoted(history: History, held: Held) -> bool:
    """Whether cheats alone vote on an honest seat, which the promise leaves out."""
    votes = (what for e in held if isinstance(what := history.spec.what[e], Vote))
    return any(v.seat in history.honest and v.voters <= set(history.cheats) for v in votes)


def judged(log: Log, history: History) -> Held:
    """What a log judges by: not a third branch that nobody has built on."""
    return frozenset[str]().union(*(history.spec.up_to(e) for e in log.named()))


@pytest.mark.slow
@pytest.mark.parametrize(("honest", "cheats"), [(1, 1), (2, 1), (1, 2), (2, 2), (3, 1)])
def test_what_a_log_calls_final_stays_though_it_judges_two_branches(
    honest: int, cheats: int
) -> None:
    """A log may judge by less than it did, once a branch comes to light that diverges earlier."""
    left_out = claims = 0
    for seed in range(60):
        history = played(seed, honest, cheats)
        everything = history.everything()
        later = history.log(everything)
        left_out += judged(later, history) != everything
        for view in (*history.views(3), history.start | history.spec.up_to(max(everything))):
            log = history.log(view)
            in_game = [history.spec.live(judged(seen, history)) for seen in (log, later)]
            if outvoted(history, everything) or not all(
                live & set(history.honest) for live in in_game
            ):
                continue
            final = [e for e in view if log.final_level(e, history.level) == history.level]
            claims += len(final)
            assert [e for e in final if later.is_void(e)] == []
    assert claims > 0
    assert left_out or cheats == 1


@pytest.mark.parametrize("voted", [False, True], ids=["left", "voted out"])
def test_cheats_who_are_left_alone_can_take_back_what_was_final(voted: bool) -> None:
    """Not promised: an honest seat that is out has no say on what comes after it."""
    history = History(1, 1, 2, leaving=True)
    a, b, c = history.seats
    held = history.start
    if voted:
        vote = Vote(a, len(history.spec.of(held, a)), frozenset({b, c}))
        held |= {history.write(cheat, held, vote) for cheat in (b, c)}
    else:
        held |= {history.write(a, held, "leave")}
    for seat in (b, c):
        held |= {history.write(seat, held)}
    shown = history.write(b, held)
    without = held
    held |= {shown}
    for _ in range(3):
        held = held.union([history.write(seat, held) for seat in (b, c)])
    assert history.log(held).final_level(shown, 3) == 3
    for cheat in (b, c):
        history.write(cheat, without)
    log = history.log(history.everything())
    same(log, history, history.everything())
    assert log.is_void(shown)

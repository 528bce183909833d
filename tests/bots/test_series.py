"""Series of games: reproducible, honest about caps, and able to find what is broken."""

from __future__ import annotations

from collections import Counter

import pytest

from gitopoly.bots import POLICIES, RANDOM, play as playing
from gitopoly.bots.desk import ENDLESS
from gitopoly.bots.play import CAPPED, STUCK, TERMINATED, VIOLATED, choose
from gitopoly.bots.series import (
    Behaviours,
    BotGame,
    Chunk,
    Series,
    choose_engine,
    moves,
    play_chunk,
    play_series,
    run_behaviours,
    tell_behaviour,
)
from gitopoly.bots.table_policy import NO_DESK
from gitopoly.errors import GitopolyError, InvalidBot, InvalidEngine, InvalidRules
from gitopoly.rules import actions as a, apply, initial, money
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import NOBODY, PRE_ROLL
from gitopoly.rules.randomness import seeded
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import list_actions
from tests.rules.scenario import Scenario

SMALL = Series("formal-small", 3, ("random",), seed=5)
SALES = ("Mortgage", "Downgrade", "SellGroup")
BLOCKED = (("defect_stale_debt", 1), ("starting_money", 1), ("jail_fine", 1))


def played(series: Series, games: int = 6, jobs: int = 1, size: int = 2) -> list[Chunk]:
    """Play a series interpreted."""
    return list(play_series(series, "interpreted", 0, games, jobs, size))


def games_of(chunks: list[Chunk]) -> list[BotGame]:
    return [game for chunk in chunks for game in chunk.games]


def kinds_of(chunks: list[Chunk]) -> Counter[str]:
    total: Counter[str] = Counter()
    for chunk in chunks:
        total.update(chunk.kinds)
    return total


# Reproducible.


def test_equal_seeds_give_equal_games() -> None:
    assert played(SMALL) == played(SMALL)


def test_other_seeds_give_other_games() -> None:
    other = Series("formal-small", 3, ("random",), seed=6)
    assert games_of(played(SMALL)) != games_of(played(other))


def test_a_seed_counts_with_all_its_64_bits() -> None:
    high = Series("formal-small", 3, ("random",), seed=5 + (1 << 32))
    assert games_of(played(SMALL)) != games_of(played(high))


def test_games_differ_within_a_series() -> None:
    assert len({game.actions for game in games_of(played(SMALL))}) > 1


def test_a_game_is_the_same_alone_and_in_any_chunk() -> None:
    whole = games_of(played(SMALL, games=5, size=5))
    assert games_of(played(SMALL, games=5, size=2)) == whole
    assert play_chunk(SMALL, "interpreted", 3, 1).games == [whole[3]]


def test_two_jobs_give_the_results_of_one_in_the_same_order() -> None:
    assert played(SMALL, jobs=2) == played(SMALL, jobs=1)


def test_checking_changes_no_game() -> None:
    unchecked = Series("formal-small", 3, ("random",), seed=5, check=False)
    assert played(unchecked) == played(SMALL)


# Ends.


def test_a_game_that_terminates_has_a_winner() -> None:
    for game in games_of(played(SMALL)):
        assert game.status == TERMINATED
        assert game.winner in range(3)
        assert game.violation == ""


@pytest.mark.parametrize("edition", ["classic", "formal", "formal-small", "arena"])
def test_a_game_that_reaches_the_cap_is_capped_and_never_won(edition: str) -> None:
    for game in games_of(played(Series(edition, 2, max_turns=3), games=3)):
        assert (game.status, game.winner, game.turns) == (CAPPED, NOBODY, 3)
        assert game.violation == ""


def test_a_turn_limit_of_the_rules_is_an_end_and_no_cap() -> None:
    series = Series("arena", 2, ("sensible",), seed=1, options=(("turn_limit", 4),))
    for game in games_of(played(series, games=3)):
        assert (game.status, game.turns) == (TERMINATED, 4)


def test_kinds_count_every_action_once() -> None:
    chunks = played(SMALL)
    assert sum(kinds_of(chunks).values()) == sum(game.actions for game in games_of(chunks))
    assert set(kinds_of(chunks)) == set(a.NAMES)


# Moves, one by one.


def test_each_move_leads_to_the_state_before_the_next() -> None:
    series = Series("classic", 3, seed=7, max_turns=20)
    s = initial(series.rules())
    taken = 0
    for before, action, outcome, after in moves(series, 4):
        assert before == s
        apply(s, action, outcome)
        assert after == s
        taken += 1
    assert taken == play_chunk(series, "interpreted", 4, 1).games[0].actions


# Policies.


@pytest.mark.parametrize(
    ("edition", "players"), [("classic", 2), ("formal", 2), ("formal-small", 3), ("arena", 2)]
)
def test_sensible_mortgages_and_sells_only_to_avoid_ruin(edition: str, players: int) -> None:
    series = Series(edition, players, ("sensible",), seed=2, max_turns=120, check=False)
    kinds = kinds_of(played(series, games=4))
    needless = {
        name: count
        for name, count in kinds.items()
        if name.endswith(SALES) and not name.startswith("BankruptcyPrevention") and count
    }
    assert needless == {}
    if edition != "formal":
        assert kinds["BankruptcyPreventionMortgage"] > 0


def test_random_sells_without_need() -> None:
    kinds = kinds_of(played(SMALL))
    assert kinds["PreRollMortgage"] + kinds["F4AMortgage"] > 0


def test_sensible_offers_only_to_avoid_ruin() -> None:
    game = Scenario(players=2).give(1, 5, 15, 39)
    assert any(choice.startswith("offer") for choice in game.choices())
    assert a.OFFER_TRADE not in drawn(game, "sensible")
    assert a.OFFER_TRADE in drawn(game, "random")


def drawn(game: Scenario, policy: str, draws: int = 600) -> Counter[int]:
    """The kinds that a policy chooses for seat 1 over many seeds."""
    return Counter(a.kind_of(code) for code in codes(game, policy, draws))


def codes(game: Scenario, policy: str, draws: int) -> list[int]:
    buffer = ActionBuffer()
    list_actions(game.s, game.rules, 0, buffer)
    return [
        choose(game.s, game.rules, POLICIES[policy], 0, buffer, seeded(3, draw), NO_DESK)
        for draw in range(draws)
    ]


def test_random_draws_every_kind_alike_then_every_parameter_alike() -> None:
    game = Scenario(offers_per_window=0).give(1, 5, 15, 25, 37, 39).give(1, 35, mortgaged=True)
    chosen = codes(game, "random", 4000)
    by_kind = Counter(map(a.kind_of, chosen))
    expected = {
        a.END_PRE_ROLL: 1,
        a.operation_kind(PRE_ROLL, a.UNMORTGAGE): 1,
        a.operation_kind(PRE_ROLL, a.UPGRADE): 2,
        a.operation_kind(PRE_ROLL, a.MORTGAGE): 5,
    }
    assert set(by_kind) == set(expected)
    for kind, parameters in expected.items():
        assert 900 < by_kind[kind] < 1100
        of_kind = Counter(code for code in chosen if a.kind_of(code) == kind)
        assert len(of_kind) == parameters
        share = by_kind[kind] / parameters
        assert all(0.8 * share < count < 1.2 * share for count in of_kind.values())


def test_random_bids_the_whole_range() -> None:
    game = Scenario().cash(20).at(1, 39).turn(1, "post-roll").do("auction")
    bids = [a.number_of(code) for code in codes(game, "random", 2000) if a.kind_of(code) == a.BID]
    assert (min(bids), max(bids), len(set(bids))) == (1, 20, 20)


def test_every_seat_may_have_a_policy_of_its_own() -> None:
    series = Series("formal-small", 3, ("random", "sensible", "random"))
    assert series.policy_numbers()[:3] == (RANDOM, POLICIES["sensible"], RANDOM)


@pytest.mark.parametrize(
    ("series", "error", "reason"),
    [
        (Series(policies=("genius",)), InvalidBot, "there is no policy 'genius'; choose one of ra"),
        (Series(players=4, policies=("random",) * 3), InvalidBot, "one for each of the 4 seats"),
        (Series("chess"), InvalidRules, "there is no edition 'chess'"),
        (Series(players=9), InvalidRules, "is for 2 to 8 players"),
    ],
)
def test_a_series_that_cannot_be_played_is_refused(
    series: Series, error: type[GitopolyError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        series.policy_numbers()


# Engines.


def test_few_games_are_not_worth_compiling() -> None:
    assert choose_engine("auto", 1) == "interpreted"
    assert choose_engine("interpreted", 10**6) == "interpreted"


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(InvalidEngine, match="there is no engine 'steam'; choose one of auto"):
        choose_engine("steam", 1)


# Violations are found and named.


def test_money_that_is_lost_on_the_way_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(s: State, payer: int, payee: int, amount: int) -> None:
        s.money[payer] -= amount

    monkeypatch.setattr(money, "pay", lose)
    broken = [game for game in games_of(played(SMALL)) if game.violation]
    assert {game.violation for game in broken} == {"InvConservationOfMoney"}
    assert {game.status for game in broken} == {VIOLATED}
    assert play_chunk(SMALL, "interpreted", broken[-1].game, 1).games == [broken[-1]]


def test_without_checking_the_same_defect_goes_unnoticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose(s: State, payer: int, payee: int, amount: int) -> None:
        s.money[payer] -= amount

    monkeypatch.setattr(money, "pay", lose)
    unchecked = Series("formal-small", 3, ("random",), seed=5, check=False, max_turns=20)
    assert not any(game.violation for game in games_of(played(unchecked)))


def test_a_game_in_which_nobody_can_act_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def list_nothing(s: State, rules: Rules, player: int, buffer: ActionBuffer) -> None:
        buffer.count = 0

    monkeypatch.setattr(playing, "list_while_playing", list_nothing)
    for game in games_of(played(SMALL)):
        assert (game.status, game.violation, game.winner) == (STUCK, "Progress", NOBODY)


def test_an_illegal_choice_of_a_policy_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "choose", lambda *_: a.code_of(a.GO_BANKRUPT, 0))
    assert {game.violation for game in games_of(played(SMALL))} == {"Progress"}


# Behaviours: games of so many actions at most.


def of_depth(depth: int, players: int = 2, options: tuple[tuple[str, int], ...] = ()) -> Series:
    """Behaviours of so many actions at most."""
    return Series(
        "formal-small", players, ("random",), 7, ENDLESS, options=options, max_actions=depth
    )


def run(series: Series, count: int) -> Behaviours:
    """So many behaviours, or fewer if one fails."""
    return run_behaviours(series, "interpreted", lambda found: found.count < count)


def test_behaviours_are_bounded_and_repeat() -> None:
    first, second = run(of_depth(30), 5), run(of_depth(30), 5)
    assert first == second
    assert first.count == 5
    assert 0 < first.actions.total() <= 150
    assert first.violation == ""


def test_a_behaviour_that_fails_is_the_last_and_is_told() -> None:
    found = run(of_depth(400, 3, BLOCKED), 500)
    assert found.violation == "Progress"
    story = tell_behaviour(of_depth(400, 3, BLOCKED), found.violated_by)
    assert 10 < len(story) <= 400
    assert any("goes bankrupt" in line for line in story)

"""Bots play whole games on editions that nobody would think of, alike on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

import gitopoly
from gitopoly.bots.series import Chunk, Series, play_chunk
from gitopoly.editions import Edition
from gitopoly.errors import InvalidRules
from gitopoly.game.edition_files import examine_text
from gitopoly.game.record import read_record
from gitopoly.proof.games.replay import replay
from gitopoly.rules import Rules
from tests.editions.invented import InventedEdition

POLICIES = ("random", "trader", "builder", "sensible", "cautious")
ENGINES = ("interpreted", "compiled", "native")


def edition_of(invented: InventedEdition) -> Edition:
    """The edition that its file says."""
    edition, problems = examine_text(str(invented), invented.name)
    assert problems == []
    assert edition is not None
    return edition


def series_of(seed: int) -> Series:
    """Games of mixed policies, with house rules as far as they can be dealt and paid for."""
    invented = InventedEdition(seed)
    edition, players = edition_of(invented), invented.players
    policies = tuple(POLICIES[(seed + seat) % len(POLICIES)] for seat in range(players))
    options = invented.options()
    try:
        Rules.of(edition, players, **options)
    except InvalidRules:
        options["starting_deeds"] = 0  # the only one that may be too much
    chosen = tuple(options.items())
    return Series(edition, players, policies, seed, 60, options=chosen, observed=True)


def play(seed: int, engines: tuple[str, ...]) -> Chunk:
    """Play two games on each engine: the same everywhere, and no invariant is violated."""
    series = series_of(seed)
    first, *others = (play_chunk(series, engine, 0, 2) for engine in engines)
    assert all(other == first for other in others)
    assert [game.violation for game in first.games] == ["", ""]
    return first


@pytest.mark.parametrize("seed", range(10))
def test_bots_play_any_edition(seed: int) -> None:
    assert play(seed, ("interpreted", "native")).kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_every_engine_plays_any_edition_alike(seed: int) -> None:
    play(seed, ENGINES)


@pytest.mark.long
@pytest.mark.parametrize("first", range(1000, 3000, 100))
def test_every_engine_plays_two_thousand_editions_alike(first: int) -> None:
    for seed in range(first, first + 100):
        play(seed, ENGINES)


def test_the_editions_differ_in_everything() -> None:
    found = [InventedEdition(seed) for seed in range(60)]
    sizes = {len(one.squares) for one in found}
    assert (min(sizes), max(sizes)) == (12, 40)
    assert len({str(one) for one in found}) == 60
    for kind in ("rail", "util"):
        counts = {sum(one["type"] == kind for one in edition.squares) for edition in found}
        assert counts == {0, 1, 2, 3, 4}


@pytest.mark.parametrize("seed", range(3))
def test_a_game_on_any_edition_is_recorded_loaded_and_verified(seed: int, tmp_path: Path) -> None:
    series = series_of(seed)
    game = gitopoly.Game(series.edition, players=series.players, seed=seed, **dict(series.options))
    for _ in range(80):
        if not game.legal_actions:
            break
        game.push(game.legal_actions[-1])
    path = tmp_path / "game.jsonl"
    game.save(path)
    assert gitopoly.load(path).to_yaml() == game.to_yaml()
    assert replay(read_record(path)).fault is None

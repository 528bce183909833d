"""Under the adjudicator each of our bots is a yardstick: the next one beats it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.arena.agents.roster import parse_bots, players
from gitopoly.arena.starter import starter_files
from gitopoly.arena.tournaments.series import play_series

STEPS = [
    ("trader", "builder", 0.6),
    ("trader", "cautious", 0.6),
    ("trader", "starter", 0.6),
]


def score(first: str, second: str, games: int, folder: Path) -> float:
    """The first bot's share of mirrored games; nobody makes a mistake in them."""
    for name, text in starter_files("starter").items():
        (folder / name).write_text(text, encoding="utf-8")
    given = [str(folder / "starter.py") if bot == "starter" else bot for bot in (first, second)]
    one, other = parse_bots(given, isolate=False)
    points = 0.0
    with players((one, other)) as pair:
        for game in play_series(pair, games, 1):
            # An offer may be refused: the other player's buildings are served first (SHORT-5).
            assert {kind for faults in game.faults for kind in faults} <= {"refused"}
            points += 0.5 if game.winner == 0 else game.bots[game.winner - 1] == one.name
    return points / games


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "share"), STEPS)
def test_the_better_bot_wins_more(better: str, worse: str, share: float, tmp_path: Path) -> None:
    assert score(better, worse, 24, tmp_path) > 0.5


@pytest.mark.long
@pytest.mark.xdist_group("compiled")
@pytest.mark.parametrize(("better", "worse", "share"), [*STEPS, ("strong", "trader", 0.65)])
def test_the_ladder_holds_over_a_thousand_games(
    better: str, worse: str, share: float, tmp_path: Path
) -> None:
    assert score(better, worse, 1000, tmp_path) >= share

"""The game that newcomers may watch: whole, and not the same few turns for hours."""

from __future__ import annotations

from gitopoly.web.sample import sample_replay


def test_the_sample_is_a_whole_game_of_bots_with_trades_and_houses() -> None:
    replay = sample_replay()
    assert replay["printed"]["names"] == ["Birch", "Cedar", "Hazel", "Maple"]
    done = {step["do"] for frame in replay["frames"] for step in frame["line"]["steps"]}
    assert {"AcceptTrade", "F4AUpgrade", "GoBankrupt"} <= done
    assert 100 < len(replay["frames"]) < 3000

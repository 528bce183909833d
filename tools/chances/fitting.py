"""Fit the model of win chances to games between `trader`s, and write it into the package.

    make win-chances

plays 600 games of each number of players from 2 to 6 and takes twelve positions of each. The
weights are those under which the winners are most likely (a conditional logit with a small
penalty), found by Newton's method.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import gitopoly.bots.win_model
from gitopoly.bots.desk import ROW, STAGES, WinModel
from gitopoly.bots.fixed_point import ONE
from gitopoly.bots.win_model import FEATURES, NAMES_OF_STAGES, stage_at, write_features
from tools.chances.positions import PlayedPosition, played_positions

FILE = Path(gitopoly.bots.win_model.__file__).with_name(gitopoly.bots.win_model.FILE)
SEED = 1
GAMES = 600
EACH = 12
PLAYERS = range(2, 7)
PENALTY = 3.0
"""Weight of the squared weights: they stay small where games say nothing about them."""
ROUNDS = 12
SEATS = 8


def rows_of(position: PlayedPosition) -> tuple[Any, Any, Any]:
    """The features of all seats times the stages, which of them play, and their results."""
    s, model = position.state, WinModel()
    write_features(s, s.rules, model)
    features = np.array(model.row).reshape(-1, ROW) / ONE
    stage = np.array([stage_at(s, s.rules, place) for place in range(STAGES)]) / ONE
    rows = np.zeros((SEATS, ROW * STAGES))
    plays, result = np.zeros(SEATS, bool), np.zeros(SEATS)
    for seat in range(s.rules.num_players):
        if not s.is_bankrupt[seat]:
            rows[seat] = np.outer(features[seat], stage).ravel()
            plays[seat] = True
            result[seat] = position.result[seat]
    return rows, plays, result


def fit(rows: Any, plays: Any, results: Any) -> tuple[Any, float]:
    """The weights, and the mean logarithmic loss under them."""
    weights = np.zeros(rows.shape[2])
    for _ in range(ROUNDS):
        chances = softmax(rows @ weights, plays)
        gradient = np.einsum("nsf,ns->f", rows, chances - results) + PENALTY * weights
        mean = np.einsum("nsf,ns->nf", rows, chances)
        hessian = np.einsum("nsf,ns,nsg->fg", rows, chances, rows, optimize=True) - mean.T @ mean
        hessian += PENALTY * np.eye(len(weights))
        weights -= np.linalg.solve(hessian, gradient)
    chances = softmax(rows @ weights, plays)
    loss = -np.log(np.maximum((chances * results).sum(axis=1), 1e-12)).mean()
    return weights, float(loss)


def softmax(scores: Any, plays: Any) -> Any:
    """Chances in proportion to the exponentials of scores; 0 for who does not play."""
    scores = np.where(plays, scores, -np.inf)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def as_data(weights: Any, positions: int, games: int) -> dict[str, Any]:
    """The contents of the file."""
    table = weights.reshape(ROW, STAGES)
    return {
        "about": "weights of gitopoly.bots.win_model; written by `make win-chances`",
        "games": games,
        "positions": positions,
        "seed": SEED,
        "weights": {
            name: {
                stage: round(float(value), 4)
                for stage, value in zip(NAMES_OF_STAGES, row, strict=True)
            }
            for name, row in zip(FEATURES, table, strict=True)
        },
    }


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=GAMES, help="games of each number of players")
    parser.add_argument("--out", type=Path, default=FILE, help="file to write")
    given = parser.parse_args()
    made: list[tuple[Any, Any, Any]] = []
    for players in PLAYERS:
        for position in played_positions(players, ("trader",), SEED, range(given.games), EACH):
            made.append(rows_of(position))
    rows, plays, results = (np.stack(column) for column in zip(*made, strict=True))
    weights, loss = fit(rows, plays, results)
    data = as_data(weights, len(made), given.games * len(PLAYERS))
    given.out.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    print(f"{len(made):,} positions, mean logarithmic loss {loss:.4f}; wrote {given.out.name}")


if __name__ == "__main__":
    main()

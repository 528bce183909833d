"""Imitation from recorded games: a network learns to choose as `trader` does, with NumPy alone.

First `gitopoly simulate --players 2 --policy trader --games 100 --record games.npz`, then
`python examples/imitation.py games.npz` writes imitation.npz.
"""

import sys
from itertools import pairwise

import numpy

from gitopoly.envs import LayeredNetwork, evaluate, features

data = numpy.load(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 10
inputs, masks, actions = (
    features(data["observations"], data["masks"]),
    data["masks"],
    data["actions"],
)
chance = numpy.random.default_rng(1)
sizes = [inputs.shape[1], 128, masks.shape[1]]
weights = [chance.normal(0, 1 / numpy.sqrt(n), (m, n)) for n, m in pairwise(sizes)]
parameters = [weights[0], numpy.zeros(sizes[1]), weights[1], numpy.zeros(sizes[2])]
moments = [[numpy.zeros_like(each), numpy.zeros_like(each)] for each in parameters]
steps = 0
for turn in range(rounds):
    loss, right = 0.0, 0
    for rows in numpy.array_split(chance.permutation(len(actions)), max(1, len(actions) // 256)):
        seen, places = inputs[rows], numpy.arange(len(rows))
        hidden = numpy.maximum(seen @ parameters[0].T + parameters[1], 0)
        scores = numpy.where(masks[rows] > 0, hidden @ parameters[2].T + parameters[3], -1e9)
        shares = numpy.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        loss -= numpy.log(shares[places, actions[rows]] + 1e-9).sum()
        right += (scores.argmax(axis=1) == actions[rows]).sum()
        error = shares
        error[places, actions[rows]] -= 1
        error /= len(rows)
        back = (error @ parameters[2]) * (hidden > 0)
        slopes = [back.T @ seen, back.sum(axis=0), error.T @ hidden, error.sum(axis=0)]
        steps += 1
        for parameter, slope, (mean, square) in zip(
            parameters, slopes, moments, strict=True
        ):  # Adam
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            rate = 1e-3 * numpy.sqrt(1 - 0.999**steps) / (1 - 0.9**steps)
            parameter -= rate * mean / (numpy.sqrt(square) + 1e-8)
    print(
        f"round {turn + 1}: loss {loss / len(actions):.3f}, as recorded {right / len(actions):.1%}"
    )
LayeredNetwork([(parameters[0], parameters[1]), (parameters[2], parameters[3])]).save(
    "imitation.npz"
)
for name in ("random", "sensible"):
    share = evaluate("imitation.npz", [name], games=200, turn_limit=300, max_cycles=2000)
    print(f"against {name}: {share:.1%}")

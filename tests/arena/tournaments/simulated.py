"""Tournaments drawn from the model, with strengths that are known."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from gitopoly.arena.tournaments.ratings import MIDDLE, SCALE, Unit, fit, two_seats


@dataclass(frozen=True)
class World:
    """How games come out."""

    bots: int = 4
    units: int = 10
    """Pairs of mirrored games of each two bots."""
    spread: float = 0.5
    """Standard deviation of the strengths."""
    seat: float = 0.3
    tie: float = 0.05
    luck: float = 0.5
    """Chance that both games of a unit have the same luck, by seat."""


def names_of(strengths: Sequence[float]) -> list[str]:
    return [f"bot {place}" for place in range(len(strengths))]


def played(chance: random.Random, world: World, strengths: Sequence[float]) -> list[Unit]:
    """A round-robin tournament."""
    names = names_of(strengths)
    units = []
    for pair in itertools.combinations(range(len(names)), 2):
        for _ in range(world.units):
            luck = chance.random()
            unit = []
            for one, other in (pair, pair[::-1]):
                first, second = math.exp(strengths[one] + world.seat), math.exp(strengths[other])
                level = world.tie * math.sqrt(first * second)
                place = luck * (first + second + level)
                winner = 1 if place < first else 0 if place < first + level else 2
                unit.append(two_seats((names[one], names[other]), winner))
                luck = luck if chance.random() < world.luck else chance.random()
            units.append(tuple(unit))
    return units


def coverage(world: World, tournaments: int, seed: int = 1) -> float:
    """The share of intervals of ratings that contain the true one."""
    chance = random.Random(seed)
    covered = 0
    for _ in range(tournaments):
        strengths = [chance.gauss(0, world.spread) for _ in range(world.bots)]
        fitted = fit(names_of(strengths), played(chance, world, strengths))
        mean = math.fsum(strengths) / len(strengths)
        for name, strength in zip(names_of(strengths), strengths, strict=True):
            rating = fitted.rating(name)
            covered += rating.low <= MIDDLE + SCALE * (strength - mean) <= rating.high
    return covered / (tournaments * world.bots)

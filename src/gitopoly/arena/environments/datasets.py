"""Recorded games as arrays: what each seat saw, could do and did, and how it ended for it.

Only choices are kept: where one action was legal, there is nothing to learn. An amount that the
action space does not have becomes the nearest legal one, and an offer the steps that draft it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import zipfile
from array import array
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from gitopoly.arena.environments import action_space as space, episode as e
from gitopoly.arena.environments.observation import OBSERVATION_LENGTH, observed
from gitopoly.errors import MissingExtra, NoRoom
from gitopoly.game.history import replayed
from gitopoly.game.loading import load
from gitopoly.rules import Rules, State, Taken, actions as a
from gitopoly.rules.board import terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_DEEDS, NOBODY
from gitopoly.rules.money import winner_of_game
from gitopoly.rules.step import list_while_playing

try:
    import numpy
except ImportError as missing:
    raise MissingExtra("a dataset", missing.name or "numpy", "envs") from None

COLUMNS = {
    "observations": ("<i4", (OBSERVATION_LENGTH,)),
    "masks": ("|i1", (space.ACTIONS,)),
    "actions": ("<i4", ()),
    "results": ("|i1", ()),
    "seats": ("|i1", ()),
    "games": ("<i4", ()),
}
"""The arrays of a dataset: their kind, and the shape of a row."""


class Choice(NamedTuple):
    """One choice of one seat."""

    observation: array[int]
    mask: bytearray
    action: int
    seat: int


def choices_of(s: State, code: int) -> Iterator[Choice]:
    """What an action of the kernel is in the action space, step by step; nothing if it is not."""
    rules, seat = s.rules, a.player_of(code)
    buffer, numbers = ActionBuffer(), [0] * space.ACTIONS
    list_while_playing(s, rules, seat, buffer)
    if a.kind_of(code) == a.WITHDRAW_TRADE or buffer.count == 0:
        return
    episode = e.Episode()
    episode.actor = seat
    for wish in _wishes(s, rules, code):
        count = e.list_numbers(s, rules, episode, buffer, numbers)
        legal = numbers[:count]
        number = _nearest(s, rules, episode, wish, code, legal)
        if number is None:
            return
        if count > 1:
            row, mask = observed(s, rules, episode, seat), bytearray(space.ACTIONS)
            for each in legal:
                mask[each] = 1
            yield Choice(row, mask, number, seat)
        if e.is_about_draft(number):
            e.change_draft(rules, episode, number)


def _wishes(s: State, rules: Rules, code: int) -> list[int]:
    """The numbers that stand for an action; of amounts and sums, the first of their section."""
    kind, seat = a.kind_of(code), a.player_of(code)
    if space.HAS_AMOUNT[kind]:
        return [space.first_number(rules, seat, code)]
    if kind != a.OFFER_TRADE:
        return [space.encode(rules, seat, code)]
    distance = (a.addressee_of(code) - a.player_of(code)) % rules.num_players
    deeds = [space.DEED_ITEMS + i for i in range(MOST_DEEDS) if a.deeds_of(code) >> i & 1]
    cards = [space.CARD_ITEMS + i for i in range(2) if a.cards_of(code) >> i & 1]
    return [space.ADDRESSEES + distance - 1, *deeds, *cards, space.CASHES]


def _nearest(
    s: State, rules: Rules, episode: e.Episode, wish: int, code: int, legal: list[int]
) -> int | None:
    """The wished number; of amounts and sums, the legal one that comes nearest."""
    is_amount = space.HAS_AMOUNT[a.kind_of(code)]
    if not is_amount and wish != space.CASHES:
        return wish if wish in legal else None
    last = wish + space.RUNGS if is_amount else space.DROP
    able = [number for number in legal if wish <= number < last]
    amount = a.number_of if is_amount else a.cash_of
    target, buffer = amount(code), ActionBuffer()
    return min(
        able,
        key=lambda number: abs(amount(e.action_of(s, rules, episode, number, buffer)) - target),
        default=None,
    )


class DatasetWriter:
    """Writes games to an NPZ file, row by row, so that memory does not limit it.

    Use it as a context manager: the file appears when it is left without an error.
    """

    def __init__(self, path: str | PathLike[str], names: Iterable[str] = ()) -> None:
        self.path = Path(path)
        self.rows = 0
        self._names = list(names)
        try:
            self._folder = Path(tempfile.mkdtemp(prefix=".dataset-", dir=self.path.parent))
            self._files = {name: (self._folder / name).open("wb") for name in COLUMNS}
        except OSError as error:
            raise self._no_room(error) from None

    def add(self, game: int, steps: Iterable[Taken]) -> None:
        """Add the steps of a game."""
        found: list[Choice] = []
        results: list[int] = []
        for step in steps:
            found += choices_of(step.before, step.code)
            results = _results(step.after)
        try:
            self._write("observations", [each.observation for each in found])
            self._write("masks", [each.mask for each in found])
            self._write("actions", [each.action for each in found])
            self._write("results", [results[each.seat] for each in found])
            self._write("seats", [each.seat for each in found])
            self._write("games", [game] * len(found))
        except OSError as error:
            raise self._no_room(error) from None
        self.rows += len(found)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        try:
            for file in self._files.values():
                file.close()
            if kind is None:
                self._pack()
        except OSError as error:
            raise self._no_room(error) from None
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, name: str, values: list[Any]) -> None:
        self._files[name].write(numpy.array(values, COLUMNS[name][0]).tobytes())

    def _pack(self) -> None:
        """All columns into one file, which takes its place at once."""
        whole = self._folder / "whole"
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
            for name, (kind, shape) in COLUMNS.items():
                head = {"descr": kind, "fortran_order": False, "shape": (self.rows, *shape)}
                with (
                    packed.open(f"{name}.npy", "w", force_zip64=True) as part,
                    (self._folder / name).open("rb") as column,
                ):
                    numpy.lib.format.write_array_header_1_0(part, head)
                    shutil.copyfileobj(column, part, 1 << 20)
            with packed.open("players.npy", "w") as part:
                numpy.lib.format.write_array(part, numpy.array(self._names, str))
        os.replace(whole, self.path)

    def _no_room(self, error: OSError) -> NoRoom:
        why = error.strerror or "there is no such folder"
        return NoRoom(f"cannot write {self.path}: {why}; choose another file")


def _results(s: State) -> list[int]:
    """1 for the winner, -1 for whoever lost, 0 for those still in an undecided game."""
    players = range(s.rules.num_players)
    winner = winner_of_game(s, s.rules) if terminated(s, s.rules) else NOBODY
    if winner != NOBODY:
        return [1 if seat == winner else -1 for seat in players]
    return [-1 if s.is_bankrupt[seat] else 0 for seat in players]


def write_dataset(path: str | PathLike[str], records: Iterable[str | PathLike[str]]) -> int:
    """Write recorded games (files of `simulate --record` and `Game.save`) to an NPZ file.

    Returns the number of rows; raises `InvalidRecord` and `NoRoom`.
    """
    with DatasetWriter(path) as writer:
        for number, record in enumerate(records):
            writer.add(number, replayed(load(record)))
    return writer.rows

"""A whole game for the page that replays it: a first view, and what each frame changes.

A frame is everything up to the next entry worth a line; bookkeeping moves are shown with it. Views
are never sent whole: a frame refers to changed paths by number, so that a game of thousands of
entries stays a small file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from gitopoly.errors import GameUnavailable
from gitopoly.proof.games.analysis import (
    BANKRUPT,
    LEAD,
    LEFT,
    MONOPOLY,
    RENT,
    Analysis,
    KeyMoment,
)
from gitopoly.rules import State, Taken, initial, is_over, turn_number, winner
from gitopoly.table.fold import ReplayEvent
from gitopoly.web.log_lines import facts_of, wording_of
from gitopoly.web.patches import Patch, difference
from gitopoly.web.replay_source import ReplaySource
from gitopoly.web.view import situation
from gitopoly.words import worded

TURNING = (MONOPOLY, RENT, BANKRUPT, LEFT, LEAD)
"""The kinds of moments that can turn a game."""
POINTS = 5
"""Turning points that a summary names."""
Progress = Callable[[int], None]
"""Called with the number of entries taken in."""


class GameReplay:
    """A game as frames, with its analysis."""

    def __init__(self, source: ReplaySource, progress: Progress | None = None) -> None:
        self.source = source
        self._people = list(source.people)
        self.gone: list[int] = []
        """The seats that are out, in the order in which they went."""
        self._state = source.start.copy() if source.start else initial(source.rules)
        self.analysis = Analysis(self._state.copy())
        self.start = self._view()
        """The view before the first frame."""
        self.paths: dict[tuple[str | int, ...], int] = {}
        """Paths in a view, numbered in the order of their first change."""
        self.frames: list[dict[str, Any]] = []
        self.steps: list[Taken] = []
        """Every step of the game."""
        self.positions = [0]
        """Number of steps up to each frame."""
        self.chances: dict[str, Any] | None = None
        """What an analysis says, if there is one."""
        self._shown_at: dict[str, int] = {}
        """The number of frames after each entry."""
        self._last = self.start
        for number, event in enumerate(source.events, 1):
            self._take(event)
            if progress is not None:
                progress(number)
        self._finish()

    @property
    def end(self) -> State:
        """The position after the last frame."""
        return self._state

    def has_left(self, seat: int) -> bool:
        """Whether a seat has resigned or was voted out."""
        return self._people[seat].absent

    def _take(self, event: ReplayEvent) -> None:
        frame = len(self.frames) + 1
        for step in event.steps:
            self._state = step.after
            self.steps.append(step)
            self.gone += [
                seat
                for seat, (was, now) in enumerate(
                    zip(step.before.is_bankrupt, step.after.is_bankrupt, strict=True)
                )
                if now and not was
            ]
            if step.leaves:
                self._people[step.outcome] = replace(self._people[step.outcome], absent=True)
            self.analysis.see(step, frame, event.quiet)
        if not event.quiet:
            self._add(frame, event)
        self._shown_at[event.id] = len(self.frames)

    def _add(self, frame: int, event: ReplayEvent) -> None:
        view = self._view()
        line: dict[str, Any] = {"seat": event.seat}
        if event.id:
            line |= {"id": event.id, "time": event.time}
        if event.told is not None:
            line["text"] = event.told.sentence()
        line |= wording_of(event.told)
        line["steps"] = [facts_of(step) for step in event.steps]
        self.frames.append({"line": line, "changes": self._changes(view)})
        self.positions.append(len(self.steps))
        self.analysis.close(frame, self._state)

    def _finish(self) -> None:
        """Add what happened quietly after the last frame to it."""
        if not self.frames:
            raise worded(GameUnavailable, "error.no_replay")
        last = len(self.frames)
        self.frames[-1]["changes"] += self._changes(self._view())
        self.positions[-1] = len(self.steps)
        analysis = self.analysis
        analysis.turns = [frame for frame in analysis.turns if frame <= last]
        if is_over(self._state):
            # A turn in which somebody resigned, and so ended the game, does not count.
            del analysis.turns[turn_number(self._state) :]
        analysis.moments = [
            replace(moment, frame=min(moment.frame, last)) for moment in analysis.moments
        ]

    def _view(self) -> dict[str, Any]:
        view = situation(self._state, self._people, self.gone)
        return view | {"over": is_over(self._state)}

    def _changes(self, view: dict[str, Any]) -> list[Patch]:
        """The changes from the last view to this one, with numbers for paths."""
        found = []
        for path, *value in difference(self._last, view):
            place = self.paths.setdefault(tuple(path), len(self.paths))
            found.append([place, *value])
        self._last = view
        return found

    def data(self) -> dict[str, Any]:
        """Everything that the page needs."""
        analysis, source = self.analysis, self.source
        return {
            "printed": source.printed,
            "start": self.start,
            "paths": [list(path) for path in self.paths],
            "frames": self.frames,
            "turns": analysis.turns,
            "wealth": analysis.wealth,
            "landings": [[one.frame, one.seat, one.square] for one in analysis.landings],
            "moments": [moment_facts(moment) for moment in analysis.moments],
            "trust": list(source.trust),
            "warnings": list(source.warnings),
            "open": source.open_entries,
            "talk": self.talk(),
            "summary": self.summary(),
            "chances": self.chances,
        }

    def summary(self) -> dict[str, Any]:
        """What stands out in a game: its turning points, who earned what, and the best deed."""
        analysis, points = self.analysis, self.analysis.turning_points(TURNING, POINTS)
        best = analysis.best_deed()
        return {
            "points": [analysis.moments.index(moment) for moment in points],
            "rents": analysis.rent_earned(),
            "best": dict(zip(("square", "seat", "amount"), best, strict=True)) if best else None,
            "steps": self.source.count,
            "signatures": sum(seat["entries"] for seat in self.source.trust),
        }

    def talk(self) -> list[dict[str, Any]]:
        """What was said, each line with the frame that its author saw then.

        Whoever names an entry that is not shown said it with their previous line.
        """
        found, frames = [], dict[int, int]()
        for after, line in self.source.talk:
            before = frames.get(line["seat"], 0)
            frame = max(before, self._shown_at.get(after, before))
            frames[line["seat"]] = frame
            found.append({"frame": frame, **line})
        return found

    def report(self) -> dict[str, Any]:
        """The replay for scripts: the story and the numbers, without the views."""
        analysis, source, names = self.analysis, self.source, self.source.printed["names"]
        squares = source.rules.names
        over = is_over(self.end)
        best = winner(self.end) if over else -1
        return {
            "title": source.title,
            "edition": source.rules.edition,
            "game": source.printed["game"],
            "players": names,
            "over": over,
            "winner": names[best] if best >= 0 else None,
            "entries": source.count,
            "frames": len(self.frames),
            "turns": analysis.turns,
            "wealth": dict(zip(names, analysis.wealth, strict=True)),
            "landings": dict(zip(squares, analysis.landed(), strict=False)),
            "moments": [moment_facts(moment) for moment in analysis.moments],
            "rent_earned": dict(zip(names, analysis.rent_earned(), strict=True)),
            "warnings": list(source.warnings),
            "story": [frame["line"] for frame in self.frames],
            "talk": self.talk(),
        }


def moment_facts(moment: KeyMoment) -> dict[str, Any]:
    """A moment without the fields that do not apply to it."""
    usual = asdict(KeyMoment(-1, "", -2))
    return {key: value for key, value in asdict(moment).items() if value != usual[key]}

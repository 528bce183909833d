"""Games that can be replayed: on the ledger, or recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gitopoly.errors import GameUnavailable, InvalidRecord
from gitopoly.game.record import GameRecord
from gitopoly.proof.games.audit import Offence
from gitopoly.proof.games.replay import replay
from gitopoly.rules import Rules, State, Step, Taken, actions as a
from gitopoly.table.conversation import Line
from gitopoly.table.fold import ReplayEvent
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.trust import peer_statuses, warnings
from gitopoly.web.board import board_of
from gitopoly.web.log_lines import open_entries
from gitopoly.web.talk import talk_line
from gitopoly.web.view import Person, people_of, printed
from gitopoly.words import worded


@dataclass(frozen=True)
class ReplaySource:
    """A game to make a replay of, and what does not change in it."""

    title: str
    rules: Rules
    people: Sequence[Person]
    printed: dict[str, Any]
    events: Iterable[ReplayEvent]
    count: int
    """How many events there are."""
    trust: Sequence[dict[str, Any]] = ()
    """The key and the number of entries of each seat; nothing for a record."""
    warnings: Sequence[dict[str, Any]] = ()
    open_entries: dict[str, int] | None = None
    """What can still be taken back, with its level; None where that is not promised."""
    talk: Sequence[tuple[str, dict[str, Any]]] = ()
    """What was said, each after an entry."""
    start: State | None = None
    """The position in which it begins, unless that is the first one of a game."""


def source_of_game(
    game: GameReplica,
    title: str,
    bots: frozenset[str] = frozenset(),
    offences: Iterable[Offence] = (),
    said: Iterable[Line] = (),
) -> ReplaySource:
    """A game on the ledger, with an audit's findings and what was said.

    It may continue while its replay is made.
    """
    log = game.fold.move_log()
    if not log.moves:
        raise worded(GameUnavailable, "error.no_replay")
    people = [replace(person, absent=False) for person in people_of(game, bots)]
    trust = [
        {fact: seat[fact] for fact in ("name", "fingerprint", "entries")}
        for seat in peer_statuses(game)
    ]
    held = warnings(game)
    known = {commit for warning in held for commit in warning["commits"]}
    held += [
        {"seat": o.seat, "code": o.code, "reason": o.reason, "commits": [o.commit, *o.also]}
        for o in offences
        if o.commit not in known
    ]
    facts = printed(game)
    count = len(log.moves)
    still_open = open_entries(game, game.counted())
    talk = [(line.after, talk_line(game, line)) for line in said]
    return ReplaySource(
        *(title, log.rules, people, facts, log.events(), count, trust, held, still_open),
        talk=talk,
    )


def source_of_record(
    record: GameRecord, title: str, progress: Callable[[int], None] | None = None
) -> ReplaySource:
    """A recorded game; one that breaks the rules is refused."""
    found: list[Taken] = []

    def visit(index: int, _: Step, _before: State, taken: Taken | None) -> None:
        if progress is not None:
            progress(index + 1)
        if taken is not None:
            found.append(taken)

    fault = replay(record, visit).fault
    if fault is not None:
        raise InvalidRecord(f"{title} breaks the rules: {fault}")
    return source_of_steps(title, found, [Person(name) for name in record.seats])


def source_of_steps(title: str, steps: Sequence[Taken], people: Sequence[Person]) -> ReplaySource:
    """Steps that nobody signed, from any position."""
    if not steps:
        raise InvalidRecord(f"{title} contains no actions; there is nothing to replay")
    start = steps[0].before
    facts = {
        "edition": start.rules.edition,
        "dice": "recorded",
        "game": "",
        "names": [person.name for person in people],
        "board": board_of(start.rules),
    }
    events = [
        ReplayEvent("", step.seat, 0, None, a.ACTIONS[a.kind_of(step.code)].is_quiet, (step,))
        for step in steps
    ]
    return ReplaySource(title, start.rules, people, facts, events, len(events), start=start)

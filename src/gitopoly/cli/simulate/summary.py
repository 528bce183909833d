"""The results of a series of games, as data and on the screen."""

from __future__ import annotations

import shlex
import statistics
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from gitopoly.bots.play import CAPPED, TERMINATED
from gitopoly.cli.options import EDITION_FILE
from gitopoly.cli.simulate.statistics_view import print_statistics
from gitopoly.game.statistics import Statistics, statistics_of
from gitopoly.game.totals import SeriesTotals
from gitopoly.measurements.spread import share_estimate
from gitopoly.rules import INVARIANTS

if TYPE_CHECKING:
    from gitopoly.bots.series import BotGame, Chunk, Series
    from gitopoly.cli.terminal import Terminal


class Summary:
    """The results of a series of games."""

    def __init__(self, series: Series, engine: str) -> None:
        self.series = series
        self.engine = engine
        self.players = series.rules().num_players
        self.statuses: Counter[int] = Counter()
        self.wins = [0] * self.players
        self.ties = 0
        self.turns: list[int] = []
        self.actions: list[int] = []
        self.kinds: Counter[str] = Counter()
        self.violations: list[BotGame] = []
        self.seconds = 0.0
        self.totals = SeriesTotals()

    def add(self, chunk: Chunk) -> None:
        """Add some games."""
        for game in chunk.games:
            self.statuses[game.status] += 1
            self.turns.append(game.turns)
            self.actions.append(game.actions)
            if game.violation:
                self.violations.append(game)
            elif game.status == TERMINATED:
                if game.winner >= 0:
                    self.wins[game.winner] += 1
                else:
                    self.ties += 1
            won = game.status == TERMINATED and game.winner >= 0
            capped = game.status == CAPPED
            self.totals.add_game(game.winner if won else None, game.turns, capped)
        self.kinds.update(chunk.kinds)
        if chunk.counted is not None:
            self.totals.add_counters(chunk.counted)

    @cached_property
    def statistics(self) -> Statistics | None:
        """What the games tell, if it was counted."""
        if not self.series.observed:
            return None
        rules = self.series.rules()
        policies = (self.series.policies * self.players)[: self.players]
        return statistics_of(self.totals, rules, rules.source, policies)

    def as_dict(self) -> dict[str, Any]:
        """Everything, for scripts."""
        total = sum(self.actions)
        return {
            "edition": str(self.series.edition),
            "players": self.players,
            "policies": list(self.series.policies),
            "seed": self.series.seed,
            "max_turns": self.series.max_turns,
            "options": dict(self.series.options),
            "engine": self.engine,
            "checked": self.series.check,
            "games": len(self.turns),
            "terminated": self.statuses[TERMINATED],
            "capped": self.statuses[CAPPED],
            "violations": len(self.violations),
            "violated": [
                {"game": g.game, "invariant": g.violation, "action": g.actions}
                for g in self.violations[:20]
            ],
            "wins": self.wins,
            "ties": self.ties,
            "turns": _spread(self.turns),
            "actions": {**_spread(self.actions), "total": total},
            "actions_per_second": round(total / self.seconds) if self.seconds else None,
            "seconds": round(self.seconds, 3),
            "kinds": {name: count for name, count in self.kinds.items() if count},
            "statistics": self.statistics.tables() if self.statistics else None,
        }


def _spread(values: list[int]) -> dict[str, float]:
    return {
        "median": statistics.median(values),
        "least": min(values),
        "most": max(values),
        "mean": round(statistics.fmean(values), 1),
    }


def print_summary(result: Summary) -> None:
    """Print it for a person."""
    from gitopoly.cli.terminal import Terminal

    facts = result.as_dict()
    console = Terminal()
    games = f"{facts['games']:,} game{'' if facts['games'] == 1 else 's'}"
    console.print(
        f"[bold]{games}[/] of {facts['edition']}, {facts['players']} players, "
        f"policy {', '.join(facts['policies'])}, seed {facts['seed']}, {facts['engine']}"
    )
    rows = [
        ("terminated", facts["terminated"], f"{facts['terminated'] / facts['games']:.0%}"),
        ("capped", facts["capped"], f"after {facts['max_turns']} turns"),
    ]
    for name, key in (("turns per game", "turns"), ("actions per game", "actions")):
        spread = facts[key]
        note = f"the median of {spread['least']:,} to {spread['most']:,}"
        rows.append((name, round(spread["median"]), note))
    speed = f"{facts['actions_per_second']:,} a second" if facts["actions_per_second"] else ""
    rows.append(("actions", facts["actions"]["total"], speed))
    for name, number, note in rows:
        console.print(f"{name:<16} {number:>11,}  {note}".rstrip())
    _print_wins(console, result)
    if result.statistics is not None:
        print_statistics(console, result.statistics)
    if not result.series.check:
        console.print("invariants: [yellow]not checked[/] (--no-check)")
    elif not result.violations:
        console.print(f"invariants: [green]all {len(INVARIANTS)} hold after every action[/]")
    for game in result.violations[:5]:
        console.print(
            f"[red]{game.violation} does not hold[/] in game {game.game} after action "
            f"{game.actions}; see it with: gitopoly simulate {_again(result.series, game)}",
            soft_wrap=True,
        )


def _print_wins(console: Terminal, result: Summary) -> None:
    total = sum(result.wins) + result.ties
    if not total:
        console.print("nobody has won")
        return
    for seat, wins in enumerate(result.wins):
        bar = f"[cyan]{'█' * round(30 * wins / total)}[/]"
        share = share_estimate(wins, total)
        ends = f"{share.low:.0%} to {share.high:.0%}"
        console.print(f"p{seat + 1} won {wins:>21,}  {wins / total:>4.0%} ({ends}) {bar}")
    if result.ties:
        console.print(f"tied {result.ties:>23,}  {result.ties / total:>4.0%}")


def _again(series: Series, game: BotGame) -> str:
    """The options that play a game again, as the person can type them here."""
    edition = series.edition
    if not isinstance(edition, str):
        edition = click.get_current_context().meta[EDITION_FILE]
    words = [f"--edition {shlex.quote(edition)}", f"--seed {series.seed}", f"--game {game.game}"]
    if series.players is not None:
        words.append(f"--players {series.players}")
    if series.policies != ("random",):
        words.append(f"--policy {','.join(series.policies)}")
    if series.max_turns != 1000:
        words.append(f"--max-turns {series.max_turns}")
    words += [f"--option {shlex.quote(f'{name}={value}')}" for name, value in series.options]
    return " ".join([*words, "--show"])

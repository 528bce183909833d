"""The statistics of a series for a person: short tables with bars."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.markup import escape

if TYPE_CHECKING:
    from gitopoly.cli.terminal import Terminal
    from gitopoly.game.statistics import Statistics

MOST_SQUARES_SHOWN = 10
WIDTH = 20
"""Characters of the longest bar."""


def print_statistics(console: Terminal, told: Statistics) -> None:
    """Print the tables, one below the other."""
    for lines in (policies(told), going_first(told), lengths(told)):
        for line in lines:
            console.print(line, highlight=False)
    for title, lines in (
        ("landings, of all moves", landings(told)),
        ("group       completed  median turn   won by its owner   mean rent", groups(told)),
        ("money per game, all seats    received        paid", money(told)),
        ("auctions        sold  unsold   price against list", auctions(told)),
    ):
        rows = list(lines)
        if rows:
            console.print(f"\n[bold]{title}[/]", highlight=False)
        for line in rows:
            console.print(line, highlight=False)
    console.print("")


def bar(share: float, largest: float, width: int = WIDTH) -> str:
    """A bar for a share of the largest one."""
    blocks = round(width * share / largest) if largest > 0 else 0
    return f"[cyan]{'█' * blocks}[/]" if blocks else ""


def named(name: str, width: int) -> str:
    """A name in a column; brackets in it are no markup."""
    return escape(f"{name[:width]:<{width}}")


def policies(told: Statistics) -> Iterable[str]:
    """How often each policy won, where there are several."""
    rows = [row for row in told.wins if row.by == "policy"]
    if len(rows) < 2:
        return
    for row in rows:
        ends = f"{row.low:.1%} to {row.high:.1%}"
        fair = f"{row.fair:.0%} if all were equal"
        yield f"{named(row.name, 16)} won {row.rate:>7.1%}  ({ends}; {fair})"


def going_first(told: Statistics) -> Iterable[str]:
    """Whether the starter has an advantage."""
    first = next(row for row in told.wins if row.by == "order")
    if not first.games:
        return
    more = told.first_player_advantage
    yield (
        f"going first  {first.rate:>15.1%}  won by the starter: {100 * more.value:+.1f} points "
        f"({100 * more.low:+.1f} to {100 * more.high:+.1f})"
    )


def lengths(told: Statistics) -> Iterable[str]:
    """How long the games were."""
    (row,) = told.lengths
    error = f" ± {1.96 * row.error:.1f}" if math.isfinite(row.error) else ""
    yield (
        f"length       {row.mean:>15.1f}  turns on average{error}; half of them "
        f"{row.first_quartile:.0f} to {row.third_quartile:.0f}"
    )


def landings(told: Statistics) -> Iterable[str]:
    """The squares where tokens land most, and the jail."""
    rows = [(row.name, row.share) for row in told.squares if row.landings]
    sent = sum(row.times for row in told.jail)
    moves = sent + sum(row.landings for row in told.squares)
    if not moves:
        return
    rows.append(("sent to jail", sent / moves))
    rows.sort(key=lambda row: -row[1])
    for name, share in rows[:MOST_SQUARES_SHOWN]:
        yield f"  {named(name, 24)} {share:>6.2%}  {bar(share, rows[0][1])}"


def groups(told: Statistics) -> Iterable[str]:
    """When groups were completed, and what that was good for."""
    sign = escape(told.currency)
    for row in told.groups:
        turn = f"{row.median:.0f}" if row.completed else "-"
        won = f"{row.win_rate:.0%} ({row.low:.0%} to {row.high:.0%})" if row.completed else "-"
        rent = f"{sign}{row.mean_rent:,.0f}" if row.rents else "-"
        yield (
            f"  {named(row.name, 12)} {row.share:>5.0%} {turn:>12}   {won:<17} {rent:>9}  "
            f"{bar(row.win_rate if row.completed else 0, 1, width=14)}"
        ).rstrip()


def money(told: Statistics) -> Iterable[str]:
    """Where the money came from and where it went."""
    rows = [row for row in told.money if row.seat == "all" and (row.received or row.paid)]
    sign = escape(told.currency)
    largest = max((max(row.received_per_game, row.paid_per_game) for row in rows), default=0)
    for row in rows:
        received = f"{sign}{row.received_per_game:,.0f}" if row.received else ""
        paid = f"{sign}{row.paid_per_game:,.0f}" if row.paid else ""
        most = max(row.received_per_game, row.paid_per_game)
        yield f"  {row.source:<20} {received:>14} {paid:>11}  {bar(most, largest)}".rstrip()


def auctions(told: Statistics) -> Iterable[str]:
    """What was paid at auctions."""
    for row in told.auctions:
        if row.square == "all" and row.sold + row.unsold:
            price = f"{row.ratio:.0%}" if row.sold else "-"
            if math.isfinite(row.high):
                price += f" ({row.low:.0%} to {row.high:.0%})"
            yield f"  {row.kind:<10} {row.sold:>9,} {row.unsold:>7,}   {price}"

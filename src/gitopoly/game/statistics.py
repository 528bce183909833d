"""What a series of games shows: who wins, where tokens land, what groups and auctions are worth.

Everything is made from the counters of `gitopoly.bots.observation`, which every engine fills alike.
Intervals are 95 % confidence intervals.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from gitopoly.bots.observation import LAST_TURN, SOURCES, WAYS_TO_JAIL
from gitopoly.editions import Edition
from gitopoly.game.result_rows import (
    AuctionRow,
    GroupRow,
    JailRow,
    LengthRow,
    MoneyRow,
    SquareRow,
    WinRow,
)
from gitopoly.game.totals import SeriesTotals
from gitopoly.measurements.spread import Estimate, difference, share_estimate
from gitopoly.rules import Rules
from gitopoly.rules.codes import (
    AUCTION_KINDS,
    DEED_AUCTION,
    ESTATE_AUCTION,
    GROUP_SIZE,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NOBODY,
    RAIL_GROUP,
    UTIL_GROUP,
)

Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard deviations."""
ORDER = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@dataclass(frozen=True)
class Statistics:
    """What a series of games shows; each attribute is a table with one object per row.

    >>> import gitopoly
    >>> told = gitopoly.simulate(["trader"] * 3, games=20, seed=1).statistics
    >>> [row.name for row in told.wins if row.by == "order"]
    ['first', 'second', 'third']
    >>> told.squares[24].name, told.squares[24].landings > 0
    ('Illinois Avenue', True)
    >>> [row.source for row in told.money[:3]]
    ['salary', 'rent', 'cards']
    >>> sum(row.landings for row in told.squares) + sum(row.times for row in told.jail) > 1000
    True
    >>> told.tables()["lengths"][0]["games"]
    20
    """

    wins: tuple[WinRow, ...]
    """Win rates by seat, by policy (or player), and by order of play."""
    lengths: tuple[LengthRow, ...]
    """The number of turns: one row for all games."""
    squares: tuple[SquareRow, ...]
    """Landings and rents, square by square."""
    jail: tuple[JailRow, ...]
    """How tokens got to jail."""
    groups: tuple[GroupRow, ...]
    """Colour groups, railroads and utilities: when completed, won by their owner, mean rent."""
    money: tuple[MoneyRow, ...]
    """Income and expenses by source: all seats together, then seat by seat."""
    auctions: tuple[AuctionRow, ...]
    """Prices against list: all auctions of a kind, then deed by deed."""
    turns: tuple[tuple[int, int], ...]
    """Every number of turns that occurred, and how many games took that many."""
    currency: str = "$"
    """The sign of the edition's money."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Colours of the edition's own for its groups, as #rrggbb."""

    @property
    def first_player_advantage(self) -> Estimate:
        """The starter's share of the games that were won, less that of an average seat."""
        order = [row for row in self.wins if row.by == "order"]
        won, fair = order[0].games, order[0].fair
        if not won:
            return Estimate(math.nan, -math.inf, math.inf, 0)
        return difference(share_estimate(order[0].wins, won), Estimate(fair, fair, fair, won))

    def tables(self) -> dict[str, list[dict[str, Any]]]:
        """Every table as rows of plain values, for JSON and CSV; unknown values are None."""
        tables = {
            name: [_plain(asdict(row)) for row in getattr(self, name)]
            for name in ("wins", "lengths", "squares", "jail", "groups", "money", "auctions")
        }
        tables["turns"] = [{"turns": turns, "games": games} for turns, games in self.turns]
        return tables


def statistics_of(
    totals: SeriesTotals, rules: Rules, edition: Edition, players: Sequence[str]
) -> Statistics:
    """The statistics of a series; `players` names what plays at each seat."""
    return Statistics(
        tuple(_wins(totals, players)),
        (_lengths(totals),),
        tuple(_squares(totals, rules, edition)),
        tuple(
            JailRow(way, times)
            for way, times in zip(WAYS_TO_JAIL, totals.counted["jailings"], strict=True)
        ),
        tuple(_groups(totals, rules, edition)),
        tuple(_money(totals, rules.num_players)),
        tuple(_auctions(totals, rules)),
        tuple(sorted(totals.turns.items())),
        edition.currency,
        edition.colours,
    )


def group_names(rules: Rules, edition: Edition) -> dict[int, str]:
    """The groups of a board by number: colours, then `rail` and `util`."""
    names = {}
    for group in range(MOST_GROUPS):
        if rules.group_size[group]:
            square = edition.squares[rules.group_square[group * GROUP_SIZE]]
            names[group] = {RAIL_GROUP: "rail", UTIL_GROUP: "util"}.get(group, square.group)
    return names


def _wins(totals: SeriesTotals, players: Sequence[str]) -> Iterable[WinRow]:
    number, games = len(players), totals.games
    for seat in range(number):
        yield _win("seat", f"p{seat + 1}", totals.wins[seat], games, 1 / number)
    for name in dict.fromkeys(players):
        seats = [seat for seat, player in enumerate(players) if player == name]
        won = sum(totals.wins[seat] for seat in seats)
        yield _win("policy", name, won, games, len(seats) / number)
    order = totals.counted["order_won"]
    for place in range(number):
        yield _win("order", ORDER[place], order[place], sum(order), 1 / number)


def _win(by: str, name: str, wins: int, games: int, fair: float) -> WinRow:
    found = share_estimate(wins, games) if games else Estimate(math.nan, 0.0, 1.0, 0)
    return WinRow(by, name, wins, games, found.value, found.low, found.high, fair)


def _lengths(totals: SeriesTotals) -> LengthRow:
    games, turns = totals.games, totals.turns
    mean, error = _mean(games, sum(n * t for t, n in turns.items()), _squared(turns))
    ends = min(turns), max(turns)
    return LengthRow(games, totals.capped, mean, error, *_quartiles(turns), *ends)


def _squared(values: Mapping[int, int]) -> int:
    return sum(times * value**2 for value, times in values.items())


def _squares(totals: SeriesTotals, rules: Rules, edition: Edition) -> Iterable[SquareRow]:
    counted, groups = totals.counted, group_names(rules, edition)
    moves = sum(counted["landings"]) + sum(counted["jailings"])
    for square in range(rules.board_length):
        rents, money = counted["rents"][square], counted["rent_money"][square]
        mean, error = _mean_rent(totals, rents, money, square)
        landings = counted["landings"][square]
        share = _share_of_moves(totals, landings, moves, square)
        group = groups.get(rules.group[square], "")
        yield SquareRow(
            square,
            rules.names[square],
            group,
            landings,
            share.value,
            share.low,
            share.high,
            rents,
            mean,
            error,
        )


def _share_of_moves(totals: SeriesTotals, landings: int, moves: int, square: int) -> Estimate:
    """How many of all moves end on a square; the error is that of shares across games."""
    if not moves:
        return Estimate(math.nan, 0.0, 1.0, 0)
    counted = totals.counted
    sums = [
        counted["moves_squared"][0],
        counted["landings_by_moves"][square],
        counted["landings_squared"][square],
    ]
    share, error = _ratio(landings, moves, sums, totals.games)
    if math.isnan(error) or not landings:
        return share_estimate(landings, moves)
    return Estimate(share, max(0.0, share - Z * error), min(1.0, share + Z * error), moves)


def _groups(totals: SeriesTotals, rules: Rules, edition: Edition) -> Iterable[GroupRow]:
    counted = totals.counted
    for group, name in group_names(rules, edition).items():
        squares = [s for s in range(rules.board_length) if rules.group[s] == group]
        completed = counted["groups_completed"][group]
        won = share_estimate(counted["groups_won"][group], completed) if completed else None
        first = group * (LAST_TURN + 1)
        turns = dict(enumerate(counted["completed_at"][first : first + LAST_TURN + 1]))
        rents = sum(counted["rents"][square] for square in squares)
        money = sum(counted["rent_money"][square] for square in squares)
        mean, error = _mean_rent(totals, rents, money, MOST_SQUARES + group)
        yield GroupRow(
            name,
            completed,
            completed / totals.games if totals.games else math.nan,
            *_quartiles(turns),
            counted["groups_won"][group],
            won.value if won else math.nan,
            won.low if won else math.nan,
            won.high if won else math.nan,
            rents,
            mean,
            error,
        )


def _mean_rent(totals: SeriesTotals, rents: int, money: int, place: int) -> tuple[float, float]:
    """The mean rent of a square or a group, and its standard error."""
    fields = ("rents_squared", "rents_by_money", "rent_money_squared")
    sums = [totals.counted[name][place] for name in fields]
    return _ratio(money, rents, sums, totals.games)


def _ratio(above: int, below: int, sums: Sequence[int], games: int) -> tuple[float, float]:
    """One total over another, and its standard error across games.

    `sums`, over games: the squares of the denominator, its products with the numerator, and the
    squares of the numerator. Events within one game may depend on each other.
    """
    if not below:
        return math.nan, math.nan
    ratio = above / below
    if games < 2:
        return ratio, math.nan
    spread = sums[2] - 2 * ratio * sums[1] + ratio**2 * sums[0]
    return ratio, math.sqrt(max(0.0, spread) * games / (games - 1)) / below


def _money(totals: SeriesTotals, players: int) -> Iterable[MoneyRow]:
    received, paid = totals.counted["received"], totals.counted["paid"]
    games = max(totals.games, 1)
    for who in ("all", *(f"p{seat + 1}" for seat in range(players))):
        seats = range(players) if who == "all" else (int(who[1:]) - 1,)
        for number, source in enumerate(SOURCES):
            gain = sum(received[number * MOST_PLAYERS + seat] for seat in seats)
            loss = sum(paid[number * MOST_PLAYERS + seat] for seat in seats)
            yield MoneyRow(who, source, gain, loss, gain / games, loss / games)


def _auctions(totals: SeriesTotals, rules: Rules) -> Iterable[AuctionRow]:
    board = range(rules.board_length)
    for kind in range(DEED_AUCTION, len(AUCTION_KINDS)):
        yield _auction(totals, rules, kind, board, "all")
    for square in board:
        if rules.group[square] != NOBODY:
            for kind in (DEED_AUCTION, ESTATE_AUCTION):
                yield _auction(totals, rules, kind, (square,), rules.names[square])


def _auction(
    totals: SeriesTotals, rules: Rules, kind: int, squares: Sequence[int], name: str
) -> AuctionRow:
    """Price over list of some auctions of a kind."""
    counted = totals.counted
    places = [(kind - 1) * MOST_SQUARES + square for square in squares]
    sold, unsold, money, squared = (
        sum(counted[field][place] for place in places)
        for field in ("auctions_sold", "auctions_unsold", "auction_money", "auction_squares")
    )
    if not sold:
        return AuctionRow(AUCTION_KINDS[kind], name, 0, unsold, *[math.nan] * 5)
    prices = rules.value if kind in (DEED_AUCTION, ESTATE_AUCTION) else rules.house_cost
    numbers = [counted["auctions_sold"][place] for place in places]
    listed = sum(n * prices[square] for n, square in zip(numbers, squares, strict=True))
    if len(squares) > 1:
        fields = ("lists_squared", "lists_by_prices", "prices_squared")
        sums = [counted[field][kind - 1] for field in fields]
        ratio, error = _ratio(money, listed, sums, totals.games)
    else:
        # One deed is hardly ever auctioned twice in a game.
        mean, error = _mean(sold, money, squared)
        ratio, error = mean / prices[squares[0]], error / prices[squares[0]]
    row = (money / sold, listed / sold, ratio, ratio - Z * error, ratio + Z * error)
    return AuctionRow(AUCTION_KINDS[kind], name, sold, unsold, *row)


def _mean(number: int, total: int, squared: int) -> tuple[float, float]:
    """A mean and its standard error, from sums."""
    if number == 0:
        return math.nan, math.nan
    mean = total / number
    if number == 1:
        return mean, math.nan
    # In whole numbers, because both terms are far larger than their difference.
    variance = (number * squared - total**2) / (number**2 * (number - 1))
    return mean, math.sqrt(variance)


def _quartiles(values: Mapping[int, int]) -> tuple[float, float, float]:
    return _quantile(values, 0.25), _quantile(values, 0.5), _quantile(values, 0.75)


def _quantile(values: Mapping[int, int], share: float) -> float:
    """The smallest value that at least this share of all does not exceed."""
    number = sum(values.values())
    seen = 0
    for value in sorted(values):
        seen += values[value]
        if number and seen >= share * number:
            return float(value)
    return math.nan


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row without numbers that JSON lacks, rounded to the digits that mean something."""
    return {name: _short(value) for name, value in row.items()}


def _short(value: Any) -> Any:
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else None
    return value

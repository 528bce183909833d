"""Positions to look at: what a player sees in the situations that matter."""

from __future__ import annotations

from collections.abc import Callable

from gitopoly.cli.screen.menu import menu
from gitopoly.cli.screen.players_view import own_deeds, standing_lines
from gitopoly.cli.screen.situation import headline, stake_lines
from gitopoly.cli.screen.symbols import ASCII, UNICODE, Symbols
from gitopoly.cli.screen.table_view import Scene, screen_lines
from gitopoly.rules import State, is_over, legal_actions
from gitopoly.rules.board import renew_sets
from tests.rules.scenario import Scenario
from tests.table.tables import NAMES

TOKENS = ("car", "iron", "lantern", "thimble", "shoe", "top hat", "rocking horse", "battleship")


def scene_of(s: State, me: int = 0, **more: object) -> Scene:
    """What a player sees of a position."""
    names = NAMES[: s.rules.num_players]
    found = [] if is_over(s) else legal_actions(s, me)
    stakes = [line.plain for line in standing_lines(s, names)] if is_over(s) else []
    scene = Scene(
        names,
        s,
        me,
        TOKENS[: len(names)],
        headline(s, names, me),
        stakes=stakes or stake_lines(s, names, me),
        options=[item.label for item in menu(s, found, names)],
        deeds=own_deeds(s, me),
        status="the status",
    )
    for name, value in more.items():
        assert hasattr(scene, name)
        setattr(scene, name, value)
    return scene


def start() -> Scene:
    """The first turn."""
    return scene_of(Scenario().s, story=["ann rolls 3 and 5 to see who starts; ann starts."])


def middle_position(players: int = 3) -> State:
    """Houses, hotels, mortgages, a jail card, somebody in jail."""
    game = Scenario(players=players)
    game.give(1, 1, 3, level=3).give(1, 5, 15, 25)
    game.give(2, 6, 8, 9, level=4).give(2, 16, 18, 19, level=5).give(2, 37, 39)
    game.give(3, 11, 13, 35, mortgaged=True).give(3, 12, 28)
    game.cash(350, 1211, 87)
    for seat, square in enumerate((7, 24, 10, 39, 0, 0, 0, 0)[:players], 1):
        game.at(seat, square)
    game.s.in_jail[2] = 1
    game.s.jail_card_owner[0] = 1
    return game.turn(1).s


def middle(players: int = 3) -> Scene:
    """A game that has been going on for a while."""
    return scene_of(
        middle_position(players),
        story=[
            "ben rolls 6 and 5: from Chance 2 to New York Avenue.",
            "cleo draws a Chance card, “Advance to the nearest railroad and pay its owner twice "
            "the rent”: from Chance 1 to Pennsylvania Railroad, cleo -$150, ann +$150.",
        ],
    )


def warned() -> Scene:
    """Somebody was caught."""
    scene = middle()
    scene.alerts = ["ben showed two entries of one seat in the same place (0123abcd and 4567ef01)"]
    return scene


def auction() -> Scene:
    """The second round of an auction."""
    game = Scenario().at(1, "Boardwalk").turn(1, "post-roll")
    game.do("auction", "p1: bid 120", "p2: bid 150", "p3: pass", "p1: next round")
    game.do("p2: next round")
    return scene_of(game.s)


def trade() -> Scene:
    """An offer, seen by whom it is made to."""
    game = Scenario().give(1, "Baltic Avenue", mortgaged=True).give(2, "Park Place")
    game.do('offer p2 "Baltic Avenue", $50 for "Park Place"')
    return scene_of(game.s, me=1)


def debt() -> Scene:
    """A rent that is more than the cash."""
    game = Scenario().give(1, "Baltic Avenue", "Boardwalk").give(2, 6, 8, 9, level=4)
    game.cash(100, 1500, 1500).at(1, "Vermont Avenue").turn(1, "post-roll")
    game.do("owe rent")
    return scene_of(game.s)


def end() -> Scene:
    """The end."""
    s = middle_position()
    s.is_bankrupt[0] = s.is_bankrupt[2] = 1
    for square, owner in enumerate(s.owner):
        if owner in (0, 2):
            s.owner[square] = -1
            s.level[square] = s.mortgaged[square] = 0
    renew_sets(s, s.rules)
    return scene_of(s, me=1)


def lobby() -> Scene:
    """Before all have joined."""
    return Scene(
        NAMES[:2],
        headline="Waiting for players; the game starts when all have joined.",
        stakes=["ann  SHA256:abc", "ben  has not joined yet", "ben joins with: gitopoly join …"],
        status="Waiting for ben (a moment)",
    )


SCREENS: dict[str, tuple[Callable[[], Scene], int, int, Symbols]] = {
    "start_80x24": (start, 80, 24, UNICODE),
    "start_100x30": (start, 100, 30, UNICODE),
    "middle_80x24": (middle, 80, 24, UNICODE),
    "middle_100x30": (middle, 100, 30, UNICODE),
    "middle_160x50": (middle, 160, 50, UNICODE),
    "middle_40x40": (middle, 40, 40, UNICODE),
    "middle_60x15": (middle, 60, 15, UNICODE),
    "middle_ascii_100x30": (middle, 100, 30, ASCII),
    "eight_players_80x24": (lambda: middle(8), 80, 24, UNICODE),
    "eight_players_100x30": (lambda: middle(8), 100, 30, UNICODE),
    "warned_100x30": (warned, 100, 30, UNICODE),
    "auction_80x24": (auction, 80, 24, UNICODE),
    "trade_80x24": (trade, 80, 24, UNICODE),
    "debt_80x24": (debt, 80, 24, UNICODE),
    "end_80x24": (end, 80, 24, UNICODE),
    "lobby_80x24": (lobby, 80, 24, UNICODE),
}


def screen(name: str) -> str:
    """A screen as plain text."""
    make, width, height, symbols = SCREENS[name]
    lines = screen_lines(make(), width, height, symbols)
    return "".join(line.plain.rstrip() + "\n" for line in lines)

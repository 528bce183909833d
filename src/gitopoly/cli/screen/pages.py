"""Pages that a player asks for during a game: help, the log, the deeds, the keys, the board."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from gitopoly.cli.screen.board_view import board_columns
from gitopoly.cli.screen.players_view import deed_lines, player_lines
from gitopoly.cli.screen.symbols import Symbols, player_style
from gitopoly.rules import State
from gitopoly.table.events import Event, how_final
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.routes import join_command
from gitopoly.table.trust import evidence_against, fingerprints, warning
from gitopoly.words import english

HELP = """
Type the number of a choice, or an action in words:
  bid 120                     mortgage "Baltic Avenue"
  build "Baltic Avenue"       offer ben "Baltic Avenue", $50 for "Park Place"

  log            what has happened, newest last; log all shows every step
  deeds          all deeds: owner, buildings, rent
  board          the board as a list
  keys           the fingerprints of all keys, to compare with your friends
  evidence       what was refused, and the proof
  trade          build an offer step by step
  wish           say which trade you would like to be offered, at any time
  hint           your choices by chance to win, in games with hints
  auto           pass for you in auctions and between turns, until your turn
  say WORDS      talk to all players; talk shows what was said
  react NAME     react thanks and the like; mute NAME hears a player no more
  vote NAME      go on without a player who is silent too long or cheated
  resign         leave the game for good
  quit           leave for now, like Ctrl-C; resume later

On the board a letter names the colour group, # a railroad, U a utility;
a digit is the owner, m a mortgage, H a hotel. Circles are the tokens, in brackets in jail.
""".strip()

LOG_LENGTH = 200
"""Maximum number of log lines on a page; `gitopoly log` prints all."""


def page(
    name: str, rest: str, game: GameReplica, state: State | None, symbols: Symbols
) -> list[Text] | None:
    """The page of a name, None if there is none."""
    if name in ("help", "h", "?"):
        return [Text(line) for line in HELP.splitlines()]
    if name == "keys":
        return key_lines(game)
    if name == "evidence":
        found = evidence_against(game)
        return [Text(warning(one)) for one in found] or [Text("Nothing was refused.")]
    if name == "log":
        return log_lines(game, everything=rest == "all")
    if state is None:
        return None
    if name == "deeds":
        return deed_lines(state, game.names, symbols)
    if name == "board":
        players = player_lines(state, game.names, 80, symbols=symbols)
        return [*board_columns(state, 80, symbols), Text(), *players]
    return None


def log_lines(game: GameReplica, *, everything: bool = False) -> list[Text]:
    """The newest log lines, newest last."""
    newest = game.story(LOG_LENGTH)
    shown = [event for event in newest if everything or not event.quiet]
    return [event_line(event, game.names, open_words(game, event.id)) for event in shown]


def open_words(game: GameReplica, entry_id: str) -> str:
    """Who could still take an entry back; empty if nobody can."""
    level, seats = game.final_level(entry_id), len(game.names)
    return "" if level >= seats else how_final(level, seats)


def event_line(event: Event, names: Sequence[str], still_open: str = "") -> Text:
    """The commit behind an event, the event, and who could still take it back."""
    line = Text().append(f"{event.id[:8]}  ", style="dim")
    rest = event.sentence.removeprefix(event.seat)
    if rest != event.sentence:
        line.append(event.seat, style=player_style(names.index(event.seat)))
    line.append(rest)
    return line.append(f" ({still_open})", style="dim") if still_open else line


def key_lines(game: GameReplica) -> list[Text]:
    """The key of each seat; its owner should see the same."""
    known = fingerprints(game)
    longest = max(map(len, game.names))
    return [
        Text(f"{name:<{longest}}  {known.get(name, 'has not joined yet')}") for name in game.names
    ]


def lobby_lines(game: GameReplica) -> list[str]:
    """Who has joined, and how the others can."""
    lines = [line.plain for line in key_lines(game)]
    if game.file.gives_hints:
        lines.append(english()("advice.allowed"))
    missing = [info for info in game.file.seats if info.name not in game.joined]
    if game.file.may_hold:
        host = game.names[0]
        return lines + [f"{info.name} joins with a link that {host} has" for info in missing]
    for info in missing:
        lines.append(f"{info.name} joins with: {join_command(game.file, info.name)}")
    return lines

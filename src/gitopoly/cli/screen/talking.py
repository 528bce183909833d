"""Talk in the terminal: what was said as sentences, and the commands to say something."""

from __future__ import annotations

from rich.text import Text

from gitopoly.cli.screen.menu import Item
from gitopoly.cli.screen.symbols import player_style
from gitopoly.errors import InvalidLine
from gitopoly.rules import OfferTemplate, format_action, is_legal
from gitopoly.table.conversation import REACTIONS, Conversation, Line, said
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.table.wishes import offer_for, open_wishes
from gitopoly.words import english, worded

COMMANDS = ("say", "react", "mute", "unmute")
MOST_AT_ONCE = 10
"""Lines that are shown when many arrive together; `talk` shows all."""


def talk_at(table: OpenGame) -> Conversation:
    """The conversation of a table; refused where there is nobody to talk to."""
    if table.talk is None:
        raise worded(InvalidLine, "talk.error.alone")
    return table.talk


def sentence_of(line: Line, game: GameReplica) -> str:
    """A line as a sentence."""
    return english()("talk.heard", name=line.seat, text=said(line, game))


def heard(talk: Conversation, game: GameReplica) -> list[str]:
    """What was said since the last time, as sentences; those who are muted are left out."""
    lines = talk.shown(talk.hear())
    left_out = len(lines) - MOST_AT_ONCE
    sentences = [sentence_of(line, game) for line in lines[-MOST_AT_ONCE:]]
    return (
        [f"{left_out} more lines; type talk to see them.", *sentences]
        if left_out > 0
        else sentences
    )


def obey(talk: Conversation, name: str, rest: str) -> str:
    """Carry out one of `COMMANDS`; returns what the person should know."""
    if name == "say":
        talk.say(rest)
    elif name == "react":
        talk.react(rest.lower().replace(" ", "-"))
    else:
        talk.mute(rest, on=name == "mute")
        return f"You don't hear {rest} any more." if name == "mute" else f"You hear {rest} again."
    return f"Others can't hear you yet: {talk.problem}" if talk.problem else ""


def wished_offers(table: OpenGame) -> list[Item]:
    """What others would like to be offered, each an offer that the person can make now."""
    talk, seat = table.talk, table.seat
    if talk is None or seat is None:
        return []
    s, names = seat.position.state, table.game.names
    open_to = {c.addressee for c in seat.choices() if isinstance(c, OfferTemplate)}
    if not open_to:
        return []
    found = []
    for _, wish in open_wishes(talk.shown(talk.lines), s, names, seat.number):
        offer = offer_for(s, wish)
        if wish.author in open_to and offer is not None and is_legal(s, offer):
            text = format_action(s, offer, names).replace('"', "")
            found.append(Item(f"{text}, as {names[wish.author]} would like", (offer,)))
    return found


def talk_page(talk: Conversation, game: GameReplica) -> list[Text]:
    """Everything that was said, newest last, and how to take part."""
    names = game.names
    lines = [
        Text(f"{line.seat}: ", style=player_style(names.index(line.seat))).append(
            said(line, game), style="none"
        )
        for line in talk.shown(talk.lines)
    ]
    reactions = Text(f"say WORDS, or react with one of {', '.join(REACTIONS)}", style="dim")
    return [*(lines or [Text(english()("talk.none"))]), Text(), reactions]

"""A person at a game: what they see, and how the lines they type are handled.

Nothing here prints or waits; `display` brings it to a terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from typing import Any

from rich.text import Text

from gitopoly.cli.screen import pages, talking
from gitopoly.cli.screen.advice import check_hint, hint_page
from gitopoly.cli.screen.dialogs import Question, answers_to, confirm, wish
from gitopoly.cli.screen.menu import TRADE_LABEL, Item, menu
from gitopoly.cli.screen.players_view import own_deeds, standing_lines
from gitopoly.cli.screen.situation import headline, stake_lines, waiting_line
from gitopoly.cli.screen.symbols import UNICODE, Symbols
from gitopoly.cli.screen.table_view import Scene
from gitopoly.errors import GitopolyError
from gitopoly.table.events import Event, in_full
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.open_game import OpenGame
from gitopoly.table.trust import evidence_against, warning
from gitopoly.table.wishes import wish_for, wish_templates
from gitopoly.words import english

SHOWN_WARNINGS = 2
JUST_NOW = 1.0
"""Seconds for which a new wish cannot be chosen: a number may have been meant for another one."""
AUTO_LABEL = "pass for me until it is my turn (auto)"


class Session:
    """One person's view of one game."""

    def __init__(
        self,
        table: OpenGame,
        symbols: Symbols = UNICODE,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.table = table
        self.symbols = symbols
        self.left = False
        """Whether the person wants to go."""
        self.version = 0
        """Incremented by every visible change."""
        self.sentences: list[str] = []
        """All events worth a sentence, oldest first."""
        self.items: list[Item] = []
        """What the person can do now."""
        self.page: list[Text] | None = None
        self.notice = ""
        self._since = 0
        self._clock = clock
        self._dialog: Generator[Question, str, Any] | None = None
        self._question: Question | None = None
        self._then: Callable[[Any], None] = lambda _: None
        self._dialog_chooses = False
        """Whether the open dialog is about a choice, which may disappear when things change."""
        self._wished: list[Item] = []
        """The last items: offers that others would like."""
        self._wished_since = 0.0
        self._had_started = table.game.started
        self._complained: set[str] = set()
        self._recall()
        self._refresh()

    @property
    def game(self) -> GameReplica:
        """The game on view."""
        return self.table.game

    @property
    def me(self) -> int | None:
        """The person's seat, None for a spectator."""
        return self.table.seat.number if self.table.seat else None

    @property
    def asked(self) -> Question | None:
        """The question that is open."""
        return self._question

    @property
    def may_be_asked_later(self) -> bool:
        """Whether nothing is asked now, but may be later."""
        if self.items or self.asked is not None or self.me is None or self.game.over:
            return False
        return not (self.game.started and self.game.position.state.is_bankrupt[self.me])

    # What happens.

    def note(self, events: Sequence[Event]) -> None:
        """Take in what has happened."""
        if not events:
            return
        names = self.table.game.names
        self.sentences += [in_full(event, names) for event in events if not event.quiet]
        if self.game.started and not self._had_started:
            self._had_started = True
            self.notice = ""  # whatever had to wait for the start
        before = self.items
        self._refresh()
        other_choices = [i.choices for i in before] != [i.choices for i in self.items]
        if self._dialog_chooses and other_choices:
            self._end_dialog()
            self.notice = "Things have changed in the meantime; choose again."

    def hear(self) -> None:
        """Take in what was said, and why somebody is no longer shown."""
        talk = self.table.talk
        if talk is None:
            return
        new = talking.heard(talk, self.game)
        for name, told in talk.complaints.items():
            if name not in self._complained:
                self._complained.add(name)
                new.append(told.sentence())
        if new:
            self.sentences += new
            self.version += 1
            self._offer_what_was_wished()

    def answer(self, line: str) -> None:
        """Do what a line says: a number, a command, or an action in words."""
        self.version += 1
        self.notice = ""
        words = " ".join(line.split())
        if self.page is not None:
            self.page = None
            if not words:
                return
        if self._dialog is not None:
            self._attempt(lambda: self._send(line))
        elif words.isdigit():
            self._attempt(lambda: self._choose(int(words)))
        elif words:
            self._attempt(lambda: self._command(words))

    def _attempt(self, work: Callable[[], object]) -> None:
        """Do something; if it is refused, say why."""
        try:
            work()
        except GitopolyError as refusal:
            self.notice = f"{refusal}"

    def leave(self) -> None:
        """Go; the game can be resumed."""
        self.left = True

    # What is typed.

    def _choose(self, number: int) -> None:
        first = len(self.items) - len(self._wished)
        if first < number <= len(self.items) and self._clock() - self._wished_since < JUST_NOW:
            self.notice = "Somebody has just said what they would like; look, and choose again."
            return
        if not 1 <= number <= len(self.items):
            most = len(self.items)
            self.notice = f"Type a number from 1 to {most}." if most else "You cannot act now."
            return
        self._open(self.items[number - 1])

    def _open(self, item: Item) -> None:
        if not item.choices:
            self._toggle_auto()
            return
        first = item.choices[0]
        if len(item.choices) == 1 and isinstance(first, int):
            self._act(first)
            return
        state = self.game.position.state
        self._ask(answers_to(state, item, self.game.names), self._act_if_chosen)
        self._dialog_chooses = True

    def _command(self, words: str) -> None:
        name, _, rest = words.lower().partition(" ")
        state = self.game.position.state if self.game.started else None
        shown = pages.page(name, rest, self.game, state, self.symbols)
        if shown is not None:
            self.page = shown
        elif name == "talk":
            self.page = talking.talk_page(talking.talk_at(self.table), self.game)
        elif name in talking.COMMANDS:
            typed = words.partition(" ")[2]
            self.notice = talking.obey(talking.talk_at(self.table), name, typed)
            self.hear()
        elif name in ("quit", "q", "leave", "exit"):
            self.leave()
        elif name == "auto":
            self._toggle_auto()
        elif name == "resign":
            self._ask(confirm("Resign, and be out of this game for good?"), self._resign_if_sure)
        elif name == "vote" and rest:
            self._done(self.table.vote(words.partition(" ")[2]))
        elif name == "trade":
            self._trade()
        elif name == "wish":
            self._wish()
        elif name == "hint":
            self._hint()
        else:
            self._act(words)

    def _hint(self) -> None:
        check_hint(self.table)
        self.page = hint_page(self.table)

    def _trade(self) -> None:
        for item in self.items:
            if item.label.startswith(TRADE_LABEL):
                return self._open(item)
        self.notice = "You cannot offer a trade now."
        return None

    def _wish(self) -> None:
        """Say for which trade the person would like an offer."""
        talk, seat = talking.talk_at(self.table), self.table.seat
        if seat is None or not self.game.started or self.game.over:
            self.notice = "You cannot wish for a trade now."
            return
        templates = wish_templates(self.game.position.state, seat.number)
        if not templates:
            self.notice = "Nobody has anything to trade yet."
            return

        def say(offer: int | None) -> None:
            if offer is not None:
                talk.wish(wish_for(self.game.position.state, offer))
                self.hear()

        self._ask(wish(self.game.position.state, templates, self.game.names), say)

    def _toggle_auto(self) -> None:
        seat = self.table.seat
        if seat is None:
            self.notice = "Spectators have nothing to pass."
            return
        seat.auto_play.pass_until_my_turn = not seat.auto_play.pass_until_my_turn
        on = seat.auto_play.pass_until_my_turn
        self.notice = (
            "Passing for you until it is your turn; type auto again to step in."
            if on
            else "You will be asked again in auctions and between turns."
        )

    def _act(self, choice: int | str) -> None:
        self._done(self.table.act(choice))

    def _act_if_chosen(self, choice: int | None) -> None:
        if choice is not None:
            self._act(choice)

    def _resign_if_sure(self, sure: bool) -> None:
        if sure:
            self._done(self.table.resign())

    def _done(self, event: Event) -> None:
        """Note the person's move: events from now on are news."""
        self._since = len(self.sentences)
        self.note([event])

    # Dialogs.

    def _ask(self, dialog: Generator[Question, str, Any], then: Callable[[Any], None]) -> None:
        self._dialog, self._then = dialog, then
        self._question = next(dialog)

    def _send(self, line: str) -> None:
        assert self._dialog is not None
        try:
            self._question = self._dialog.send(line)
        except StopIteration as end:
            then = self._then
            self._end_dialog()
            then(end.value)

    def _end_dialog(self) -> None:
        self._dialog = self._question = None
        self._dialog_chooses = False

    # What is seen.

    def scene(self) -> Scene:
        """What the person sees."""
        game = self.game
        scene = Scene(game.names, me=self.me, notice=self.notice, page=self.page)
        scene.alerts = [warning(found) for found in evidence_against(game)][-SHOWN_WARNINGS:]
        scene.status = self.status_line()
        if not game.started:
            scene.headline = "Waiting for players; the game starts when all have joined."
            scene.stakes = pages.lobby_lines(game)
            scene.story = self.sentences[self._since :]
        else:
            scene.state = game.position.state
            scene.tokens = [info.token for info in game.file.seats]
            scene.headline = headline(scene.state, game.names, self.me)
            scene.stakes = self._stakes()
            scene.story = self.sentences[self._since :]
            scene.deeds = [] if self.me is None else own_deeds(scene.state, self.me)
        if self._question is not None:
            scene.question, scene.options = self._question.prompt, self._question.options
            scene.notice = self._question.complaint
        else:
            scene.options = [item.label for item in self.items]
        return scene

    def status_line(self) -> str:
        """Who the game is waiting for, and the state of the network."""
        status = self.table.status
        seat = self.table.seat
        facts = []
        if self.game.over:
            facts.append("the game is over; Enter leaves")
        else:
            facts.append(waiting_line(status.waiting, self._clock(), seat.name if seat else ""))
        if status.out:
            facts.append(english()(status.out.key, **status.out.facts))
        if seat is not None and not self.table.may_write:
            facts.append("your repository does not answer; moves must wait for it")
        if seat is not None and status.published != "everything is published":
            facts.append(status.published)
        facts += [
            f"{name}: {contact.error}" for name, contact in status.contacts.items() if contact.error
        ]
        if seat is not None and seat.auto_play.pass_until_my_turn:
            facts.append("auto is on")
        facts.append("type help for all commands" if seat else "watching; q leaves")
        return f" {self.symbols.dot} ".join(fact for fact in facts if fact)

    def _stakes(self) -> list[str]:
        position = self.game.position
        if self.game.over:
            return [
                line.plain
                for line in standing_lines(
                    position.state, self.game.names, self.game.gone(), position.absent
                )
            ]
        if position.draw is not None:
            return ["Everyone draws together; each seat reveals its part."]
        left = [
            f"{name} has left, and will be out when their turn comes"
            for seat, name in enumerate(self.game.names)
            if position.absent(seat) and not position.state.is_bankrupt[seat]
        ]
        return left + stake_lines(position.state, self.game.names, self.me)

    def _refresh(self) -> None:
        """Update the available choices."""
        self.version += 1
        seat = self.table.seat
        self.items = []
        if seat is not None and self.game.started and not self.game.over:
            state = self.game.position.state
            self.items = menu(state, seat.choices(), self.game.names)
            passes = seat.auto_play.pass_until_my_turn
            if self.items and state.turn_player != seat.number and not passes:
                self.items.append(Item(AUTO_LABEL, ()))
        self._wished = []
        self._offer_what_was_wished()

    def _offer_what_was_wished(self) -> None:
        """Append the offers that others would like, so that no other number changes."""
        others = self.items[: len(self.items) - len(self._wished)]
        known = [item.choices for item in self._wished]
        self._wished = talking.wished_offers(self.table) if others else []
        if [item.choices for item in self._wished] != known:
            self._wished_since = self._clock()
        self.items = [*others, *self._wished]

    def _recall(self) -> None:
        """Restore earlier events and the position of the person's last move."""
        seat = self.table.seat
        for event in self.game.story() if self.game.started else []:
            if event.quiet:
                continue
            if seat is not None and event.seat == seat.name:
                self._since = len(self.sentences)
            self.sentences.append(in_full(event, self.table.game.names))

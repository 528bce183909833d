"""A session in a terminal: full-screen, or line by line where there is no screen."""

from __future__ import annotations

import contextlib
import signal
import sys
from collections.abc import Iterator
from typing import Protocol, TextIO

from rich.text import Text

from gitopoly.cli.screen import keyboard
from gitopoly.cli.screen.session import Session
from gitopoly.cli.screen.symbols import spelled, symbols_for
from gitopoly.cli.screen.table_view import screen_lines, wrapped_sentence
from gitopoly.cli.terminal import Terminal
from gitopoly.stopping import forget
from gitopoly.table.open_game import OpenGame

PATIENCE = 1.0
"""Seconds between refreshes when nothing happens."""


class Display(Protocol):
    """How a session is shown."""

    def show(self, session: Session, typed: str) -> None:
        """Show what has changed."""


class FullScreenDisplay:
    """The whole screen, redrawn when anything on it changes."""

    def __init__(self, console: Terminal) -> None:
        self._console = console
        self._shown: tuple[object, ...] = ()
        self._asked = True

    def show(self, session: Session, typed: str) -> None:
        """Draw the table with the input line below it; ring the bell when it is their move."""
        width, height = self._console.size
        now = (session.version, typed, width, height, session.status_line())
        if now == self._shown:
            return
        self._shown = now
        lines = screen_lines(session.scene(), width, height, session.symbols)
        for line in lines:
            line.truncate(width, pad=True)
        prompt = "Enter to go back " if session.page is not None else ""
        lines.append(Text(f"{prompt}> {typed}"[-width + 1 :], style="bold"))
        with self._console.capture() as drawn:
            self._console.print(Text("\n").join(lines), end="", no_wrap=True, overflow="crop")
        # Home, the lines, and nothing after them.
        self._console.file.write(f"\x1b[H{drawn.get()}\x1b[K\x1b[J")
        if session.items and not self._asked:
            self._console.bell()
        self._asked = bool(session.items)
        self._console.file.flush()


class LineDisplay:
    """Plain lines: for pipes, files, and terminals that can do no more."""

    def __init__(self, console: Terminal) -> None:
        self._console = console
        self._told = -1
        self._version = -1
        self._alerts = 0
        self._said: list[str] = []

    def show(self, session: Session, typed: str) -> None:
        """Print what is new: events, warnings, and the choices."""
        if session.version == self._version:
            return
        self._version = session.version
        scene = session.scene()
        if self._told < 0:
            # Earlier events are in the log; show only those since the person's last move.
            self._told = len(session.sentences) - len(scene.story)
        for sentence in session.sentences[self._told :]:
            for line in wrapped_sentence(sentence, scene.names, 10_000):
                self._print(line)
        self._told = len(session.sentences)
        if scene.page is not None:
            for line in scene.page:
                self._print(line)
            session.page = None
        if scene.notice:
            self._print(Text(scene.notice))
        self._choices(session)

    def _choices(self, session: Session) -> None:
        """The stakes and the choices, if they changed; the end is reported elsewhere."""
        scene = session.scene()
        if session.game.over:
            return
        said = [*(f"! {alert}" for alert in scene.alerts), *scene.stakes]
        if scene.question:
            said.append(scene.question)
        said += [f"{number:>3}. {label}" for number, label in enumerate(scene.options, 1)]
        if said != self._said:
            for line in said:
                self._print(Text(line))
        self._said = said

    def _print(self, line: Text) -> None:
        line.plain = spelled(line.plain, symbols_for(self._console.encoding))
        self._console.print(line, soft_wrap=True)
        self._console.file.flush()


def run_session(table: OpenGame, console: Terminal, stream: TextIO | None = None) -> Session:
    """Let a person play or watch until they leave or the game is over."""
    session = Session(table, symbols_for(console.encoding))
    with (
        contextlib.suppress(KeyboardInterrupt),
        _display(table, console, stream) as (display, typed),
        contextlib.suppress(KeyboardInterrupt),
    ):
        _play(table, session, display, typed)
    forget(signal.SIGINT)  # one of the ways to leave; other signals end the program, too
    return session


def _play(table: OpenGame, session: Session, display: Display, typed: keyboard.Input) -> None:
    patience = 0.0
    while not session.left:
        session.note(table.poll(patience))
        session.hear()
        display.show(session, typed.typed)
        lines = _lines_for_now(session, typed)
        for line in lines:
            session.answer(line)
            display.show(session, typed.typed)
        if isinstance(display, LineDisplay) and session.game.over:
            display.show(session, "")
            return
        nothing_comes = typed.closed and not lines and typed.waiting is None
        if nothing_comes and (session.me is not None or isinstance(display, FullScreenDisplay)):
            session.leave()
        if session.game.over and "" in lines and session.page is None:
            session.leave()
        display.show(session, typed.typed)
        # The person's moves are followed at once by the required moves they cause.
        patience = 0.0 if lines else PATIENCE


def _lines_for_now(session: Session, typed: keyboard.Input) -> list[str]:
    """The lines to answer now; a number in a script waits until there is a choice."""
    if not typed.scripted:
        return typed.take()
    number = (typed.waiting or "").strip().isdigit()
    return [] if number and session.may_be_asked_later else typed.take(1)


@contextlib.contextmanager
def _display(
    table: OpenGame, console: Terminal, stream: TextIO | None
) -> Iterator[tuple[Display, keyboard.Input]]:
    """The full screen with single keys if both ends are a terminal, otherwise lines."""
    plain = stream is not None or not console.is_terminal or console.is_dumb_terminal
    if not plain and keyboard.is_terminal(sys.stdin):
        with keyboard.keys(sys.stdin.fileno(), table.wake) as found:
            if found is not None:
                console.set_alt_screen(True)
                try:
                    yield FullScreenDisplay(console), found
                finally:
                    console.set_alt_screen(False)
                return
    yield LineDisplay(console), keyboard.lines(stream, table.wake)

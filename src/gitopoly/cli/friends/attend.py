"""``gitopoly attend``: keep a seat present without a person."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gitopoly.cli.examples import ShowsExamples
from gitopoly.cli.friends import seating
from gitopoly.cli.friends.resume import found_game
from gitopoly.errors import FolderTaken, GitopolyError
from gitopoly.words import Words, languages

if TYPE_CHECKING:
    from gitopoly.cli.friends.notifying import Notifier
    from gitopoly.table.driver import GameDriver
    from gitopoly.table.events import Event
    from gitopoly.table.standing_orders import Attendance, StandingOrders

PATIENCE = 5.0
"""Seconds that one wait for news lasts in a run that goes on."""
MOMENT = 0.2
"""The same in a run that ends by itself."""
ALL_PUBLISHED = frozenset(f"published.{how}" for how in ("all", "restored", "nothing", "here"))
"""What is said when nothing of ours is left to publish."""
CLOSED = (
    "You host this game, and attend does not open its door: guests and peers wait until "
    "gitopoly resume does."
)
UNANSWERED = 60.0
"""Seconds that a single run waits for hosts that do not answer."""


@click.command(
    cls=ShowsExamples,
    examples=[
        ("Write orders to start from, then edit them", "gitopoly attend --write-orders"),
        ("Keep the seat present until the game is over", "gitopoly attend monopoly_ann"),
        ("Look in once, for a scheduled job", "gitopoly attend monopoly_ann --once"),
    ],
)
@click.argument("folder", required=False, metavar="[DIR]", type=click.Path(path_type=Path))
@click.option(
    "--orders",
    "orders_file",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Your standing orders; by default orders.toml in the game's folder.",
)
@click.option(
    "--from",
    "source",
    metavar="NICK=URL",
    help="Make the folder from your own repository if it is not there, for jobs that keep nothing.",
)
@click.option("--write-orders", is_flag=True, help="Write orders to start from, and exit.")
@click.option("--once", is_flag=True, help="Do everything that can be done now, and exit.")
@click.option(
    "--notify",
    metavar="COMMAND",
    help="Command to run when you are needed, once per decision; the text is its input.",
)
@click.option(
    "--notify-url", metavar="URL", help="Address to post a JSON object to when you are needed."
)
@click.option(
    "--language",
    type=click.Choice(languages()),
    default="en",
    show_default=True,
    help="Language of what you are told when you are needed.",
)
@seating.identity_option
@seating.allow_option
def attend(
    folder: Path | None,
    orders_file: Path | None,
    source: str | None,
    write_orders: bool,
    once: bool,
    notify: str | None,
    notify_url: str | None,
    language: str,
    identity: Path | None,
    allowed: tuple[str, ...],
) -> None:
    """Keep a seat present without a person, by standing orders.

    Reveals dice, states winners, settles trades, passes and decides what the orders cover.
    Whatever they leave open waits for you.
    """
    from gitopoly.cli.friends.notifying import Notifier
    from gitopoly.table.host_game import hosted_folder
    from gitopoly.table.opening import check_seat_folder, private_folder
    from gitopoly.table.remote_game import fetch_game, resume_game
    from gitopoly.table.routes import read_seat
    from gitopoly.table.standing_orders import FILE, Attendance
    from gitopoly.table.trust import known_key

    mine = read_seat(source, Path.cwd()) if source is not None else None
    if folder is None:
        folder = found_game() if mine is None else seating.default_folder(mine.name)
    fresh = mine is not None and not folder.exists()
    if not fresh:
        check_seat_folder(folder)
    key, ask = known_key(identity), seating.consent(allowed)
    if mine is not None and fresh:
        fetch_game(folder, mine.name, mine.url, key, ask).close()
    orders_file = orders_file or folder / FILE
    if write_orders:
        _write_template(folder, orders_file)
        return
    notifier = Notifier(private_folder(folder), notify, notify_url)
    with resume_game(folder, key, ask=ask) as table:
        if hosted_folder(folder) is not None:
            click.echo(CLOSED, err=True)
        watched = _OrdersFile(orders_file, table)
        visit = _Visit(Attendance(table, watched.orders), notifier, Words(language))
        if fresh:
            visit.hear_all(table)
        if once:
            visit.once()
        else:
            visit.stay(watched)


def _write_template(folder: Path, path: Path) -> None:
    from gitopoly.table.opening import open_read_only
    from gitopoly.table.standing_orders import save_orders, template

    if path.exists():
        raise FolderTaken(f"{path} exists already; edit it, or name another file with --orders")
    store, game = open_read_only(folder)
    try:
        save_orders(path, template(game.file.rules()))
    finally:
        store.close()
    click.echo(f"{path} is written; edit it, then run gitopoly attend again.")


class _OrdersFile:
    """The owner's orders, read again whenever the file has changed."""

    def __init__(self, path: Path, table: GameDriver) -> None:
        self._path, self._table = path, table
        self._seen = self._stamp()
        self.orders = self._load()

    def changed(self) -> StandingOrders | None:
        """New orders, None if there are none; orders with a mistake leave the last ones."""
        stamp = self._stamp()
        if stamp == self._seen:
            return None
        self._seen = stamp
        try:
            self.orders = self._load()
        except GitopolyError as error:
            click.echo(f"{error}; the orders read before stay in force", err=True)
            return None
        click.echo(f"{self._path} was read again.")
        return self.orders

    def _load(self) -> StandingOrders:
        from gitopoly.table.standing_orders import load_orders

        file = self._table.game.file
        return load_orders(self._path, file.rules(), file.names)

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size


class _Visit:
    """One run: what happens is printed, and the owner is called."""

    def __init__(self, attendance: Attendance, notifier: Notifier, words: Words) -> None:
        self._attendance, self._notifier, self._words = attendance, notifier, words
        self._table = attendance.table

    def stay(self, watched: _OrdersFile) -> None:
        """Attend until the game is over and everybody has confirmed it."""
        while not (self._table.game.settled and self._all_published()):
            if (orders := watched.changed()) is not None:
                self._attendance.orders = orders
            self._tell(self._attendance.attend(PATIENCE))
            self._call()
        seating.tell_end(self._table.game)

    def once(self) -> None:
        """Do everything that can be done now: until nothing moves and everybody has answered."""
        began = time.monotonic()
        while True:
            events = self._attendance.attend(MOMENT)
            self._tell(events)
            if events:
                continue
            late = time.monotonic() - began > UNANSWERED
            if late or (self._all_answered(began) and self._all_published()):
                break
        self._call()
        self._summary()

    def hear_all(self, table: GameDriver) -> None:
        """Hear everybody before the first move: they may have more of our log than its host."""
        began = time.monotonic()
        while not self._all_answered(began) and time.monotonic() - began < UNANSWERED:
            self._tell(table.hear(MOMENT))

    def _all_answered(self, began: float) -> bool:
        contacts = self._table.status.contacts
        others = len(self._table.game.names) - 1
        tried = [one for one in contacts.values() if one.polled >= began or one.error is not None]
        return self._table.may_write and len(tried) >= others

    def _all_published(self) -> bool:
        told = self._table.status.publishing
        return told is None or told.key in ALL_PUBLISHED

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            if not event.quiet:
                click.echo(event.sentence)

    def _call(self) -> None:
        from gitopoly.cli.friends.notifying import Call

        need, seat = self._attendance.need(), self._table.seat
        if need is None or seat is None:
            return
        text = self._words.fill(*need.told)
        call = Call(self._table.game.root, seat.name, f"{seat.name} {need.decision}", text)
        for problem in self._notifier.call(call):
            click.echo(problem, err=True)

    def _summary(self) -> None:
        game, need = self._table.game, self._attendance.need()
        if need is not None:
            click.echo(self._words.fill(*need.told))
        elif game.over:
            seating.tell_end(game)
        elif waiting := game.waiting_for():
            click.echo(f"Waiting for {', '.join(waiting)}.")

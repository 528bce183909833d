"""All games of one server: started, resumed, and closed with it."""

from __future__ import annotations

import secrets
import shlex
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gitopoly.bots import POLICIES
from gitopoly.bots.trade_pricing import asking_price
from gitopoly.editions import Edition
from gitopoly.editions.data import as_text, from_text
from gitopoly.editions.features import USUAL, usual_with
from gitopoly.errors import InvalidBot, InvalidSeat
from gitopoly.game.entrants import absolute_name
from gitopoly.game.player import Fault
from gitopoly.game.table_player import TablePlayer, check_seats, chooser
from gitopoly.table.bargaining import Negotiator
from gitopoly.table.driver import Chooser, GameDriver
from gitopoly.table.game_file import HINTS, GameFile
from gitopoly.table.local_game import create_local_game, local_seats, open_local_game
from gitopoly.table.open_game import OpenGame
from gitopoly.table.seat import Seat
from gitopoly.table.trust import own_key
from gitopoly.web import home as homes
from gitopoly.web.home import SavedGame
from gitopoly.web.positions import POSITION
from gitopoly.web.room import Room
from gitopoly.web.settings import PlaySettings, keep_settings, last_settings
from gitopoly.words import worded

if TYPE_CHECKING:
    from gitopoly.web.door_server import DoorServer

BOT_NAMES = ("Birch", "Cedar", "Hazel", "Maple", "Rowan", "Aspen", "Linden")
USUAL_POLICY = "trader"
"""A policy whose games end: without trades groups stay divided, and nobody goes bankrupt."""
USUAL_BOTS = 3
MOST_POSITIONS = 4
"""So many positions that somebody has pasted are kept."""
HOSTED = "hosted"
"""The folder of games with friends that were begun on the page, beside the others."""


class GameServer:
    """The games of one server; each open game has a room."""

    def __init__(
        self,
        home: Path | None = None,
        identity: Path | None = None,
        pace: str = "normal",
        program: str = "gitopoly",
    ) -> None:
        """Serve the games below `home`; `program` is its name in commands."""
        self.home = home or homes.games_folder()
        self.pace = pace
        self.program = program
        self._identity = identity
        self._rooms: dict[str, Room] = {}
        self._saved: dict[str, SavedGame] = {}
        self._bargaining: dict[str, list[Negotiator]] = {}
        self.replays: dict[str, dict[str, Any]] = {}
        """Replays to show, by name."""
        self.on_fault: Callable[[Fault], None] | None = None
        """Called with each fault of a player at a table."""
        self._lock = threading.Lock()
        self._doors: list[DoorServer] = []

    def keep_replay(self, name: str, replay: dict[str, Any]) -> None:
        """Keep the replay of a position for a while, instead of the oldest such."""
        with self._lock:
            kept = [each for each in self.replays if each.startswith(POSITION)]
            for each in kept[: max(0, len(kept) - MOST_POSITIONS + 1)]:
                del self.replays[each]
            self.replays[name] = replay

    def begin(
        self,
        person: str,
        bots: int = USUAL_BOTS,
        policy: str = USUAL_POLICY,
        options: dict[str, Any] | None = None,
        edition: str | Edition = "classic",
        who: Sequence[str] = (),
        hints: bool = False,
    ) -> Room:
        """Start a new game against bots; `who` is as in `create`."""
        saved = self.create(person, bots, policy, options, edition, who, hints)
        return self.room(saved.id)

    def begin_again(self, game_id: str) -> Room:
        """Start a new game with the same bots and rules."""
        saved = homes.read(self.home, game_id)
        who = tuple(saved.bots.values())
        edition = from_text(saved.own_edition) if saved.own_edition else saved.edition
        return self.begin(
            saved.person,
            options=saved.options,
            edition=edition,
            who=who or (USUAL_POLICY,),
            hints=saved.hints,
        )

    def create(
        self,
        person: str,
        bots: int = USUAL_BOTS,
        policy: str = USUAL_POLICY,
        options: dict[str, Any] | None = None,
        edition: str | Edition = "classic",
        who: Sequence[str] = (),
        hints: bool = False,
    ) -> SavedGame:
        """Create the repositories of a new game in their own folder.

        `who` names the bots one by one, as policies or players in files; a page never sends it,
        because naming a file means running it.
        """
        if policy not in POLICIES:
            raise worded(InvalidBot, "error.no_bot", name=repr(policy), known=", ".join(POLICIES))
        players = [absolute_name(one) for one in who] or [policy] * bots
        bots = len(players)
        if not 1 <= bots <= len(BOT_NAMES):
            raise worded(InvalidSeat, "error.bots", most=len(BOT_NAMES), count=bots)
        others = [name for name in BOT_NAMES if name.lower() != person.lower()][:bots]
        if len(others) < bots:
            raise worded(InvalidSeat, "error.name_of_bot", name=person)
        invitation = GameFile(
            edition,
            local_seats([person, *others]),
            tuple(sorted((options or {}).items())),
            features=usual_with(HINTS) if hints else USUAL,
        )
        invitation.check()
        check_seats([*players, USUAL_POLICY], edition, options or {})
        saved = SavedGame(
            self._new_id(),
            person,
            dict(zip(others, players, strict=True)),
            int(time.time()),
            str(invitation.edition),
            as_text(edition) if isinstance(edition, Edition) else "",
            options=options or {},
            hints=hints,
        )
        create_local_game(self.home / saved.id, invitation, own_key(self._identity))
        homes.save(self.home, saved)
        return saved

    def _new_id(self) -> str:
        """The name of a new game, once its folder can be written."""
        try:
            self.home.mkdir(parents=True, exist_ok=True)
            return homes.new_id(self.home)
        except OSError as error:
            raise homes.no_home(self.home, error) from None

    def room(self, game_id: str) -> Room:
        """The room of a game, opened if needed."""
        with self._lock:
            room = self._rooms.get(game_id)
            if room is not None and not room.failure:
                return room
            saved = homes.read(self.home, game_id)
            room = Room(
                game_id,
                self.table(saved),
                frozenset(saved.bots),
                self._settings(game_id),
                f"{self.program} games {game_id}",
                lambda settings: self._remember(game_id, settings),
            )
            self._rooms[game_id], self._saved[game_id] = room, saved
            return room

    def add(self, name: str, table: OpenGame, again: str = "") -> Room:
        """A room for a game opened elsewhere, with the command that opens it again."""
        with self._lock:
            self._rooms[name] = Room(
                name,
                table,
                settings=self._settings(name),
                again=again,
                on_settings=lambda settings: self._remember(name, settings),
            )
            return self._rooms[name]

    def host(self, person: str, others: Sequence[str]) -> Room:
        """Begin a game with friends on this computer, and open its door."""
        from gitopoly.web import hosting
        from gitopoly.web.door_server import DoorServer, listen

        names, facts = [person, *others], {"edition": "classic"}
        hosting.check_seats(names, facts)
        folder = self.home.parent / HOSTED / self._new_id()
        listening = listen("0.0.0.0", 0)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            port = listening.getsockname()[1]
            place = hosting.usual_address(port), ("0.0.0.0", port)
            host = hosting.begin(folder, names, facts, *place, self._identity)
        except BaseException:
            listening.close()
            raise
        room = self.add(folder.name, host, f"{self.program} resume {shlex.quote(str(folder))}")
        self._doors.append(DoorServer(self, room, host, listening))
        return room

    def watched(self) -> list[str]:
        """The games that are on a page now."""
        with self._lock:
            return [name for name, room in self._rooms.items() if room.watched]

    def games(self) -> list[dict[str, Any]]:
        """All games, newest first, after those on other repositories."""
        with self._lock:
            rooms = dict(self._rooms)
        for room in rooms.values():
            self._note(room)  # a game that has just ended is no longer in progress
        saved = homes.saved_games(self.home)
        known = {game.id for game in saved}
        found = [
            {"id": name, "players": room.snapshot()["view"]["joined"], "open": True}
            for name, room in rooms.items()
            if name not in known
        ]
        for game in saved:
            found.append(
                {
                    "id": game.id,
                    "players": [game.person, *game.bots],
                    "created": game.created,
                    "open": game.id in rooms,
                    "over": game.over,
                    "winner": game.winner,
                }
            )
        return found

    def damaged(self) -> list[str]:
        """The games that cannot be listed, because their facts cannot be read."""
        return homes.find_games(self.home).damaged

    def close(self) -> None:
        """Leave all tables."""
        with self._lock:
            rooms, self._rooms = self._rooms, {}
            doors, self._doors = self._doors, []
        for room in rooms.values():
            self._note(room)
            room.close()
        for door in doors:
            door.close()

    def table(self, saved: SavedGame) -> GameDriver:
        """The table of a saved game, to play it without a room."""
        names = (saved.person, *saved.bots)
        bargaining = [Negotiator(0, asking_price) for _ in saved.bots]
        self._bargaining[saved.id] = bargaining
        choosers = {
            name: self._chooser(policy, number, names, bargaining[number - 1])
            for number, (name, policy) in enumerate(saved.bots.items(), 1)
        }
        table = open_local_game(self.home / saved.id, own_key(self._identity), choosers)
        if (heard := table.talk) is not None:
            for one in bargaining:
                one.listen_from_now(heard.talk)
        return table

    def _settings(self, game_id: str) -> PlaySettings:
        """How the person played last."""
        settings = last_settings(self.home, PlaySettings(self.pace))
        self._limit_offers(game_id, settings)
        return settings

    def _remember(self, game_id: str, settings: PlaySettings) -> None:
        keep_settings(self.home, settings)
        self._limit_offers(game_id, settings)

    def _limit_offers(self, game_id: str, settings: PlaySettings) -> None:
        for one in self._bargaining.get(game_id, ()):
            one.person_wants_offers = settings.offers

    def _chooser(
        self, policy: str, number: int, names: tuple[str, ...], bargaining: Negotiator
    ) -> Chooser:
        choice = chooser(policy, number, secrets.randbits(62), names)
        if isinstance(choice, TablePlayer):
            choice.on_fault = self._tell_fault

        def choose(seat: Seat) -> int:
            return bargaining.choose(seat, choice.choose)

        return choose

    def _tell_fault(self, fault: Fault) -> None:
        if self.on_fault is not None:
            self.on_fault(fault)

    def _note(self, room: Room) -> None:
        """Save how a game stands, for the list of games."""
        saved = self._saved.get(room.name)
        if saved is None:
            return
        view = room.snapshot()["view"]
        best = view["standings"]["winner"] if view["over"] else -1
        self.note_end(saved, view["over"], view["seats"][best]["name"] if best >= 0 else "")

    def note_end(self, saved: SavedGame, over: bool, winner: str) -> None:
        """Save whether a game is over and who won it."""
        if over and not saved.over:
            saved.over, saved.winner = True, winner
            homes.save(self.home, saved)

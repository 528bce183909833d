"""The folder of a league: its bots and versions, every game, and a copy of each bot's file.

Games are only ever appended, a unit of two mirrored games to a line, and a line that was cut short
by a crash is dropped. The list of bots is replaced as a whole.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gitopoly import __version__, posix
from gitopoly.arena.agents.roster import BUILT_IN, FILE, Bot
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tally import GameLine
from gitopoly.errors import InvalidMatch, NoRoom

VERSION = 1
LIST = "league.json"
GAMES = "games.jsonl"
LOCK = "league.lock"
COPIES = "bots"
ENDINGS = ("ruin", "turns", "dice")


@dataclass
class LeagueBot:
    """A bot of a league, and its versions so far."""

    name: str
    kind: str
    target: str
    class_name: str = ""
    isolated: bool = False
    prints: list[str] = field(default_factory=list)
    """A fingerprint for each version; the last one plays."""
    retired: bool = False

    @property
    def entrant(self) -> str:
        """The name of the version that plays."""
        return f"{self.name} v{len(self.prints)}"

    def bot(self) -> Bot:
        """The version that plays, for matches."""
        return Bot(self.entrant, self.kind, self.target, self.class_name, self.isolated)


class League:
    """A league in a folder; use it as a context manager, which keeps others out."""

    def __init__(self, folder: Path, seed: int = 0) -> None:
        self.folder = folder
        self.seed = seed
        self.bots: list[LeagueBot] = []
        self.lines: list[GameLine] = []
        self.units = 0
        self._kept: set[str] = set()
        """Versions whose files have been copied."""
        self._lock = -1

    def __enter__(self) -> League:
        with writing(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = os.open(self.folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
        if not posix.try_lock(self._lock):
            os.close(self._lock)
            raise NoRoom(f"another command is playing in {self.folder}; wait until it is done")
        try:
            if (self.folder / LIST).exists():
                self._read_list()
                self._read_games()
            elif (self.folder / GAMES).exists():
                raise InvalidMatch(f"{self.folder} has games, but no {LIST}; restore that file")
        except BaseException:
            os.close(self._lock)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._lock)

    @property
    def entrants(self) -> list[str]:
        """Every version that ever played or will."""
        return [f"{bot.name} v{number}" for bot in self.bots for number in _counted(bot.prints)]

    def active(self) -> list[LeagueBot]:
        """Those that play."""
        return [bot for bot in self.bots if not bot.retired]

    def enrol(self, bots: Sequence[Bot]) -> list[str]:
        """Add bots, and new versions of known ones; return the names of what is new."""
        new = []
        for bot in bots:
            known = self._known(bot)
            mark = fingerprint(bot)
            known.retired = False
            if not known.prints or known.prints[-1] != mark:
                known.prints.append(mark)
                new.append(known.entrant)
        return new

    def renew(self) -> list[str]:
        """New versions of the bots that play; one whose file is gone is retired."""
        for each in self.active():
            if each.kind == FILE and not Path(each.target).is_file():
                each.retired = True
        return self.enrol([each.bot() for each in self.active()])

    def _known(self, bot: Bot) -> LeagueBot:
        for known in self.bots:
            if (known.kind, known.target, known.class_name) == (
                *(bot.kind, bot.target, bot.class_name),
            ):
                return known
        name, number = bot.name, 2
        while any(name == known.name for known in self.bots):
            name, number = f"{bot.name} ({number})", number + 1
        self.bots.append(LeagueBot(name, bot.kind, bot.target, bot.class_name, bot.isolated))
        return self.bots[-1]

    def _keep_copies(self) -> None:
        """Copy the files of new versions; they are numbered, as names may look alike."""
        for number, bot in enumerate(self.bots, 1):
            if bot.kind != FILE or bot.entrant in self._kept:
                continue
            with writing(self.folder):
                (self.folder / COPIES).mkdir(exist_ok=True)
                stem = "".join(letter if letter.isalnum() else "-" for letter in bot.name[:60])
                name = f"{number}-{stem}-v{len(bot.prints)}.py.txt"  # to be read, not to be run
                (self.folder / COPIES / name).write_bytes(Path(bot.target).read_bytes())
            self._kept.add(bot.entrant)

    def save(self) -> None:
        """Write the list of bots, as a whole or not at all, after the files of new versions."""
        self._keep_copies()
        listed = [asdict(bot) for bot in self.bots]
        text = {"kind": "league", "version": VERSION, "seed": self.seed, "bots": listed}
        replace_file(self.folder / LIST, json.dumps(text, indent=1) + "\n")

    def add(self, unit: int, games: Sequence[MatchSummary]) -> None:
        """Append the games of one unit; they are there when this returns."""
        lines = [
            GameLine(game.number, game.bots, game.winner, game.ending, game.turns, game.worth)
            for game in games
        ]
        text = json.dumps({"unit": unit, "games": [line._asdict() for line in lines]})
        with writing(self.folder), (self.folder / GAMES).open("ab") as file:
            file.write(text.encode() + b"\n")
            file.flush()
            posix.sync_data(file.fileno())
        self.lines += lines
        self.units = max(self.units, unit + 1)

    def _read_list(self) -> None:
        path = self.folder / LIST
        try:
            given = json.loads(path.read_text(encoding="utf-8"))
            if given["kind"] != "league" or given["version"] != VERSION:
                raise ValueError
            self.seed = int(given["seed"])
            self.bots = [_bot_of(bot) for bot in given["bots"]]
            self._kept = set(self.entrants)
        except OSError as error:
            raise InvalidMatch(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError, RecursionError):
            raise InvalidMatch(f"{path} is not the list of a league, or damaged") from None

    def _read_games(self) -> None:
        path = self.folder / GAMES
        if not path.exists():
            return
        known = set(self.entrants)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise InvalidMatch(f"{path} cannot be read: {error.strerror}") from None
        whole, _, rest = data.rpartition(b"\n")
        if rest:  # the last line was cut short
            with writing(self.folder):
                os.truncate(path, len(data) - len(rest))
        for number, line in enumerate(whole.splitlines() if whole else [], 1):
            try:
                given = json.loads(line)
                games = [_line_of(game, known) for game in given["games"]]
                self.units = max(self.units, int(given["unit"]) + 1)
            except (ValueError, KeyError, TypeError, RecursionError):
                raise InvalidMatch(f"{path}, line {number} is not a unit of this league") from None
            self.lines += games


def _counted(prints: Sequence[str]) -> range:
    return range(1, len(prints) + 1)


def _bot_of(given: dict[str, Any]) -> LeagueBot:
    """A bot of the list; raises if it has another shape."""
    bot = LeagueBot(**given)
    texts = (bot.name, bot.kind, bot.target, bot.class_name, *bot.prints)
    if not all(type(text) is str and text.isprintable() for text in texts):
        raise ValueError
    if type(bot.prints) is not list or not bot.prints:
        raise ValueError
    if type(bot.isolated) is not bool or type(bot.retired) is not bool:
        raise ValueError
    return bot


def _line_of(given: dict[str, Any], known: set[str]) -> GameLine:
    """A game; raises if it has another shape."""
    line = GameLine(**{**given, "bots": tuple(given["bots"]), "worth": tuple(given["worth"])})
    numbers = (line.game, line.winner, line.turns, *line.worth)
    if not all(type(number) is int for number in numbers) or line.winner not in (0, 1, 2):
        raise ValueError
    if len(set(line.bots)) != 2 or not known.issuperset(line.bots) or len(line.worth) != 2:
        raise ValueError
    if line.ending not in ENDINGS:
        raise ValueError
    return line


def fingerprint(bot: Bot) -> str:
    """What tells a version of a bot from another: its file, or the version of this program."""
    if bot.kind == BUILT_IN:
        return f"gitopoly {__version__}"
    source: str | None = bot.target
    if bot.kind != FILE:
        with contextlib.suppress(ImportError, ValueError):
            spec = importlib.util.find_spec(bot.target)
            source = spec.origin if spec is not None else None
    try:
        return hashlib.sha256(Path(source or "").read_bytes()).hexdigest()
    except OSError:
        return "unknown"


def replace_file(path: Path, text: str) -> None:
    """Write a file as a whole, or not at all."""
    draft = path.with_name(f"{path.name}.draft")
    with writing(path.parent):
        draft.write_text(text, encoding="utf-8")
        posix.sync_file(draft)
        os.replace(draft, path)


@contextlib.contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Turn what a full or read-only disk says into a refusal."""
    try:
        yield
    except OSError as error:
        raise NoRoom(
            f"{folder} cannot be written to: {error.strerror}; choose another folder"
        ) from None

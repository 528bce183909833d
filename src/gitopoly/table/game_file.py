"""`game.yml`: what a game is played with, as every entry of it carries along.

The invitation names edition, options, features and seats. When all have joined, the start adds
what each seat has brought: key, token and the commitment of its dice. After that the file never
changes. Its first line names the format, and the first version that reads it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from gitopoly.editions import EDITIONS, Edition, tokens
from gitopoly.editions.data import MOST_CHARACTERS, as_text, from_text
from gitopoly.editions.features import USUAL, unknown_feature
from gitopoly.errors import InvalidGameFile, InvalidRules, InvalidSeat
from gitopoly.ledger.entry import is_seat
from gitopoly.ledger.transports.remote import check_url
from gitopoly.peers import Setting
from gitopoly.rules import Rules
from gitopoly.words import worded

FORMAT = 3
"""How a game is laid out on the ledger; no other format is read.

What is played by is named by features; a format changes only when nothing else will do.
"""
SINCE = "0.1.0"
"""The first version that reads this format; older ones tell their users to install it."""
DICE = ("joint", "seeded")
OWN_EDITION = "own-edition"
"""The feature of games that carry their edition."""
HELD_SEATS = "held-seats"
"""The feature of games in which the initiator's program may hold other seats."""
HINTS = "hints"
"""The feature of games whose players may ask for hints."""
SHARED = "shared-repository"
"""The feature of games whose seats have branches in one repository."""
NOT_PLAYED = ("arena",)
"""Editions that are not played on the ledger."""
LONGEST_TEXT = 200
"""Characters of a seed, a fingerprint, a key, a token or a commitment; all of them are shorter."""
_LONGEST_ABSENCE = 10 * 365 * 24 * 3600
_HEAD = re.compile(r"format: ([0-9]{1,9})(?: # Gitopoly ([0-9]{1,4}(?:\.[0-9]{1,4})*) or newer)?")
_FEATURE = re.compile(r"[a-z0-9-]+")


@dataclass(frozen=True)
class SeatInfo:
    """A seat at the table."""

    name: str
    url: str
    """Where its owner publishes."""
    fingerprint: str = ""
    """The key that its owner must have, if that was told beforehand."""
    token: str = ""
    key: str = ""
    commitment: str = ""
    """The public end of its chain of dice secrets, in hexadecimal digits."""
    holder: str = ""
    """The seat whose program holds its key, where that is not its owner's."""


@dataclass(frozen=True)
class GameFile:
    """The contents of `game.yml`."""

    edition: str | Edition
    """The name of a shipped edition, or any other one as a whole."""
    seats: tuple[SeatInfo, ...]
    options: tuple[tuple[str, Any], ...] = ()
    dice: str = "joint"
    seed: str = ""
    """What the draws of a seeded game are made of; by default the game's id."""
    retire_after: int = 0
    """Seconds of silence after which the others may go on without a seat; 0: they wait."""
    game: str = ""
    """The id of the invitation, once the game has started."""
    features: tuple[str, ...] = USUAL
    """What the game is played by (`gitopoly.editions.features`)."""

    def __post_init__(self) -> None:
        if isinstance(self.edition, Edition) and OWN_EDITION not in self.features:
            object.__setattr__(self, "features", tuple(sorted((*self.features, OWN_EDITION))))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats, in order."""
        return tuple(info.name for info in self.seats)

    @property
    def may_hold(self) -> bool:
        """Whether the initiator's program may hold other seats."""
        return HELD_SEATS in self.features

    @property
    def gives_hints(self) -> bool:
        """Whether players may ask for hints."""
        return HINTS in self.features

    @property
    def shared(self) -> bool:
        """Whether all seats publish to one repository."""
        return SHARED in self.features

    def rules(self) -> Rules:
        """The rules that the game is played by."""
        return Rules.written(self.edition, len(self.seats), self.features, dict(self.options))

    def setting(self) -> Setting:
        """What the protocols have to know, once the game has started."""
        seeded = self.dice == "seeded" and self.seed
        seed = self.seed.encode() if seeded else bytes.fromhex(self.game)
        ends = tuple(bytes.fromhex(info.commitment) for info in self.seats)
        return Setting(
            self.names,
            ends if self.dice == "joint" else (),
            seed,
            may_retire=self.retire_after > 0,
        )

    def holds(self, info: SeatInfo) -> bool:
        """Whether a seat names a holder that it can have: the initiator, for another's seat."""
        return info.holder == self.names[0] != info.name

    def seat(self, name: str) -> int:
        """The number of a seat."""
        if name not in self.names:
            raise InvalidSeat(
                f"there is no seat {name} in this game; its seats are {', '.join(self.names)}"
            )
        return self.names.index(name)

    def started(self, game: str, brought: Sequence[SeatInfo]) -> GameFile:
        """The file of the game that begins when all have joined."""
        return replace(self, seats=tuple(brought), game=game)

    def check(self) -> None:
        """Raise `InvalidGameFile` unless a game can be played with this."""
        edition = self.edition
        if edition in NOT_PLAYED:
            raise worded(InvalidGameFile, "error.arena_only", edition=edition)
        _refuse_if(
            isinstance(edition, Edition) and edition.name in EDITIONS,
            f"the game's own edition is called {edition}; rename it",
        )
        length = len(_edition_text(edition))
        _refuse_if(
            length > MOST_CHARACTERS,
            f"the game's own edition takes {length:,} characters, and an invitation has room "
            f"for {MOST_CHARACTERS:,}; shorten its texts",
        )
        try:
            self.rules()
        except InvalidRules as error:
            refusal = InvalidGameFile(str(error))
            refusal.told = error.told
            raise refusal from None
        defects = any(name.startswith("defect_") for name, _ in self.options)
        _refuse_if(defects, "the published defects are for models only, not for play")
        for info in self.seats:
            self._check_seat(info)
        _refuse_if(not _is_plain(self.seed), "the seed is not plain text")
        _refuse_if(self.dice not in DICE, f"dice are {' or '.join(DICE)}, not {self.dice!r}")
        game = re.fullmatch(r"([0-9a-f]{40})?", self.game)
        _refuse_if(game is None, "the id of the game is malformed")
        absence = 0 <= self.retire_after <= _LONGEST_ABSENCE
        _refuse_if(not absence, "the time of absence is out of range")

    def _check_seat(self, info: SeatInfo) -> None:
        if not is_seat(info.name):
            raise worded(InvalidGameFile, "error.nickname", name=repr(info.name))
        alike = [name for name in self.names if name.lower() == info.name.lower()]
        _refuse_if(len(alike) > 1, f"the nickname {info.name} is given twice")
        check_url(info.url)
        others = [other.url == info.url for other in self.seats]
        _refuse_if(
            self.shared and not all(others),
            "a shared repository is that of all players, or of none",
        )
        _refuse_if(
            not self.shared and sum(others) > 1,
            f"two players are given {info.url}; each needs a repository of their own",
        )
        said = (info.fingerprint, info.token, info.key, info.commitment)
        held = not info.holder or (self.may_hold and self.holds(info))
        _refuse_if(
            not all(map(_is_plain, said)) or not held,
            f"what the game file says about {info.name} is malformed",
        )

    @cached_property
    def encoded(self) -> bytes:
        """The file's bytes, as every entry carries them."""
        return self.to_yaml().encode()

    def to_yaml(self) -> str:
        """The file's text; equal games have equal texts."""
        told = ("name", *SEAT_FIELDS, *["holder"] * self.may_hold)
        lines = [
            f"format: {FORMAT} # Gitopoly {SINCE} or newer",
            f"features: [{', '.join(sorted(set(self.features)))}]",
            *(f"{name}: {write(getattr(self, name))}" for name, (write, _) in FIELDS.items()),
            "seats:",
        ]
        for info in self.seats:
            seat = [f"{name}: {json.dumps(getattr(info, name))}" for name in told]
            lines.append("- " + "\n  ".join(seat))
        return "\n".join(lines) + "\n"


def _refuse_if(wrong: bool, why: str) -> None:
    if wrong:
        raise InvalidGameFile(why)


def _is_plain(text: str) -> bool:
    """Whether a text can be shown and encoded; whoever wrote the file may have meant harm."""
    return len(text) <= LONGEST_TEXT and text.isascii() and (text.isprintable() or not text)


def read_game_file(text: str) -> GameFile:
    """Read a `game.yml` that anybody may have written."""
    # The layout is JSON values in fixed lines, so nothing needs a general parser.
    lines = text.split("\n")
    head = _HEAD.fullmatch(lines[0])
    if head is None or len(lines) < 2:
        raise InvalidGameFile("game.yml is not that of a game; is this a game's repository?")
    if int(head[1]) != FORMAT:
        raise InvalidGameFile(_other_format(int(head[1]), head[2]))
    # A later version may write more than can be read here, so its features come first.
    features = _features(lines[1])
    try:
        game = _game(features, lines[2:])
    except (ValueError, KeyError, IndexError, TypeError, RecursionError) as error:
        raise InvalidGameFile(f"game.yml cannot be read near {str(error)[:80]!r}") from None
    if game.to_yaml() != text:
        raise InvalidGameFile("game.yml is not in the form in which it is written")
    game.check()
    return game


def _other_format(number: int, since: str | None) -> str:
    """What to do about a game of a format that is not read here."""
    if number < FORMAT:
        return (
            f"the game has format {number}, of a Gitopoly from before 1.0, whose games are no "
            "longer read; finish it with the version that began it"
        )
    wanted = f"install Gitopoly {since} or newer" if since else "update Gitopoly"
    return f"the game has format {number}, and this Gitopoly reads format {FORMAT}; {wanted}"


def _features(line: str) -> tuple[str, ...]:
    """The features that a game names; raises `InvalidGameFile` with the name of an unknown one."""
    # Not one expression: it would take for ever on a line that is made for it.
    inner = line.removeprefix("features: [").removesuffix("]")
    features = tuple(inner.split(", ")) if inner else ()
    if line != f"features: [{inner}]" or not all(map(_FEATURE.fullmatch, features)):
        raise InvalidGameFile(
            "game.yml does not say in its second line which features the game has"
        )
    if problem := unknown_feature(features):
        raise InvalidGameFile(f"the game cannot be opened: {problem}")
    return features


def _game(features: tuple[str, ...], lines: list[str]) -> GameFile:
    texts: dict[str, str] = {}
    invited: list[dict[str, str]] = []
    for line in filter(None, lines):
        found = re.fullmatch(r"(- |  )?([a-z_]+): ?(.*)", line)
        if found is None:
            raise ValueError(line)
        mark, name, value = found.groups()
        if mark is None:
            texts[name] = value
            continue
        if mark == "- ":
            invited.append({})
        invited[-1][name] = _value(value)
    fields = {name: read(texts[name]) for name, (_, read) in FIELDS.items()}
    return GameFile(seats=tuple(SeatInfo(**info) for info in invited), features=features, **fields)


def _edition_text(edition: str | Edition) -> str:
    return as_text(edition) if isinstance(edition, Edition) else edition


def _edition(value: str) -> str | Edition:
    """The edition of a game: its name, or all of it, which is checked with the game's rules."""
    if not value.startswith("{"):
        return value
    try:
        return from_text(value)
    except InvalidRules as error:
        raise InvalidGameFile(f"the game's own edition: {error}") from None


def _options_text(options: tuple[tuple[str, Any], ...]) -> str:
    return f"{{{', '.join(f'{name}: {json.dumps(value)}' for name, value in options)}}}"


def _options(text: str) -> tuple[tuple[str, Any], ...]:
    items = (item.partition(": ") for item in text[1:-1].split(", ") if item)
    return tuple((name, _value(value, str | int | bool)) for name, _, value in items)


def _value(text: str, kinds: Any = str) -> Any:
    value = json.loads(text)
    if not isinstance(value, kinds):
        raise TypeError(text)
    return value


FIELDS: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    "edition": (_edition_text, _edition),
    "options": (_options_text, _options),
    "dice": (str, str),
    "seed": (json.dumps, _value),
    "retire_after": (str, int),
    "game": (json.dumps, _value),
}
"""How each field of a game is written and read, in the order of its lines."""
SEAT_FIELDS = ("url", "fingerprint", "token", "key", "commitment")
"""What each seat has besides its name and, in games that may have one, its holder."""


def free_tokens(wishes: Sequence[str]) -> tuple[str, ...]:
    """GAME-4: a token for each seat: its wish if that is free, else the first one that is."""
    given: list[str] = []
    for seat, wish in enumerate(wishes):
        others = {*given, *wishes[seat + 1 :]}
        if wish in tokens() and wish not in given:
            given.append(wish)
        else:
            given.append(next(token for token in tokens() if token not in others))
    return tuple(given)

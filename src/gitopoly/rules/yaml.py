"""States as YAML: the layout in which a game stores its state, and reading it back.

The keys and their nesting are those of the published implementation, followed by what it lacks.
The layout is fixed, so it is written line by line instead of by a general emitter.
"""

from __future__ import annotations

import difflib
import json
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from gitopoly.errors import InvalidState
from gitopoly.rules import board, invariants, money
from gitopoly.rules.board import renew_sets, squares_of
from gitopoly.rules.codes import (
    ABSENT,
    AUCTION_KINDS,
    BANK,
    CHANCE_DECK,
    CHEST_DECK,
    MOST_CARDS,
    MOST_DEBTS,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    NONE,
    PHASES,
    POT,
    UNKNOWN,
)
from gitopoly.rules.game import actors
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.text import seat_names

RENT_RULES = ("as-printed", "twice", "ten-times-a-throw")
JAIL_CARDS = ("chance", "community_chest")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_CREDITORS = {"bank": BANK, "pot": POT}
_WINNERS = {"unknown": UNKNOWN, "none": NONE, "absent": ABSENT}
_BOOLEANS = ("true", "false", "yes", "no", "on", "off", "y", "n")
_REMEMBERED = 256
"""Texts of what changes rarely from one state to the next."""
_WORDS = ("null", *_BOOLEANS, *_CREDITORS, *_WINNERS)
"""Plain words with a meaning; a player with one of these names is quoted."""
_DEEPEST = 10
"""More levels than a position has; a recursive parser must not meet many more."""
_LONGEST = 1 << 17
_LONGEST_LINE = 1000
"""Letters of a refusal: a text may hold a word of any length."""
_PLAIN_NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,18})")
_MOST = (1 << 31) - 1
_MOST_OCTET = (1 << 7) - 1
_NOBODY = {"null": NOBODY}


class _Word(str):
    """A text without quotes: a player called bank is not the bank."""

    __slots__ = ()


def to_yaml(s: State, names: Sequence[str] | None = None) -> str:
    """A state as YAML text; equal states give equal text."""
    seats = _seats_in_quotes(tuple(seat_names(s, names)))
    live = range(s.rules.num_players)
    over = board.terminated(s, s.rules)
    lines = [
        f"active: {s.turn_player}",
        f"order: {_listed(seats)}",
        f"phase: {PHASES[s.phase]}",
        f"gojff_cc_owner: {_seat(seats, s.jail_card_owner[CHEST_DECK])}",
        f"gojff_ch_owner: {_seat(seats, s.jail_card_owner[CHANCE_DECK])}",
        f"bank_money: {s.bank_money}",
        f"winner: {_seat(seats, money.winner_of_game(s, s.rules)) if over else 'null'}",
        "players:",
    ]
    for p in live:
        doubles = s.doubles_count if p == s.turn_player else 0
        lines += [
            f"  {seats[p]}:",
            f"    money: {s.money[p]}",
            f"    bankrupt: {_flag(s.is_bankrupt[p])}",
            f"    in_jail: {_flag(s.in_jail[p])}",
            f"    jail_time: {s.jail_time[p]}",
            f"    position: {s.positions[p]}",
            f"    consecutive_doubles: {doubles}",
        ]
    squares = tuple(s.owner), tuple(s.level), tuple(s.mortgaged)
    lines += ["board:", _board(s.rules.names, tuple(s.rules.deed_index), seats, squares)]
    debts = [_debt(s, seats, i) for i in range(s.debt_count)]
    lines.append(f"debt: {debts[0] if debts else 'null'}")
    lines += _auction(s, seats)
    order = [_seat(seats, p) for p in s.free_4_all_order[: s.rules.num_players] if p != NOBODY]
    lines += [
        f"free_4_all_order: {_listed(order)}",
        f"houses_left: {s.houses_left}",
        f"hotels_left: {s.hotels_left}",
        "decks:",
        *(_deck(deck, s.unseen[deck], tuple(_known(s, deck))) for deck in (0, 1)),
        f"offers: {_offers(s, seats)}",
        f"offers_made: {s.offers_made}",
        f"debts: {_listed(debts)}",
        f"pot: {s.pot}",
        f"issued: {s.issued}",
        f"estate: {_listed(squares_of(s.rules, s.estate))}",
        f"interest_paid: {_listed(squares_of(s.rules, s.interest_paid))}",
        f"throw: {_listed(s.throw)}",
        f"rent_rule: {RENT_RULES[s.rent_rule]}",
        f"opening: {_listed(s.opening[: s.rules.num_players])}",
        f"turns: {s.turns if s.rules.turn_limit else 0}",
    ]
    return "\n".join(lines) + "\n"


@lru_cache(_REMEMBERED)
def _names_in_quotes(names: tuple[str, ...]) -> list[str]:
    return [json.dumps(name) for name in names]


@lru_cache(_REMEMBERED)
def _seats_in_quotes(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(_quoted, names))


def from_yaml(text: str, rules: Rules, names: Sequence[str] | None = None) -> State:
    """The position that a text describes; raises `InvalidState`, which says what is wrong with it.

    Whoever writes one by hand may add comments, and order its keys as they like.
    """
    return position_of(loaded(text), rules, names)


def position_of(data: Any, rules: Rules, names: Sequence[str] | None = None) -> State:
    """The same from the data of such a text."""
    s = State(rules)
    _read(s, _Node(data), list(seat_names(s, names)))
    if difference := _difference("", data, loaded(to_yaml(s, names))):
        raise refused(difference)
    bank = rules.total_money + s.issued - sum(s.money) - s.pot
    if s.bank_money != bank:
        raise InvalidState(f"bank_money must be {bank}, so that no money is lost or made (BANK-1)")
    for invariant, holds in zip(invariants.NAMES, invariants.PREDICATES, strict=True):
        if not holds(s, rules):
            meaning = str(holds.__doc__).partition("\n")[0]
            raise InvalidState(f"{invariant} does not hold: {meaning}")
    if not board.terminated(s, rules) and not actors(s):
        raise InvalidState("nobody has anything to do in this position")
    return s


# The data of a text.


def loaded(text: str) -> Any:
    """The data of a YAML text: plain words are kept apart from quoted texts."""
    import yaml

    if not isinstance(text, str) or len(text) > _LONGEST:
        raise InvalidState(f"a position is a text of at most {_LONGEST:,} characters")
    try:
        _check_depth(yaml.parse(text, Loader=_loader()))
        return yaml.load(text, Loader=_loader())
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise refused(f"the position is not valid YAML: {error}") from None


def refused(problem: object) -> InvalidState:
    """The refusal of a text, on one line."""
    return InvalidState(textwrap.shorten(str(problem), _LONGEST_LINE))


def _check_depth(events: Iterable[Any]) -> None:
    """Refuse what could exhaust a recursive parser, or grow when it is read."""
    depth = 0
    for event in events:
        kind = type(event).__name__
        depth += kind.endswith("StartEvent") - kind.endswith("EndEvent")
        if depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} levels of nesting")
        if getattr(event, "anchor", None) or getattr(event, "tag", None):
            raise ValueError("a position has no anchors and no tags")


@cache
def _loader() -> Any:
    import yaml

    class StateLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """The safe loader, in C where that is installed."""

    def text_of(loader: Any, node: yaml.ScalarNode) -> str:
        return str(node.value) if node.style else _Word(node.value)

    def number_of(loader: Any, node: yaml.ScalarNode) -> int:
        if not _PLAIN_NUMBER.fullmatch(node.value):
            raise ValueError(f"{node.value[:60]} is not a plain whole number")
        return int(node.value)

    def mapping_of(loader: Any, node: yaml.MappingNode) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = loader.construct_object(key_node, deep=True)
            if not isinstance(key, str) or key in found:
                raise ValueError(f"the key {_shown(key)} stands twice, or is no text")
            found[key] = loader.construct_object(value_node, deep=True)
        return found

    StateLoader.add_constructor("tag:yaml.org,2002:str", text_of)
    StateLoader.add_constructor("tag:yaml.org,2002:int", number_of)
    StateLoader.add_constructor("tag:yaml.org,2002:map", mapping_of)
    return StateLoader


def _shown(data: Any) -> str:
    if isinstance(data, list):
        return f"a list of {len(data)}"
    return "a mapping" if isinstance(data, dict) else json.dumps(data, default=str)[:60]


def _difference(path: str, given: Any, meant: Any) -> str:
    """Where data differ from what the position that was read from them is written as."""
    if isinstance(given, dict) and isinstance(meant, dict):
        if unknown := given.keys() - meant.keys():
            return f"unknown key {path}{min(unknown)}"
        found = (
            _difference(f"{path}{key}.", given[key], value)
            if key in given
            else f"{path}{key} is missing"
            for key, value in meant.items()
        )
    elif isinstance(given, list) and isinstance(meant, list) and len(given) == len(meant):
        pairs = enumerate(zip(given, meant, strict=True))
        found = (_difference(f"{path.rstrip('.')}[{i}].", *pair) for i, pair in pairs)
    elif given == meant and (isinstance(given, str) or type(given) is type(meant)):
        return ""
    else:
        return f"{path.rstrip('.')} is {_shown(given)}; by all the rest it is {_shown(meant)}"
    return next(filter(None, found), "")


class _Node:
    """A part of the data, and where it stands."""

    def __init__(self, data: Any, path: str = "") -> None:
        self.data, self.path = data, path

    def wrong(self, expected: str) -> InvalidState:
        """The refusal of a value."""
        where = self.path or "the position"
        return InvalidState(f"{where} is {_shown(self.data)}, but must be {expected}")

    def __getitem__(self, key: str) -> _Node:
        if not isinstance(self.data, dict):
            raise self.wrong("a mapping")
        path = f"{self.path}.{key}" if self.path else key
        if key not in self.data:
            near = difflib.get_close_matches(key, self.data, 1)
            raise InvalidState(f"{path} is missing" + (f"; is it {near[0]!r}?" if near else ""))
        return _Node(self.data[key], path)

    def items(self, most: int, exactly: bool = False) -> list[_Node]:
        """The entries of a list."""
        least = most if exactly else 0
        if not isinstance(self.data, list) or not least <= len(self.data) <= most:
            raise self.wrong(f"a list of {'' if exactly else 'at most '}{most}")
        return [_Node(each, f"{self.path}[{i}]") for i, each in enumerate(self.data)]

    def number(self, most: int, least: int = 0) -> int:
        """A whole number within bounds."""
        if type(self.data) is not int or not least <= self.data <= most:
            raise self.wrong(f"a whole number from {least} to {most}")
        return self.data

    def flag(self) -> int:
        """Yes or no."""
        if not isinstance(self.data, bool):
            raise self.wrong("true or false")
        return int(self.data)

    def word(self, words: Sequence[str]) -> int:
        """The place of a word among those that may stand here."""
        if not isinstance(self.data, str) or self.data not in words:
            raise self.wrong(f"one of {', '.join(words)}")
        return words.index(self.data)

    def seat(self, seats: Sequence[str], words: Mapping[str, int] = _NOBODY) -> int:
        """A player by name, or a plain word that means somebody else."""
        if self.data is None and "null" in words:
            return NOBODY
        if isinstance(self.data, _Word) and self.data in words:
            return words[self.data]
        if not isinstance(self.data, str) or self.data not in seats:
            raise self.wrong(f"one of {', '.join([*seats, *words])}")
        return seats.index(self.data)

    def deed(self, rules: Rules) -> int:
        """A square with a deed."""
        square = self.number(rules.board_length - 1)
        if rules.deed_index[square] == NOBODY:
            raise self.wrong("a square that can be owned")
        return square

    def deeds(self, rules: Rules) -> int:
        """The set of deeds on a list of squares."""
        found = 0
        for each in self.items(rules.deed_count):
            found |= 1 << rules.deed_index[each.deed(rules)]
        return found


def _read(s: State, top: _Node, seats: list[str]) -> None:
    """Give a position the values of the data; every number is within its bounds."""
    rules, last = s.rules, len(seats) - 1
    s.turn_player = top["active"].number(last)
    s.phase = top["phase"].word(PHASES)
    for deck, key in ((CHANCE_DECK, "gojff_ch_owner"), (CHEST_DECK, "gojff_cc_owner")):
        s.jail_card_owner[deck] = top[key].seat(seats)
    for key in ("bank_money", "pot", "issued", "turns"):
        setattr(s, key, top[key].number(_MOST))
    for key in ("houses_left", "hotels_left", "offers_made"):
        setattr(s, key, top[key].number(_MOST_OCTET))
    for p, name in enumerate(seats):
        player = top["players"][name]
        s.money[p] = player["money"].number(_MOST)
        s.is_bankrupt[p] = player["bankrupt"].flag()
        s.in_jail[p] = player["in_jail"].flag()
        s.jail_time[p] = player["jail_time"].number(2)
        s.positions[p] = player["position"].number(rules.board_length - 1)
    s.doubles_count = top["players"][seats[s.turn_player]]["consecutive_doubles"].number(2)
    for square, entry in enumerate(top["board"].items(rules.board_length, exactly=True)):
        if rules.deed_index[square] != NOBODY:
            s.owner[square] = entry["owner"].seat(seats)
            s.level[square] = entry["level"].number(rules.max_level)
            s.mortgaged[square] = entry["mortgaged"].flag()
    for i, debt in enumerate(top["debts"].items(MOST_DEBTS)):
        s.debt_count = i + 1
        s.debtor[i] = debt["debtor"].seat(seats, {})
        s.creditor[i] = debt["creditor"].seat(seats, _CREDITORS)
        s.debt_amount[i] = debt["amount"].number(_MOST)
        s.next_phase[i] = debt["next_phase"].word(PHASES)
    if top["auction"].data is not None:
        _read_auction(s, top["auction"], seats)
    for place, each in enumerate(top["free_4_all_order"].items(rules.num_players)):
        s.free_4_all_order[place] = each.seat(seats, {})
    for deck, key in enumerate(JAIL_CARDS):
        size, known = rules.deck_size[deck], top["decks"][key]["known"]
        for card in top["decks"][key]["unseen"].items(size):
            s.unseen[deck] |= 1 << card.number(size - 1)
        for i, card in enumerate(known.items(size)):
            s.deck[deck * MOST_CARDS + i] = card.number(size - 1)
            s.deck_length[deck] = i + 1
    for offer in top["offers"].items(1):
        s.offer_from, s.offer_to = (offer[key].seat(seats, {}) for key in ("from", "to"))
        s.offer_deeds = offer["deeds"].deeds(rules)
        for each in offer["cards"].items(2):
            s.offer_cards |= 1 << each.word(JAIL_CARDS)
        s.offer_cash = offer["cash"].number(_MOST, -_MOST)
        s.offer_next_phase = offer["next_phase"].word(PHASES)
    s.estate, s.interest_paid = (top[key].deeds(rules) for key in ("estate", "interest_paid"))
    s.throw = [die.number(rules.dice_max) for die in top["throw"].items(2, exactly=True)]
    s.rent_rule = top["rent_rule"].word(RENT_RULES)
    for p, rolls in enumerate(top["opening"].items(rules.num_players, exactly=True)):
        s.opening[p] = rolls.number(8 * 6 + 6, NOBODY)
    renew_sets(s, rules)


def _read_auction(s: State, auction: _Node, seats: list[str]) -> None:
    s.auction_kind = auction["kind"].word(AUCTION_KINDS)
    if auction["asset"].data is not None:
        s.auction_asset = auction["asset"].deed(s.rules)
    s.auction_initiator = auction["initiator"].seat(seats)
    if s.auction_initiator != NOBODY and s.is_bankrupt[s.auction_initiator]:
        raise InvalidState(
            "auction.initiator is out of the game, and nobody could close the auction"
        )
    s.auction_next_phase = auction["next_phase"].word(PHASES)
    for p, name in enumerate(seats):
        player = auction["players"][name]
        s.bid[p] = NO_BID if player["bid"].data is None else player["bid"].number(_MOST)
        s.last_bid[p] = player["last_bid"].number(_MOST)
        s.round[p] = player["round"].number(_MOST)
        s.passed[p] = int(player["last_action"].data == "pass")
        s.winner[p] = player["winner"].seat(seats, _WINNERS)
    still_in = [s.round[p] for p in range(len(seats)) if not s.passed[p] and s.winner[p] == UNKNOWN]
    if still_in and max(s.round) > min(still_in) + 1:
        raise InvalidState(
            f"auction.players has round {max(s.round)}, but somebody who is still in "
            f"has acted in {min(still_in)} (AUCTION-4)"
        )


def _auction(s: State, seats: Sequence[str]) -> list[str]:
    if s.auction_kind == NO_AUCTION:
        return ["auction: null"]
    asset = "null" if s.auction_asset == NOBODY else str(s.auction_asset)
    lines = [
        "auction:",
        f"  asset: {asset}",
        f"  kind: {AUCTION_KINDS[s.auction_kind]}",
        f"  initiator: {_seat(seats, s.auction_initiator)}",
        f"  next_phase: {PHASES[s.auction_next_phase]}",
        "  players:",
    ]
    for p in range(s.rules.num_players):
        bid = "null" if s.bid[p] == NO_BID else str(s.bid[p])
        chosen = _seat(seats, s.winner[p], _WINNERS)
        lines.append(
            f"    {seats[p]}: {{bid: {bid}, last_bid: {s.last_bid[p]}, "
            f"last_action: {_last_action(s, p)}, round: {s.round[p]}, winner: {chosen}}}"
        )
    return lines


def _last_action(s: State, player: int) -> str:
    if s.passed[player]:
        return "pass"
    if s.bid[player] != NO_BID:
        return "stand" if s.bid[player] == s.last_bid[player] else "bid"
    return "change" if s.round[player] > 1 else "null"


def _debt(s: State, seats: Sequence[str], place: int) -> str:
    return (
        f"{{debtor: {_seat(seats, s.debtor[place])}, "
        f"creditor: {_seat(seats, s.creditor[place], _CREDITORS)}, "
        f"amount: {s.debt_amount[place]}, next_phase: {PHASES[s.next_phase[place]]}}}"
    )


@lru_cache(_REMEMBERED)
def _board(
    names: tuple[str, ...],
    deeds: tuple[int, ...],
    seats: tuple[str, ...],
    squares: tuple[tuple[int, ...], ...],
) -> str:
    """The rows of all squares, by their owners, levels and mortgages."""
    rows = []
    for name, deed, owner, level, mortgaged in zip(
        _names_in_quotes(names), deeds, *squares, strict=False
    ):
        if deed == NOBODY:
            rows.append(f"- {{name: {name}}}")
        else:
            rows.append(
                f"- {{name: {name}, owner: {'null' if owner == NOBODY else seats[owner]}, "
                f"level: {level}, mortgaged: {_flag(mortgaged)}}}"
            )
    return "\n".join(rows)


@lru_cache(_REMEMBERED)
def _deck(deck: int, unseen: int, known: tuple[int, ...]) -> str:
    cards = [card for card in range(MOST_CARDS) if unseen >> card & 1]
    return f"  {JAIL_CARDS[deck]}: {{unseen: {_listed(cards)}, known: {_listed(known)}}}"


def _known(s: State, deck: int) -> list[int]:
    first = deck * MOST_CARDS
    return s.deck[first : first + s.deck_length[deck]]


def _offers(s: State, seats: Sequence[str]) -> str:
    if s.offer_from == NOBODY:
        return "[]"
    cards = [name for i, name in enumerate(JAIL_CARDS) if s.offer_cards >> i & 1]
    return (
        f"[{{from: {_seat(seats, s.offer_from)}, to: {_seat(seats, s.offer_to)}, "
        f"deeds: {_listed(squares_of(s.rules, s.offer_deeds))}, cards: {_listed(cards)}, "
        f"cash: {s.offer_cash}, next_phase: {PHASES[s.offer_next_phase]}}}]"
    )


def _seat(seats: Sequence[str], seat: int, words: Mapping[str, int] = _NOBODY) -> str:
    said = {number: word for word, number in words.items()}
    return said.get(seat) or seats[seat]


def _flag(value: int) -> str:
    return "true" if value else "false"


def _listed(items: Iterable[object]) -> str:
    return f"[{', '.join(map(str, items))}]"


def _quoted(name: str) -> str:
    """A name as a YAML scalar that is read back as the same text."""
    if _PLAIN.fullmatch(name) and name.lower() not in _WORDS:
        return name
    return '"' + "".join(map(_escaped, name)) + '"'


def _escaped(character: str) -> str:
    if character in ('"', "\\"):
        return "\\" + character
    if " " <= character <= "~":
        return character
    # Escapes of four and of eight digits; unlike JSON, YAML has no surrogate pairs.
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

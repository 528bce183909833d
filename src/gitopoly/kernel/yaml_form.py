"""States as YAML: the layout in which a game stores its state, and reading it back.

The keys and their nesting are those of the published implementation, followed by what it lacks.
The layout is fixed, so it is written line by line instead of by a general emitter.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from gitopoly.errors import InvalidState
from gitopoly.kernel import board, money
from gitopoly.kernel.codes import (
    ABSENT,
    AUCTION_KINDS,
    BANK,
    MOST_CARDS,
    NO_AUCTION,
    NO_BID,
    NOBODY,
    NONE,
    PHASES,
    POT,
    UNKNOWN,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import renew_sets
from gitopoly.kernel.state import FIELDS, State
from gitopoly.kernel.text import seat_names

RENT_RULES = ("as-printed", "twice", "ten-times-a-throw")
JAIL_CARDS = ("chance", "community_chest")
_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_CREDITORS = {"bank": BANK, "pot": POT}
_WINNERS = {"unknown": UNKNOWN, "none": NONE, "absent": ABSENT}
_BOOLEANS = ("true", "false", "yes", "no", "on", "off", "y", "n")
_WORDS = ("null", *_BOOLEANS, *_CREDITORS, *_WINNERS)
"""Plain words with a meaning; a player with one of these names is quoted."""
_DEEPEST = 8
"""More levels than a state has; a recursive parser must not meet many more."""


class _Name(str):
    """A quoted text, so that a player called bank is not the bank."""

    __slots__ = ()


def to_yaml(s: State, names: Sequence[str] | None = None) -> str:
    """A state as YAML text; equal states give equal text."""
    seats = [_quoted(name) for name in seat_names(s, names)]
    live = range(s.rules.num_players)
    over = board.terminated(s, s.rules)
    lines = [
        f"active: {s.turn_player}",
        f"order: {_listed(seats)}",
        f"phase: {PHASES[s.phase]}",
        f"gojff_cc_owner: {_seat(seats, s.goojf_cc_owner)}",
        f"gojff_ch_owner: {_seat(seats, s.goojf_ch_owner)}",
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
    lines.append("board:")
    for square, name in enumerate(_names_in_quotes(s.rules.names)):
        if s.rules.deed_index[square] == NOBODY:
            lines.append(f"- {{name: {name}}}")
        else:
            owner = "null" if s.owner[square] == NOBODY else seats[s.owner[square]]
            lines.append(
                f"- {{name: {name}, owner: {owner}, level: {s.level[square]}, "
                f"mortgaged: {'true' if s.mortgaged[square] else 'false'}}}"
            )
    debts = [_debt(s, seats, i) for i in range(s.debt_count)]
    lines.append(f"debt: {debts[0] if debts else 'null'}")
    lines += _auction(s, seats)
    order = [_seat(seats, p) for p in s.free_4_all_order[: s.rules.num_players] if p != NOBODY]
    lines += [
        f"free_4_all_order: {_listed(order)}",
        f"houses_left: {s.houses_left}",
        f"hotels_left: {s.hotels_left}",
        "decks:",
        *(_deck(s, deck) for deck in (0, 1)),
        f"offers: {_offers(s, seats)}",
        f"offers_made: {s.offers_made}",
        f"debts: {_listed(debts)}",
        f"pot: {s.pot}",
        f"issued: {s.issued}",
        f"estate: {_listed(_squares(s, s.estate))}",
        f"interest_paid: {_listed(_squares(s, s.interest_paid))}",
        f"throw: {_listed(s.throw)}",
        f"rent_rule: {RENT_RULES[s.rent_rule]}",
        f"opening: {_listed(s.opening[: s.rules.num_players])}",
        f"turns: {s.turns if s.rules.turn_limit else 0}",
    ]
    return "\n".join(lines) + "\n"


@cache
def _names_in_quotes(names: tuple[str, ...]) -> list[str]:
    return [json.dumps(name) for name in names]


def from_yaml(text: str, rules: Rules, names: Sequence[str] | None = None) -> State:
    """Read a state back. Any text not exactly in this form raises `InvalidState`."""
    import yaml

    try:
        s = _state_of(_loaded(text), rules, names)
    except yaml.YAMLError as error:
        where = " ".join(str(error).split())
        raise InvalidState(f"the state is not valid YAML: {where}") from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise InvalidState(
            f"the state does not have the layout of state.yml near {error}; "
            "write it again from the game's actions"
        ) from None
    if to_yaml(s, names) != text:
        raise InvalidState(
            "the state is not in the form in which it is written, or holds values out of range; "
            "write it again from the game's actions"
        )
    return s


def _loaded(text: str) -> Any:
    """The data of a YAML text; quoted texts are kept apart from plain words."""
    import yaml

    loader = _loader()
    depth = 0
    for event in yaml.parse(text, Loader=loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            raise ValueError(f"more than {_DEEPEST} levels of nesting")
    return yaml.load(text, Loader=loader)


@cache
def _loader() -> Any:
    import yaml

    class StateLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """The safe loader, in C where that is installed."""

    def text_of(loader: Any, node: yaml.ScalarNode) -> str:
        return _Name(node.value) if node.style else str(node.value)

    StateLoader.add_constructor("tag:yaml.org,2002:str", text_of)
    return StateLoader


def _state_of(data: dict[str, Any], rules: Rules, names: Sequence[str] | None) -> State:
    s = State(rules)
    seats = list(seat_names(s, names))

    def seat(name: str | None) -> int:
        return NOBODY if name is None else seats.index(name)

    def creditor(name: str) -> int:
        return _CREDITORS[name] if _is_word(name, _CREDITORS) else seat(name)

    s.turn_player = data["active"]
    s.phase = PHASES.index(data["phase"])
    s.goojf_cc_owner = seat(data["gojff_cc_owner"])
    s.goojf_ch_owner = seat(data["gojff_ch_owner"])
    for name in ("bank_money", "houses_left", "hotels_left", "offers_made", "pot", "issued"):
        setattr(s, name, data[name])
    s.turns = data["turns"]
    for p, name in enumerate(seats):
        player = data["players"][name]
        s.money[p] = player["money"]
        s.is_bankrupt[p] = int(player["bankrupt"])
        s.in_jail[p] = int(player["in_jail"])
        s.jail_time[p] = player["jail_time"]
        s.positions[p] = player["position"]
    s.doubles_count = data["players"][seats[s.turn_player]]["consecutive_doubles"]
    for square, entry in zip(range(rules.board_length), data["board"], strict=True):
        if rules.deed_index[square] != NOBODY:
            s.owner[square] = seat(entry["owner"])
            s.level[square] = entry["level"]
            s.mortgaged[square] = int(entry["mortgaged"])
    s.debt_count = len(data["debts"])
    for i, debt in enumerate(data["debts"]):
        s.debtor[i] = seat(debt["debtor"])
        s.creditor[i] = creditor(debt["creditor"])
        s.debt_amount[i] = debt["amount"]
        s.next_phase[i] = PHASES.index(debt["next_phase"])
    _read_auction(s, data["auction"], seats)
    for place, name in enumerate(data["free_4_all_order"]):
        s.free_4_all_order[place] = seat(name)
    for deck, name in enumerate(JAIL_CARDS):
        entry = data["decks"][name]
        s.unseen[deck] = sum(1 << range(MOST_CARDS)[card] for card in entry["unseen"])
        s.deck_length[deck] = len(entry["known"])
        for i, card in enumerate(entry["known"]):
            s.deck[deck * MOST_CARDS + i] = card
    for offer in data["offers"]:
        s.offer_from = seat(offer["from"])
        s.offer_to = seat(offer["to"])
        s.offer_deeds = _deeds(rules, offer["deeds"])
        s.offer_cards = sum(1 << JAIL_CARDS.index(card) for card in offer["cards"])
        s.offer_cash = offer["cash"]
        s.offer_next_phase = PHASES.index(offer["next_phase"])
    s.estate = _deeds(rules, data["estate"])
    s.interest_paid = _deeds(rules, data["interest_paid"])
    s.throw = list(data["throw"])
    s.rent_rule = RENT_RULES.index(data["rent_rule"])
    for p, faces in zip(range(rules.num_players), data["opening"], strict=True):
        s.opening[p] = faces
    _check_widths(s)
    _check_places(s)
    renew_sets(s, rules)
    return s


def _read_auction(s: State, data: dict[str, Any] | None, seats: list[str]) -> None:
    if data is None:
        return
    s.auction_kind = AUCTION_KINDS.index(data["kind"])
    s.auction_asset = NOBODY if data["asset"] is None else data["asset"]
    s.auction_initiator = seats.index(data["initiator"])
    s.auction_next_phase = PHASES.index(data["next_phase"])
    for p, name in enumerate(seats):
        entry = data["players"][name]
        s.bid[p] = NO_BID if entry["bid"] is None else entry["bid"]
        s.last_bid[p] = entry["last_bid"]
        s.round[p] = entry["round"]
        s.passed[p] = int(entry["last_action"] == "pass")
        chosen = entry["winner"]
        s.winner[p] = _WINNERS[chosen] if _is_word(chosen, _WINNERS) else seats.index(chosen)


def _is_word(text: object, words: dict[str, int]) -> bool:
    return text in words and not isinstance(text, _Name)


def _check_widths(s: State) -> None:
    """Every value must fit the field that holds it in compiled games, and be a whole number."""
    for name, field in FIELDS.items():
        value = getattr(s, name)
        bound = 1 << (8 * int(field.width[1]) - 1)
        for number in value if field.length else (value,):
            if type(number) is not int or not -bound <= number < bound:
                raise ValueError(f"{name}: {number!r}")
        if field.length and len(value) != field.length:
            raise ValueError(f"{name}: {len(value)} entries")


def _check_places(s: State) -> None:
    """Every index that the rules use must be in range: compiled code does not check its arrays."""
    rules = s.rules
    places = [
        ("active", [s.turn_player], range(rules.num_players)),
        ("position", s.positions, range(rules.board_length)),
        ("level", s.level, range(rules.max_level + 1)),
        ("asset", [s.auction_asset], range(NOBODY, rules.board_length)),
        ("throw", s.throw, range(7)),
    ]
    for deck, name in enumerate(JAIL_CARDS):
        first = deck * MOST_CARDS
        known = s.deck[first : first + s.deck_length[deck]]
        places.append((name, known, range(rules.deck_size[deck])))
    for name, numbers, allowed in places:
        for number in numbers:
            if number not in allowed:
                raise ValueError(f"{name}: {number}")


def _auction(s: State, seats: list[str]) -> list[str]:
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
    words = {number: word for word, number in _WINNERS.items()}
    for p in range(s.rules.num_players):
        bid = "null" if s.bid[p] == NO_BID else str(s.bid[p])
        chosen = words.get(s.winner[p]) or _seat(seats, s.winner[p])
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


def _debt(s: State, seats: list[str], place: int) -> str:
    creditor = {BANK: "bank", POT: "pot"}.get(s.creditor[place]) or _seat(seats, s.creditor[place])
    return (
        f"{{debtor: {_seat(seats, s.debtor[place])}, creditor: {creditor}, "
        f"amount: {s.debt_amount[place]}, next_phase: {PHASES[s.next_phase[place]]}}}"
    )


def _deck(s: State, deck: int) -> str:
    unseen = [card for card in range(MOST_CARDS) if s.unseen[deck] >> card & 1]
    first = deck * MOST_CARDS
    known = s.deck[first : first + s.deck_length[deck]]
    return f"  {JAIL_CARDS[deck]}: {{unseen: {_listed(unseen)}, known: {_listed(known)}}}"


def _offers(s: State, seats: list[str]) -> str:
    if s.offer_from == NOBODY:
        return "[]"
    cards = [name for i, name in enumerate(JAIL_CARDS) if s.offer_cards >> i & 1]
    return (
        f"[{{from: {_seat(seats, s.offer_from)}, to: {_seat(seats, s.offer_to)}, "
        f"deeds: {_listed(_squares(s, s.offer_deeds))}, cards: {_listed(cards)}, "
        f"cash: {s.offer_cash}, next_phase: {PHASES[s.offer_next_phase]}}}]"
    )


def _squares(s: State, deeds: int) -> list[int]:
    return [s.rules.deeds[i] for i in range(s.rules.deed_count) if deeds >> i & 1]


def _deeds(rules: Rules, squares: Sequence[int]) -> int:
    return sum(1 << rules.deed_index[square] for square in squares)


def _seat(seats: list[str], seat: int) -> str:
    return "null" if seat == NOBODY else seats[seat]


def _flag(value: int) -> str:
    return "true" if value else "false"


def _listed(items: Sequence[object]) -> str:
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

"""Draws that nobody can know or bias: commit and reveal with hash chains (TLA+: Dice2).

Each seat has committed to the end of a chain of secrets before the first draw. A seat asks for
a draw by an action that needs chance, and cannot take it back. Every other seat then reveals
the next link of its chain, at last the asker, and all links together are the outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from gitopoly.errors import IllegalAction
from gitopoly.kernel import State
from gitopoly.kernel.chance import (
    CHANCE_CARD,
    CHEST_CARD,
    DICE,
    draw_of,
    roll_is_possible,
    starts_free_4_all,
)
from gitopoly.kernel.codes import AUCTION, CHANCE_DECK, CHEST_DECK, TRADE
from gitopoly.kernel.decks import can_be_drawn
from gitopoly.kernel.order import count_of_orders
from gitopoly.kernel.outcomes import outcome_of_card, outcome_of_dice
from gitopoly.kernel.turn import floor
from gitopoly.protocols.moves import Move, chain_link, number
from gitopoly.protocols.position import STAYS, Draw, ProtocolPosition

LENGTH = 2048
"""Links of a chain."""
RESERVE = 64
"""With fewer links left a seat recommits at its next chance."""


def hashed(link: bytes) -> bytes:
    """The public link that a secret one stands behind."""
    return sha256(link).digest()


class Chain:
    """A seat's own chain: each link hashes to the one that was revealed before it."""

    def __init__(self, secret: bytes) -> None:
        self._links = [secret]
        for _ in range(LENGTH):
            self._links.append(hashed(self._links[-1]))
        self._places = {link: place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The end that everybody may know."""
        return self._links[-1]

    @property
    def secret(self) -> bytes:
        """The beginning, from which everybody could work out all links."""
        return self._links[0]

    def has(self, public: bytes) -> bool:
        """Whether a public link is of this chain."""
        return public in self._places

    def left(self, public: bytes) -> int:
        """How many links are left behind a public one; 0 also if it is not of this chain."""
        return self._places.get(public, 0)

    def next(self, public: bytes) -> bytes | None:
        """The link to reveal next, None if there is none."""
        place = self._places.get(public, 0)
        return self._links[place - 1] if place else None


def link_from_secret(secret: bytes, public: bytes) -> bytes | None:
    """The link behind `public` on the chain of a published secret, None if it is another's."""
    link = secret
    for _ in range(LENGTH):
        behind, link = link, hashed(link)
        if link == public:
            return behind
    return None


# What an action asks of chance.


def needs_draw(s: State, action: int) -> bool:
    """Whether an action has more than one outcome."""
    drawn = draw_of(s, s.rules, action)
    if drawn == DICE:
        return True
    if drawn in (CHANCE_CARD, CHEST_CARD):
        cards = drawable(s, drawn)
        return len(cards) > 1 or _needs_order(s, action, outcome_of_card(cards[0]))
    return _needs_order(s, action, 0)


def drawable(s: State, drawn: int) -> list[int]:
    """CARD-2: the cards that can come next."""
    deck = CHANCE_DECK if drawn == CHANCE_CARD else CHEST_DECK
    size = s.rules.deck_size[deck]
    return [card for card in range(size) if can_be_drawn(s, s.rules, deck, card)]


def _needs_order(s: State, action: int, outcome: int) -> bool:
    starts = starts_free_4_all(s, s.rules, action, outcome)
    return starts and count_of_orders(s, s.rules) > 1


def pick(seed: bytes, label: str, count: int) -> int:
    """A number below `count` that a seed gives for a label; all are equally likely."""
    whole = (1 << 64) // count * count
    attempt = 0
    while True:
        mixed = sha256(seed + label.encode() + attempt.to_bytes(4, "big")).digest()
        number = int.from_bytes(mixed[:8], "big")
        if number < whole:
            return number % count
        attempt += 1


def outcome_from_seed(s: State, action: int, seed: bytes) -> int:
    """The outcome of an action that a seed gives; each value of a draw has its own label."""
    drawn = draw_of(s, s.rules, action)
    outcome = 0
    if drawn == DICE:
        outcome = _throw(s, seed, "")
        attempt = 0
        while not roll_is_possible(s, s.rules, action, outcome):
            attempt += 1
            outcome = _throw(s, seed, f" again {attempt}")
    elif drawn in (CHANCE_CARD, CHEST_CARD):
        cards = drawable(s, drawn)
        outcome = outcome_of_card(cards[pick(seed, "card", len(cards))])
    if starts_free_4_all(s, s.rules, action, outcome):
        outcome += pick(seed, "order", count_of_orders(s, s.rules)) << 6
    return outcome


def _throw(s: State, seed: bytes, again: str) -> int:
    faces = s.rules.dice_max
    first = pick(seed, "first die" + again, faces) + 1
    return outcome_of_dice(first, pick(seed, "second die" + again, faces) + 1)


# Asking and revealing.


def request(position: ProtocolPosition, seat: int, action: int) -> None:
    """D2Request: an action that needs chance waits for its outcome; it cannot be taken back."""
    position.draws += 1
    position.draw = Draw(seat, action, (b"",) * len(position.counts))
    if not position.setting.joint:
        make_draw(position)


def settled(position: ProtocolPosition, seat: int) -> bool:
    """Whether nothing of a seat is missing for the draw: it has revealed or has no part in it."""
    assert position.draw is not None
    if position.draw.links[seat] or position.state.is_bankrupt[seat]:
        return True
    return position.retired[seat] != STAYS


def owes_reveal(position: ProtocolPosition, seat: int) -> bool:
    """Whether the draw waits for this seat; the asker comes last."""
    draw = position.draw
    if draw is None or settled(position, seat):
        return False
    if seat != draw.asker:
        return True
    return all(settled(position, other) for other in range(len(draw.links)) if other != seat)


@dataclass(frozen=True)
class Reveal(Move):
    """The next link of one's chain, for a draw that was asked for."""

    NAME = "Reveal"
    QUIET = True
    draw: int = number("Draw")
    link: bytes = chain_link("Link")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """D2Reveal: the next link of one's chain, for the draw under way, in turn."""
        if position.draw is None or self.draw != position.draws:
            raise IllegalAction("reveal", "D2Reveal", f"draw {self.draw} is not under way")
        if position.draw.links[seat]:
            raise IllegalAction("reveal", "D2Reveal", "this seat has revealed its link already")
        if not owes_reveal(position, seat):
            raise IllegalAction("reveal", "D2Reveal", "another seat has to reveal first")
        if hashed(self.link) != position.links[seat]:
            raise IllegalAction(
                "reveal", "D2Reveal", "the link does not match the chain that was committed to"
            )

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """D2Reveal: the last link makes the draw."""
        if position.draw is None or self.draw != position.draws:
            return
        position.reveal(seat, self.link)
        make_draw_if_complete(position)

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """Its link is public: taken for another draw, everybody could work that out beforehand."""
        if position.setting.keeps_branches:
            position.burn(seat, self.link)
        else:
            position.show(seat, self.link)

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Reveal | None:
        """D2Reveal: as soon as the draw waits for this seat."""
        if chain is None or not owes_reveal(position, seat):
            return None
        link = chain.next(position.links[seat])
        return None if link is None else cls(position.draws, link)


def make_draw_if_complete(position: ProtocolPosition) -> None:
    """The draw is made as soon as nothing is missing."""
    seats = range(len(position.counts))
    if position.draw is not None and all(settled(position, seat) for seat in seats):
        make_draw(position)


def make_draw(position: ProtocolPosition) -> None:
    """The action that has waited gets its outcome."""
    draw = position.draw
    assert draw is not None
    seed = seed_of_draw(position.setting.seed, position.draws, draw.links)
    outcome = outcome_from_seed(position.state, draw.action, seed)
    position.draw = None
    position.perform(draw.action, outcome)


def seed_of_draw(game: bytes, index: int, links: tuple[bytes, ...]) -> bytes:
    """All that goes into a draw: the game, its number, and the links of those who took part."""
    mixed = sha256(b"gitopoly draw\0" + game + index.to_bytes(8, "big"))
    for seat, link in enumerate(links):
        if link:
            mixed.update(bytes([seat]) + link)
    return mixed.digest()


@dataclass(frozen=True)
class Recommit(Move):
    """The public end of a new chain, before the old one is used up."""

    NAME = "Recommit"
    QUIET = True
    link: bytes = chain_link("Link")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """A new chain is for later requests only: only the floor begins one, between draws."""
        s = position.state
        if not position.setting.joint:
            raise IllegalAction("recommit", "D2Request", "the dice of this game are seeded")
        if position.draw is not None or s.phase in (AUCTION, TRADE) or floor(s, s.rules) != seat:
            raise IllegalAction(
                "recommit", "D2Request", "only the floor may, with nothing under way"
            )
        if position.fresh[seat]:
            raise IllegalAction("recommit", "D2Request", "nothing of the chain was revealed yet")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """The new chain takes the place of the old one."""
        position.commit(seat, self.link)

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """In the first format the new chain stays; else it could be chosen after seeing links.

        It counts as one that was begun, so that an honest seat does not begin it again.
        """
        if position.setting.keeps_branches:
            position.recommits[seat] += 1
        else:
            position.commit(seat, self.link)

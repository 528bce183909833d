"""Draws that nobody can know or bias: commit and reveal with hash chains (TLA+: Dice2).

Before the first draw each seat commits to the end of a chain of secrets. A seat requests a
draw by an action that needs chance, and cannot take it back. Every other seat then reveals the
next link of its chain, the requesting seat last, and all links together determine the outcome.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

from gitopoly.peers.moves import Move, chain_link, number, refuse_if
from gitopoly.peers.position import IN_DRAWS, STAYS, Draw, ProtocolPosition
from gitopoly.rules import State, is_over, legal_actions
from gitopoly.rules.chance import deck_of, draw_of, roll_is_possible, starts_free_4_all
from gitopoly.rules.codes import AUCTION, CARD_DRAWS, DICE, MOST_PLAYERS, TRADE
from gitopoly.rules.outcomes import can_be_drawn, card, cards_in, count_of_orders, dice
from gitopoly.rules.turn import floor

LENGTH = 2048
"""Number of links in a chain."""
RESERVE = 64
"""With fewer links left, a seat recommits at its next opportunity."""


def hashed(link: bytes) -> bytes:
    """The public link for a secret one."""
    return sha256(link).digest()


class Chain:
    """A seat's own chain: each link hashes to the one revealed before it."""

    def __init__(self, secret: bytes) -> None:
        self._links = [secret]
        for _ in range(LENGTH):
            self._links.append(hashed(self._links[-1]))
        self._places = {link: place for place, link in enumerate(self._links)}

    @property
    def commitment(self) -> bytes:
        """The public end."""
        return self._links[-1]

    @property
    def secret(self) -> bytes:
        """The secret start, from which all links can be computed."""
        return self._links[0]

    def has(self, public: bytes) -> bool:
        """Whether a public link belongs to this chain."""
        return public in self._places

    def left(self, public: bytes) -> int:
        """Number of links left before a public one; 0 if it does not belong to this chain."""
        return self._places.get(public, 0)

    def next(self, public: bytes) -> bytes | None:
        """The link to reveal next, None if there is none."""
        place = self._places.get(public, 0)
        return self._links[place - 1] if place else None


@lru_cache(maxsize=MOST_PLAYERS)
def chain_of(secret: bytes) -> Chain:
    """The chain of a published secret, which every later draw needs again."""
    return Chain(secret)


# What an action needs from chance.


def needs_draw(s: State, action: int) -> bool:
    """Whether an action has more than one outcome."""
    drawn = draw_of(s, s.rules, action)
    if drawn == DICE:
        return True
    cards = drawable(s, drawn) if drawn in CARD_DRAWS else [0]
    starts = starts_free_4_all(s, s.rules, action, card(cards[0]))
    return len(cards) > 1 or (starts and count_of_orders(s, s.rules) > 1)


def drawable(s: State, drawn: int) -> list[int]:
    """CARD-2, HOUSE-8: the cards or deeds that can come next."""
    deck = deck_of(drawn)
    cards = range(cards_in(s.rules, deck))
    return [card for card in cards if can_be_drawn(s, s.rules, deck, card)]


def pick(seed: bytes, label: str, count: int) -> int:
    """A uniform number below `count`, derived from a seed and a label."""
    whole = (1 << 64) // count * count
    attempt = 0
    while True:
        mixed = sha256(seed + label.encode() + attempt.to_bytes(4, "big")).digest()
        number = int.from_bytes(mixed[:8], "big")
        if number < whole:
            return number % count
        attempt += 1


def outcome_from_seed(s: State, action: int, seed: bytes) -> int:
    """The outcome of an action, derived from a seed; each value of a draw has its own label."""
    drawn = draw_of(s, s.rules, action)
    outcome = 0
    if drawn == DICE:
        outcome = _throw(s, seed, "")
        attempt = 0
        while not roll_is_possible(s, s.rules, action, outcome):
            attempt += 1
            outcome = _throw(s, seed, f" again {attempt}")
    elif drawn in CARD_DRAWS:
        cards = drawable(s, drawn)
        outcome = card(cards[pick(seed, "card", len(cards))])
    if starts_free_4_all(s, s.rules, action, outcome):
        outcome += pick(seed, "order", count_of_orders(s, s.rules)) << 6
    return outcome


def _throw(s: State, seed: bytes, again: str) -> int:
    faces = s.rules.dice_max
    first = pick(seed, "first die" + again, faces) + 1
    return dice(first, pick(seed, "second die" + again, faces) + 1)


# Asking and revealing.


def request(position: ProtocolPosition, seat: int, action: int) -> None:
    """D2Request: make an action that needs chance wait for its outcome, irrevocably."""
    position.draws += 1
    position.draw = Draw(seat, action, (b"",) * len(position.counts))
    make_draw_if_complete(position)


def is_free(position: ProtocolPosition, seat: int) -> bool:
    """Whether a seat has the floor, and nothing is in progress."""
    s = position.state
    between = position.draw is None and s.phase not in (AUCTION, TRADE)
    return between and floor(s, s.rules) == seat


def settled(position: ProtocolPosition, seat: int) -> bool:
    """Whether the draw needs nothing more from a seat: it has revealed or takes no part."""
    assert position.draw is not None
    takes_part = not position.state.is_bankrupt[seat] and position.retired[seat] == STAYS
    return bool(position.draw.links[seat]) or not takes_part


def owes_reveal(position: ProtocolPosition, seat: int) -> bool:
    """Whether the draw is waiting for this seat; the requesting seat comes last."""
    draw = position.draw
    if draw is None or settled(position, seat):
        return False
    others = (other for other in range(len(draw.links)) if other != seat)
    return seat != draw.asker or all(settled(position, other) for other in others)


@dataclass(frozen=True)
class Reveal(Move):
    """The next link of one's chain, for a requested draw."""

    NAME = "Reveal"
    QUIET = True
    draw: int = number("Draw")
    link: bytes = chain_link("Link")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """D2Reveal: the next link of one's chain, for the current draw, in turn."""
        draw = position.draw if self.draw == position.draws else None
        refuse_if(draw is None, "reveal", "D2Reveal", "no_such_draw")
        refuse_if(draw and draw.links[seat], "reveal", "D2Reveal", "already_revealed")
        refuse_if(not owes_reveal(position, seat), "reveal", "D2Reveal", "another_reveals")
        forged = hashed(self.link) != position.links[seat]  # seeded games have no links
        refuse_if(forged, "reveal", "D2Reveal", "another_link")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """D2Reveal: record the link; the last one completes the draw."""
        if position.draw is None or self.draw != position.draws:
            return
        position.reveal(seat, self.link)
        make_draw_if_complete(position)

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """Its link stays public: reused for another draw, it would make that draw predictable."""
        if hashed(self.link) == position.links[seat]:
            position.show(seat, self.link)

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Reveal | None:
        """D2Reveal: due as soon as the draw is waiting for this seat."""
        if chain is None or not owes_reveal(position, seat):
            return None
        link = chain.next(position.links[seat])
        return None if link is None else cls(position.draws, link)


def make_draw_if_complete(position: ProtocolPosition) -> None:
    """Give the waiting action its outcome as soon as nothing is missing."""
    draw, seats = position.draw, range(len(position.counts))
    if draw is None or (position.setting.joint and not all(settled(position, s) for s in seats)):
        return
    seed = seed_of_draw(position.setting.seed, position.draws, draw.links)
    outcome = outcome_from_seed(position.state, draw.action, seed)
    position.draw = None
    position.perform(draw.action, outcome)
    if IN_DRAWS in position.orders[draw.asker].passing:
        draw_what_follows(position, seed)


def draw_what_follows(position: ProtocolPosition, seed: bytes) -> None:
    """Let a draw also decide what must be drawn next, such as a card or the throws for the start.

    Nobody has a choice in between, so nobody could use what the first part has shown.
    """
    while (forced := _forced_draw(position)) is not None:
        seed = sha256(b"gitopoly next part\0" + seed).digest()
        position.perform(forced, outcome_from_seed(position.state, forced, seed))


def _forced_draw(position: ProtocolPosition) -> int | None:
    """The action that the floor must take now, if it needs chance."""
    s = position.state
    # Also if the floor has left, which others may not know yet.
    if is_over(s) or s.phase in (AUCTION, TRADE):
        return None
    found = legal_actions(s, floor(s, s.rules))
    if len(found) != 1 or not isinstance(found[0], int):
        return None
    return found[0] if needs_draw(s, found[0]) else None


def seed_of_draw(game: bytes, index: int, links: tuple[bytes, ...]) -> bytes:
    """The seed of a draw: the game, its number, and the links of all who took part."""
    mixed = sha256(b"gitopoly draw\0" + game + index.to_bytes(8, "big"))
    for seat, link in enumerate(links):
        if link:
            mixed.update(bytes([seat]) + link)
    return mixed.digest()


@dataclass(frozen=True)
class Recommit(Move):
    """Commit to a new chain before the old one is used up."""

    NAME = "Recommit"
    QUIET = True
    link: bytes = chain_link("Link")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """A new chain is for later requests only: only the floor starts one, between draws."""
        refuse_if(not position.setting.joint, "recommit", "D2Request", "dice_are_seeded")
        refuse_if(not is_free(position, seat), "recommit", "D2Request", "not_between_draws")
        refuse_if(position.fresh[seat], "recommit", "D2Request", "nothing_revealed")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """Replace the old chain with the new one."""
        position.links[seat] = self.link
        position.fresh[seat] = True
        position.recommits[seat] += 1

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """The old chain stays: the new one could have been chosen after seeing links.

        It counts as one that was begun, so that an honest seat does not begin it again.
        """
        position.recommits[seat] += 1

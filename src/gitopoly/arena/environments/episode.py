"""One game as an environment plays it: who acts, what is legal, a step, its rewards.

Written like the kernel, so that it compiles with it.
"""

from __future__ import annotations

from typing import Protocol, overload

from gitopoly.arena.environments.action_space import (
    ADDRESSEES,
    CARD_ITEMS,
    CASHES,
    DEED_ITEMS,
    DROP,
    RUNGS,
    balance_of,
    bid_at,
    cash_at,
    decode,
    encode,
    first_number,
    least_in_offer,
    most_in_offer,
)
from gitopoly.rules.actions import ACTIONS, OFFER_TRADE
from gitopoly.rules.board import first_of, terminated
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.catalogue import addressee_of, kind_of, number_of, offer, player_of
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.codes import AUCTION, BANKRUPTCY_PREVENTION, MOST_DEEDS, NOBODY, TRADE
from gitopoly.rules.money import owed_by, winner_of_game, worth_at_the_end
from gitopoly.rules.randomness import Generator
from gitopoly.rules.record import Record, Wide, quad, wide
from gitopoly.rules.refusals import LEGAL
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State
from gitopoly.rules.step import list_while_playing
from gitopoly.rules.trade import liquid_after_trade, offer_trade, tradable_deeds
from gitopoly.rules.turn import floor

# The result of a step.
GOES_ON = 0
TERMINATED = 1
TRUNCATED = 2

WON = 1
LOST = -1
ILLEGAL = -1
"""In place of an action: a step in which nothing happens."""
WHOLE_SHARE = 1_000_000
"""Shares of the total net worth are in millionths."""


class Octets(Protocol):
    """Signed bytes: an array when compiled, a list otherwise."""

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, places: slice, /) -> Octets: ...
    def __setitem__(self, place: int, value: int, /) -> None: ...


class Quads(Protocol):
    """Signed 32-bit numbers: an array when compiled, a list otherwise."""

    @overload
    def __getitem__(self, place: int, /) -> int: ...
    @overload
    def __getitem__(self, places: slice, /) -> Quads: ...
    def __setitem__(self, place: int, value: int, /) -> None: ...


class Episode(Record):
    """What an environment knows about a game besides its state."""

    game: int = wide()
    """Its number in the series of the seed."""
    steps: int = wide()
    actor: int = quad(NOBODY)
    """The seat to act."""
    legal: int = quad()
    """Number of actions listed last."""
    draft_to: int = quad(NOBODY)
    """The addressee of the drafted offer; NOBODY if there is none."""
    draft_deeds: int = quad()
    draft_cards: int = quad()
    draft_next: int = quad()
    """The first deed or card that can still be added."""
    dropped: int = quad()
    """1 from dropping an offer until the next action of the rules."""


def begin_episode(episode: Episode) -> None:
    """Reset an episode."""
    episode.steps = 0
    episode.actor = NOBODY
    forget_draft(episode)
    episode.dropped = 0


def forget_draft(episode: Episode) -> None:
    """Discard the drafted offer."""
    episode.draft_to = NOBODY
    episode.draft_deeds = 0
    episode.draft_cards = 0
    episode.draft_next = 0


def has_choice(buffer: ActionBuffer) -> bool:
    """Whether there is more than one thing to do; a bid or an offer may be made in many ways."""
    return buffer.count != 1 or buffer.limits[0] != 0


def find_actor(s: State, rules: Rules, buffer: ActionBuffer) -> int:
    """Who acts next, with the legal actions in the buffer.

    That is the floor, the addressee of an open offer, or, in an auction where several may act,
    the first of them in seat order.
    """
    if s.phase != AUCTION:
        player = s.offer_to if s.phase == TRADE else floor(s, rules)
        list_while_playing(s, rules, player, buffer)
        return player
    for player in range(rules.num_players):
        list_while_playing(s, rules, player, buffer)
        if buffer.count > 0:
            return player
    return NOBODY


def list_numbers(
    s: State, rules: Rules, episode: Episode, buffer: ActionBuffer, numbers: Quads
) -> int:
    """Write the numbers that the actor may choose; return how many.

    The buffer holds the actor's kernel actions.
    """
    if episode.draft_to != NOBODY:
        return list_draft(s, rules, episode, numbers)
    count = 0
    for i in range(buffer.count):
        code = buffer.actions[i]
        if buffer.limits[i] == 0:
            numbers[count] = encode(rules, episode.actor, code)
            count += 1
        elif kind_of(code) != OFFER_TRADE:
            first = first_number(rules, episode.actor, code)
            lowest = int(number_of(code))
            for rung in range(RUNGS):
                amount = bid_at(rung, lowest, buffer.limits[i])
                if lowest <= amount <= buffer.limits[i]:
                    numbers[count] = first + rung
                    count += 1
        elif not episode.dropped:
            distance = addressee_of(code) - episode.actor
            if distance < 0:
                distance += rules.num_players
            numbers[count] = ADDRESSEES + distance - 1
            count += 1
    return count


def list_draft(s: State, rules: Rules, episode: Episode, numbers: Quads) -> int:
    """What may be done with a drafted offer: add, price, drop."""
    player = episode.actor
    other = episode.draft_to
    count = 0
    left = tradable_deeds(s, player, other) >> episode.draft_next << episode.draft_next
    while left:
        numbers[count] = DEED_ITEMS + first_of(left)
        count += 1
        left &= left - 1
    for card in range(2):
        if episode.draft_next <= MOST_DEEDS + card:
            owner = s.jail_card_owner[card]
            if owner == player or owner == other:
                numbers[count] = CARD_ITEMS + card
                count += 1
    if episode.draft_deeds != 0 or episode.draft_cards != 0:
        count = list_cash(s, rules, episode, numbers, count)
    numbers[count] = DROP
    return count + 1


def list_cash(s: State, rules: Rules, episode: Episode, numbers: Quads, count: int) -> int:
    """TRADE-6, DEBT-3: the cash amounts that make the offer legal: from the least one on.

    If not even all of the other's cash makes the offer legal, no other amount does.
    """
    player = episode.actor
    other = episode.draft_to
    deeds = episode.draft_deeds
    cards = episode.draft_cards
    least = least_in_offer(s, rules, player, other, deeds)
    code = offer(player, other, deeds, cards, least)
    if offer_trade(s, rules, player, code, 0, False) != LEGAL:
        return count
    most = most_in_offer(s, rules, player, other, deeds)
    limit = most
    if s.phase == BANKRUPTCY_PREVENTION:
        spare = liquid_after_trade(s, rules, player, other, deeds, 0) - owed_by(s, player)
        limit = min(limit, spare)
    balance = balance_of(s, rules, player, deeds, cards)
    for rung in range(DROP - CASHES):
        if least <= cash_at(rung, balance, least, most) <= limit:
            numbers[count] = CASHES + rung
            count += 1
    return count


def drafted_offer(s: State, rules: Rules, episode: Episode, rung: int) -> Wide:
    """The drafted offer, with the cash at a rung."""
    player = episode.actor
    other = episode.draft_to
    deeds = episode.draft_deeds
    cards = episode.draft_cards
    balance = balance_of(s, rules, player, deeds, cards)
    least = least_in_offer(s, rules, player, other, deeds)
    most = most_in_offer(s, rules, player, other, deeds)
    return offer(player, other, deeds, cards, cash_at(rung, balance, least, most))


def change_draft(rules: Rules, episode: Episode, number: int) -> None:
    """Start an offer, add to it, or drop it."""
    if number == DROP:
        forget_draft(episode)
        episode.dropped = 1
    elif number < DEED_ITEMS:
        distance = number - ADDRESSEES + 1
        episode.draft_to = (episode.actor + distance) % rules.num_players
    elif number < CARD_ITEMS:
        episode.draft_deeds |= 1 << (number - DEED_ITEMS)
        episode.draft_next = number - DEED_ITEMS + 1
    else:
        episode.draft_cards |= 1 << (number - CARD_ITEMS)
        episode.draft_next = number - DEED_ITEMS + 1


def is_about_draft(number: int) -> bool:
    """Whether a number changes the drafted offer, not the game."""
    return ADDRESSEES <= number < CASHES or number == DROP


def action_of(s: State, rules: Rules, episode: Episode, number: int, buffer: ActionBuffer) -> Wide:
    """The action of the rules for a number, unless it is about a draft."""
    if number >= CASHES:
        return drafted_offer(s, rules, episode, number - CASHES)
    return decode(s, rules, episode.actor, number, buffer)


def take(
    s: State,
    rules: Rules,
    episode: Episode,
    generator: Generator,
    number: int,
    most_steps: Wide,
    rewards: Octets,
    buffer: ActionBuffer,
) -> int:
    """Carry out a legal number for the actor, with drawn dice and cards.

    Writes a reward for each seat and returns the game's status. 0 steps: no limit.
    """
    episode.steps += 1
    for seat in range(rules.num_players):
        rewards[seat] = 0
    if is_about_draft(number):
        change_draft(rules, episode, number)
    else:
        code = action_of(s, rules, episode, number, buffer)
        forget_draft(episode)
        episode.dropped = 0
        act(s, rules, generator, code, rewards)
        if terminated(s, rules):
            return TERMINATED
    if 0 < most_steps <= episode.steps:
        return TRUNCATED
    return GOES_ON


def waste(rules: Rules, episode: Episode, most_steps: Wide, rewards: Octets) -> int:
    """A step in which nothing happens; returns the game's status."""
    episode.steps += 1
    for seat in range(rules.num_players):
        rewards[seat] = 0
    if 0 < most_steps <= episode.steps:
        return TRUNCATED
    return GOES_ON


def act(s: State, rules: Rules, generator: Generator, code: Wide, rewards: Octets) -> None:
    """Carry out a legal action of the kernel, and write the rewards of seats that have any."""
    outcome = draw_outcome(s, rules, code, generator)
    gone = bankrupt_seats(s, rules)
    ACTIONS[kind_of(code)].rule(s, rules, player_of(code), code, outcome, True)
    reward_seats(s, rules, gone, rewards)


def bankrupt_seats(s: State, rules: Rules) -> int:
    """The set of seats that are out of the game."""
    seats = 0
    for seat in range(rules.num_players):
        if s.is_bankrupt[seat]:
            seats |= 1 << seat
    return seats


def reward_seats(s: State, rules: Rules, gone: int, rewards: Octets) -> None:
    """LOST on going bankrupt; at the end WON for the winner and LOST for those still in.

    A tie at the turn limit gives nothing to those still in.
    """
    over = terminated(s, rules)
    winner = winner_of_game(s, rules) if over else NOBODY
    for seat in range(rules.num_players):
        if s.is_bankrupt[seat]:
            if not gone >> seat & 1:
                rewards[seat] = LOST
        elif winner != NOBODY:
            rewards[seat] = WON if seat == winner else LOST


def write_shares(s: State, rules: Rules, shares: Quads) -> None:
    """Each seat's share of the total net worth, for shaped rewards."""
    total: Wide = 0
    for seat in range(rules.num_players):
        if not s.is_bankrupt[seat]:
            total += worth_at_the_end(s, rules, seat)
    for seat in range(rules.num_players):
        share: Wide = 0
        if total > 0 and not s.is_bankrupt[seat]:
            share = worth_at_the_end(s, rules, seat)
            share = share * WHOLE_SHARE // total
        shares[seat] = int(share)

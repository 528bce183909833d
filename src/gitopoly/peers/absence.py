"""Seats that leave or fall silent (TLA+: Dice2 and Finality).

A seat that resigns publishes the secret of its chain. A seat that is silent while others wait
for it can be retired: all others vote that its log ends at the same move. A vote binds its
author, who accepts no later entry of that seat until another seat shows that it has one. With
two seats left a single vote is enough, and two may cross: then the earlier seat's vote counts.

An absent seat stays at the table until the floor comes to it, then it is out (LEAVE-1).
Until then the rules act for it wherever others would wait; that never conflicts with
concurrent moves of others, because the seat itself could have written it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.peers.auction import AUTOMATIC
from gitopoly.peers.dice import (
    Chain,
    chain_of,
    make_draw_if_complete,
    owes_reveal,
    settled,
)
from gitopoly.peers.moves import Move, chain_link, number, refuse_if, seat_named, seats_named
from gitopoly.peers.position import STAYS, ProtocolPosition
from gitopoly.rules import actions as a, is_over, legal_actions
from gitopoly.rules.codes import AUCTION, PLACING, TRADE
from gitopoly.rules.turn import floor


@dataclass(frozen=True)
class Resign(Move):
    """Leave the game, publishing the secret of one's chain so that no draw waits."""

    NAME = "Resign"
    secret: bytes = chain_link("Secret", default=b"")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """D2Resign: at any time, with the secret that one's chain comes from."""
        joint = position.setting.joint
        other = joint and chain_of(self.secret).next(position.links[seat]) is None
        refuse_if(self.secret and not joint, "resign", "D2Resign", "no_secrets")
        refuse_if(other, "resign", "D2Resign", "another_secret")

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """D2Resign: from now on everyone can compute the links of this seat."""
        position.resigned[seat] = True
        position.secrets[seat] = self.secret

    def skip(self, position: ProtocolPosition, seat: int) -> None:
        """The secret is public all the same: whoever plays on with its chain can be predicted."""
        self.carry_out(position, seat)


@dataclass(frozen=True)
class Objection(Move):
    """Evidence about another seat that its author has and others may lack.

    That it is not silent: the author has more of its log than a vote says. Or that it forked:
    whoever does not know that waits for something else, perhaps for the author.
    """

    NAME = "Object"
    QUIET = True
    seat: int = seat_named("Seat")

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """D2Object: only where a vote misses entries that the author has, or of a fork."""
        forked = position.forked[self.seat]
        idle = not forked and self.seat not in owed_objections(position, seat)
        refuse_if(idle, "object", "D2Object", "no_vote")

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Objection | None:
        """D2Object: at once, because votes bind those who cast them."""
        missed = owed_objections(position, seat)
        return cls(min(missed)) if missed else None

    def told(
        self, before: ProtocolPosition, after: ProtocolPosition
    ) -> tuple[str, dict[str, object]]:
        """The text for it: what it proves about the other seat."""
        key, facts = super().told(before, after)
        return f"{key}.fork" if before.forked[self.seat] else key, facts


@dataclass(frozen=True)
class Retire(Move):
    """A vote to continue without a silent seat, whose log ends after `last` moves.

    It names all who must agree, so that it stays the same when others leave later.
    """

    NAME = "Retire"
    seat: int = seat_named("Seat")
    last: int = number("Last")
    voters: tuple[int, ...] = seats_named("Voters")

    def is_passed(self, has_cast: Callable[[int, Retire], bool]) -> bool:
        """RetiredAt: whether all whom it names have cast it."""
        return all(has_cast(voter, self) for voter in self.voters)

    def check(self, position: ProtocolPosition, seat: int) -> None:
        """D2Retire: a vote on a seat that the game waits for; one vote at a time."""
        for key, wrong in reasons_against(position, seat, self).items():
            refuse_if(wrong, "retire", "D2Retire", key)

    def carry_out(self, position: ProtocolPosition, seat: int) -> None:
        """D2Retire: record the vote; the seat is out when all others have voted the same way."""
        position.votes[seat] |= {self}
        if self.is_passed(position.has_cast):
            position.retired[self.seat] = self.last

    @classmethod
    def due(cls, position: ProtocolPosition, seat: int, chain: Chain | None) -> Retire | None:
        """The vote on a seat that forked while others wait for it: it never writes again."""
        for other, forked in enumerate(position.forked):
            if forked:
                vote = cls(other, position.counts[other], voters_on(position, other))
                if not any(reasons_against(position, seat, vote).values()):
                    return vote
        return None


def waited_for(position: ProtocolPosition, seat: int) -> bool:
    """Whether others cannot continue without this seat."""
    s = position.state
    if is_over(s) or not position.plays(seat):
        return False
    if position.draw is not None:
        return owes_reveal(position, seat)
    if s.phase == AUCTION:
        return bool(legal_actions(s, seat))
    if s.phase == TRADE:
        return seat == (s.offer_from if position.accepted else s.offer_to)
    return floor(s, s.rules) == seat


def reasons_against(position: ProtocolPosition, seat: int, vote: Retire) -> dict[str, object]:
    """D2Retire: why a seat may not cast this vote, if one of these holds."""
    silent = not position.forked[vote.seat]
    others = (other for other in range(len(position.counts)) if other != vote.seat)
    return {
        "not_retirable": vote.seat == seat or not position.plays(vote.seat),
        "silence_waited_for": silent and not position.setting.may_retire,
        "not_last_entry": vote.last != position.counts[vote.seat],
        "nobody_waits": not waited_for(position, vote.seat),
        # Otherwise two seats absent from an auction would vote each other out.
        "author_waited_for": silent and waited_for(position, seat),
        "not_all_voters": vote.voters != voters_on(position, vote.seat),
        "vote_cast": vote in position.votes[seat],
        "bound_by_vote": any(bound(position, seat, other) for other in others),
    }


def overrules(position: ProtocolPosition, seat: int, move: Move) -> bool:
    """Overrules: whether a vote by a voted-out seat prevails over the vote against it.

    It is legal in its own past, so its author did not know of that vote: the two crossed, and
    each would void the other. The seat that comes first stays.
    """
    if not isinstance(move, Retire) or seat > move.seat:
        return False
    ended_by_it = voted(position, move.seat, seat, position.retired[seat])
    return ended_by_it and move.is_passed(
        lambda one, vote: one == seat or position.has_cast(one, vote)
    )


def can_be_overruled(position: ProtocolPosition, seat: int) -> bool:
    """Whether the vote that took a seat out is of a single seat that comes after it."""
    return not position.forked[seat] and any(
        (vote.seat, vote.last) == (seat, position.retired[seat]) and vote.voters == (voter,)
        for voter, votes in enumerate(position.votes)
        for vote in votes
        if voter > seat
    )


def voters_on(position: ProtocolPosition, seat: int) -> tuple[int, ...]:
    """Who must agree that a seat is out: all other players whose votes count."""
    return tuple(
        other for other in position.players() if other != seat and not position.forked[other]
    )


def voted(position: ProtocolPosition, seat: int, other: int, last: int) -> bool:
    """KnowsVote: whether a seat has voted to end another's log at this move."""
    return any(vote.seat == other and vote.last == last for vote in position.votes[seat])


def bound(position: ProtocolPosition, seat: int, other: int) -> bool:
    """Bound: the seat's vote on another still stands, so it accepts nothing more from it.

    A vote that all have cast has taken effect, and does not block the next one.
    """
    last = position.counts[other]
    if position.retired[other] != STAYS or released(position, seat, other, last):
        return False
    return any(
        (vote.seat, vote.last) == (other, last) and can_pass(position, vote)
        for vote in position.votes[seat]
    )


def can_pass(position: ProtocolPosition, vote: Retire) -> bool:
    """Whether all voters named have cast a vote or still can; a seat that has left cannot."""
    return vote.is_passed(
        lambda one, vote: (
            position.has_cast(one, vote) or (position.plays(one) and not position.forked[one])
        )
    )


def released(position: ProtocolPosition, seat: int, other: int, last: int) -> bool:
    """Released: a third seat that did not cast this vote has shown a later entry of the other."""
    return any(
        position.seen[third][other] > last and not voted(position, third, other, last)
        for third in range(len(position.counts))
        if third not in (seat, other)
    )


def held_back(position: ProtocolPosition, seat: int) -> bool:
    """Whether a seat holds more of another than its vote allows, until a third one shows it.

    The others may still end that log where the vote says, so nothing is built on top of it.
    """
    return any(
        position.counts[vote.seat] > vote.last
        and not released(position, seat, vote.seat, vote.last)
        and can_pass(position, vote)
        for vote in position.votes[seat]
    )


def owed_objections(position: ProtocolPosition, seat: int) -> set[int]:
    """D2Object: the seats whose later entries this one should show, because votes miss them."""
    # Also where its author has left since: the voters cannot see that either.
    others = [vote for voter, votes in enumerate(position.votes) if voter != seat for vote in votes]
    return {
        vote.seat
        for vote in others
        if vote.seat != seat
        and position.retired[vote.seat] == STAYS
        and position.seen[seat][vote.seat] <= vote.last < position.counts[vote.seat]
        and not voted(position, seat, vote.seat, vote.last)
    }


def stand_in(position: ProtocolPosition) -> bool:
    """Act once for an absent seat, wherever others would wait; return whether there was need."""
    left = [seat for seat in range(len(position.counts)) if position.absent(seat)]
    if not left or is_over(position.state):
        return False
    absent = [seat for seat in left if not position.state.is_bankrupt[seat]]
    if position.draw is not None:
        return _draw_without(position, absent)
    return any(_act_for(position, seat) for seat in absent)


def _draw_without(position: ProtocolPosition, absent: list[int]) -> bool:
    """Complete a draw: links of resigned seats are public, a retired seat's are left out."""
    for seat in absent:
        if position.retired[seat] == STAYS and not settled(position, seat):
            secret = position.secrets[seat]
            # A chain can end, and a published secret may end it early.
            position.reveal(seat, chain_of(secret).next(position.links[seat]) or secret)
    make_draw_if_complete(position)
    return position.draw is None


def _act_for(position: ProtocolPosition, seat: int) -> bool:
    s = position.state
    if s.phase == AUCTION:
        kinds = (*AUTOMATIC, a.PASS, a.STAND)
        return any(position.perform(a.code_of(kind, seat)) for kind in kinds)
    if s.phase == TRADE:
        if seat == s.offer_from:
            return position.end_offer(a.code_of(a.WITHDRAW_TRADE, seat))
        answers = seat == s.offer_to and not position.accepted
        return answers and position.end_offer(a.code_of(a.DECLINE_TRADE, seat))
    if s.phase == PLACING and floor(s, s.rules) == seat:
        return any(
            isinstance(choice, int) and position.perform(choice)
            for choice in legal_actions(s, seat)
        )
    return position.leave(seat)

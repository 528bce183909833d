"""A seat at a game: what its owner may do, and what happens automatically.

Everything here is synchronous, in one thread; a driver brings what others do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gitopoly.editions import tokens
from gitopoly.errors import IllegalAction, InvalidIdentity, InvalidSeat
from gitopoly.ledger.entry import MAX_TIME, Draft, Entry, Files, seal
from gitopoly.ledger.identity import Identity
from gitopoly.ledger.inspection import decode, first_parents
from gitopoly.ledger.signature import check as check_signature
from gitopoly.ledger.store import Store
from gitopoly.peers import (
    ANSWERS,
    RESERVE,
    Act,
    Chain,
    Entered,
    GiveOrder,
    Move,
    Objection,
    Order,
    P,
    ProtocolPosition,
    Recommit,
    Resign,
    Retire,
    carry_out,
    check,
    choices,
    required_move,
    voters_on,
)
from gitopoly.rules import Choice, actions as a, parse_action
from gitopoly.rules.codes import AUCTION, FREE_4_ALL
from gitopoly.table.bidding import automatic_bid
from gitopoly.table.events import Event, sentence_of
from gitopoly.table.game_file import GameFile
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.lobby import NONCE, Invite, Join, Lobby, LobbyMove, due, files_of

Clock = Callable[[], float]


@dataclass
class AutoPlay:
    """What a seat does automatically where its owner could choose."""

    single: bool = True
    """Take a single legal action, and roll again after doubles once the owner said so."""
    asks: frozenset[int] = frozenset()
    """Kinds of actions that are never automatic: people like to roll the dice themselves."""
    pass_until_my_turn: bool = False
    """Pass in auctions and conclude in a free-4-all of another's turn."""
    stand: bool = False
    """Stand in an auction while leading it."""
    conclude: bool = False
    """Conclude in a free-4-all of another's turn, but leave auctions to the owner."""
    publish: Order | None = None
    """The order that everybody is to follow for this seat; None leaves it as it is."""


class Seat:
    """One seat in one game."""

    def __init__(
        self,
        game: GameReplica,
        name: str,
        identity: Identity,
        clock: Clock,
        auto_play: AutoPlay | None = None,
    ) -> None:
        self.game = game
        self.name = name
        self.number = game.file.seat(name)
        self.identity = identity
        self.auto_play = auto_play or AutoPlay()
        self._clock = clock
        self._chains: list[Chain] = []
        self._nonce: bytes | None = None
        self._listed: tuple[ProtocolPosition, list[Choice]] | None = None
        self.ceiling: int | None = None
        """Up to how much this seat bids unasked in the auction that is going on; 0: it passes."""
        self._rolls_again: tuple[int, int] | None = None
        """The turn, and the doubles in it, after which the owner said to roll again."""

    # Beginning.

    @classmethod
    def invite(cls, store: Store, invitation: GameFile, identity: Identity, clock: Clock) -> Seat:
        """Start a game: write the invitation, with this seat as the first."""
        invitation.check()
        name = invitation.names[0]
        lobby, step = Lobby(invitation), Invite(identity.public.text)
        after = lobby.after(0, step)
        sentence, trailers = sentence_of(lobby, 0, step, after), step.to_trailers(invitation.names)
        sealed = seal(Draft(name, (), sentence, trailers, int(clock())), after.files, identity)
        game = GameReplica(store, sealed.entry.id, invitation)
        game.replica.append(sealed)
        return cls(game, name, identity, clock)

    def join(self, token: str = "", nonce: bytes = b"", holder: str = "") -> list[Event]:
        """Join: publish key, token and the commitment of the dice, and who holds the key.

        The nonce is mixed into the dice where the game requires one; if none is given, one is
        derived, so that games from a seed are reproducible.
        """
        if self.name in self.game.joined:
            raise InvalidSeat(f"{self.name} has already joined this game; resume it")
        token = token or tokens()[self.number]
        if token not in tokens():
            raise InvalidSeat(f"there is no token {token!r}; choose one of {', '.join(tokens())}")
        joint = self.game.file.dice == "joint"
        if joint:
            label = f"nonce {self.game.root} {self.name}".encode()
            self._nonce = nonce or self.identity.secret(label)[:NONCE]
            # A join that could not be written may have been with another one.
            self._chains.clear()
        commitment = self._chain(0).commitment if joint else b""
        brought = self.identity.public.text, token, commitment, self._nonce or b"", holder
        return [self._take(Join(*brought))]

    # Playing.

    @property
    def position(self) -> ProtocolPosition:
        """The position as this seat sees it; do not change it."""
        return self.game.position

    def choices(self) -> list[Choice]:
        """What the owner can choose from now."""
        return list(self._choices(self.position)) if self.game.started else []

    def _choices(self, position: ProtocolPosition) -> list[Choice]:
        """The same, listed once for a position."""
        if self._listed is None or self._listed[0] is not position:
            self._listed = position, choices(position, self.number)
        return self._listed[1]

    def asked(self) -> list[Choice]:
        """What the owner has to decide now; nothing while a move is due or automatic."""
        found = self.choices()
        return [] if not found or self.next_automatic_move() is not None else found

    def act(self, choice: int | str) -> Event:
        """Do something: an action's code, or its text such as `bid 120`."""
        position = self.position
        if isinstance(choice, str):
            choice = parse_action(position.state, choice, self.number, self.game.names)
        answers = a.kind_of(choice) in ANSWERS
        self.note_choice(choice)
        return self.write(Act(choice, position.offers if answers else 0))

    def note_choice(self, choice: int) -> None:
        """Remember whether the owner chose to roll again: the others are asked in between."""
        s = self.position.state
        concludes = a.kind_of(choice) == a.CONCLUDE_FREE_4_ALL_ACTIONS
        again = concludes and s.turn_player == self.number and s.doubles_count > 0
        self._rolls_again = (s.turns, s.doubles_count) if again else None

    def resign(self) -> Event:
        """Resign."""
        chain = self.current_chain()
        return self.write(Resign(chain.secret if chain else b""))

    def vote(self, name: str) -> Event:
        """Vote to continue without a silent seat."""
        return self.write(self._vote_on(self.game.file.seat(name)))

    def votable(self) -> list[str]:
        """The seats that this one could vote out now."""
        position, names = self.position, enumerate(self.game.names)
        return [name for other, name in names if self._if_legal(position, self._vote_on(other))]

    def _vote_on(self, other: int) -> Retire:
        position = self.position
        return Retire(other, position.counts[other], voters_on(position, other))

    def write(self, move: Move) -> Event:
        """Write a move; it is durable when this returns, and nothing changed if it raises."""
        game = self.game
        before = game.position
        after = before.copy()
        check(after, self.number, move)
        carry_out(after, self.number, move, tuple(before.counts))
        if broken := game.fold.broken(after):
            what = f"{move.to_trailers(game.names)['Action']} of {self.name}"
            raise IllegalAction(what, broken, "it would break an invariant", key="breaks_invariant")
        parents = game.log.frontier(self.name)
        return self._seal(parents, move, before, after, files_of(game.file, after.to_yaml()))

    def _take(self, step: LobbyMove) -> Event:
        """Write a step of the lobby, on top of the newest entry of everybody."""
        parents = self.game.log.frontier(self.name)
        before = self.game.lobby(parents)
        after = before.after(self.number, step)
        return self._seal(parents, step, before, after, after.files)

    def _seal(
        self, parents: tuple[str, ...], move: Entered[P], before: P, after: P, files: Files
    ) -> Event:
        sentence = sentence_of(before, self.number, move, after)
        trailers = move.to_trailers(self.game.names)
        draft = Draft(self.name, parents, sentence, trailers, self._time())
        entry = self.game.replica.append(seal(draft, files, self.identity))
        return self.game.note_own(entry, move, before, after)

    def beyond(self, published: str) -> list[Event]:
        """Our own moves that a log of ours, published by another copy of our folder, departs from.

        There are none if the one continues the other.
        """
        game, log = self.game, self.game.log
        own = log.tips().get(self.name)
        entry, _ = decode(published, game.store)
        if published in log or own is None or not isinstance(entry, Entry):
            return []
        if not check_signature(self.identity.public, entry.payload, entry.signature):
            return []
        common = next((e for e in first_parents(published, game.store) if e in log), None)
        if common is None or log[common].seat != self.name:
            return []
        later = range(log.number(common) + 1, log.number(own) + 1)
        return [game.event(log.at(own, number)) for number in later]

    # Automatic moves.

    def run_automatic_moves(self) -> list[Event]:
        """Make all moves that are due or that `auto_play` decides; returns them."""
        done: list[Event] = []
        while (event := self._next_automatic_entry()) is not None:
            done.append(event)
        return done

    def _next_automatic_entry(self) -> Event | None:
        if not self.game.started:
            if self.number == 0 and self.name not in self.game.joined:
                # The program was killed between the invitation and the join that follows it.
                return self.join()[0]
            # With a fork of any seat in sight the game does not begin.
            newest = [top for tops in self.game.log.newest().values() for top in tops]
            step = due(self.game.lobby(newest), self.number)
            return None if step is None else self._take(step)
        move = self.next_automatic_move()
        return None if move is None else self.write(move)

    def next_automatic_move(self) -> Move | None:
        """The next move that needs no decision by the owner, None if there is none."""
        position = self.position
        move = self._recommitment(position)
        move = move or required_move(position, self.number, self.current_chain())
        move = move or self._proof_of_fork(position) or self._order_to_give(position)
        return move or self._automatic_choice(position)

    def _recommitment(self, position: ProtocolPosition) -> Move | None:
        """A new chain in time, so that no draw finds the old one used up."""
        chain = self.current_chain()
        if chain is None or not position.plays(self.number):
            return None
        if chain.left(position.links[self.number]) > RESERVE:
            return None
        # One for each recommitment ever written: links of a void one may be known.
        commitment = self._chain(position.recommits[self.number] + 1).commitment
        return self._if_legal(position, Recommit(commitment))

    def _if_legal(self, position: ProtocolPosition, move: Move) -> Move | None:
        try:
            check(position, self.number, move)
        except IllegalAction:
            return None
        return move

    def _proof_of_fork(self, position: ProtocolPosition) -> Move | None:
        """News of a fork that none of the own entries has passed on yet.

        It can change whose turn it is, and others may wait for this seat without knowing it.
        """
        log = self.game.log
        if not log.any_forks:
            return None
        if position.forked[self.number]:
            return None  # somebody has used this key elsewhere, and nothing written here mends it
        for parent in log.frontier(self.name)[1:]:
            move = Objection(self.game.names.index(log[parent].seat))
            if position.forked[move.seat] and self._if_legal(position, move):
                return move
        return None

    def _order_to_give(self, position: ProtocolPosition) -> Move | None:
        """The order that the owner wants everybody to follow, as soon as it may be given."""
        order = self.auto_play.publish
        if order is None or order == position.orders[self.number]:
            return None
        return self._if_legal(position, GiveOrder(*order))

    def _automatic_choice(self, position: ProtocolPosition) -> Move | None:
        """What the owner would do anyway."""
        if not position.plays(self.number):
            return None
        found = self._choices(position)
        plain = [choice for choice in found if isinstance(choice, int)]
        s = position.state
        if s.turn_player != self.number:
            for choice in plain:
                kind = a.kind_of(choice)
                concludes = kind == a.CONCLUDE_FREE_4_ALL_ACTIONS and s.phase == FREE_4_ALL
                if (kind == a.PASS and self.auto_play.pass_until_my_turn) or (
                    concludes and (self.auto_play.pass_until_my_turn or self.auto_play.conclude)
                ):
                    return Act(choice)
        if s.phase != AUCTION:
            self.ceiling = None
        elif self.auto_play.stand or self.ceiling is not None:
            bids = automatic_bid(s, self.number, found, self.ceiling)
            if bids is not None:
                return Act(bids)
        rolls = a.code_of(a.END_PRE_ROLL, self.number)
        said = self._rolls_again == (s.turns, s.doubles_count)
        if said and rolls in plain and self.auto_play.single:
            return Act(rolls)
        # Not a withdrawal: the other may still be thinking.
        asked = self.auto_play.asks | set(ANSWERS)
        alone = len(found) == 1 and plain and a.kind_of(plain[0]) not in asked
        return Act(plain[0]) if self.auto_play.single and alone else None

    # Dice secrets.

    def _chain(self, number: int) -> Chain:
        """The seat's chains, one after the other, derived from its key and the game's id."""
        nonce = self._own_nonce()
        while len(self._chains) <= number:
            label = f"dice {self.game.root} {self.name} {len(self._chains)}{nonce}"
            self._chains.append(Chain(self.identity.secret(label.encode())))
        return self._chains[number]

    def _own_nonce(self) -> str:
        """The nonce of our own join, as part of the label of every chain."""
        if self._nonce is None:
            own = self._own_join()
            if own is None:
                return ""
            self._nonce = bytes.fromhex(own.trailers.get("Nonce", ""))
        return f" {self._nonce.hex()}" if self._nonce else ""

    def _own_join(self) -> Entry | None:
        """The join of this seat; of several, after a fork, the one that the game began with."""
        game = self.game
        joins = [
            e for e in game.log if e.seat == self.name and e.trailers.get("Action") == Join.NAME
        ]
        begun = game.file.seats[self.number].commitment
        fitting = [join for join in joins if begun and join.trailers.get("Dice") == begun]
        return next(reversed(fitting or joins), None)

    def current_chain(self) -> Chain | None:
        """The chain of the newest public link."""
        if self.game.file.dice != "joint" or not self.game.started:
            return None
        link = self.position.links[self.number]
        # There is a chain for the join and one for each recommitment.
        for number in range(1 + self.position.recommits[self.number]):
            if self._chain(number).has(link):
                return self._chain(number)
        raise InvalidIdentity(f"the dice secrets of {self.name} do not come from this key")

    # Writing.

    def _time(self) -> int:
        """Now, but never before our own latest entry."""
        log = self.game.log
        last = max((log[top].time for top in log.newest().get(self.name, ())), default=0)
        return min(max(last, int(self._clock())), MAX_TIME)

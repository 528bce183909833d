"""What must hold whatever happens: checked after every event, in what honest seats know.

The claims about finality are those of `docs/security.md`, and the one about draws does not ask the
program what it promises: it holds or fails whatever rule the program judges forks by.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.log import Newest
from gitopoly.peers import ProtocolPosition
from gitopoly.peers.position import STAYS
from gitopoly.rules import State
from gitopoly.table.fold import OWN_WORD, Fold
from gitopoly.table.game_replica import GameReplica
from gitopoly.table.trust import evidence_against
from tests.simulation.history import History, PublicSecrets
from tests.simulation.plan import MOST_ENTRIES
from tests.simulation.player import Player

Key = tuple[tuple[str, tuple[str, ...]], ...]


class Broken(Exception):
    """Something that must hold does not."""

    def __init__(self, what: str, how: str) -> None:
        super().__init__(f"{what}: {how}")
        self.what, self.how = what, how


class Properties:
    """What was seen so far of one game, and must stay true."""

    def __init__(self, history: History, secrets: PublicSecrets, cheats: Iterable[str]) -> None:
        self._history, self._secrets = history, secrets
        self._cheats = set(cheats)
        self._positions: dict[Key, tuple[str, ProtocolPosition, frozenset[str]]] = {}
        self._last: dict[str, tuple[int, Key]] = {}
        self._claims: dict[str, list[tuple[int, str]]] = defaultdict(list)
        self._ends: list[tuple[int, State]] = []
        self._lapsed: list[int] = []
        """What was held when nobody honest was in the game any more: it ends every promise."""
        self._attended: dict[frozenset[str], int | None] = {}
        self.final = 0
        """How many entries were found final."""

    def look(self, player: Player) -> None:
        """Look at what one honest seat knows now, if that has changed."""
        game = player.game
        key = _key(game.log.newest())
        if self._last.get(player.name) == (id(game), key):
            return
        self._last[player.name] = id(game), key
        self._history.learn(game.log)
        self._no_honest_seat_is_accused(player)
        self._pasts_hold_one_branch(game)
        if game.started:
            counted = game.counted()
            self._same_entries_same_position(player, key, counted)
            self._position_is_of_what_counts(player, counted)
            self._what_is_final_stays(player, set(counted))

    def _no_honest_seat_is_accused(self, player: Player) -> None:
        game = player.game
        blamed = {found.seat: found.code for found in evidence_against(game)}
        blamed |= dict.fromkeys(game.log.forks(), "fork")
        for seat, code in blamed.items():
            if seat not in self._cheats:
                raise Broken("no honest seat is accused", f"{player.name} accuses {seat}: {code}")

    def _pasts_hold_one_branch(self, game: GameReplica) -> None:
        for entry in game.log:
            if self._history.own_past(entry).bit_count() >= game.log.number(entry.id):
                raise Broken("pasts hold one branch", f"{entry.id[:8]} of {entry.seat}")

    def _same_entries_same_position(
        self, player: Player, key: Key, counted: tuple[str, ...]
    ) -> None:
        position = player.game.position
        before = self._positions.setdefault(key, (player.name, position, frozenset(counted)))
        name, other, others = before
        differs = [
            slot
            for slot in ProtocolPosition.__slots__
            if slot not in ("steps", "written") and _part(position, slot) != _part(other, slot)
        ]
        if differs or others != frozenset(counted):
            raise Broken(
                "same entries, same position", f"{player.name} and {name}: {differs or 'counted'}"
            )

    def _position_is_of_what_counts(self, player: Player, counted: tuple[str, ...]) -> None:
        game, position = player.game, player.game.position
        if not game.log.any_forks and all(last == STAYS for last in position.retired):
            return  # then everything counts
        # Played again from what counts alone, as replays and statistics do it.
        events = Fold(game.log, game.file).move_log().events()
        steps = [step for event in events for step in event.steps]
        if steps and steps[-1].after != position.state:
            raise Broken("the position is of what counts", f"{player.name} sees another state")
        for entry_id in counted:
            if game.fold.is_move(entry_id):
                seat = game.names.index(game.log[entry_id].seat)
                if game.fold.past(entry_id)[seat] >= position.counts[seat]:
                    raise Broken(
                        "the position is of what counts",
                        f"{player.name} lacks {self._told(entry_id)}",
                    )

    # Finality.

    def _what_is_final_stays(self, player: Player, counted: set[str]) -> None:
        game, position = player.game, player.game.position
        left = {entry.seat for entry in game.log if entry.trailers["Action"] in OWN_WORD}
        gone = self._cheats | left  # even if its resignation or bankruptcy is void now
        honest = (seat for seat, name in enumerate(game.names) if name not in gone)
        held = self._history.held(game.log)
        if not any(position.plays(seat) for seat in honest) or self._outvoted(game):
            self._lapsed.append(held)
        if any(not ended & ~held for ended in self._lapsed):
            return  # promised as long as one who is still in the game is honest
        for lost in self._claims.keys() - counted:
            for then, why in self._claims[lost]:
                if not then & ~held:
                    raise Broken(
                        "what is final stays", f"{player.name} lost {self._told(lost)}, {why}"
                    )
        for then, state in self._ends:
            if not then & ~held and position.state != state:
                raise Broken("what is final stays", f"{player.name} saw another end before")
        self._claim(player, counted, held)

    def _outvoted(self, game: GameReplica) -> bool:
        """Whether all others, being hostile, have voted an honest seat out together."""
        votes = (e.trailers for e in game.log if e.trailers["Action"] == "Retire")
        return any(
            vote["Seat"] not in self._cheats and set(vote["Voters"].split()) <= self._cheats
            for vote in votes
        )

    def _claim(self, player: Player, counted: set[str], held: int) -> None:
        game, position = player.game, player.game.position
        level = len(self._cheats) + 1
        before = len(self._claims)
        for entry_id in counted - self._claims.keys():
            if (game.final_level(entry_id) or 0) >= level:
                self._claims[entry_id].append((held, f"final at level {level} to {player.name}"))
        # Two who vote each other out at the same time are expressly promised nothing.
        disputed = any(len(v.voters) == 1 for votes in game.position.votes for v in votes)
        settled = 0 if disputed else self._settled_by_draws(game, counted, level)
        for entry_id in counted:
            if settled & self._history.bit(entry_id) and len(self._claims[entry_id]) < 2:
                self._claims[entry_id].append((held, f"{level} draws ago to {player.name}"))
        self._claims = defaultdict(list, {e: found for e, found in self._claims.items() if found})
        self.final += len(self._claims) - before
        # Who has confirmed the end in as many rounds as there are seats sees it for good.
        settled_end = game.confirmed and all(
            position.finished[seat] == len(game.names) for seat in position.players()
        )
        if settled_end and not disputed and not any(not then & ~held for then, _ in self._ends):
            self._ends.append((held, position.state))

    def _settled_by_draws(self, game: GameReplica, counted: set[str], level: int) -> int:
        """What lies before the last `level` draws in which everybody took part."""
        position = game.position
        reveals: dict[int, list[Entry]] = defaultdict(list)
        for entry_id in counted:
            entry = game.log[entry_id]
            if entry.trailers["Action"] == "Reveal":
                reveals[int(entry.trailers["Draw"])].append(entry)
        reveals.pop(position.draws if position.draw is not None else -1, None)
        found = 0
        for number in sorted(reveals, reverse=True):
            mask = self._past_of_draw(game, reveals[number])
            found += mask is not None
            if found == level:
                assert mask is not None
                return mask
        return 0

    def _past_of_draw(self, game: GameReplica, reveals: list[Entry]) -> int | None:
        """What all who revealed had seen; None if somebody who could have revealed did not."""
        key = frozenset(entry.id for entry in reveals)
        if key not in self._attended:
            past, there = -1, {entry.seat for entry in reveals}
            for entry in reveals:
                past &= self._history.past(entry.id)
                if any(game.names[s] not in there for s in game.fold.before(entry).players()):
                    past = 0
            self._attended[key] = past or None
        return self._attended[key]

    # Checked as it happens.

    def revealed(self, player: Player, entry: Entry) -> None:
        """An honest seat shows a link: nobody may have known it when the draw was asked for."""
        draw = player.game.fold.before(entry).draw
        assert draw is not None
        asked = self._history.asked(player.game.names[draw.asker], entry)
        known = self._secrets.known_since(bytes.fromhex(entry.trailers["Link"]))
        if known is not None and known < asked:
            raise Broken(
                "nobody predicts a draw",
                f"the link of {player.name} was public before draw {entry.trailers['Draw']}",
            )

    def voted(self, player: Player, entry: Entry) -> None:
        """An honest seat votes on another: it has seen the silence itself, or the fork."""
        name = entry.trailers["Seat"]
        if name in player.game.log.forks():
            return
        silence = player.silence_of(name)
        if silence < player.game.file.retire_after:
            raise Broken(
                "honest seats vote on silence", f"{player.name} on {name} after {silence:.0f} s"
            )

    def came_back(self, player: Player, acknowledged: Iterable[str]) -> None:
        """A seat that comes back finds everything that was acknowledged."""
        for entry_id in acknowledged:
            if entry_id not in player.game.log:
                raise Broken(
                    "no acknowledged move is lost", f"{player.name}: {self._told(entry_id)}"
                )

    def _told(self, entry_id: str) -> str:
        entry = self._history.entries[entry_id]
        return f"{entry_id[:8]} ({entry.seat}: {entry.trailers['Action']})"


def _part(position: ProtocolPosition, slot: str) -> object:
    """A part of a position; what was seen of a seat beyond its end makes no difference."""
    if slot != "seen":
        return getattr(position, slot)
    ends = [last if last != STAYS else MOST_ENTRIES for last in position.retired]
    return [tuple(map(min, counts, ends)) for counts in position.seen]


def _key(newest: Newest) -> Key:
    return tuple(sorted(newest.items()))

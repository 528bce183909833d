"""Every move is told in one printable line, by the replica that checked it."""

from __future__ import annotations

from random import Random

import pytest

from gitopoly.peers import (
    Act,
    Finish,
    Move,
    Objection,
    ProtocolPosition,
    Recommit,
    Resign,
    Retire,
    carry_out,
)
from gitopoly.peers.trade import SettleTrade
from gitopoly.rules import State, actions as a
from gitopoly.rules.board import change_owner
from gitopoly.rules.codes import AUCTION
from gitopoly.table import events
from gitopoly.table.events import LONGEST, is_quiet, sentence_of
from tests.peers.positions import CHAINS, act, begun, do, link_of, ready, reveal
from tests.peers.test_absence import MOMENTS
from tests.peers.test_trade import ACCEPT, WITHDRAW, offered
from tests.table.attacks import Opponent, codes, table_at
from tests.table.tables import Table


def told(before: ProtocolPosition, seat: int, move: Move) -> str:
    """What is said about a move, carried out at once."""
    after = before.copy()
    carry_out(after, seat, move, tuple(before.counts))
    return sentence_of(before, seat, move, after)


def asked() -> ProtocolPosition:
    return act(ready(), a.ROLL_AND_MOVE)


def accepted() -> ProtocolPosition:
    return do(offered(), 1, Act(ACCEPT, 1))


@pytest.mark.parametrize(
    ("before", "seat", "move", "sentence"),
    [
        (
            ready(),
            0,
            Act(a.code_of(a.ROLL_AND_MOVE, 0)),
            "ann asks for draw 1; everyone reveals their part of it.",
        ),
        (asked(), 1, link_of(asked(), 1), "ben reveals their part of draw 1."),
        (ready(), 0, Recommit(b"n" * 32), "ann starts a new chain of dice secrets."),
        (ready(), 1, Resign(CHAINS[1].secret), "ben resigns."),
        (ready(), 0, Resign(CHAINS[0].secret), "ann leaves the game."),
        (asked(), 0, Retire(2, 0, (0, 1)), "ann votes to continue without cleo."),
        (asked(), 0, Objection(2), "ann shows that cleo is still here."),
        (ready(), 0, Finish(), "ann confirms the end of the game."),
        (offered(), 1, Act(ACCEPT, 1), "ben accepts the trade."),
        (begun(), 1, Act(ACCEPT, 1), "ben accepts the trade."),
        (begun(), 0, Act(WITHDRAW, 1), "ann answers an offer that is no longer open."),
    ],
)
def test_moves_in_words(before: ProtocolPosition, seat: int, move: Move, sentence: str) -> None:
    assert told(before, seat, move) == sentence


def test_a_settled_trade_is_told_as_the_trade() -> None:
    assert told(accepted(), 0, SettleTrade(1)).startswith("ben accepts the trade: ")


def test_the_last_link_tells_what_was_drawn() -> None:
    p = asked()
    for seat in (1, 2):
        reveal(p, seat)
    assert "ann rolls 4 and 3" in told(p, 0, link_of(p, 0))


@pytest.mark.parametrize("moment", MOMENTS)
def test_everything_that_follows_a_resignation_can_be_told(moment: str) -> None:
    """Several seats may leave in one step, and the rules act on for them."""
    p = MOMENTS[moment]()
    for seat in (2, 1, 0):
        secret = CHAINS[seat].secret if p.setting.joint else b""
        before = p.copy()
        carry_out(p, seat, Resign(secret), tuple(before.counts))
        assert 0 < len(sentence_of(before, seat, Resign(secret), p)) <= LONGEST


def test_what_follows_a_departure_is_told_from_the_position_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ann leaves, her estate is auctioned, and cleo, who has resigned, passes at once."""
    p = begun()
    change_owner(p.state, p.state.rules, 39, 0)
    do(p, 2, Resign(CHAINS[2].secret))
    seen = []

    def watching(before: State, action: int, *rest: object) -> str:
        seen.append((before.phase, a.kind_of(action)))
        return "x"

    monkeypatch.setattr(events, "tell", watching)
    assert told(p, 0, Resign(CHAINS[0].secret)) == "ann leaves the game. x"
    assert seen == [(AUCTION, a.PASS)]


def test_what_only_moves_the_game_along_is_quiet() -> None:
    p = asked()
    assert is_quiet(0, Act(a.code_of(a.ROLL_AND_MOVE, 0)), p)
    do(p, 1, Resign(CHAINS[1].secret))
    assert not is_quiet(1, Resign(CHAINS[1].secret), p)


def test_what_a_peer_wrote_as_its_sentence_is_not_shown() -> None:
    table = table_at("its floor")
    o = Opponent(table, table.seats[2])
    entry = o.entry(Act(codes(o.seat)[0]))
    assert entry.entry.sentence == "Nothing to see here."
    o.show(table.seats[0], entry)
    assert table.seats[0].game.event(entry.entry.id).sentence != "Nothing to see here."


def test_all_replicas_tell_a_whole_game_alike() -> None:
    table = Table(3, "classic").start()
    for _ in table.rounds(Random(5), 150):
        pass
    for _ in range(2):
        table.exchange()
    stories = [[event.sentence for event in seat.game.story()] for seat in table.seats]
    assert stories[0] == stories[1] == stories[2]
    assert all(0 < len(sentence) <= LONGEST for sentence in stories[0])

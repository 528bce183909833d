"""What peers do is named as in the modules; what has no function of its own has its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Replica
from gitopoly.peers import absence, auction, dice, orders, play, trade
from gitopoly.peers.moves import MOVES
from gitopoly.proof.specs.actions import actions_of
from gitopoly.rules import auction as kernel_auction, trade as kernel_trade
from gitopoly.rules.actions import NAMES
from gitopoly.table import fold, lobby

SPECS = Path(__file__).parents[2] / "specs"
Doer = Callable[..., object]

MODULES: dict[str, tuple[str, dict[str, Doer | str]]] = {
    "auction/Auction3.tla": (
        "A3Next",
        {
            "A3Bid": auction.check_auction,
            "A3Stand": auction.check_auction,
            "A3Pass": kernel_auction.pass_auction,
            "A3NextRound": kernel_auction.next_round,
            "A3ChooseWinner": kernel_auction.choose_winner,
            "A3Merge": Replica.receive,
        },
    ),
    "trade/Trade3.tla": (
        "T3Next",
        {
            "T3OfferTrade": kernel_trade.offer_trade,
            "T3AcceptTrade": trade.check_answer,
            "T3DeclineTrade": trade.check_answer,
            "T3WithdrawTrade": trade.check_answer,
            "T3SettleTrade": trade.SettleTrade.check,
            "T3Merge": Replica.receive,
        },
    ),
    "dice/Dice2.tla": (
        "D2Next",
        {
            "D2Request": dice.request,
            "D2Reveal": dice.Reveal.check,
            "D2Resign": absence.Resign.check,
            "D2Retire": absence.Retire.check,
            "D2Object": absence.Objection.check,
            "D2Merge": Replica.receive,
            "D2Stop": "falling silent is what a peer does not do",
        },
    ),
    "auction/AuctionSeats.tla": (
        "ASNext",
        {
            "ASWrite": auction.check_auction,
            "ASChooseWinner": kernel_auction.choose_winner,
            "ASTake": Replica.receive,
            "ASLeave": absence.Resign.carry_out,
            "ASStandIn": absence.stand_in,
        },
    ),
    "trade/TradeSeats.tla": (
        "TSNext",
        {
            "TSOfferTrade": kernel_trade.offer_trade,
            "TSAcceptTrade": trade.check_answer,
            "TSDeclineTrade": trade.check_answer,
            "TSWithdrawTrade": trade.check_answer,
            "TSSettleTrade": trade.SettleTrade.check,
            "TSTake": Replica.receive,
            "TSLeave": absence.Resign.carry_out,
        },
    ),
    "dice/DiceSeats.tla": (
        "DSNext",
        {
            "DSRequest": dice.request,
            "DSReveal": dice.Reveal.check,
            "DSRecommit": dice.Recommit.check,
            "DSResign": absence.Resign.check,
            "DSRetire": absence.Retire.check,
            "DSObject": absence.Objection.check,
            "DSMove": play.Act.check,
            "DSTake": Replica.receive,
            "DSStop": "falling silent is what a peer does not do",
        },
    ),
    "ledger/Finality.tla": (
        "Next",
        {
            "WriteMove": Replica.append,
            "Leave": fold.departure_of,
            "VoteOut": absence.Retire.check,
            "Finish": play.Finish.check,
            "JoinAgain": "only cheats do, so that no program of ours can",
        },
    ),
    "ledger/Orders.tla": (
        "Next",
        {
            "GiveOrder": orders.GiveOrder.check,
            "Ask": kernel_auction.open_auction,
            "Pass": orders.follow,
            "Give": "handing the floor on is the rules' own",
            "Resign": absence.Resign.check,
            "Retire": absence.Retire.check,
            "Take": Replica.receive,
        },
    ),
    "ledger/Lobby.tla": (
        "Next",
        {"Join": lobby.Join.check, "Ready": lobby.Ready.check, "Start": lobby.Start.check},
    ),
}
"""Each module, its next-state relation, and what does each of its actions, or why nothing does."""

SEATS = ("ASNext", "TSNext", "DSNext")
"""Relations of modules that repeat actions of another one, under whose names the checks are."""
NAMED_ELSEWHERE = ("VoteOut", "Finish", "Pass")
"""Actions whose doer is named after the same action of another module, or after the rule."""
TRACES = {
    "auction/TraceAuction3.tla": "auction/AuctionSeats.tla",
    "trade/TraceTrade3.tla": "trade/TradeSeats.tla",
    "dice/TraceDice2.tla": "dice/DiceSeats.tla",
    "ledger/TraceLedger.tla": "ledger/Finality.tla",
    "ledger/TraceLobby.tla": "ledger/Lobby.tla",
    "ledger/TraceOrders.tla": "ledger/Orders.tla",
}


@pytest.mark.parametrize("module", MODULES)
def test_every_action_of_the_module_is_done_or_has_its_reason(module: str) -> None:
    relation, doers = MODULES[module]
    assert set(actions_of(SPECS / module, relation)) == set(doers)
    for doer in doers.values():
        assert doer if isinstance(doer, str) else doer.__doc__


@pytest.mark.parametrize("module", MODULES)
def test_a_check_between_peers_says_which_action_it_is(module: str) -> None:
    for action, doer in MODULES[module][1].items():
        if isinstance(doer, str) or not doer.__module__.startswith("gitopoly.peers"):
            continue
        if MODULES[module][0] in SEATS or action in NAMED_ELSEWHERE:
            continue
        assert action in (doer.__doc__ or "")


def test_moves_of_trades_and_auctions_are_written_under_the_names_of_the_modules() -> None:
    written = {*NAMES, *MOVES}
    for module, prefix in (("auction/Auction3.tla", "A3"), ("trade/Trade3.tla", "T3")):
        names = {name.removeprefix(prefix) for name in MODULES[module][1]} - {"Merge"}
        assert names <= written


def test_what_counts_is_read_from_the_log_by_the_names_of_the_module() -> None:
    for name in ("counted", "is_void", "forks", "verdict"):
        assert hasattr(Log, name)


def test_every_move_of_a_seat_is_an_action_of_some_module() -> None:
    doers = [doer for _, actions in MODULES.values() for doer in actions.values()]
    done = {doer.__qualname__.split(".")[0] for doer in doers if not isinstance(doer, str)}
    assert {kind.__name__ for kind in MOVES.values()} <= done


def test_every_step_of_the_lobby_is_an_action_of_its_module() -> None:
    assert {*lobby.LOBBY_MOVES} - {lobby.Invite.NAME} == set(MODULES["ledger/Lobby.tla"][1])


@pytest.mark.parametrize("trace", TRACES)
def test_a_trace_module_follows_every_action_that_a_program_does(trace: str) -> None:
    text = (SPECS / trace).read_text(encoding="utf-8")
    for action, doer in MODULES[TRACES[trace]][1].items():
        told = action.replace("TS", "T3") if action.startswith("TS") else action
        known = {action, told} | ({"A3Bid", "StandIn"} if action.startswith("AS") else set())
        assert isinstance(doer, str) or any(
            f'"{name}"' in text or f"{name}(" in text for name in known
        )

"""What peers do is named as in the modules; what has no function of its own has its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gitopoly.kernel import auction as kernel_auction
from gitopoly.kernel import trade as kernel_trade
from gitopoly.kernel.actions import NAMES
from gitopoly.ledger.log import Log
from gitopoly.ledger.replica import Replica
from gitopoly.protocols import absence, auction, dice, trade
from gitopoly.protocols.trade import ANSWERS
from gitopoly.verify.specs.actions import actions_of

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
            "T3SettleTrade": trade.check_answer,
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
    "ledger/Ledger.tla": (
        "Next",
        {
            "WriteEntry": Replica.append,
            "Fetch": Replica.receive,
            "FetchBranch": Replica.receive,
            "VoteOut": absence.Retire.check,
            "Object": absence.Objection.check,
            "CrashAndResume": Replica.load,
            "WriteBranch": "only cheats do, so that no program of ours can",
            "StayAway": "falling silent is what a seat does not do",
        },
    ),
}
"""Each module, its next-state relation, and what does each of its actions, or why nothing does."""


@pytest.mark.parametrize("module", MODULES)
def test_every_action_of_the_module_is_done_or_has_its_reason(module: str) -> None:
    relation, doers = MODULES[module]
    assert set(actions_of(SPECS / module, relation)) == set(doers)
    for doer in doers.values():
        assert doer if isinstance(doer, str) else doer.__doc__


@pytest.mark.parametrize("module", MODULES)
def test_a_check_between_peers_says_which_action_it_is(module: str) -> None:
    for action, doer in MODULES[module][1].items():
        if isinstance(doer, str) or not doer.__module__.startswith("gitopoly.protocols"):
            continue
        if action != "VoteOut":
            assert action in (doer.__doc__ or "")


def test_moves_of_trades_and_auctions_are_written_under_the_names_of_the_modules() -> None:
    written = {*NAMES, *ANSWERS}
    for module, prefix in (("auction/Auction3.tla", "A3"), ("trade/Trade3.tla", "T3")):
        names = {name.removeprefix(prefix) for name in MODULES[module][1]} - {"Merge"}
        assert names <= written


def test_what_counts_is_read_from_the_log_by_the_names_of_the_module() -> None:
    for name in ("counted", "void", "forks", "verdict"):
        assert hasattr(Log, name)

"""The analysis of a game for the page that replays it: chances, mistakes, trades by frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gitopoly.bots.analysis.decisions import Decision
from gitopoly.bots.analysis.report import GameAnalysis
from gitopoly.bots.analysis.review import draws
from gitopoly.bots.analysis.trades import TradeVerdict
from gitopoly.rules import Taken, is_legal
from gitopoly.web.log_lines import facts_of
from gitopoly.words import Words


def chances_of(
    found: GameAnalysis, steps: Sequence[Taken], positions: Sequence[int]
) -> dict[str, Any]:
    """Each seat's chance after every frame; `positions` is the number of steps up to each frame."""
    seats = range(len(found.chances[0]))
    shown = [found.chances[position] for position in positions]
    return {
        "policies": list(found.policies),
        "lines": [[round(chances[seat], 3) for chances in shown] for seat in seats],
        "errors": [[round(found.errors[p][seat], 3) for p in positions] for seat in seats],
        "mistakes": [
            _mistake(decision, steps[decision.step - 1], positions)
            for decision in found.decisions or ()
        ],
        "swings": [
            {
                "frame": frame_of(moment.step, positions),
                "seat": moment.seat,
                "change": round(100 * moment.change),
                "done": facts_of(steps[moment.step - 1]),
            }
            for moment in found.moments
        ],
        "trades": [_trade(trade, positions) for trade in found.trades or ()],
    }


def frame_of(step: int, positions: Sequence[int]) -> int:
    """The frame that shows a step."""
    return next(
        (frame for frame, position in enumerate(positions) if position >= step),
        len(positions) - 1,
    )


def _trade(trade: TradeVerdict, positions: Sequence[int]) -> dict[str, Any]:
    """A trade with what it did to both sides in per cent; None where that is not clear."""
    return {
        "frame": frame_of(trade.step, positions),
        "seats": [trade.proposer, trade.addressee],
        "gains": [
            round(100 * gain) if trade.says(place) else None
            for place, gain in enumerate(trade.gains)
        ],
    }


def _mistake(decision: Decision, done: Taken, positions: Sequence[int]) -> dict[str, Any]:
    """A mistake with the frame that shows it, and what was better as a step."""
    facts: dict[str, Any] = {
        "frame": frame_of(decision.step, positions),
        "seat": decision.seat,
        "loss": round(100 * decision.loss),
        "done": facts_of(done),
    }
    before, code = done.before, decision.better
    if not draws(before, code) and is_legal(before, code):
        facts["better"] = facts_of(Taken.of(before, code))
    if decision.is_unmade_offer:
        facts["unmade"] = True
    if decision.completed is not None:
        facts["owner"], facts["group"] = decision.completed
    return facts


def relative_to(policies: Sequence[str], names: Sequence[str], words: Words) -> str:
    """Whom the playouts of an analysis let play."""
    if len(set(policies)) == 1:
        return words("analysis.all", policy=policies[0])
    pairs = zip(names, policies, strict=True)
    return words.list([words("analysis.one", name=name, policy=policy) for name, policy in pairs])

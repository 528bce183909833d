"""An analysis in the terminal: a plot of the chances, what decided the game, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gitopoly.bots.analysis.decisions import Decision
from gitopoly.bots.analysis.report import GameAnalysis
from gitopoly.bots.analysis.review import draws, is_offer
from gitopoly.bots.analysis.trades import TradeVerdict
from gitopoly.rules import State, Taken, is_legal, tell, turn_number
from gitopoly.table.wishes import called
from gitopoly.web.chances import relative_to
from gitopoly.words import Words, english

HEIGHT = 11
"""Rows of the plot: one for every tenth."""
WIDEST = 72
CELL = 15
"""Least width of a column of luck and skill."""


def lines_of(
    found: GameAnalysis, steps: Sequence[Taken], names: Sequence[str], width: int
) -> Iterator[str]:
    """Everything that a person wants to know."""
    words = english()
    yield words("analysis.relative", policies=relative_to(found.policies, names, words))
    yield ""
    yield from plot(found, names, min(width - 8, WIDEST))
    yield ""
    yield from last_chances(found, names)
    if found.moments:
        yield ""
        yield words("analysis.moments")
        for moment in found.moments:
            done = steps[moment.step - 1]
            yield (
                f"  {words('replay.turn', turn=turn_number(done.before)):<9}"
                f" {names[moment.seat]} {percent(moment.change, True)}: {told(done, names, words)}"
            )
    if found.decisions or (found.decisions is not None and found.complete):
        yield ""
        yield words("analysis.decisions" if found.decisions else "analysis.decisions.none")
        for decision in found.decisions:
            done = steps[decision.step - 1]
            turn = words("replay.turn", turn=turn_number(done.before))
            yield f"  {turn:<9} {sentence(decision, done, names, words)}"
    if found.trades:
        yield ""
        yield words("analysis.trades")
        for trade in found.trades:
            done = steps[trade.step - 1]
            turn = words("replay.turn", turn=turn_number(done.before))
            yield f"  {turn:<9} {verdict(trade, steps, names, words)}"
    if found.luck is not None:
        yield ""
        yield from luck_table(found, names, words)
    if not found.complete:
        yield ""
        yield words("analysis.incomplete")


def plot(found: GameAnalysis, names: Sequence[str], width: int) -> Iterator[str]:
    """The curves, each drawn with the number of its seat; `*` where several meet."""
    width = max(10, width)
    last = len(found.chances) - 1
    rows = [[" "] * width for _ in range(HEIGHT)]
    for column in range(width):
        chances = found.chances[round(column * last / max(width - 1, 1))]
        for seat, chance in enumerate(chances):
            if chance <= 0 and column and max(chances) < 1:
                continue
            row = HEIGHT - 1 - round(chance * (HEIGHT - 1))
            mark = str(seat + 1)
            rows[row][column] = mark if rows[row][column] in (" ", mark) else "*"
    for number, line in enumerate(rows):
        share = 100 * (HEIGHT - 1 - number) // (HEIGHT - 1)
        yield f"{share:>4} % {''.join(line).rstrip()}".rstrip()
    yield "       " + ", ".join(f"{seat} {name}" for seat, name in enumerate(names, 1))


def last_chances(found: GameAnalysis, names: Sequence[str]) -> Iterator[str]:
    """The chances in the last position, with their errors."""
    wide = max(map(len, names))
    for name, chance, error in zip(names, found.chances[-1], found.errors[-1], strict=True):
        spread = f" ± {100 * error:.1f}" if error else ""
        yield f"  {name:<{wide}}  {100 * chance:5.1f} %{spread}"


def luck_table(found: GameAnalysis, names: Sequence[str], words: Words) -> Iterator[str]:
    """Where each seat's result comes from."""
    assert found.luck is not None
    wide = max(map(len, names))
    heads = [words(f"analysis.luck.{key}") for key in ("start", "luck", "own", "others", "result")]
    yield f"  {'':<{wide}}  " + "  ".join(f"{head:>{CELL}}" for head in heads)
    for name, row in zip(names, found.luck, strict=True):
        cells = [
            percent(row.start),
            f"{percent(row.luck, True)} ± {100 * row.luck_error:.0f}",
            f"{percent(row.own, True)} ± {100 * row.own_error:.0f}",
            f"{percent(row.others, True)} ± {100 * row.others_error:.0f}",
            percent(row.result),
        ]
        lengths = [max(CELL, len(head)) for head in heads]
        padded = [f"{cell:>{length}}" for cell, length in zip(cells, lengths, strict=True)]
        yield f"  {name:<{wide}}  " + "  ".join(padded)


def percent(value: float, signed: bool = False) -> str:
    """A share in whole per cent."""
    whole = round(100 * value)
    sign = "\N{MINUS SIGN}" if whole < 0 else "+" if signed and whole > 0 else ""
    return f"{sign}{abs(whole)} %"


def told(done: Taken, names: Sequence[str], words: Words) -> str:
    """A step in a sentence."""
    if done.leaves:
        return words("story.Left", name=names[done.outcome]) + "."
    return tell(*done, names, words)


def sentence(decision: Decision, done: Taken, names: Sequence[str], words: Words) -> str:
    """A decision, what it cost, and what was better."""
    facts = {
        "done": told(done, names, words),
        "name": names[decision.seat],
        "loss": round(100 * decision.loss),
        "better": alternative(done.before, decision.better, names, words),
    }
    if decision.is_unmade_offer:
        return words.fill("analysis.unmade", facts)
    if decision.completed is None:
        return words.fill("analysis.cost", facts)
    owner, group = decision.completed
    facts |= {"owner": names[owner], "group": called(group, done.before.rules, words)}
    return words.fill("analysis.cost.completes", facts)


def verdict(trade: TradeVerdict, steps: Sequence[Taken], names: Sequence[str], words: Words) -> str:
    """What a trade did to the chances of both sides, and what was offered."""
    said = words(
        "analysis.trade",
        name=names[trade.proposer],
        other=names[trade.addressee],
        gain=gain(trade, 0, words),
        theirs=gain(trade, 1, words),
    )
    for done in reversed(steps[: trade.step]):
        if is_offer(done.code):
            return f"{said}: {told(done, names, words)}"
    return said


def gain(trade: TradeVerdict, place: int, words: Words) -> str:
    """What one side gained, if that is clear."""
    if trade.says(place) == 0:
        return words("analysis.unclear")
    return percent(trade.gains[place], True)


def alternative(s: State, code: int, names: Sequence[str], words: Words) -> str:
    """What should have been done, in a sentence; of a roll, nothing but the roll."""
    if draws(s, code) or not is_legal(s, code):
        return words("analysis.roll")
    return told(Taken.of(s, code), names, words)

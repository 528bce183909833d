"""The shortest path to a state: the levels are explored again, and walked back."""

from __future__ import annotations

from typing import Any

from gitopoly.kernel import State, initial
from gitopoly.verify.native.checker import Explorer, Share, np
from gitopoly.verify.native.exploration import QUEUE
from gitopoly.verify.native.seen_set import SeenSet
from gitopoly.verify.native.stories import Way, steps_from
from gitopoly.verify.native.symmetry import turn_the_table
from gitopoly.verify.native.tried import MOST_SUCCESSORS

SPAN = 1024
"""How many positions are searched for successors at once."""
ROOM = 4 * (MOST_SUCCESSORS + QUEUE)


def path_to(explorer: Explorer, state: State, depth: int) -> tuple[Way, State]:
    """A shortest path to a state of level `depth`: each state with the step that leaves it.

    With symmetry the path may end in another state that the given one represents.
    """
    again = Explorer(
        *(explorer.rules, None, explorer.memory, explorer.symmetric),
        keep=True,
        asked=0,
        bounds=explorer.bounds,
    )
    while again.depth < depth - 1:
        if again.next_level() is None:
            raise LookupError("the path there does not fit into memory")
    targets = [again.workers[0].pack(state)]
    for level in range(depth - 2, 0, -1):
        targets.append(_parent_of(again, targets[-1], level))
    way: Way = []
    here = initial(explorer.rules)
    for target in reversed(targets[: depth - 1]):
        step, there = _step_to(again, here, target)
        way.append((here, *step))
        here = there
    return way, here


def _parent_of(explorer: Explorer, target: Any, level: int) -> Any:
    """A packed position of a level that is one step away from another one."""
    assert explorer.kept is not None
    for block in explorer.kept[level]:
        length = len(block) // explorer.width
        for first in range(0, length, SPAN):
            last = min(first + SPAN, length)
            if not _leads_to(explorer, target, Share(block, first, last)):
                continue
            while last - first > 1:
                middle = (first + last) // 2
                if _leads_to(explorer, target, Share(block, first, middle)):
                    last = middle
                else:
                    first = middle
            return block[first * explorer.width : last * explorer.width]
    raise LookupError("no state of that level leads there")


def _leads_to(explorer: Explorer, target: Any, share: Share) -> bool:
    """Whether any of several positions leads to another one."""
    worker, width = explorer.workers[0], explorer.width
    while share.first < share.last:
        reached = np.empty(ROOM * width, np.uint64)
        worker.expand(share, SeenSet(0), reached, ROOM)
        found = reached[: int(worker.tally["new"]) * width].reshape(-1, width)
        if (found == target).all(axis=1).any():
            return True
        share.first += int(worker.tally["expanded"])
    return False


def _step_to(explorer: Explorer, state: State, target: Any) -> tuple[tuple[int, int], State]:
    """The action and outcome that lead to a packed position, or to an equivalent one."""
    for action, outcome, after in steps_from(state, explorer.bounds):
        packed = after
        if explorer.symmetric:
            packed = after.copy()
            turn_the_table(packed, after, after.rules)
        if (explorer.workers[0].pack(packed) == target).all():
            return (action, outcome), after
    raise LookupError("no step leads there")

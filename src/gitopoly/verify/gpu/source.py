"""The exploration of one model as CUDA or C++: translated rules, packing, set and kernels."""

from __future__ import annotations

import ctypes
from importlib import resources

from gitopoly.kernel import Rules, State, initial
from gitopoly.kernel.actions import kind_of
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import MOST_KINDS
from gitopoly.kernel.invariants import inv_conservation_of_money
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.state import FIELDS
from gitopoly.kernel.transition import attempt
from gitopoly.translation.program import program_of
from gitopoly.translation.records import record, structure_of
from gitopoly.verify.gpu.digits import PositionCode
from gitopoly.verify.native.branches import MOST_BRANCHES, branch_of
from gitopoly.verify.native.layout import WITHOUT_BITS, layout_of
from gitopoly.verify.native.promises import PROGRESS, STEPS, first_broken_of_step
from gitopoly.verify.native.steps import (
    first_broken_by_step,
    outcome_of_trial,
    restore_sets_and_bank,
    trials,
)

BRANCHES_IN_ALL = MOST_KINDS * MOST_BRANCHES
NARROW_MONEY = 1 << 20
"""With less money in all, no number under the rules needs more than 32 bits."""
DEADLOCK, BAD_STEP, SOUGHT, INVARIANT = 1, 2, 3, 16
"""What may be found at a position; the number of a violated invariant is added to the last."""
OCTETS = 4
FUNCTIONS = (
    *(restore_sets_and_bank, terminated, list_while_playing, attempt, kind_of, branch_of),
    *(trials, outcome_of_trial),
    *(first_broken_by_step, first_broken_of_step, inv_conservation_of_money),
)


def source(rules: Rules, asked: int) -> str:
    """The whole program for a model: its rules and the properties it asks for are constants."""
    constants = {
        "ASKED": asked,
        "PROGRESS": PROGRESS,
        "STEPS": STEPS,
        "PLAYERS": rules.num_players,
        "MOST_BRANCHES": MOST_BRANCHES,
        "BRANCHES_IN_ALL": BRANCHES_IN_ALL,
        "DEADLOCK": DEADLOCK,
        "BAD_STEP": BAD_STEP,
        "SOUGHT": SOUGHT,
        "INVARIANT": INVARIANT,
    }
    return "\n".join(
        [
            *(["#define NARROW"] if rules.total_money < NARROW_MONEY else []),
            program_of(*FUNCTIONS, rules=rules),
            *(f"#define {name} {value}" for name, value in constants.items()),
            _file("carrier.hpp"),
            PositionCode(rules, asked).cpp(),
            _record_functions(rules),
            _file("exact_set.hpp"),
            _file("explore.cu"),
        ]
    )


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _record_functions(rules: Rules) -> str:
    """`copy_varying` copies what a step may change; `rest_is_idle` checks everything else."""
    masks = _varying(rules)
    given = bytes(record(initial(rules)))
    copies, checks = [], []
    for place, mask in enumerate(masks):
        if mask:
            copies.append(f"    to[{place}] = from[{place}];")
        if mask != 0xFFFFFFFF:
            idle = int.from_bytes(given[place * OCTETS :][:OCTETS], "little") & ~mask
            checks.append(f"    changed |= (words[{place}] & {~mask & 0xFFFFFFFF}u) ^ {idle}u;")
    return "\n".join(
        [
            "FUNCTION void copy_varying(const State& before, State& after) {",
            "    const uint32_t* from = reinterpret_cast<const uint32_t*>(&before);",
            "    uint32_t* to = reinterpret_cast<uint32_t*>(&after);",
            *copies,
            "}",
            "FUNCTION bool rest_is_idle(const State& s) {",
            "    const uint32_t* words = reinterpret_cast<const uint32_t*>(&s);",
            "    uint32_t changed = 0u;",
            *checks,
            "    return changed == 0u;",
            "}",
        ]
    )


def _varying(rules: Rules) -> list[int]:
    """For every 32 bits of a record, those that a step may change."""
    structure = structure_of(State)
    octets = bytearray(ctypes.sizeof(structure))
    places = [(slot.field, slot.index) for slot in layout_of(rules)]
    for field in WITHOUT_BITS:
        places += [(field, index) for index in range(FIELDS[field].length or 1)]
    for field, index in places:
        member = getattr(structure, field)
        size = member.size // (FIELDS[field].length or 1)
        first = member.offset + index * size
        octets[first : first + size] = b"\xff" * size
    return [
        int.from_bytes(octets[place : place + OCTETS], "little")
        for place in range(0, len(octets), OCTETS)
    ]

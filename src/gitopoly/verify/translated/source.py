"""The exploration of one model as CUDA or C++: translated rules, packing, set and kernels."""

from __future__ import annotations

from importlib import resources

from gitopoly.kernel import Rules
from gitopoly.kernel.actions import kind_of
from gitopoly.kernel.board import terminated
from gitopoly.kernel.codes import MOST_KINDS
from gitopoly.kernel.invariants import inv_conservation_of_money
from gitopoly.kernel.legal import list_while_playing
from gitopoly.kernel.transition import attempt
from gitopoly.translation.program import program_of
from gitopoly.verify.native.branches import MOST_BRANCHES, branch_of
from gitopoly.verify.native.promises import PROGRESS, STEPS, first_broken_of_step
from gitopoly.verify.native.steps import (
    first_broken_by_step,
    outcome_of_trial,
    restore_sets_and_bank,
    trials,
)
from gitopoly.verify.native.symmetry import turn_the_table
from gitopoly.verify.translated.digits import implied
from gitopoly.verify.translated.position_code import PositionCode
from gitopoly.verify.translated.records import idle_fields

BRANCHES_IN_ALL = MOST_KINDS * MOST_BRANCHES
FULLEST = 0.8
"""How full a set on a processor may become before it grows."""
GPU_BUCKET = 16
PROCESSOR_BUCKET = 8
"""Slots that are searched one after the other; on a processor a cache line."""
MOST_TRIES = 64
"""Buckets that a position may stand in."""
NARROW_MONEY = 1 << 20
"""With less money in all, no number under the rules needs more than 32 bits."""
DEADLOCK, BAD_STEP, INVARIANT = 1, 2, 16
"""What may be found at a position; the number of a violated invariant is added to the last."""
FUNCTIONS = (
    *(restore_sets_and_bank, terminated, list_while_playing, attempt, kind_of, branch_of),
    *(trials, outcome_of_trial, turn_the_table),
    *(first_broken_by_step, first_broken_of_step, inv_conservation_of_money),
)


def source(
    rules: Rules,
    asked: int,
    symmetric: bool = False,
    wide: bool = False,
    threads: bool = False,
    tables: bool = True,
) -> str:
    """The whole program for a model: its rules and the properties it asks for are constants.

    `wide`: whether a position needs a slot of sixteen bytes; `threads`: for the threads of a
    processor instead of the kernels of a GPU.
    """
    code = PositionCode(rules, asked)
    constants = {
        "ASKED": asked,
        "UNSURE": asked & ~implied(asked),
        "SYMMETRIC": int(symmetric),
        **({"WIDE": 1} if wide else {}),
        **({"BUCKET": PROCESSOR_BUCKET} if threads else {"BUCKET": GPU_BUCKET, "ANY_SIZE": 1}),
        "FULLEST": FULLEST,
        "MOST_TRIES": MOST_TRIES,
        "PROGRESS": PROGRESS,
        "STEPS": STEPS,
        "PLAYERS": rules.num_players,
        "MOST_BRANCHES": MOST_BRANCHES,
        "BRANCHES_IN_ALL": BRANCHES_IN_ALL,
        "DEADLOCK": DEADLOCK,
        "BAD_STEP": BAD_STEP,
        "INVARIANT": INVARIANT,
        "MOST_KINDS": MOST_KINDS,
    }
    return "\n".join(
        [
            *([] if threads else ["#define UNROLL_NOT"]),
            *(["#define NARROW"] if rules.total_money < NARROW_MONEY else []),
            program_of(
                *FUNCTIONS,
                rules=rules,
                fixed_tables=tables,
                idle=idle_fields(rules),
                noted=code.noted() if threads else {},
            ),
            *(f"#define {name} {value}" for name, value in constants.items()),
            _file("carrier.hpp"),
            code.cpp(),
            *([code.cpp_for_threads()] if threads else []),
            _file("exact_set.hpp"),
            *([_file("expansion.hpp"), _file("workers.cpp")] if threads else [_file("explore.cu")]),
        ]
    )


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")

"""The program of one model, in C++ or CUDA: its rules and its promises are constants."""

from __future__ import annotations

import ctypes
import hashlib
import platform
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from gitopoly.engine import native
from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.branches import MOST_BRANCHES, branch_of
from gitopoly.proof.explorer.packing import Layout, PositionCode, idle_fields, implied, most_issued
from gitopoly.proof.explorer.promises import PROGRESS, PROMISES, TYPE_OK
from gitopoly.proof.explorer.steps import (
    action_of_trial,
    is_beyond,
    keeps_moving,
    outcome_of_trial,
    restore_sets_and_bank,
    trials,
    tried_by,
    turn_the_table,
    type_ok_of_packed,
)
from gitopoly.proof.specs.model_config import Search
from gitopoly.rules.actions import KINDS
from gitopoly.rules.board import terminated
from gitopoly.rules.catalogue import kind_of
from gitopoly.rules.codes import LAST_PHASE, MOST_SQUARES, POST_ROLL
from gitopoly.rules.invariants import inv_conservation_of_money
from gitopoly.rules.record import Record, packed, wide, wides
from gitopoly.rules.step import attempt, list_while_playing

BRANCHES_IN_ALL = KINDS * MOST_BRANCHES
SLOTS = 1 << 20
"""The slots of a set on a processor, to begin with."""
FULLEST = 0.8
"""How full it may become before it grows."""
GPU_BUCKET = 16
PROCESSOR_BUCKET = 8
"""Slots that are searched one after the other; on a processor a cache line."""
MOST_TRIES = 64
"""Buckets that a position may stand in."""
NARROW_MONEY = 1 << 20
"""With less money in all, no number under the rules needs more than 32 bits."""
BAD_STEP, INVARIANT = 2, 16
"""What may be found at a position; the number of a broken promise is added to the second."""
DEADLOCK = INVARIANT + PROGRESS.bit_length() - 1
FLAGS = ("-O3", "-march=native", "-fno-tree-slp-vectorize", "-pthread")
FUNCTIONS: tuple[Callable[..., Any], ...] = (
    *(restore_sets_and_bank, terminated, list_while_playing, attempt, kind_of, branch_of),
    *(trials, action_of_trial, outcome_of_trial, is_beyond, keeps_moving, turn_the_table),
    *(inv_conservation_of_money, type_ok_of_packed),
)
WORD = ctypes.c_uint64
WIDTHS = (2, 3, 4, 5, 8, 15)
"""The words of a position in the program that is shipped."""
FEWEST_TRIES = 8
MOST_SHARE_BITS, LEAST_LOW_BITS = 7, 12


class Report(Record):
    """Where an exploration stands."""

    done: int = wide()
    out_of_memory: int = wide()
    used: int = wide()
    held: int = wide()
    """Positions and bytes in use."""
    depth: int = wide()
    distinct: int = wide()
    ended: int = wide()
    stuck: int = wide()
    trouble: int = wide()
    """What is wrong, 0: nothing."""
    generated_by: list[int] = wides(BRANCHES_IN_ALL)
    distinct_by: list[int] = wides(BRANCHES_IN_ALL)


def source(search: Search, code: PositionCode, threads: bool = False, tables: bool = True) -> str:
    """The whole program for a model.

    `threads`: for the threads of a processor instead of the kernels of a GPU.
    """
    from gitopoly.engine.program import program_of  # not needed where the program is built

    rules, asked = search.rules, search.asked
    all_money = rules.total_money + most_issued(rules, search.bounds)
    return "\n".join(
        [
            *([] if threads else ["#define UNROLL_NOT"]),
            *(["#define NARROW"] if all_money < NARROW_MONEY else []),
            program_of(
                *_functions(asked),
                rules=rules,
                fixed={"Tried.most_issued": tried_by(rules, search.bounds).most_issued},
                fixed_tables=tables,
                idle=idle_fields(rules, search.bounds),
                noted=code.noted(),
            ),
            *([] if threads else ["#define ANY_SIZE 1"]),
            "struct Layout;",
            *_around(
                asked,
                asked & ~implied(asked),
                SYMMETRIC=int(search.symmetric),
                BUCKET=PROCESSOR_BUCKET if threads else GPU_BUCKET,
                ASKED=asked,
                PLAYERS=rules.num_players,
            ),
            code.cpp(),
            _file("exact_set.hpp"),
            *([_file("expansion.hpp"), _file("workers.cpp")] if threads else [_file("explore.cu")]),
        ]
    )


def shipped_source() -> str:
    """The program for all models, in the widths that positions may have, on one thread."""
    from gitopoly.engine.program import program_of, structure

    every = (1 << len(PROMISES)) - 1
    files = map(_file, ("general.hpp", "exact_set.hpp", "expansion.hpp", "workers.cpp"))
    text = "\n".join(files)
    return "\n".join(
        [
            _file("alone.hpp"),
            program_of(*_functions(every)),
            structure(Layout),
            "static Layout layout;",
            *_around(
                every,
                every,
                SYMMETRIC="layout.symmetric",
                BUCKET=PROCESSOR_BUCKET,
                ASKED="layout.asked",
                PLAYERS="int(rules.num_players)",
                PHASES=LAST_PHASE + 1,
                PHASE_BY_SQUARE=POST_ROLL,
                GROUP_COUNT=LAST_PHASE + 1 + MOST_SQUARES,
            ),
            "#define WHOLE",
            *(f"namespace words_{n} {{\n#define WORDS {n}\n{text}\n}}" for n in WIDTHS),
        ]
    )


def _functions(asked: int) -> list[Callable[..., Any]]:
    """What is translated."""
    promised = (each.check for number, each in enumerate(PROMISES) if asked >> number & 1)
    return list(dict.fromkeys((*FUNCTIONS, *promised)))


def _around(asked: int, unsure: int, **constants: object) -> list[str]:
    """What knows neither how positions are packed nor what carries them."""
    constants |= {
        "FULLEST": FULLEST,
        "MOST_TRIES": MOST_TRIES,
        "MUST_MOVE": f"((ASKED & {PROGRESS}) != 0)",
        "MOST_BRANCHES": MOST_BRANCHES,
        "BRANCHES_IN_ALL": BRANCHES_IN_ALL,
        "DEADLOCK": DEADLOCK,
        "BAD_STEP": BAD_STEP,
        "INVARIANT": INVARIANT,
        "KINDS": KINDS,
    }
    return [
        *(f"#define {name} {value}" for name, value in constants.items()),
        *(_chain("unsure", unsure), _chain("asked", asked), _chain("asked_steps", asked, True)),
        *(_file("carrier.hpp"), _file("steps.hpp")),
    ]


def _chain(name: str, asked: int, of_step: bool = False) -> str:
    """A function in C++ that gives the number of the first broken promise; -1 if none is.

    Positions that fit are of their type (`type_ok_of_packed`), and progress is seen elsewhere.
    """
    given, states = ("s, after", "State& s, State& after") if of_step else ("s", "State& s")
    lines = []
    for number, each in enumerate(PROMISES):
        bit = 1 << number
        if asked & bit & ~PROGRESS and each.of_step == of_step:
            check = type_ok_of_packed if bit == TYPE_OK else each.check
            broken = f"!{check.__name__}({given}, rules)"
            lines.append(f"    if (int64_t(ASKED) >> {number} & 1 && {broken}) return {number};")
    head = f"FUNCTION int first_broken_of_{name}({states}, const Rules& rules) {{"
    return "\n".join([head, *lines, "    return -1;", "}"])


def _file(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


class Table(ctypes.Structure):
    """The set of positions, as the programs know it; see `exact_set.hpp`."""

    _fields_ = (
        ("slots", WORD),
        ("low_bits", ctypes.c_int32),
        ("shares", ctypes.c_uint32),
        ("share", WORD),
        ("quotients", WORD),
        ("most_tries", ctypes.c_int32),
        ("region_bits", ctypes.c_int32),
    )


FIRST_TABLE = Table(0, LEAST_LOW_BITS, 1, 1, 1, 1 << 30)
"""Of the program that is shipped."""


def packed_for(search: Search, buckets: int, whole: bool = False) -> tuple[PositionCode, Table]:
    """How positions are packed, and a set of at least so many buckets.

    Its slots hold whole positions if they must.
    """
    code = PositionCode(search.rules, search.asked, search.bounds, whole)
    bits = buckets.bit_length()
    # A share must have many buckets, because a position stands in one of its own share.
    low_bits = max(0, min(bits - 1, max(bits - min(MOST_SHARE_BITS, code.x_bits), LEAST_LOW_BITS)))
    shares = -(-buckets // (1 << low_bits))
    if low_bits > code.y_bits or shares > 1 << code.x_bits:
        raise InvalidModel("a position has too few bits for so large a set; lower the memory")
    if code.is_whole:
        return code, Table(0, low_bits, shares, 1, 1, 1 << 30)
    share = -(-(1 << code.x_bits) // shares)
    quotients = share << (code.y_bits - low_bits)
    tries = min(MOST_TRIES, ((1 << 64) - 1) // quotients)
    if tries < FEWEST_TRIES:
        return packed_for(search, buckets, whole=True)
    return code, Table(0, low_bits, shares, share, quotients, tries)


@cache
def processor() -> str:
    """What this machine's processor is; code for another one may not run here."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith(("flags", "Features"))), "")


def named(search: Search) -> tuple[str, ...]:
    """What tells the program of a model from all others."""
    rules = hashlib.sha256(packed(search.rules)).hexdigest()
    return "explorer", rules, str(search.asked), str(search.symmetric), repr(search.bounds)


@cache
def library_of(search: Search) -> tuple[ctypes.CDLL, PositionCode, Table]:
    """The program of a model for threads, how it packs positions, and its first set."""
    code, table = packed_for(search, SLOTS // PROCESSOR_BUCKET)
    ingredients = (*named(search), str(code.is_whole), processor())
    library = native.build(ingredients, lambda: source(search, code, threads=True), FLAGS)
    return library, code, table

"""Our reader and TLC itself find the same in a configuration, however it is written.

Everything in the module tells when TLC evaluates it, so that one run shows all that TLC has read.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.specs.config_file import Config, read_config
from gitopoly.proof.tlc import tlc
from gitopoly.proof.tlc.output import CheckResult, CheckRun
from tests.proof.specs.config_writer import Meant, written

INVARIANTS = ("I1", "I2", "I3", "I4")
PROPERTIES = ("P1", "P2", "P3")
CONSTRAINTS = ("C1", "C2")
ACTION_CONSTRAINTS = ("A1", "A2")
MODULE = """---- MODULE Probe ----
EXTENDS Naturals, TLC
CONSTANTS X, Y
VARIABLE x
Init == x = 0
Next == x < 1 /\\ x' = x + 1
Spec == Init /\\ [][Next]_x
Told(name) == x = x /\\ PrintT(name)
I1 == Told("I1")
I2 == Told("I2")
I3 == Told("I3")
I4 == Told("I4")
P1 == [][Told("P1")]_x
P2 == [][Told("P2")]_x
P3 == []Told("P3")
C1 == Told("C1")
C2 == Told("C2")
A1 == Told("A1")
A2 == Told("A2")
V == IF Told("V") THEN x ELSE x
Broken == x # 1
D == 7
ASSUME PrintT(<<"X", X>>) /\\ PrintT(<<"Y", Y>>)
====
"""
VALUES = ("= 12", "= TRUE", "= m", '= "two words"', "= {1, 2}", "= {}", "<- D", "= {{m}, {}}")
BASE = "SPECIFICATION Spec\nCONSTANTS X = 1 Y = 2\n"


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module that tells what TLC has read."""
    (tmp_path / "Probe.tla").write_text(MODULE)
    return tmp_path / "Probe.tla"


def run_tlc(module: Path, text: str) -> CheckRun:
    """What TLC says, without our reader before it."""
    config = module.with_suffix(".cfg")
    config.write_bytes(text.encode())
    return tlc.run(module, config, short=True)


def told(run: CheckRun) -> tuple[set[str], dict[str, str]]:
    """The names that TLC has evaluated, and the constants."""
    names = set(re.findall(r'^"(\w+)"$', "\n".join(run.printed), re.MULTILINE))
    constants = dict(re.findall(r'^<<"(\w)", (.*)>>$', "\n".join(run.printed), re.MULTILINE))
    return names, constants


def named(config: Config) -> set[str]:
    """The names that we have read."""
    lists = config.invariants, config.properties, config.constraints, config.action_constraints
    view = [name for keyword, name in config.others.items() if keyword == "VIEW"]
    return {*view, *(name for names in lists for name in names)}


def shown(config: Config, name: str) -> str:
    """A constant as TLC prints it."""

    def told(value: object) -> str:
        if isinstance(value, tuple):
            return "{" + ", ".join(sorted(map(told, value), key=len)) + "}"
        if isinstance(value, bool):
            return str(value).upper()
        return f'"{value}"' if isinstance(value, str) else str(getattr(value, "name", value))

    constant = config.constants[name]
    return "7" if constant.definition else told(constant.value)


def some(chance: random.Random, names: tuple[str, ...]) -> tuple[str, ...]:
    """Some of several names, in any order."""
    return tuple(chance.sample(names, chance.randint(0, len(names))))


def compare(module: Path, seed: int) -> None:
    """Write a configuration at random, and let both read it."""
    chance = random.Random(seed)
    meant = Meant(
        some(chance, INVARIANTS),
        some(chance, PROPERTIES),
        some(chance, CONSTRAINTS),
        some(chance, ACTION_CONSTRAINTS),
        {"X": chance.choice(VALUES), "Y": chance.choice(VALUES)},
        chance.choice([(("SPECIFICATION", "Spec"),), (("INIT", "Init"), ("NEXT", "Next"))]),
        chance.choice([(), (("VIEW", "V"),)]),
    )
    run = run_tlc(module, written(meant, chance))
    config = read_config(module.with_suffix(".cfg"))
    names, constants = told(run)
    assert run.result in (CheckResult.HOLDS, CheckResult.NOTHING), run.message
    assert names == named(config)
    assert constants == {name: shown(config, name) for name in ("X", "Y")}
    assert (run.invariants, run.properties) == (len(meant.invariants), len(meant.properties))
    asks = bool(meant.invariants or meant.properties)
    assert run.result is (CheckResult.HOLDS if asks else CheckResult.NOTHING)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_tlc_reads_what_we_read(module: Path, seed: int) -> None:
    compare(module, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 100))
def test_tlc_reads_what_we_read_in_many_more(module: Path, seed: int) -> None:
    compare(module, seed)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    ["INVARIANTS I1 I2\n    Broken", "INVARIANT Broken\nINVARIANT I1", "INVARIANTS\nI1\n\nBroken"],
)
def test_an_invariant_that_was_read_can_fail(module: Path, text: str) -> None:
    run = run_tlc(module, BASE + text)
    assert (run.result, run.violated) == (CheckResult.INVARIANT, "Broken")
    assert "Broken" in read_config(module.with_suffix(".cfg")).invariants


@pytest.mark.slow
@pytest.mark.parametrize("stray", ["?", "\f", "\x00", "\x1a", "(*", "\u00a0"])
def test_where_tlc_stops_reading_without_a_word_we_refuse(
    module: Path, stray: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f"{BASE}INVARIANT I1\n{stray}\nINVARIANT Broken"
    with pytest.raises(InvalidModel, match="line 4: "):
        run_tlc(module, text)
    monkeypatch.setattr(tlc, "read_config", Config)
    run = run_tlc(module, text)
    assert "Broken" not in (run.violated, *told(run)[0]), "TLC has not read it, and says nothing"


@pytest.mark.slow
def test_a_model_without_a_state_shows_nothing(module: Path) -> None:
    module.write_text(MODULE.replace("Init == x = 0", "Init == x = 0 /\\ x = 1"))
    run = run_tlc(module, f"{BASE}INVARIANT I1")
    assert (run.result, run.generated) == (CheckResult.NOTHING, 0)

"""A new action, an option and a house rule, added to a copy of the program as its docs say.

The steps are read from `docs/architecture.md`, "Add an action", so that they stay true.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STEP = re.compile(
    r"^(?:At the end of|In) `(?P<file>[^`]+)`(?:, (?P<how>before|instead of) `(?P<line>[^`]+)`)?:"
    r"\n\n```\w+\n(?P<text>.*?)```$",
    re.MULTILINE | re.DOTALL,
)
WORDS = "src/gitopoly/words/en.json"
REFUSALS, RULES, MOVING = (
    f"src/gitopoly/rules/{name}.py" for name in ("refusals", "rules", "moving")
)
TURN = "src/gitopoly/rules/turn.py"


def documented() -> list[dict[str, str]]:
    """Which text goes where."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("\n## Add an action\n")[2].partition("\n## ")[0]
    return [step.groupdict() for step in STEP.finditer(section)]


def follow(tree: Path, step: dict[str, str]) -> None:
    """Do what a step says."""
    path = tree / step["file"]
    text = path.read_text(encoding="utf-8")
    if step["how"]:
        lines = text.splitlines(keepends=True)
        at = next(i for i, line in enumerate(lines) if line.startswith(step["line"]))
        lines[at : at + (step["how"] == "instead of")] = [step["text"]]
        text = "".join(lines)
    else:
        text += f"\n\n{step['text']}"
    path.write_text(text, encoding="utf-8")


def change(tree: Path, file: str, old: str, new: str) -> None:
    """Replace a text in a file of the copy."""
    path = tree / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def copy_of_the_program(folder: Path) -> Path:
    """The sources, the tool that compiles them and the specification."""
    for name in ("src", "tools", "specs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on the copy."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def refusal(tree: Path) -> str:
    """The sentence with which the program ends when it starts."""
    done = run(tree, "-m", "gitopoly", "simulate", "--games", "1", "--engine", "interpreted")
    if done.returncode == 0:  # what reads the specification asks more
        done = run(tree, "-c", "from gitopoly.proof.suite import find_specs; find_specs()")
        return done.stderr.splitlines()[-1].partition(": ")[2]
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr.strip().removeprefix("gitopoly: ")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy in which all steps were followed."""
    tree = copy_of_the_program(tmp_path_factory.mktemp("program"))
    for step in documented():
        follow(tree, step)
    return tree


@pytest.fixture
def changed(program: Path) -> Iterator[Path]:
    """The same, for changes that are taken back."""
    files = [program / name for name in {step["file"] for step in documented()}]
    kept = {path: path.read_bytes() for path in files}
    yield program
    for path, text in kept.items():
        path.write_bytes(text)


def test_an_action_takes_three_files_beside_the_specification_and_an_option_one_more() -> None:
    files = {step["file"] for step in documented()}
    assert {file for file in files if "specs/" not in file} == {
        *(TURN, REFUSALS, WORDS),
        *(RULES, MOVING),
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            WORDS,
            ' "story.GiveMoney": "{name} gives {amount} to {player}",\n',
            "",
            "GiveMoney has no words: add story.GiveMoney to gitopoly/words/en.json",
        ),
        (
            WORDS,
            ' "do.GiveMoney": "Give {amount} to {player}",\n',
            "",
            "GiveMoney has no words: add do.GiveMoney to gitopoly/words/en.json",
        ),
        (
            WORDS,
            ' "refusal.no_gifts": "nobody gives money away in this game",\n',
            "",
            "a refusal has no words: add refusal.no_gifts to gitopoly/words/en.json",
        ),
        (
            REFUSALS,
            'NO_GIFTS = _because("HOUSE-12")\n',
            "",
            "NO_GIFTS is no refusal: add it to gitopoly/rules/refusals.py, with its rule",
        ),
        (
            RULES,
            "    gifts: int = flag(",
            "    presents: int = flag(",
            "GiveMoney: give_money uses gifts, which is not declared; options and flags are fields "
            "of Rules, what changes is one of State",
        ),
        (
            TURN,
            "int(amount))\n    return LEGAL",
            "int(amount))",
            "GiveMoney: give_money can end without a value; return LEGAL or a refusal",
        ),
        (
            MOVING,
            " + rules.roll_bonus)",
            ")",
            "RollAndMove: roll_and_move has the bank pay roll_bonus; count it in bank_pays",
        ),
        (
            MOVING,
            "source=SALARY, bank_pays=salaries)\ndef leave_jail",
            "source=SALARY)\ndef leave_jail",
            "LeaveJail: arrive has the bank pay pass_go_reward; count it in bank_pays",
        ),
        (
            TURN,
            "GIVE_MONEY = 62",
            "GIVE_MONEY = None",
            "GiveMoney has the number None, which is not a whole number",
        ),
        (
            TURN,
            "GIVE_MONEY = 62",
            "GIVE_MONEY = 4",
            "GiveMoney has the number 4, which is that of RollAndMove",
        ),
        (
            TURN,
            "GIVE_MONEY = 62",
            "GIVE_MONEY = 64",
            "no action has the number 62; give it to GiveMoney, not 64",
        ),
        (
            TURN,
            "GIVE_MONEY = 62",
            "GIVE_MONEY = 255",
            "GiveMoney has the number 255; the last one is 254",
        ),
        (
            TURN,
            "rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:\n"
            '    """HOUSE-12',
            'rules: Rules, player: int, act: bool) -> int:\n    """HOUSE-12',
            "GiveMoney: give_money has other parameters than s, rules, player, code, outcome, "
            "act, which rule is given",
        ),
        (
            TURN,
            "source=TRADES",
            "sauce=TRADES",
            "GiveMoney is declared with sauce, which no action has",
        ),
        (
            TURN,
            "{amount} to {player}",
            "{amount} to {friend}",
            "GiveMoney carries {friend}, which no action has; use one of square, group, player, "
            "winner, amount, count, offer, or add it to CARRIED and say how it is written",
        ),
        (
            TURN,
            ", listed=list_gifts",
            "",
            "GiveMoney carries {amount}, {player}; say with listed= which of them are legal",
        ),
        (
            TURN,
            "at=PRE_ROLL, listed",
            "listed",
            "GiveMoney belongs to no phase; say with at= which, such as PRE_ROLL",
        ),
        (
            TURN,
            "at=PRE_ROLL, listed",
            "at=99, listed",
            "GiveMoney belongs to no phase; say with at= which, such as PRE_ROLL",
        ),
        (
            TURN,
            "at=PRE_ROLL, listed",
            "at=PRE_ROLL, on=UNOWNED, listed",
            "GiveMoney belongs to landings, but not to the phase after a roll; say at=POST_ROLL",
        ),
        (
            TURN,
            "source=TRADES",
            "draws=9",
            "GiveMoney is declared with draws=9, which is not in codes",
        ),
        (
            TURN,
            "source=TRADES",
            'name="EndTurn"',
            "EndTurn is declared twice; actions have different names",
        ),
        (
            TURN,
            "@action(GIVE_MONEY",
            "action(GIVE_MONEY",
            "do.GiveMoney is said by no action: declare it, in a module that actions.py gathers",
        ),
        (
            "specs/classic/Classic.tla",
            " : GiveMoney(amount, other)",
            " : GiveNothing(amount, other)",
            "GiveMoney is not specified: write it in specs/classic, and list it in Next of "
            "Classic.tla",
        ),
        (
            "specs/classic/TraceClassic.tla",
            '"GiveMoney"',
            '"GiveNothing"',
            "GiveMoney is in no trace: say in specs/classic/TraceClassic.tla which step it is",
        ),
    ],
)
def test_what_is_missing_is_refused_at_the_start_with_one_sentence(
    changed: Path, file: str, old: str, new: str, sentence: str
) -> None:
    change(changed, file, old, new)
    assert refusal(changed) == sentence


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("return NO_GIFTS", "NO_GIFTS", "give_money cannot be translated: an expression that does"),
        (
            "for other in",
            "return LEGAL\n    for other in",
            "list_gifts cannot be translated: LEGAL",
        ),
    ],
)
def test_a_misplaced_return_is_refused_when_the_rules_are_compiled(
    changed: Path, old: str, new: str, sentence: str
) -> None:
    change(changed, TURN, old, new)
    done = run(changed, "-m", "tools.generate")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert re.match(rf"turn\.py:\d+: {re.escape(sentence)}", line)


def test_what_learners_have_no_numbers_for_is_refused(changed: Path) -> None:
    change(changed, TURN, "{amount} to {player}", "{amount} to {winner}")
    done = run(changed, "-c", "import gitopoly.arena.environments")
    assert "GiveMoney has no numbers for learners: say in VALUES" in done.stderr


PLAY = """
import gitopoly
from gitopoly.arena.environments import action_space, action_names
from gitopoly.rules import *
from gitopoly.rules.bounds import fits_32_bits
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.refusals import key_of
from gitopoly.web.decisions import decisions

names = ["Ann", "Ben", "Cleo"]
s = initial(Rules.of("classic", 3, opening_throw=0, gifts=1, roll_bonus=7))
print([format_action(s, choice, names) for choice in legal_actions(s)])
for text in ("give 50 to Ben", "give $50 to ben", "Ann: give 50 to Ben"):
    code = parse_action(s, text, 0, names)
    print(format_action(s, code, names), "/", to_canonical(code))
    assert from_canonical(to_canonical(code), 0) == code
number = action_space.first_number(s.rules, 0, actions.code_of(62, 0, 2)) + 1
print(action_names.describe(s.rules, number))
assert action_space.decode(s, s.rules, 0, number, ActionBuffer()) == parse_action(s, "give 6 to p2")
buttons = [b for b in decisions(s, 0, legal_actions(s))["buttons"] if b["do"] == "GiveMoney"]
print([(b["player"], b["amount"]) for b in buttons][:3])
before = s.copy()
apply(s, code)
print(tell(before, code, 0, s, names), from_yaml(to_yaml(s), s.rules) == s)
apply(s, parse_action(s, "end pre-roll"))
apply(s, parse_action(s, "roll"), dice(1, 2))
print(s.money[:3], violated_invariants(s))
for options in ({}, {"gifts": 1}):
    t = initial(Rules.of("classic", 3, opening_throw=0, **options))
    for amount in (0, 1500, 1501):
        why = refusal(t, parse_action(t, f"give {amount} to p3"))
        print(why and key_of(why), end=" ")
print(refusal(t, parse_action(t, "give 5 to p1")) != 0)
game = gitopoly.Game("classic", names, gifts=1, opening_throw=0)
game.push("give 50 to Ben")
print(game.seats["Ben"].cash)
for bonus, turns in ((0, 20_000), (10_000, 20_000), (10_000, 100_000)):
    print(fits_32_bits(Rules.of("classic", 4, roll_bonus=bonus), turns), end=" ")
"""
PLAYED = """\
['end pre-roll', 'give 1 to 1500 to Ben', 'give 1 to 1500 to Cleo']
give 50 to Ben / GiveMoney 50 2
give 50 to Ben / GiveMoney 50 2
give 50 to Ben / GiveMoney 50 2
give the lowest amount plus $5 to seat +1
[(1, 1), (1, 10), (1, 50)]
Ann gives $50 to Ben: Ann -$50, Ben +$50. True
[1457, 1550, 1500] []
no_gifts no_gifts no_gifts cash_short 0 cash_short True
1550
True False False """


def test_a_new_action_can_be_typed_told_chosen_and_played(program: Path) -> None:
    done = run(program, "-c", PLAY)
    assert (done.stderr, done.stdout) == ("", PLAYED)


SERIES = """
import sys
from gitopoly.bots.series import Series, play_chunk
options = (("gifts", 1), ("roll_bonus", 7))
for policies in (("random",), ("trader", "random", "sensible")):
    chunk = play_chunk(Series("classic", 3, policies, 4, options=options), sys.argv[1], 0, 3)
    assert chunk.kinds["GiveMoney"] > 0
    assert not any(game.violation for game in chunk.games)
    print(chunk)
"""


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("ziglang"), reason="needs ziglang")
@pytest.mark.skipif(not importlib.util.find_spec("wasmtime"), reason="needs wasmtime")
@pytest.mark.parametrize("engine", ["compiled", "native"])
def test_a_new_action_is_played_alike_by_every_engine(program: Path, engine: str) -> None:
    made = run(program, "-m", "tools.generate")
    assert made.returncode == 0, made.stderr
    if engine == "native" and not shutil.which("c++"):
        pytest.skip("needs a C++ compiler")
    plain, other = (run(program, "-c", SERIES, name) for name in ("interpreted", engine))
    assert plain.returncode == other.returncode == 0, plain.stderr + other.stderr
    assert plain.stdout == other.stdout


KINDS = range(62, 250)
MANY = """

def nothing(s: State, rules: Rules, player: int, code: Wide, outcome: int, act: bool) -> int:
    \"\"\"Nothing happens.\"\"\"
    return LEGAL


for kind in range(62, 250):
    action(kind, f"nothing {kind}", at=kind % 13, name=f"Nothing{kind}")(nothing)
"""
WITH_MANY = """
from gitopoly.rules import *
s = initial(Rules.of("classic", 3))
code = parse_action(s, "nothing 242")
print(actions.KINDS, to_canonical(code), from_canonical("Nothing242", 0) == code)
print(format_action(s, code), refusal(s, code), len(legal_actions(s)))
from gitopoly.bots.series import Series, play_chunk
series = Series("classic", 3, max_turns=4, max_actions=2000)
assert play_chunk(series, "interpreted", 0, 2) == play_chunk(series, "compiled", 0, 2)
"""


@pytest.mark.slow
@pytest.mark.skipif(not importlib.util.find_spec("ziglang"), reason="needs ziglang")
@pytest.mark.skipif(not importlib.util.find_spec("wasmtime"), reason="needs wasmtime")
def test_there_is_room_for_250_kinds(tmp_path: Path) -> None:
    tree = copy_of_the_program(tmp_path)
    with (tree / TURN).open("a", encoding="utf-8") as file:
        file.write(MANY)
    words = [
        f' "{what}.Nothing{kind}": "x",' for what in ("do", "story") for kind in range(62, 250)
    ]
    change(tree, WORDS, "{\n", "{\n" + "\n".join(words) + "\n")
    made = run(tree, "-m", "tools.generate")
    assert made.returncode == 0, made.stderr
    done = run(tree, "-c", WITH_MANY)
    assert done.stderr == ""
    assert done.stdout == "250 Nothing242 True\nnothing 242 0 15\n"

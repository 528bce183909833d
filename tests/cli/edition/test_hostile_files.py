"""Files that mean harm, or none: `edition check` has short lines for them, and no traceback."""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import gitopoly
from gitopoly.cli import main
from gitopoly.cli.edition.making import everything
from gitopoly.declared import LONGEST_PROBLEM
from gitopoly.editions import load
from gitopoly.editions.files import MOST_PROBLEMS
from tests.game.test_edition_files import TOWN, walk

EXTENDS = 'extends = "classic"\nsummary = "x"\n'
WHOLE = {name: EXTENDS + everything(load(name)) for name in ("london", "harbour", "formal-small")}
CHANGED = EXTENDS + (
    "[squares.39]\nvalue = 400\nrent = [50, 200, 600, 1400, 1700, 2000]\n"
    '[chance.6]\namount = 60\ntext = "Find $60."\n[constants]\nhouses = 32\nturn_limit = 90\n'
    '[flags]\nno_auctions = true\n[colours]\n"dark blue" = "#4254ad"\n'
)
SECONDS = 2.0
"""Processor time that reading a file may take; all of these take less than a quarter of it."""


def check(path: Path) -> int:
    """Check a file as people do; the exit code."""
    start = time.process_time()
    result = CliRunner().invoke(main, ["edition", "check", str(path)])
    assert time.process_time() - start < SECONDS
    assert isinstance(result.exception, SystemExit | None), result.exception
    lines = result.output.splitlines()
    assert 1 <= len(lines) <= MOST_PROBLEMS
    longest = LONGEST_PROBLEM + len(f"{path}, line 60000: ")
    assert all(line.isprintable() and len(line) <= longest for line in lines)
    return result.exit_code


def written(text: str | bytes) -> Callable[[Path], object]:
    """What writes a file."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return lambda path: path.write_bytes(data)


def huge(path: Path) -> None:
    """A file of 100 MB, as far as its length goes."""
    with path.open("wb") as file:
        file.truncate(100 << 20)


def extending(name: str) -> Callable[[Path], object]:
    """What writes a file that extends another one."""
    return written(f'extends = "{name}"\nsummary = "x"\n')


HOSTILE: dict[str, Callable[[Path], object]] = {
    "100 MB": huge,
    "a pipe": os.mkfifo,
    "a link to itself": lambda path: path.symlink_to(path),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": Path.mkdir,
    "nothing": written(""),
    "UTF-16": written(EXTENDS.encode("utf-16")),
    "bytes": written(bytes(range(256))),
    "extends itself": extending("./mine.toml"),
    "extends a device": extending("/dev/zero"),
    "extends memory": extending("/proc/self/mem"),
    "extends a folder": extending("//"),
    "extends a long name": extending("x" * 5000 + ".toml"),
    "extends a name of control characters": extending("./\\u001b[2J\\u0000.toml"),
    "many lines and problems": written(
        EXTENDS + "\n" * 60_000 + "".join(f"a{n} = 1\n" for n in range(100))
    ),
    "many names": written("".join(f"a{n}=1\n" for n in range(7000)) + "\n" * 8000),
    "many tables": written("\n".join(f"[a{n}.b.c.d.e.f]" for n in range(3000))),
    "many tables in tables": written("[[a.b.c.d.e.f]]\n" * 4000),
    "many squares": written(EXTENDS + "squares = [" + "{},\n" * 15_000 + "]"),
    "many colours": written(EXTENDS + "[colours]\n" + "".join(f"a{n}=1\n" for n in range(7000))),
    "nested lists": written("x = " + "[" * 30_000),
    "nested lists that end": written(EXTENDS + f"name = {'[' * 150}{']' * 150}\n"),
    "nested tables": written("a.b.c.d.e.f.g = {" * 300 + "x = 1" + "}" * 300),
    "a long name": written(EXTENDS + f'"{"k" * 60_000}" = 1\n'),
    "a name of control characters": written(EXTENDS + '"\\u001b[2J\\n\\u202e" = 1\n'),
    "a long text": written(EXTENDS + f'[squares.1]\nname = "{"e" * 60_000}"\n'),
    "an edition's name in a list": written(EXTENDS + "name = [[]]\n"),
    "half a letter": written(EXTENDS + 'name = "\ud800"\n'),
    "a number of 25,000 bits": written(EXTENDS + f"[constants]\nhouses = 0x{'f' * 6000}\n"),
    "a number of 9,000 digits": written(EXTENDS + f"[constants]\nhouses = {'9' * 9000}\n"),
    "no numbers": written(EXTENDS + "[constants]\nhouses = nan\nhotels = -inf\ndice_max = 1e999\n"),
    "a date": written(EXTENDS + "jail = 1979-05-27T07:32:00Z\n"),
    "a name twice": written(EXTENDS + 'summary = "y"\n'),
    "a square twice": written(EXTENDS + "[squares.1]\nname = 'A'\n[squares.01]\nname = 'B'\n"),
    "a square of Arabic digits": written(EXTENDS + "[squares.'\u0661']\nname = 'A'\n"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    HOSTILE[kind](tmp_path / "mine.toml")
    assert check(tmp_path / "mine.toml") == 2


def test_files_that_extend_each_other_in_a_circle_of_links_come_to_an_end(tmp_path: Path) -> None:
    for number in range(9):
        (tmp_path / f"{number}.toml").symlink_to("mine.toml")
    extending("./0.toml")(tmp_path / "mine.toml")
    assert check(tmp_path / "mine.toml") == 2


def test_the_name_of_a_file_controls_no_terminal(tmp_path: Path) -> None:
    for name, text in (("bad\x1b[2J\n.toml", "x = 1"), ("\u202e.toml", EXTENDS)):
        written(text)(tmp_path / name)
        assert check(tmp_path / name) == 2


def test_a_file_of_another_system_is_read(tmp_path: Path) -> None:
    text = EXTENDS.replace("\n", "\r\n")
    written(b"\xef\xbb\xbf" + text.encode())(tmp_path / "mine.toml")
    assert check(tmp_path / "mine.toml") == 0


# Mutated files.

VALUES = (
    *("-1", "0", "99", "100001", "10" * 9, "9" * 30, "1e9", "nan", "inf", "true", "1979-05-27"),
    *('"x"', "[]", "[[]]", "{}", "[{}]", "{ a = 1 }", "[1, 2, 3]", '["a"]', '"\\u0000"', '""'),
)
WORDS = (
    *(
        "",
        "GO",
        "x" * 300,
        "\\u001b[2J",
        "\\u202e",
        "{7}",
        "{99}",
        "jail",
        "street",
        "chance",
        "\\n",
    ),
    *("./mine.toml", "/dev/zero", "a  b", " a", "e\u0301\u0301\u0301", "#ffffff", "5", "classic"),
)
NAMES = ("value", "x", "kind", "type", "rent", "squares", "board", "jail", "name", "extends", "key")


def mutated(text: str, draw: random.Random) -> str:
    """A file with a few faults: lines, values, words, names and letters changed or exchanged."""
    for _ in range(draw.randint(1, 6)):
        lines = text.split("\n")
        at, other = draw.randrange(len(lines)), draw.randrange(len(lines))
        line = lines[at]
        place = draw.randrange(len(line) + 1)
        value, word = draw.choice(VALUES), f'"{draw.choice(WORDS)}"'
        lines[at] = draw.choice(
            (
                lines[other],
                f"{line}\n{lines[other]}",
                re.sub(r"\b\d+\b", lambda _, v=value: v, line, count=draw.randint(1, 3)),
                re.sub(r'"[^"]*"', lambda _, w=word: w, line, count=1),
                re.sub(r"= .*", lambda _, v=value: f"= {v}", line),
                re.sub(r"\b[a-z_]+ =", f"{draw.choice(NAMES)} =", line),
                line[:place] + draw.choice('"[]{}=,#\\é\x00\u202e') + line[place:],
                line[:place],
            )
        )
        text = "\n".join(lines if draw.random() < 0.95 else lines[: max(1, at)])
    return text


def examine_mutated(folder: Path, seeds: range) -> Counter[int]:
    """Check mutated files; play those that are sound; how often each exit code came."""
    path, codes = folder / "mine.toml", Counter[int]()
    for seed in seeds:
        draw = random.Random(seed)
        written(mutated(draw.choice([TOWN, CHANGED, *WHOLE.values()]), draw))(path)
        codes[code := check(path)] += 1
        if not code:
            walk(gitopoly.Game(path, players=2, seed=seed), 5, seed)
    return codes


def test_mutated_files_are_refused_in_short_lines_or_played(tmp_path: Path) -> None:
    codes = examine_mutated(tmp_path, range(500))
    assert {*codes} == {0, 2}
    assert min(codes.values()) > 20


@pytest.mark.long
def test_ten_thousand_mutated_files_are_refused_in_short_lines_or_played(tmp_path: Path) -> None:
    assert {*examine_mutated(tmp_path, range(1000, 11_000))} == {0, 2}

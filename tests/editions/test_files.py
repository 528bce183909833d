"""Editions in TOML files: what they may change, and how problems are told."""

from __future__ import annotations

import pytest

from gitopoly.editions import load
from gitopoly.editions.files import MOST_BYTES, MOST_PROBLEMS
from gitopoly.game.edition_files import examine_text, read_text

CLASSIC = load("classic")
EXTENDS = 'extends = "classic"\n'


def problems(text: str) -> list[str]:
    """The problems of a text, as they are told."""
    return examine_text(text, "mycity")[1]


def test_a_file_that_says_nothing_is_the_edition_it_extends() -> None:
    edition = read_text(EXTENDS, "mycity")
    assert (edition.name, edition.board) == ("mycity", "mycity")
    assert edition.squares == CLASSIC.squares
    assert (edition.chance, edition.flags) == (CLASSIC.chance, CLASSIC.flags)


def test_changes_leave_the_rest_as_it_was() -> None:
    text = EXTENDS + '[squares.39]\nname = "Hafen"\n[chance.6]\namount = 60\ntext = "Find $60."\n'
    edition = read_text(text, "mycity")
    assert edition.squares[39].name == "Hafen"
    assert edition.squares[39].rent == CLASSIC.squares[39].rent
    assert (edition.chance[6].amount, edition.chance[6].kind) == (60, "collect")
    assert edition.squares[:39] == CLASSIC.squares[:39]


def test_other_languages_do_not_say_the_old_words() -> None:
    text = EXTENDS + '[squares.0]\nname = "Start"\n[squares.4]\nvalue = 300\n'
    edition = read_text(text, "mycity")
    assert (CLASSIC.squares[0].key, edition.squares[0].key) == ("go", "")
    assert edition.squares[4].key == CLASSIC.squares[4].key


def test_a_square_of_another_type_inherits_its_name_only() -> None:
    edition = read_text(EXTENDS + '[squares.1]\ntype = "free-parking"\n', "mycity")
    assert (edition.squares[1].name, edition.squares[1].rent) == ("Mediterranean Avenue", ())


def test_the_jail_is_where_its_square_is() -> None:
    squares = "\n".join(
        f'[[squares]]\nname = "S{n}"\ntype = "{"go" if n == 0 else "jail" if n == 4 else "chance"}"'
        for n in range(12)
    )
    edition, _ = examine_text(EXTENDS + squares, "mycity")
    assert edition is not None
    assert edition.jail == 4


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a = = 1", "is not valid TOML: "),
        ("x = " + "[" * 5000, "is nested too deeply"),
        (".".join("a" * 5000) + " = 1", "is nested too deeply"),
        ('["a" . "b"' + ".'c'" * 5000 + "]", "is nested too deeply"),
        ("x = 0x" + "f" * 6000, "line 1: x is unknown; the known"),
        (f"{EXTENDS}jail = 0x{'f' * 6000}", "line 2: jail must be 10"),
        (f"{EXTENDS}most_players = 0x{'f' * 6000}", "line 2: most_players must be a whole number"),
        ("x = " + "9" * 6000, "has a number of thousands of digits"),
        ("# " + "x" * MOST_BYTES, f"has more than {MOST_BYTES:,} bytes, which no edition needs"),
        (EXTENDS + "curency = '$'", "line 2: curency is unknown; did you mean currency?"),
        ('extends = "chess"', "line 1: extends must be one of classic, "),
        ('name = "formal"\n' + EXTENDS, "line 1: name is 'formal', which is taken"),
        (
            EXTENDS + "[squares.40]\nname = 'x'",
            "line 2: squares.40 is not the number of an entry; the last one is 39",
        ),
        (EXTENDS + "[squares.01]\nname = 'x'", "line 2: squares.01 is not the number of an entry"),
        (
            "[squares.1]\nname = 'x'",
            "line 1: squares.1 is not the number of an entry; there is none",
        ),
        (EXTENDS + "[squares.1]\nprice = 5", "line 3: squares[1].price is unknown; the known"),
        (EXTENDS + "squares = 3", "line 2: squares must be a list"),
        (EXTENDS + "squares = [1]", "line 2: squares[0] must be a table such as"),
        (EXTENDS + "[[squares]]\ntype = 'go'", "line 2: squares[0].name is missing"),
        (EXTENDS + "[chance.0]\nkind = 'pay'\namount = 3", "line 2: chance[0].text is missing"),
        (EXTENDS + "flags = 3", "line 2: flags must be a table"),
        ("summary = 'x'", "squares is missing; give it, or extend an edition"),
    ],
)
def test_what_makes_no_sense_is_told_with_its_line(text: str, told: str) -> None:
    found = problems(text)
    assert any(problem.startswith(told) for problem in found), found


def test_problems_are_told_up_to_a_number() -> None:
    keys = "".join(f"key{number} = 1\n" for number in range(3 * MOST_PROBLEMS))
    assert len(problems(EXTENDS + keys)) == MOST_PROBLEMS
    assert len(examine_text(EXTENDS + "squares = [" + "{},\n" * 300 + "]", "x")[1]) == MOST_PROBLEMS

"""Editions from files in Python: wherever a name works, and with errors of our own only."""

from __future__ import annotations

import contextlib
import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gitopoly
from gitopoly import editions
from gitopoly.editions import Edition, load
from gitopoly.editions.data import as_data, as_text, from_data, from_text
from gitopoly.errors import GitopolyError, InvalidEdition, InvalidRecord, InvalidRules
from gitopoly.game.edition_files import examine, examine_text, read_edition
from gitopoly.rules import violated_invariants

TOWN = """
extends = "classic"
summary = "a town of twelve squares"
currency = "€"
squares = [
  { name = "Start", type = "go" },
  { name = "Mill Lane", type = "street", group = "moss", value = 60, house_cost = 50, rent = [4, 20, 60] },
  { name = "Luck", type = "chance" },
  { name = "Lockup", type = "jail" },
  { name = "Quay", type = "street", group = "sea", value = 80, house_cost = 40, rent = [6, 30, 90] },
  { name = "Fee", type = "tax", value = 50 },
  { name = "Meadow", type = "free-parking" },
  { name = "North Halt", type = "rail", value = 100 },
  { name = "Pier", type = "street", group = "sea", value = 90, house_cost = 40, rent = [8, 40, 99] },
  { name = "Off to the Lockup", type = "go-to-jail" },
  { name = "Gas Works", type = "util", value = 75 },
  { name = "Fund", type = "community-chest" },
]
chance = [{ kind = "collect", amount = 20, text = "Collect $20." }]
community_chest = [
  { kind = "goojf-cc", text = "Keep this to leave the lockup." },
  { kind = "pay", amount = 10, text = "Pay $10." },
]
[colours]
sea = "#2a6f97"
"""  # noqa: E501


@pytest.fixture
def town(tmp_path: Path) -> Path:
    """A file with a small edition."""
    path = tmp_path / "town.toml"
    path.write_text(TOWN, encoding="utf-8")
    return path


def walk(game: gitopoly.Game, pushes: int, seed: int = 1) -> gitopoly.Game:
    """Push random actions, and check all invariants after each."""
    draw = random.Random(seed)
    for _ in range(pushes):
        if not game.legal_actions:
            break
        game.push(draw.choice(game.legal_actions))
        assert violated_invariants(game._state) == []
    return game


def test_a_game_takes_a_path_for_a_name(town: Path) -> None:
    for given in (town, str(town), read_edition(town)):
        game = gitopoly.Game(given, seats=["Ann", "Ben"], opening_throw=False)
        game.push("roll", dice=(3, 1))
        game.push("buy")
        assert game.board["Quay"].owner == "Ann"
        assert "€1,420" in str(game)


def test_a_whole_round_in_one_roll_passes_go(town: Path) -> None:
    game = gitopoly.Game(town, seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(6, 6))
    assert (game.seats["Ann"].square, game.seats["Ann"].cash) == ("Start", 1700)


def test_offers_are_written_in_the_currency(town: Path) -> None:
    game = gitopoly.Game(town, seats=["Ann", "Ben"], opening_throw=False)
    game.push("roll", dice=(3, 1))
    game.push("buy")
    game.push("conclude")
    for text in ('Ann: offer Ben "Quay" for €30', 'Ann: offer Ben "Quay" for $30'):
        again = game.copy()
        again.push(text)
        assert str(again.open_offer) == 'offer Ben "Quay" for €30'


def test_a_record_carries_the_whole_edition(town: Path, tmp_path: Path) -> None:
    game = walk(gitopoly.Game(town, players=3, seed=4), 150)
    game.save(tmp_path / "game.jsonl")
    town.unlink()
    again = gitopoly.load(tmp_path / "game.jsonl")
    assert again.edition == game.edition
    assert again.to_yaml() == game.to_yaml()


def test_a_record_names_no_file(town: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    gitopoly.Game("classic", players=2, seed=4).save(path)
    path.write_text(path.read_text().replace('"classic"', f'"{town}"', 1))
    with pytest.raises(InvalidRecord, match="there is no edition"):
        gitopoly.load(path)


def test_policies_and_players_play_it(town: Path) -> None:
    class First(gitopoly.Player):
        def decide(self, game: gitopoly.Position, actions: object) -> object:
            return game.legal_actions[0]

    policies = gitopoly.simulate(["trader", "random"], town, games=3, seed=1, turn_limit=30)
    assert len(policies.games) == 3
    mixed = gitopoly.simulate([First, "sensible"], town, games=2, seed=1, turn_limit=20)
    assert mixed.edition == "town"


def test_an_edition_of_ones_own_has_its_own_board(town: Path) -> None:
    with pytest.raises(InvalidRules, match="town has its own board; omit the option board"):
        gitopoly.Game(town, board="uk")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    for given in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(InvalidRules, match="there is no edition"):
            gitopoly.Game(given)


def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "town.toml")
    with pytest.raises(InvalidRules, match=r"town\.toml is not a regular file"):
        gitopoly.Game(tmp_path / "town.toml")


def test_no_name_in_a_file_controls_the_terminal(town: Path) -> None:
    town.write_text('"\\u001b[2J\\u202e" = 1\n' + TOWN, encoding="utf-8")
    _, problems = examine(town)
    assert "?[2J? is unknown" in problems[0]


def test_everything_that_is_wrong_is_told_at_once(town: Path) -> None:
    text = TOWN.replace("value = 80", "value = -80").replace('"jail"', '"casino"')
    town.write_text(text.replace('"#2a6f97"', '"blue"'), encoding="utf-8")
    edition, problems = examine(town)
    assert edition is not None
    assert [problem.split(":")[0] for problem in problems] == [
        "line 2",
        "line 9",
        "line 10",
        "line 25",
    ]
    with pytest.raises(InvalidEdition) as refusal:
        read_edition(town)
    assert refusal.value.problems == tuple(problems)


def test_the_largest_board_is_played() -> None:
    """28 deeds in seven groups of four streets, and the smallest decks."""
    street = load("classic").squares[1]
    squares = list(load("classic").squares[:1])
    for number in range(28):
        name, group = f"Street {number}", f"group {number // 4}"
        squares.append(
            editions.SquareData(name, "street", group, 50, 20, street.rent)
            if number != 27
            else editions.SquareData(name, "rail", value=50)
        )
    squares += [editions.SquareData("Jail", "jail"), editions.SquareData("Off", "go-to-jail")]
    squares += [editions.SquareData(f"Chance {n}", "chance") for n in range(9)]
    data = Edition(
        **{
            **vars(load("classic")),
            "name": "large",
            "squares": tuple(squares),
            "jail": 29,
            "chance": (editions.Card("collect", "Collect $5.", 5),),
        }
    )
    walk(gitopoly.Game(data, players=2, seed=2), 400)


# Files that extend files.


def test_a_file_extends_another_file_wherever_that_lies(town: Path, tmp_path: Path) -> None:
    family = tmp_path / "ours" / "family.toml"
    family.parent.mkdir()
    family.write_text('extends = "../town.toml"\nsummary = "ours"\n[flags]\nno_auctions = true\n')
    edition = read_edition(family)
    assert (edition.name, edition.summary, edition.currency) == ("family", "ours", "€")
    assert edition.squares == read_edition(town).squares
    walk(gitopoly.Game(family, players=2, seed=1), 40)


@pytest.mark.parametrize(
    ("extended", "reason"),
    [
        ("none.toml", "none.toml': No such file or directory; name a file"),
        ("\\u0000.toml", "extends cannot be followed: there is no edition"),
        ("x" * 300 + ".toml", "xx': File name too long; name a file"),
        ("mine.toml", "extends leads back to this file"),
        ("other.toml", "cannot be followed: other.toml, line 1: extends leads back"),
        ("bad.toml", "cannot be followed: bad.toml, line 2: constants.jail_fine must be"),
        ("deep-1.toml", "extends would be file 9 in a row; 8 may be"),
        ("nobody", "must be one of classic, london"),
    ],
)
def test_a_file_that_cannot_be_extended_is_told_with_the_reason(
    tmp_path: Path, extended: str, reason: str
) -> None:
    summary = '\nsummary = "x"\n'
    (tmp_path / "other.toml").write_text(f'extends = "./mine.toml"{summary}')
    (tmp_path / "bad.toml").write_text('extends = "classic"\nconstants.jail_fine = -1\n')
    for number in range(1, 10):
        (tmp_path / f"deep-{number}.toml").write_text(
            f'extends = "deep-{number + 1}.toml"{summary}'
        )
    (tmp_path / "mine.toml").write_text(f'extends = "{extended}"{summary}')
    edition, (problem,) = examine(tmp_path / "mine.toml")
    assert edition is None
    assert problem.startswith("line 1: ")
    assert reason in problem


def test_a_text_from_elsewhere_extends_no_file(town: Path) -> None:
    _, problems = examine_text(f'extends = "{town}"\nsummary = "x"\n', "mine")
    assert problems == [f"line 1: extends must be one of {', '.join(editions.EDITIONS)}"]


# House rules in files.


def test_all_house_rules_that_make_no_sense_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "classic"\nsummary = "x"\nmost_players = 5\n[constants]\n'
        "free_parking_seed = 500\nstarting_deeds = 9\npass_go_reward = 0\n"
        "starting_money_6 = 900\n[flags]\nno_auctions = true\nestate_auction = true\n"
        "no_mortgages = true\nruin_is_insolvency = false\ndouble_salary_on_go = true\n"
    )
    _, problems = examine(path)
    assert sorted(problem.split(" makes no sense")[0] for problem in problems) == [
        "line 11: flags.estate_auction",
        "line 12: flags.no_mortgages",
        "line 14: flags.double_salary_on_go",
        "line 5: constants.free_parking_seed",
        "line 6: constants.starting_deeds",
        "line 8: constants.starting_money_6",
    ]


def test_house_1_a_file_without_auctions_inherits_none(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\nsummary = "x"\n[flags]\nno_auctions = true\n')
    edition = read_edition(path)
    assert not edition.flags["estate_auction"]
    both = {**edition.flags, "estate_auction": True}
    with pytest.raises(InvalidEdition, match="makes no sense in a game without auctions"):
        gitopoly.Game(replace(edition, flags=both))


def test_house_11_a_file_may_name_sums_for_seats_of_larger_games(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('extends = "classic"\nsummary = "x"\n[constants]\nstarting_money_3 = 900\n')
    cash = [seat.cash for seat in gitopoly.Game(path, players=3).seats.values()]
    assert cash == [1500, 1500, 900]
    assert len(gitopoly.Game(path, players=2).seats) == 2
    with pytest.raises(InvalidRules, match="a game of 2 players does not have"):
        gitopoly.Game(path, players=2, starting_money_3=900)


def test_colours_of_groups_that_are_gone_are_not_inherited(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TOWN.replace('"classic"', '"harbour"'), encoding="utf-8")
    assert read_edition(path).colours == {"sea": "#2a6f97"}


# Mutated editions.


def test_a_mutated_whole_edition_meets_errors_of_our_own_only() -> None:
    text = as_text(load("harbour"))
    for seed in range(300):
        draw = random.Random(seed)
        place = draw.randrange(len(text))
        changed = text[:place] + draw.choice('"[]{},:0x') + text[place + draw.randint(0, 9) :]
        try:
            gitopoly.Game(from_text(changed), players=2)
        except GitopolyError:
            continue


def test_a_whole_edition_with_any_value_anywhere_meets_errors_of_our_own_only() -> None:
    values: list[Any] = [{}, [], None, "x", 1.5, True, -1, 10**30, [{}], {"a": 1}, ""]
    for seed in range(1500):
        draw = random.Random(seed)
        data = as_data(load(draw.choice(["harbour", "formal-small"])))
        data["name"] = "mine"
        place: Any = data
        while True:
            key = draw.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], dict | list) or not place[key] or draw.random() < 0.1:
                break
            place = place[key]
        place[key] = draw.choice(values)
        with contextlib.suppress(GitopolyError):
            gitopoly.Game(from_data(data), players=2)

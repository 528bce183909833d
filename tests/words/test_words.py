"""The words: every language is complete, and nothing is worded that is not there."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import click
import pytest

from gitopoly import errors
from gitopoly.cli.play import replay
from gitopoly.editions import EDITIONS, load
from gitopoly.ledger.evidence import CODES
from gitopoly.peers import GiveOrder, Objection
from gitopoly.peers.moves import ACT, MOVES
from gitopoly.rules import refusals
from gitopoly.rules.actions import ACTIONS
from gitopoly.table.lobby import LOBBY_MOVES
from gitopoly.words import Words, languages, texts

ERRORS = sorted(name for name, one in vars(errors).items() if inspect.isclass(one))
SOURCE = Path(__file__).resolve().parents[2] / "src" / "gitopoly"


def test_texts_are_those_of_the_page() -> None:
    assert Words()("end.winner", name="Ann") == "Ann has won"
    assert Words("de")("end.winner", name="Ann") == "Ann hat gewonnen"
    assert "end.winner" in Words()
    assert "no.such.text" not in Words()


@pytest.mark.parametrize(("language", "money"), [("en", "$12,345"), ("de", "$12.345")])
def test_thousands_stand_apart_as_readers_expect(language: str, money: str) -> None:
    assert Words(language).money(12345) == money


@pytest.mark.parametrize(
    ("names", "told"),
    [([], ""), (["a"], "a"), (["a", "b"], "a und b"), (["a", "b", "c"], "a, b und c")],
)
def test_several_things_are_told_as_one(names: list[str], told: str) -> None:
    assert Words("de").list(names) == told


def test_the_command_offers_all_languages_there_are() -> None:
    (choice,) = [option for option in replay.replay.params if option.name == "language"]
    assert isinstance(choice.type, click.Choice)
    assert tuple(choice.type.choices) == languages()
    assert languages()[:1] == ("en",)


def test_a_language_that_lacks_a_text_shows_it_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(texts("de"), "end.winner")
    assert Words("de")("end.winner", name="Ann") == "Ann has won"


PRINTED = ("drawn.", "named.", "kind.")
"""Texts that are in English elsewhere: cards, squares and errors."""


@pytest.mark.parametrize("language", languages()[1:])
def test_a_language_has_every_text_of_english_with_the_same_gaps(language: str) -> None:
    english = texts("en")
    other = {key: text for key, text in texts(language).items() if not key.startswith(PRINTED)}
    assert {key for key in english if not key.endswith(".you")} <= set(other) <= set(english)
    for key, text in other.items():
        assert gaps(text) == gaps(english[key]), key


def gaps(text: str) -> list[str]:
    """What is to be filled in, but for what another program has said in English."""
    return sorted(set(re.findall(r"\{\w+\}", text)) - {"{detail}"})


NEVER_ASKED = {"Bid", "OfferTrade"}
"""Actions that are no buttons of their own: fields and dialogs."""


@pytest.mark.parametrize("language", languages())
def test_every_action_is_told_and_offered_in_every_variant(language: str) -> None:
    stories = {f"story.{one.key}" for one in ACTIONS}
    stories |= {f"story.{one.key}.{ending}" for one in ACTIONS for ending in one.told}
    plain = [one for one in ACTIONS if one.key == one.name and one.name not in NEVER_ASKED]
    buttons = {f"do.{one.key}" for one in plain}
    buttons |= {f"do.{one.key}.{ending}" for one in plain for ending in one.button}
    assert (stories | buttons) - set(texts(language)) == set()


def test_no_story_and_no_button_is_left_of_an_action_that_is_gone() -> None:
    known = {one.key for one in ACTIONS}
    worded = {key.split(".")[1] for key in texts("en") if re.match(r"(story|do)\.[A-Z]", key)}
    assert worded - known == {"Left"}


@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_a_text_and_every_text_a_refusal(language: str) -> None:
    named = {refusals.key_of(number) for number in refusals.every()}
    named |= arguments("IllegalAction", "table")
    named |= arguments("refuse_if", "peers", "table") | reasons("peers")
    worded = {key.split(".")[1] for key in texts(language) if key.startswith("refusal.")}
    assert worded == named


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_evidence_has_a_text(language: str) -> None:
    found = {key for key in texts(language) if key.startswith("evidence.")}
    assert found == {f"evidence.{code}" for code in CODES}


def test_the_english_of_evidence_is_that_of_the_ledger() -> None:
    assert {code: texts("en")[f"evidence.{code}"] for code in CODES} == CODES


@pytest.mark.parametrize("language", languages())
def test_every_error_that_a_page_shows_has_a_text(language: str) -> None:
    keys = arguments("worded", "editions", "rules", "table", "web")
    keys |= set(re.findall(r'"((?:error|rules)\.[a-z_.]+)"', OPTIONS.read_text("utf-8")))
    assert len(keys) > 10
    assert keys <= set(texts(language))


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("name", ERRORS)
def test_every_error_has_a_general_wording_in_other_languages(language: str, name: str) -> None:
    text = texts(language)[f"kind.{name}"]
    known = inspect.signature(getattr(errors, name).__init__).parameters
    assert {gap.strip("{}") for gap in gaps(text)} <= set(known)


@pytest.mark.parametrize("language", languages()[1:])
def test_no_general_wording_is_left_of_an_error_that_is_gone(language: str) -> None:
    kinds = {key.removeprefix("kind.") for key in texts(language) if key.startswith("kind.")}
    assert kinds == set(ERRORS)


def test_every_obstacle_that_is_met_has_a_text_and_every_text_an_obstacle() -> None:
    named = {key.removeprefix("unreachable.") for key in texts("en") if "unreachable." in key}
    source = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    assert {name for name in named if f'"{name}"' not in source} == set()
    assert arguments("Unreachable", "ledger", "table", "cli", "web") <= named


OPTIONS = SOURCE / "rules" / "options.py"
OF_OPTIONS = ("editions/__init__.py", "editions/features.py", "rules/rules.py")
"""What refuses the options of a new game; a page shows what it says."""


def unkeyed(source: str) -> list[str]:
    """The refusals of rules in a module that have no key of the words."""
    calls = [one for one in ast.walk(ast.parse(source)) if isinstance(one, ast.Call)]
    plain = [one for one in calls if isinstance(one.func, ast.Name)]
    return [ast.unparse(one) for one in plain if ast.unparse(one.func) == "InvalidRules"]


def test_every_refusal_of_an_option_can_be_read_in_every_language() -> None:
    found = [one for path in OF_OPTIONS for one in unkeyed((SOURCE / path).read_text("utf-8"))]
    assert [one for one in found if "is damaged" not in one] == []
    assert unkeyed("raise InvalidRules('no')") == ["InvalidRules('no')"]


KEYS_AT = {
    "worded": slice(1, 2),
    "Unreachable": slice(1, 2),
    "refuse_if": slice(3, 4),
    "IllegalAction": slice(0),
}
"""Where the keys of words stand among the arguments of a function."""


def arguments(function: str, *layers: str) -> set[str]:
    """The keys with which some layers call a function: its second argument, or ``key``."""
    sources = [path for layer in layers for path in (SOURCE / layer).rglob("*.py")]
    trees = [ast.parse(path.read_text("utf-8")) for path in sources]
    calls = [one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Call)]
    found = []
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == function:
            found += [one.value for one in call.keywords if one.arg == "key"]
            found += call.args[KEYS_AT[function]]
    return {one.value for one in found if isinstance(one, ast.Constant)}


def reasons(layer: str) -> set[str]:
    """The keys that stand in tables of what may be wrong: each with a test of some position."""
    trees = [ast.parse(path.read_text("utf-8")) for path in (SOURCE / layer).rglob("*.py")]
    tables = [one for tree in trees for one in ast.walk(tree) if isinstance(one, ast.Dict)]
    tests = (ast.Compare, ast.BoolOp, ast.UnaryOp)
    found = [one for one in tables if any(isinstance(value, tests) for value in one.values)]
    return {key.value for one in found for key in one.keys if isinstance(key, ast.Constant)}


@pytest.mark.parametrize("language", languages())
def test_every_move_between_peers_is_told_and_nothing_else(language: str) -> None:
    acts = {f"{ACT}.accepts", f"{ACT}.draws", f"{ACT}.late", f"{Objection.NAME}.fork"}
    acts |= {f"{GiveOrder.NAME}.back"}
    moves = {*acts, *MOVES, *LOBBY_MOVES} - {ACT, "SettleTrade"}
    assert {
        key.removeprefix("told.") for key in texts(language) if key.startswith("told.")
    } == moves


NOT_YET_TRANSLATED: set[str] = set()
"""Cards that readers of another language see in English."""


@pytest.mark.parametrize("language", languages()[1:])
def test_every_card_of_every_edition_can_be_read(language: str) -> None:
    editions = [*map(load, EDITIONS), load("classic", cards=17)]
    decks = [deck for edition in editions for deck in (edition.chance, edition.community_chest)]
    cards = {f"drawn.{card.key}": card.text for deck in decks for card in deck}
    known = {key: text for key, text in texts(language).items() if key.startswith("drawn.")}
    assert set(cards) - set(known) == NOT_YET_TRANSLATED
    assert set(known) <= set(cards)
    assert all(gaps(cards[key]) == gaps(text) for key, text in known.items())


@pytest.mark.parametrize("language", languages()[1:])
def test_every_square_of_every_board_has_a_name_unless_it_is_a_proper_name(language: str) -> None:
    boards = [*map(load, EDITIONS), load("classic", board="uk")]
    squares = {square for edition in boards for square in edition.squares}
    keys = {f"named.{square.key}" for square in squares if square.key}
    assert {key for key in texts(language) if key.startswith("named.")} == keys
    assert {square.type for square in squares if not square.key} == {"street", "rail"}


def test_a_square_is_called_as_its_board_prints_it_unless_a_language_has_another_name() -> None:
    go = {"key": "go", "name": "GO"}
    assert (Words().square(go), Words("de").square(go)) == ("GO", "Los")
    assert Words("de").square({"name": "Boardwalk"}) == "Boardwalk"


INTERNAL = re.compile(
    r"\b(free-4-all|pre-roll|post-roll|window|the floor|phase|seat \d|throw\w*|threw|pawns?)\b"
    r"|[a-z]_[a-z]|\b[A-Z]+-\d|\b[A-Z][a-z]+[A-Z]",
)
"""Words of the kernel and the specification, numbers of rules, and what nobody says at a table."""
ALLOWED = {
    *("help.keys.text", "install.done", "install.help", "unreachable.sha256"),
    "home.position.help",
}
"""Windows of the browser, a way to name objects, and what people call from Python."""


def test_no_text_has_a_word_of_the_kernel_or_the_specification() -> None:
    printed = [
        card.text for one in EDITIONS for card in (*load(one).chance, *load(one).community_chest)
    ]
    found = {key for key, text in texts("en").items() if INTERNAL.search(text)}
    assert found == ALLOWED
    assert not [text for text in printed if INTERNAL.search(text)]
    assert INTERNAL.search("no window is open (TIME-1), EndPreRoll")


ENGLISH_WORDS = re.compile(
    r"\b(the|and|of|your|you|is|with|chance|community|free parking|go)\b", re.I
)


@pytest.mark.parametrize("language", languages()[1:])
def test_no_text_of_another_language_has_english_in_it(language: str) -> None:
    written = [re.sub(r"\{\w+\}", "", text) for text in texts(language).values()]
    assert [text for text in written if ENGLISH_WORDS.search(text)] == []
    assert ENGLISH_WORDS.search(Words()("card.chest", name="Ann"))


def test_a_key_stands_for_one_text_of_a_card() -> None:
    editions = [*map(load, EDITIONS), load("classic", cards=17)]
    found = {card for one in editions for card in (*one.chance, *one.community_chest)}
    pairs = {(card.key, card.text) for card in found}
    assert len({key for key, _ in pairs}) == len({text for _, text in pairs}) == len(pairs)

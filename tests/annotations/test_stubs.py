"""Stubs: they compile whatever the text says, and edited ones stay."""

import ast
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.annotations.settings import RulebookSettings
from gitopoly.annotations.stubs import Stub, StubOutcome, make_stubs, write_stubs
from gitopoly.errors import InvalidRulebook
from tests.annotations.sample import ANYTHING, SAMPLE, artifacts_of

FOLDERS = RulebookSettings().folders


def stubs_of(text: str) -> dict[str, str]:
    return {stub.path: stub.source for stub in make_stubs(artifacts_of(text), FOLDERS)}


def test_there_is_one_for_each_kind_noun_and_verb() -> None:
    assert list(stubs_of(SAMPLE)) == [
        "services/game_play.py",
        "actions/player_roll.py",
        "queries/game_next.py",
        "actions/player_hint.py",
        "predicates/player_can_trade.py",
        "predicates/player_can_sell.py",
        "services/player_trade.py",
        "interfaces/marble_tradeable.py",
    ]


def test_a_stub_has_all_texts_with_their_places() -> None:
    text = ast.get_docstring(ast.parse(stubs_of(SAMPLE)["actions/player_roll.py"]))
    assert text is not None
    assert "document, line 18:\nA player rolls one marble" in text
    assert "document, line 27:\nRolling comes first, whoever asks." in text


@pytest.mark.parametrize(
    ("kind", "signature"),
    [
        ("action", "def pay_fine(player: Player) -> None:"),
        ("query", "def pay_fine(player: Player) -> object:"),
        ("predicate", "def pay_fine(player: Player) -> bool:"),
        ("service", "def pay_fine(player: Player) -> None:"),
        ("interface", "class PayFine(Protocol):"),
    ],
)
def test_a_stub_is_typed_by_its_kind(kind: str, signature: str) -> None:
    (source,) = stubs_of(f"{{{kind}:player:pay-fine}}x{{/{kind}}}").values()
    assert signature in source


@pytest.mark.parametrize(
    "verb", ["import", "9lives", "match", "Protocol", "___", "\u017f", "ª-²", "a²"]
)
def test_any_name_makes_a_stub_that_compiles(verb: str) -> None:
    for kind in ("action", "interface"):
        (source,) = stubs_of(f"{{{kind}:{verb}:{verb}}}x{{/{kind}}}").values()
        compile(source, "stub", "exec")


def test_names_that_collide_get_files_of_their_own() -> None:
    paths = list(stubs_of("{action:a:b-c}{/action}{action:a:b_c}{/action}{action:a:B-C}{/action}"))
    assert paths == ["actions/a_b_c.py", "actions/a_b_c_2.py", "actions/a_b_c_3.py"]


def test_long_and_foreign_names_make_short_plain_file_names() -> None:
    (path,) = stubs_of("{action:würfel:" + "x" * 150 + "}{/action}")
    assert path.isascii()
    assert len(path) < 120


@pytest.mark.parametrize("text", ['"""', '"', "\\", '\\"""', '""" + x + """', "\x00", "{\n}"])
def test_no_text_breaks_out_of_its_docstring(text: str) -> None:
    (source,) = stubs_of(f"{{action:a:b}}{text}{{/action}}").values()
    module = ast.parse(source)
    assert [type(node).__name__ for node in module.body] == [
        *("Expr", "ImportFrom", "ClassDef", "FunctionDef")
    ]


@settings(max_examples=300)
@given(ANYTHING, st.text())
def test_any_text_makes_stubs_that_compile(text: str, inside: str) -> None:
    for source in stubs_of(f"{text}{{action:a:b}}{inside}{{/action}}").values():
        compile(source, "stub", "exec")


def write(text: str, root: Path) -> dict[str, StubOutcome]:
    return write_stubs(make_stubs(artifacts_of(text), FOLDERS), root)


def test_untouched_stubs_follow_the_document(tmp_path: Path) -> None:
    (outcome,) = write("{action:a:b}one{/action}", tmp_path).values()
    assert outcome is StubOutcome.WRITTEN
    (outcome,) = write("{action:a:b}one{/action}", tmp_path).values()
    assert outcome is StubOutcome.UNCHANGED
    (outcome,) = write("{action:a:b}two{/action}", tmp_path).values()
    assert outcome is StubOutcome.WRITTEN
    assert "two" in (tmp_path / "actions" / "a_b.py").read_text(encoding="utf-8")


def test_an_edited_stub_is_never_touched(tmp_path: Path) -> None:
    write("{action:a:b}one{/action}", tmp_path)
    path = tmp_path / "actions" / "a_b.py"
    edited = path.read_text(encoding="utf-8").replace("raise", "return; raise")
    path.write_text(edited, encoding="utf-8")
    (outcome,) = write("{action:a:b}two{/action}", tmp_path).values()
    assert outcome is StubOutcome.KEPT
    assert path.read_text(encoding="utf-8") == edited


def test_a_file_of_somebody_else_is_never_touched(tmp_path: Path) -> None:
    path = tmp_path / "actions" / "a_b.py"
    path.parent.mkdir()
    path.write_bytes(b"\xff mine")
    (outcome,) = write("{action:a:b}one{/action}", tmp_path).values()
    assert outcome is StubOutcome.KEPT
    assert path.read_bytes() == b"\xff mine"


def test_a_folder_in_the_way_is_told(tmp_path: Path) -> None:
    (tmp_path / "x.py").mkdir()
    with pytest.raises(InvalidRulebook, match="cannot read"):
        write_stubs([Stub("x.py", "text")], tmp_path)

"""TLC's configuration files: every spelling is read, and what is not understood is refused."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidModel
from gitopoly.proof.specs.config_file import KEYWORDS, Config, ModelValue, read_config
from tests.proof.specs.config_writer import SPELLINGS, Meant, written

SPEC = "SPECIFICATION Spec\n"
NAMES = st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: name not in KEYWORDS and not name.startswith(("WF_", "SF_"))
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a configuration is written."""
    return tmp_path / "MC.cfg"


def read(file: Path, text: str) -> Config:
    """Read a text as a configuration."""
    file.write_bytes(text.encode())
    return read_config(file)


# What is understood.


@pytest.mark.parametrize(
    "text",
    [
        "INVARIANTS A B",
        "INVARIANT A INVARIANT B",
        "INVARIANT A\nINVARIANTS B\n",
        "INVARIANTS\n    A\n    B\n",
        "INVARIANT A\nCONSTANT X = 1\nINVARIANT B",
        "INVARIANTS A \\* and more\nB",
        "INVARIANTS A (* and (* even *) more *) B",
        "INVARIANTS A\rB",
        "INVARIANTS A B A",
        "INVARIANT\nINVARIANT A\nINVARIANT\nINVARIANT B\nINVARIANT",
    ],
)
def test_no_invariant_is_lost_however_it_is_written(file: Path, text: str) -> None:
    assert read(file, SPEC + text).invariants == ("A", "B")
    assert read(file, f"{text}\n{SPEC}").invariants == ("A", "B")


@pytest.mark.parametrize(("kind", "keyword"), [(k, w) for k in SPELLINGS for w in SPELLINGS[k]])
def test_every_list_has_two_keywords(file: Path, kind: str, keyword: str) -> None:
    config = read(file, f"{SPEC}{keyword} One\n{keyword} Two")
    assert getattr(config, kind) == ("One", "Two")
    others = set(SPELLINGS) - {kind}
    assert all(getattr(config, other) == () for other in others)


@pytest.mark.parametrize(
    ("written_so", "value"),
    [
        ("= 12", 12),
        ("= TRUE", True),
        ("= FALSE", False),
        ('= "a \\* b (* c"', None),
        ('= "two words"', "two words"),
        ("= X", ModelValue("X")),
        ("= {}", ()),
        ('= {1, a, "b", {TRUE}}', (1, ModelValue("a"), "b", (True,))),
        ("=1", 1),
        ("={1,2}", (1, 2)),
    ],
)
def test_values_of_constants(file: Path, written_so: str, value: object) -> None:
    text = f"{SPEC}CONSTANT X {written_so} Y = 2"
    if value is None:
        with pytest.raises(InvalidModel, match=r"MC\.cfg, line 2: a string"):
            read(file, text)
        return
    config = read(file, text)
    assert config.constants["X"].value == value
    assert type(config.constants["X"].value) is type(value)
    assert config.constants["Y"].value == 2


def test_definitions_take_the_place_of_constants_everywhere_or_in_a_module(file: Path) -> None:
    text = "CONSTANTS X <- One Y<-[M]Two Z = [M] 3 F(a, 1) = 2 A!B <- C"
    found = read(file, SPEC + text).constants
    assert (found["X"].definition, found["X"].module) == ("One", "")
    assert (found["Y"].definition, found["Y"].module) == ("Two", "M")
    assert (found["Z"].value, found["Z"].module) == (3, "M")
    assert (found["F"].value, found["F"].arguments) == (2, (ModelValue("a"), 1))
    assert found["A!B"].definition == "C"


def test_a_behaviour_is_named_in_one_of_two_ways(file: Path) -> None:
    assert read(file, SPEC).specification == "Spec"
    config = read(file, "NEXT N INIT I")
    assert (config.specification, config.init, config.next) == ("", "I", "N")


@pytest.mark.parametrize("keyword", ["VIEW", "SYMMETRY", "ALIAS", "POSTCONDITION", "TYPE"])
def test_sections_of_one_word_end_the_section_before(file: Path, keyword: str) -> None:
    config = read(file, f"{SPEC}INVARIANT A\n{keyword} Other\nINVARIANT B")
    assert config.others == {keyword: "Other"}
    assert config.invariants == ("A", "B")


# What is refused.


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("INVARIANT A ? B", 2, "'?'"),
        ("INVARIANT A\n\fB", 3, r"'\x0c'"),
        ("INVARIANT A\x00 B", 2, r"'\x00'"),
        ("INVARIANT A\u00a0B", 2, r"'\xa0'"),
        ("INVARIANT A\x1a", 2, r"'\x1a'"),
        ("INVARIANT A\n(* B\nINVARIANT C", 3, "the comment that begins here is not closed"),
        ("INVARIANT A\n(* (* *)\nINVARIANT C", 3, "the comment that begins here is not closed"),
        ("INVARIANT A *) B", 2, "'*'"),
        ("INVARIANT A, B", 2, "not ','"),
        ("INVARIANT M!A", 2, "not '!'"),
        ("INVARIANT 1A", 2, "'1A'"),
        ("INVARIANT WF_A", 2, "'WF_A'"),
        ("INVARIANT A\n==== B", 3, "'='"),
        ("INVARIANT A\n---- B", 3, "'-'"),
        ("invariant A", 2, "not 'invariant'"),
        ("CONSTANT X", 2, "expected = or <- after X, not the end of the file"),
        ("CONSTANT X = -1", 2, "'-'"),
        ("CONSTANT X = <<1>>", 2, "'<'"),
        ("CONSTANT X = [a |-> 1]", 2, "'|'"),
        ("CONSTANT X = [a]", 2, "expected a number"),
        ("CONSTANT X = \\hff", 2, "'\\\\'"),
        ("CONSTANT X = 1.5", 2, "'.'"),
        ("CONSTANT X = 2147483648", 2, "largest number is"),
        ("CONSTANT X = {1, 2", 2, "expected }, not the end of the file"),
        ("CONSTANT X = {1 2}", 2, "expected }, not '2'"),
        ("CONSTANT X = " + "{" * 60 + "}" * 60, 2, "too many nested sets"),
        ("CONSTANT X =\nINVARIANT A", 3, "not the keyword INVARIANT"),
        ("CONSTANT X <- 2", 2, "expected the name of a definition, not '2'"),
        ("CONSTANT X = 1\nCONSTANT X = 2", 3, "X already has a value, from line 2"),
        ("CONSTANT X = 1\nX <- Y", 3, "X already has a value"),
        ('CONSTANT X = "a\nb"', 2, "a string must end on its line"),
        ("SPECIFICATION Other", 2, "SPECIFICATION appears twice"),
        ("VIEW A\nVIEW B", 3, "VIEW appears twice"),
        ("CHECK_DEADLOCK perhaps", 2, "CHECK_DEADLOCK is TRUE or FALSE"),
        ("SYMMETRY", 2, "expected a name for SYMMETRY, not the end of the file"),
    ],
)
def test_what_is_not_understood_is_refused_with_its_line(
    file: Path, text: str, line: int, reason: str
) -> None:
    with pytest.raises(InvalidModel) as refusal:
        read(file, SPEC + text)
    assert str(refusal.value).startswith(f"MC.cfg, line {line}: ")
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "nothing to explore"),
        ("INVARIANT A", "nothing to explore"),
        ("INIT I", "nothing to explore"),
        ("SPECIFICATION S INIT I NEXT N", "both a SPECIFICATION and INIT or NEXT"),
        ("\ufeffSPECIFICATION S", "byte order mark"),
    ],
)
def test_what_tlc_would_not_explore_is_refused(file: Path, text: str, reason: str) -> None:
    with pytest.raises(InvalidModel, match=reason):
        read(file, text)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidModel, match=re.escape("MC.cfg: ")):
        read_config(tmp_path / "MC.cfg")


# Whatever is written.


@pytest.mark.slow
@settings(deadline=None)
@given(
    lists=st.lists(st.lists(NAMES, unique=True, max_size=5), min_size=4, max_size=4),
    seed=st.integers(0, 2**32),
)
def test_whatever_the_layout_everything_that_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, lists: list[list[str]], seed: int
) -> None:
    meant = Meant(*map(tuple, lists), constants={"X": "= {1, 2}", "Y": "<- [M] D"})
    file = tmp_path_factory.getbasetemp() / "MC.cfg"
    config = read(file, written(meant, random.Random(seed)))
    for kind in SPELLINGS:
        assert set(getattr(config, kind)) == set(getattr(meant, kind))
    assert config.constants["X"].value == (1, 2)
    assert config.constants["Y"].module == "M"


@settings(deadline=None)
@given(st.text(alphabet='INVARIANT ABc\\*()"=<-{},[]!?\n\r\t0_', max_size=60))
def test_of_any_text_every_name_is_read_or_the_text_is_refused(
    tmp_path_factory: pytest.TempPathFactory, text: str
) -> None:
    """A name outside comments and strings is never dropped: it is in the result, or refused."""
    file = tmp_path_factory.getbasetemp() / "MC.cfg"
    try:
        config = read(file, f"{SPEC}INVARIANT A1\n{text}\nINVARIANT A2")
    except InvalidModel:
        return
    kept = {*config.invariants, *config.constants}
    if not re.search(r"\\\*|\(\*|\"", text):
        said = set(re.findall(r"\b[A-Za-z_]\w*", text)) - KEYWORDS
        for constant in config.constants.values():
            kept |= {constant.definition, constant.module, *constant.name.split("!")}
            kept |= set(re.findall(r"\w+", repr((constant.value, constant.arguments))))
        assert said <= kept
    assert "A1" in kept
    assert "A2" in kept or "A2" in repr(config.constants)

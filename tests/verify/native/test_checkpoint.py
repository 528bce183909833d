"""A checkpoint brings an exploration back; one that is damaged or of another kind is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from gitopoly.errors import InvalidCheckpoint, NoRoom
from gitopoly.kernel import Rules
from gitopoly.verify.native import checkpoint
from gitopoly.verify.native.checker import Explorer, Level

pytestmark = pytest.mark.xdist_group("compiled")

RULES = Rules.of("formal-small", 2)


def explored(depth: int, exact: bool = False, symmetric: bool = False) -> Explorer:
    """An exploration down to some depth."""
    explorer = Explorer(RULES, workers=2, exact=exact, symmetric=symmetric)
    for _ in range(depth):
        explorer.next_level()
    return explorer


def loaded(path: Path, explorer: Explorer | None = None) -> Explorer:
    """A new exploration brought to where a saved one was."""
    explorer = explorer or Explorer(RULES)
    checkpoint.load(explorer, path)
    return explorer


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A checkpoint at depth 12."""
    path = tmp_path / "model.checkpoint"
    checkpoint.save(explored(12), path)
    return path


@pytest.mark.parametrize("exact", [False, True])
def test_what_was_saved_goes_on_alike(tmp_path: Path, exact: bool) -> None:
    first = explored(12, exact)
    checkpoint.save(first, tmp_path / "model.checkpoint")
    second = loaded(tmp_path / "model.checkpoint", Explorer(RULES, exact=exact))
    ends: list[list[Level | None]] = [[e.next_level() for _ in range(6)] for e in (first, second)]
    assert ends[0] == ends[1]
    assert ends[0][-1] == explored(17).next_level()


def test_nothing_else_is_left_in_the_folder(saved: Path) -> None:
    checkpoint.save(explored(3), saved)
    assert [file.name for file in saved.parent.iterdir()] == [saved.name]
    assert loaded(saved).depth == 3


def test_every_kind_of_damage_is_noticed(saved: Path) -> None:
    whole = saved.read_bytes()
    header_end = whole.index(b"\n")
    for place in (0, 40, header_end, header_end + 1, header_end + 9, len(whole) // 2, -40, -1):
        changed = bytearray(whole)
        changed[place] ^= 1
        saved.write_bytes(changed)
        with pytest.raises(InvalidCheckpoint):
            loaded(saved)
    for cut in (b"", whole[:10], whole[: header_end + 1], whole[:-1], whole + b"x", b"[]\n"):
        saved.write_bytes(cut)
        with pytest.raises(InvalidCheckpoint, match="damaged"):
            loaded(saved)


@pytest.mark.parametrize(
    ("explorer", "reason"),
    [
        (lambda: Explorer(Rules.of("formal-small", 3)), "another model"),
        (lambda: Explorer(Rules.of("formal-small", 2, jail_fine=9)), "another model"),
        (lambda: Explorer(RULES, exact=True), "--exact"),
        (lambda: Explorer(RULES, symmetric=True), "--symmetry"),
        (lambda: Explorer(RULES, asked=1), "other promises"),
        (lambda: Explorer(RULES, bound=9), "another depth"),
    ],
)
def test_a_checkpoint_of_another_kind_is_refused(
    saved: Path, explorer: object, reason: str
) -> None:
    assert callable(explorer)
    with pytest.raises(InvalidCheckpoint, match=reason):
        loaded(saved, explorer())


def test_a_checkpoint_of_other_rules_code_is_refused(saved: Path) -> None:
    text = saved.read_bytes()
    at = text.index(b'"kernel": "') + 11
    saved.write_bytes(text[:at] + b"0" * 64 + text[at + 64 :])
    with pytest.raises(InvalidCheckpoint, match="another version of the rules"):
        loaded(saved)


def test_a_checkpoint_that_does_not_fit_into_the_memory_is_refused(saved: Path) -> None:
    checkpoint.save(explored(20), saved)
    with pytest.raises(InvalidCheckpoint, match="raise --memory"):
        loaded(saved, Explorer(RULES, memory=1 << 20))
    assert loaded(saved).depth == 20


def test_no_checkpoint_says_how_to_begin(tmp_path: Path) -> None:
    with pytest.raises(InvalidCheckpoint, match="omit --resume"):
        loaded(tmp_path / "none.checkpoint")


def test_a_folder_that_cannot_be_made_is_one_clear_refusal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(NoRoom, match="--checkpoint"):
        checkpoint.save(explored(1), tmp_path / "file" / "model.checkpoint")

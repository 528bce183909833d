"""What one run of the server leaves to the next, and to nobody else."""

from __future__ import annotations

import hashlib
import hmac
import stat
from pathlib import Path

import pytest

from gitopoly.web.page_address import FOLDER, AddressFile, PageAddress, proof

# Not a new one: it is in the names of tests, which all processes of a run must agree on.
TOKEN = "Kept_by_the_last-run_for_the_next"[:32]


def address_file(tmp_path: Path, what: str = "games") -> AddressFile:
    """The address_file of a page."""
    found = AddressFile.of(tmp_path / "games", what)
    assert found is not None
    return found


def cached_file(tmp_path: Path) -> Path:
    """The only file that is kept."""
    (found,) = (tmp_path / FOLDER).iterdir()
    return found


def keep(tmp_path: Path, address: PageAddress) -> None:
    """Leave an address behind."""
    first = address_file(tmp_path)
    first.write(address)
    first.release()


def test_what_one_run_keeps_the_next_finds(tmp_path: Path) -> None:
    longer = PageAddress(40_000, TOKEN, ("one", "two"))
    keep(tmp_path, longer)
    again = address_file(tmp_path)
    assert again.read() == longer
    again.write(PageAddress(5, TOKEN))
    assert again.read() == PageAddress(5, TOKEN)
    again.release()


def test_each_page_has_an_address_of_its_own(tmp_path: Path) -> None:
    keep(tmp_path, PageAddress(40_000, TOKEN))
    other = address_file(tmp_path, "seat /elsewhere")
    assert other.read() is None
    other.release()


def test_only_the_owner_can_read_it(tmp_path: Path) -> None:
    keep(tmp_path, PageAddress(40_000, TOKEN))
    path = cached_file(tmp_path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_what_others_could_read_is_not_used_again(tmp_path: Path) -> None:
    keep(tmp_path, PageAddress(40_000, TOKEN))
    cached_file(tmp_path).chmod(0o644)
    again = address_file(tmp_path)
    assert again.read() is None
    assert stat.S_IMODE(cached_file(tmp_path).stat().st_mode) == 0o600
    again.release()


def test_two_programs_at_the_same_time_do_not_share_it(tmp_path: Path) -> None:
    first = address_file(tmp_path)
    first.write(PageAddress(40_000, TOKEN))
    assert AddressFile.of(tmp_path / "games", "games") is None
    first.release()
    again = address_file(tmp_path)
    assert again.read() == PageAddress(40_000, TOKEN)
    again.release()


@pytest.mark.parametrize(
    ("port", "token", "shown"),
    [
        ("0", TOKEN, "[]"),
        ("true", TOKEN, "[]"),
        ("70000", TOKEN, "[]"),
        ("40000", "short", "[]"),
        ("40000", f"../{TOKEN[3:]}", "[]"),
        ("40000", TOKEN, "7"),
        ("40000", TOKEN, ""),
    ],
)
def test_a_damaged_file_is_as_good_as_none(
    tmp_path: Path, port: str, token: str, shown: str
) -> None:
    keep(tmp_path, PageAddress(40_000, TOKEN))
    cached_file(tmp_path).write_text(f'{{"port": {port}, "token": "{token}", "open": {shown}}}')
    again = address_file(tmp_path)
    assert again.read() is None
    again.release()


def test_where_nothing_can_be_kept_there_is_no_keeper(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    assert AddressFile.of(tmp_path / "games", "games") is None


def test_a_link_to_somewhere_else_is_not_followed(tmp_path: Path) -> None:
    keep(tmp_path, PageAddress(40_000, TOKEN))
    path, victim = cached_file(tmp_path), tmp_path / "victim"
    victim.write_text("precious")
    path.unlink()
    path.symlink_to(victim)
    assert AddressFile.of(tmp_path / "games", "games") is None
    assert victim.read_text() == "precious"


def test_a_proof_is_for_one_token_one_address_and_one_question() -> None:
    said = b"gitopoly again\n127.0.0.1:1\nnonce"
    wanted = hmac.new(TOKEN.encode(), said, hashlib.sha256).hexdigest()
    assert proof(TOKEN, "127.0.0.1:1", "nonce") == wanted
    others = {
        proof(TOKEN[::-1], "127.0.0.1:1", "nonce"),
        proof(TOKEN, "127.0.0.1:2", "nonce"),
        proof(TOKEN, "127.0.0.1:1", "other"),
    }
    assert len(others) == 3
    assert wanted not in others

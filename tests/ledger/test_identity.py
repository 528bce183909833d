"""A key is made once, is its owner's alone, and stays the same."""

import os
import stat
import subprocess
from pathlib import Path

import pytest

from gitopoly.errors import InvalidIdentity, NoRoom
from gitopoly.ledger.identity import (
    Identity,
    PublicKey,
    default_path,
    from_seed,
    load,
    load_or_make,
)
from gitopoly.web.home import games_folder

posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes mean nothing here")


def test_a_key_is_made_on_first_use_and_found_again(tmp_path: Path) -> None:
    path = tmp_path / "config" / "identity"
    made = load_or_make(path)
    assert load_or_make(path).public == made.public
    assert sorted(file.name for file in path.parent.iterdir()) == ["identity"]


@posix_only
def test_only_the_owner_can_read_a_new_key(tmp_path: Path) -> None:
    load_or_make(tmp_path / "identity")
    assert stat.S_IMODE((tmp_path / "identity").stat().st_mode) == 0o600


@posix_only
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_a_key_that_others_can_read_is_refused_with_the_remedy(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "identity"
    load_or_make(path)
    path.chmod(mode)
    with pytest.raises(InvalidIdentity, match="chmod 600"):
        load_or_make(path)
    path.chmod(0o600)
    load_or_make(path)


def test_a_key_is_made_where_there_are_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    monkeypatch.setattr(os, "link", refuse)
    made = load_or_make(tmp_path / "identity")
    assert load_or_make(tmp_path / "identity").public == made.public
    assert [file.name for file in tmp_path.iterdir()] == ["identity"]


def test_of_two_keys_made_at_once_the_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "identity"
    first = load_or_make(path)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert load_or_make(path).public == first.public


@pytest.mark.parametrize("text", [b"", b"no key", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAA\n"])
def test_a_file_without_a_key_is_refused_and_left_alone(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "identity"
    path.write_bytes(text)
    path.chmod(0o600)
    with pytest.raises(InvalidIdentity, match="not a private key"):
        load_or_make(path)
    assert path.read_bytes() == text


def test_a_key_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    subprocess.run(
        ["ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", str(path)], check=True, timeout=60
    )
    with pytest.raises(InvalidIdentity, match="not an Ed25519 key"):
        load_or_make(path)


def test_a_folder_that_cannot_hold_a_key_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoRoom, match="cannot write a key"):
        load_or_make(tmp_path / "file" / "identity")


def test_openssh_reads_our_key_and_agrees_on_text_and_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    public = load_or_make(path).public
    shown = subprocess.run(
        ["ssh-keygen", "-y", "-f", str(path)], check=True, capture_output=True, text=True
    ).stdout
    assert shown.split()[:2] == public.text.split()
    (tmp_path / "key.pub").write_text(public.text + "\n", encoding="utf-8")
    listed = subprocess.run(
        ["ssh-keygen", "-l", "-f", str(tmp_path / "key.pub")],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert listed.split()[1] == public.fingerprint


def test_the_default_place_is_the_users_and_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITOPOLY_HOME", "elsewhere")
    assert default_path() == Path("elsewhere") / "identity"
    monkeypatch.delenv("GITOPOLY_HOME")
    monkeypatch.setenv("XDG_CONFIG_HOME", "config")
    monkeypatch.setenv("APPDATA", "config")
    assert default_path() == Path("config") / "gitopoly" / "identity"


@pytest.mark.usefixtures("homeless")
def test_a_user_without_a_home_is_told_what_to_name() -> None:
    for place in (default_path, games_folder):
        with pytest.raises(NoRoom, match=r"no home folder .*; name one"):
            place()


@pytest.mark.parametrize("place", ["folder", "/dev/null"])
def test_what_is_no_file_is_no_key_and_its_mode_is_not_to_be_changed(
    tmp_path: Path, place: str
) -> None:
    (tmp_path / "folder").mkdir()
    for read in (load, load_or_make):
        with pytest.raises(InvalidIdentity, match="is not a file; name a key file"):
            read(tmp_path / place)


def test_a_seed_stands_for_one_identity() -> None:
    assert from_seed(b"1").public == from_seed(b"1").public
    assert from_seed(b"1").public != from_seed(b"2").public


def test_secrets_differ_by_label_and_by_key() -> None:
    one, two = from_seed(b"1"), from_seed(b"2")
    secrets = {one.secret(b"a"), one.secret(b"b"), two.secret(b"a")}
    assert len(secrets) == 3
    assert one.secret(b"a") == from_seed(b"1").secret(b"a")
    assert {len(secret) for secret in secrets} == {32}


def test_a_signature_holds_for_its_payload_and_key_alone() -> None:
    one, two = from_seed(b"1"), from_seed(b"2")
    signature = one.sign(b"text")
    assert one.public.verify(b"text", signature)
    assert not one.public.verify(b"texT", signature)
    assert not two.public.verify(b"text", signature)
    assert not one.public.verify(b"text", signature[:-1])


def test_a_public_key_is_read_in_one_form_only() -> None:
    public = from_seed(b"1").public
    assert PublicKey.parse(public.text) == public
    kind, code = public.text.split()
    for text in [
        *("", code, f"{kind}  {code}", f"{kind} {code} me", f"{kind} {code}\n", f"x {code}"),
        *(f"{kind} {code[:-4]}", f"{kind} {code}AAAA", f"{kind} é", f"ssh-rsa {code}"),
    ]:
        with pytest.raises(InvalidIdentity):
            PublicKey.parse(text)
    with pytest.raises(InvalidIdentity):
        PublicKey(b"short")


def test_a_key_does_not_print_its_secret() -> None:
    identity = from_seed(b"1")
    assert isinstance(identity, Identity)
    assert repr(identity) == f"Identity({identity.public.fingerprint})"

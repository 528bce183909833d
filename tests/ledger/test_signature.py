"""Signatures that stock Git accepts from the right key, and nothing else."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gitopoly.ledger.identity import PublicKey
from gitopoly.ledger.signature import BEGIN, END, allowed_signers, check, sign
from tests.ledger.seats import IDENTITIES, KEYS, commit_of, sealed

ALICE, BOB = IDENTITIES["alice"], IDENTITIES["bob"]


def verify_commit(
    folder: Path, commit: bytes, signers: dict[str, PublicKey], objects: list[tuple[str, bytes]]
) -> subprocess.CompletedProcess[str]:
    """Let stock Git judge the signature of a commit."""
    subprocess.run(["git", "init", "-q", str(folder)], check=True, timeout=60)
    for kind, data in [*objects, ("commit", commit)]:
        written = subprocess.run(
            ["git", "hash-object", "-w", "--literally", "-t", kind, "--stdin"],
            cwd=folder,
            input=data,
            check=True,
            capture_output=True,
        )
    (folder / "signers").write_text(allowed_signers(signers), encoding="utf-8")
    options = ["-c", "gpg.format=ssh", "-c", f"gpg.ssh.allowedSignersFile={folder / 'signers'}"]
    return subprocess.run(
        ["git", *options, "verify-commit", "--verbose", written.stdout.decode().strip()],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )


def test_stock_git_accepts_our_signature_and_names_the_seat(tmp_path: Path) -> None:
    entry = sealed("alice")
    result = verify_commit(tmp_path, commit_of(entry).data, KEYS, [])
    assert result.returncode == 0, result.stderr
    assert 'Good "git" signature for alice@gitopoly' in result.stderr
    assert ALICE.public.fingerprint in result.stderr


def test_stock_git_refuses_an_altered_commit(tmp_path: Path) -> None:
    altered = commit_of(sealed("alice")).data.replace(b"alice waits", b"alice bites")
    assert verify_commit(tmp_path, altered, KEYS, []).returncode != 0


def test_stock_git_refuses_a_key_that_is_not_in_the_game(tmp_path: Path) -> None:
    entry = sealed("alice", by=IDENTITIES["mallory"])
    assert verify_commit(tmp_path, commit_of(entry).data, KEYS, []).returncode != 0


def test_stock_git_lets_one_seat_sign_for_another_but_we_do_not(tmp_path: Path) -> None:
    entry = sealed("alice", by=BOB)
    assert verify_commit(tmp_path, commit_of(entry).data, KEYS, []).returncode == 0
    assert not check(ALICE.public, entry.entry.payload, entry.entry.signature)
    assert check(BOB.public, entry.entry.payload, entry.entry.signature)


def test_we_accept_what_ssh_keygen_signs(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(ALICE.file_form())
    (tmp_path / "key").chmod(0o600)
    (tmp_path / "text").write_bytes(b"some text\n")
    command = ["ssh-keygen", "-q", "-Y", "sign", "-n", "git", "-f", "key", "text"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=60)
    armored = (tmp_path / "text.sig").read_text(encoding="utf-8")
    assert check(ALICE.public, b"some text\n", armored)
    assert armored == sign(ALICE, b"some text\n")


@given(st.binary(max_size=300), st.binary(max_size=300))
def test_a_signature_holds_for_its_own_payload_only(payload: bytes, other: bytes) -> None:
    armored = sign(ALICE, payload)
    assert check(ALICE.public, payload, armored)
    assert check(ALICE.public, other, armored) == (other == payload)
    assert not check(BOB.public, payload, armored)


@given(st.data())
def test_no_other_form_of_a_signature_is_accepted(data: st.DataObject) -> None:
    armored = sign(ALICE, b"text")
    at = data.draw(st.integers(0, len(armored)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text(max_size=3))
    changed = armored[:at] + put + armored[at + cut :]
    assert check(ALICE.public, b"text", changed) == (changed == armored)


@pytest.mark.parametrize("armored", ["", BEGIN, BEGIN + END, BEGIN + "AAAA\n" + END, "é"])
def test_what_is_no_signature_is_refused(armored: str) -> None:
    assert not check(ALICE.public, b"text", armored)


def test_a_signature_in_other_lines_is_refused() -> None:
    armored = sign(ALICE, b"text")
    joined = BEGIN + armored[len(BEGIN) : -len(END)].replace("\n", "") + "\n" + END
    assert not check(ALICE.public, b"text", joined)
    assert not check(ALICE.public, b"text", armored.rstrip("\n"))


def test_the_larger_twin_of_a_signature_is_refused() -> None:
    """Ed25519 has for each signature a second one that careless code takes for good."""
    order = 2**252 + 27742317777372353535851937790883648493
    raw = ALICE.sign(b"text")
    twin = raw[:32] + (int.from_bytes(raw[32:], "little") + order).to_bytes(32, "little")
    assert ALICE.public.verify(b"text", raw)
    assert not ALICE.public.verify(b"text", twin)

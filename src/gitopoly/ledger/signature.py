"""Signatures in Git's SSH format, made and checked in this process.

Stock Git accepts them: `git verify-commit` with ``gpg.format=ssh`` and the text of
`allowed_signers` in the file that ``gpg.ssh.allowedSignersFile`` names.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping

from gitopoly.ledger.identity import Identity, PublicKey

BEGIN = "-----BEGIN SSH SIGNATURE-----\n"
END = "-----END SSH SIGNATURE-----\n"
NAMESPACE = b"git"
HASH = b"sha512"
COLUMNS = 70
"""Width of the armored lines, as ssh-keygen writes them."""


def sign(identity: Identity, payload: bytes) -> str:
    """Sign a payload; armored text, with a newline at its end."""
    return _armor(identity.public, identity.sign(_signed(payload)))


def check(public: PublicKey, payload: bytes, armored: str) -> bool:
    """Whether the key's owner signed exactly this payload, in exactly our form.

    Strict, because a signature in two forms would give two commits with one meaning,
    and two commits after the same one accuse their author of a fork.
    """
    if not (armored.startswith(BEGIN) and armored.endswith(END)):
        return False
    body = armored[len(BEGIN) : -len(END)]
    try:
        signature = base64.b64decode(body.replace("\n", ""), validate=True)[-64:]
    except ValueError:
        return False
    return _armor(public, signature) == armored and public.verify(_signed(payload), signature)


def allowed_signers(seats: Mapping[str, PublicKey]) -> str:
    """Write the file with which stock Git checks the signatures of a game.

    Git asks only whether some allowed key signed; that the key is the author's own
    is checked by `gitopoly.ledger.replica`.
    """
    lines = [f'{seat}@gitopoly namespaces="git" {key.text}\n' for seat, key in seats.items()]
    return "".join(lines)


def _signed(payload: bytes) -> bytes:
    digest = hashlib.sha512(payload).digest()
    return b"SSHSIG" + b"".join(map(_string, (NAMESPACE, b"", HASH, digest)))


def _armor(public: PublicKey, signature: bytes) -> str:
    inner = _string(b"ssh-ed25519") + _string(signature)
    parts = (public.blob, NAMESPACE, b"", HASH, inner)
    blob = b"SSHSIG" + (1).to_bytes(4, "big") + b"".join(map(_string, parts))
    text = base64.b64encode(blob).decode()
    lines = (text[at : at + COLUMNS] + "\n" for at in range(0, len(text), COLUMNS))
    return BEGIN + "".join(lines) + END


def _string(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value

"""Signatures in Git's SSH format, made and checked in this process.

Stock Git accepts them: `git verify-commit` with ``gpg.format=ssh`` and the text of
`allowed_signers` in the file that ``gpg.ssh.allowedSignersFile`` names.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from functools import lru_cache

from gitopoly.errors import InvalidIdentity
from gitopoly.ledger.identity import PREFIX, Identity, PublicKey

BEGIN = "-----BEGIN SSH SIGNATURE-----\n"
END = "-----END SSH SIGNATURE-----\n"
NAMESPACE = b"git"
HASH = b"sha512"
COLUMNS = 70
"""Width of the armored lines, as ssh-keygen writes them."""
SIGNATURE = 64
"""Bytes of an Ed25519 signature."""
KEY = slice(len(b"SSHSIG") + 4 + 4 + len(PREFIX), len(b"SSHSIG") + 4 + 4 + len(PREFIX) + 32)
"""Where the bytes of the key stand in a signature."""
MOST_KEYS = 256
"""Keys for which the part of the armor that does not change is remembered."""


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
        signature = base64.b64decode(body.replace("\n", ""), validate=True)[-SIGNATURE:]
    except ValueError:
        return False
    return _armor(public, signature) == armored and public.verify(_signed(payload), signature)


def signer(payload: bytes, armored: str) -> bytes | None:
    """The bytes of the key with which a payload was signed, exactly in our form; None if of none.

    The signature itself names the key, so that it can be checked before its author is known.
    """
    try:
        blob = base64.b64decode(armored[len(BEGIN) : -len(END)].replace("\n", ""))
        public = _key(blob[KEY])
    except (ValueError, InvalidIdentity):
        return None
    return public.raw if check(public, payload, armored) else None


class Signatures:
    """Checks signatures; where many will have to be, another kind can begin before it is asked."""

    def check(self, public: PublicKey, payload: bytes, armored: str) -> bool:
        """Whether the key's owner signed exactly this payload, in exactly our form."""
        return check(public, payload, armored)


def allowed_signers(seats: Mapping[str, PublicKey]) -> str:
    """Write the file with which stock Git checks the signatures of a game.

    Git asks only whether some allowed key signed; that the key is the author's own
    is checked by `gitopoly.ledger.replica`.
    """
    lines = [f'{seat}@gitopoly namespaces="git" {key.text}\n' for seat, key in seats.items()]
    return "".join(lines)


def _signed(payload: bytes) -> bytes:
    return _SIGNED + hashlib.sha512(payload).digest()


def _armor(public: PublicKey, signature: bytes) -> str:
    text = base64.b64encode(_before(public.blob) + signature).decode()
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    return BEGIN + "\n".join(lines) + "\n" + END


@lru_cache(MOST_KEYS)
def _key(raw: bytes) -> PublicKey:
    return PublicKey(raw)


@lru_cache(MOST_KEYS)
def _before(key: bytes) -> bytes:
    """What stands before the 64 bytes of a signature, the same for all of one key."""
    inner = _string(b"ssh-ed25519") + SIGNATURE.to_bytes(4, "big")
    head = b"SSHSIG" + (1).to_bytes(4, "big")
    head += b"".join(map(_string, (key, NAMESPACE, b"", HASH)))
    return head + (len(inner) + SIGNATURE).to_bytes(4, "big") + inner


def _string(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


_SIGNED = b"SSHSIG" + b"".join(map(_string, (NAMESPACE, b"", HASH))) + (64).to_bytes(4, "big")
"""What is signed before the hash of a payload."""

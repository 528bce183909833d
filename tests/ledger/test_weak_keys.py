"""Keys for which one signature fits many payloads are refused, however they are written.

So two commits that share one signature say the same, whatever their ids are.
"""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from gitopoly.errors import InvalidIdentity
from gitopoly.ledger.identity import FIELD, WEAK, PublicKey, from_seed

SIGN = 1 << 255
"""The bit that tells the two points with one second coordinate apart."""
WRITTEN = [
    (y + more | sign).to_bytes(32, "little")
    for y in sorted(WEAK)
    for more in ((0, FIELD) if y + FIELD < SIGN else (0,))
    for sign in (0, SIGN)
]
NOTHING = (1).to_bytes(32, "little") + bytes(32)
"""A signature that is right for every payload of which the key's multiple is the neutral point."""


def test_every_weak_key_would_have_one_signature_for_many_payloads() -> None:
    """As the library alone judges."""
    for raw in WRITTEN:
        key = Ed25519PublicKey.from_public_bytes(raw)
        assert sum(fits(key, bytes([number])) for number in range(200)) > 10


def fits(key: Ed25519PublicKey, payload: bytes) -> bool:
    try:
        key.verify(NOTHING, payload)
    except InvalidSignature:
        return False
    return True


def test_a_weak_key_is_refused() -> None:
    assert len(WRITTEN) == 14
    for raw in WRITTEN:
        with pytest.raises(InvalidIdentity, match="held to what this key has signed"):
            PublicKey(raw)


def test_other_keys_are_not() -> None:
    for number in range(50):
        key = from_seed(bytes([number]))
        signature = key.sign(b"one payload")
        assert key.public.verify(b"one payload", signature)
        assert not key.public.verify(b"another", signature)

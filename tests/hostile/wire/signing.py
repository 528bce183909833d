"""Ed25519 keys and Git's SSH signatures, by the letter of OpenSSH's format."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def field(value: bytes) -> bytes:
    """A text of SSH's wire format: its length, then itself."""
    return len(value).to_bytes(4, "big") + value


class Key:
    """A private key that can sign anything, also what it should not."""

    def __init__(self, seed: str) -> None:
        """Make the key that a seed stands for."""
        self.private = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(seed.encode()).digest())
        raw = self.private.public_key().public_bytes_raw()
        self.blob = field(b"ssh-ed25519") + field(raw)

    @property
    def text(self) -> str:
        """The public half, as an entry carries it."""
        return f"ssh-ed25519 {base64.b64encode(self.blob).decode()}"

    def write(self, path: Path) -> None:
        """Write the private half to a file, as the program keeps keys."""
        form = serialization.PrivateFormat.OpenSSH
        nothing = serialization.NoEncryption()
        path.write_bytes(self.private.private_bytes(serialization.Encoding.PEM, form, nothing))
        path.chmod(0o600)

    def sign(self, payload: bytes, namespace: bytes = b"git", columns: int = 70) -> str:
        """An armored signature; namespace and width are Git's own unless told otherwise."""
        digest = hashlib.sha512(payload).digest()
        about = (namespace, b"", b"sha512")
        signed = b"SSHSIG" + b"".join(map(field, (*about, digest)))
        signature = field(b"ssh-ed25519") + field(self.private.sign(signed))
        whole = b"SSHSIG\0\0\0\1" + b"".join(map(field, (self.blob, *about, signature)))
        text = base64.b64encode(whole).decode()
        lines = [text[at : at + columns] for at in range(0, len(text), columns)]
        return "\n".join(
            ("-----BEGIN SSH SIGNATURE-----", *lines, "-----END SSH SIGNATURE-----", "")
        )

    def chain(self, game: str, seat: str, nonce: bytes, length: int = 2048) -> list[bytes]:
        """The chain of dice secrets of a seat, the public end last."""
        info = f"dice {game} {seat} 0 {nonce.hex()}".encode()
        derive = HKDF(hashes.SHA256(), 32, salt=b"gitopoly secret", info=info)
        links = [derive.derive(self.private.private_bytes_raw())]
        for _ in range(length):
            links.append(hashlib.sha256(links[-1]).digest())
        return links


STRANGER = Key("a stranger")

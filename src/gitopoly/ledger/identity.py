"""Identities: an Ed25519 key per person, kept in its own file outside any game."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from gitopoly import posix
from gitopoly.errors import InvalidIdentity, NoRoom

KIND = b"ssh-ed25519"
PREFIX = len(KIND).to_bytes(4, "big") + KIND + (32).to_bytes(4, "big")
"""The prefix of the 32 key bytes in SSH's format."""
FIELD = 2**255 - 19
OF_EIGHT = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
WEAK = {0, 1, FIELD - 1, OF_EIGHT, FIELD - OF_EIGHT}
"""The second coordinates of the eight points whose multiples are so few that, as a key, one
signature fits many payloads: nobody could be held to what it signed."""


@dataclass(frozen=True)
class PublicKey:
    """The key with which others check a signature."""

    raw: bytes
    """The 32 bytes of the key."""

    def __post_init__(self) -> None:
        try:
            key = Ed25519PublicKey.from_public_bytes(self.raw)
        except ValueError as error:
            raise InvalidIdentity("a public key has 32 bytes") from error
        if int.from_bytes(self.raw, "little") % 2**255 % FIELD in WEAK:
            raise InvalidIdentity("nobody can be held to what this key has signed")
        object.__setattr__(self, "_key", key)

    @property
    def blob(self) -> bytes:
        """SSH's binary form."""
        return PREFIX + self.raw

    @property
    def text(self) -> str:
        """SSH's text form, ``ssh-ed25519 AAAA…``, without a comment."""
        return f"{KIND.decode()} {base64.b64encode(self.blob).decode()}"

    @property
    def fingerprint(self) -> str:
        """The short form that people compare, as `ssh-keygen -l` prints it."""
        digest = base64.b64encode(hashlib.sha256(self.blob).digest()).decode()
        return "SHA256:" + digest.rstrip("=")

    def verify(self, payload: bytes, signature: bytes) -> bool:
        """Whether this key's owner signed exactly this payload."""
        key: Ed25519PublicKey = self.__dict__["_key"]
        try:
            key.verify(signature, payload)
        except InvalidSignature:
            return False
        return True

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """Read SSH's text form, exactly as `text` writes it, so that one key has one form."""
        words = text.split(" ")
        try:
            blob = base64.b64decode(words[-1], validate=True)
        except ValueError:
            blob = b""
        if len(words) != 2 or len(blob) != len(PREFIX) + 32 or not blob.startswith(PREFIX):
            raise InvalidIdentity("a public key must be exactly: ssh-ed25519 AAAA…")
        key = cls(blob[len(PREFIX) :])
        if key.text != text:
            raise InvalidIdentity("a public key must be exactly: ssh-ed25519 AAAA…")
        return key


class Identity:
    """A private key: it signs, and derives secrets that only its owner can know."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes_raw())
        """The public part."""

    def __repr__(self) -> str:
        return f"Identity({self.public.fingerprint})"

    def sign(self, payload: bytes) -> bytes:
        """Sign; 64 bytes."""
        return self._key.sign(payload)

    def secret(self, label: bytes) -> bytes:
        """Derive 32 bytes that nobody without the key can guess; the same for the same label."""
        derive = HKDF(hashes.SHA256(), 32, salt=b"gitopoly secret", info=label)
        return derive.derive(self._key.private_bytes_raw())

    def file_form(self) -> bytes:
        """Write the private key as OpenSSH does, so that Git's own tools can sign with it."""
        return self._key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.OpenSSH,
            serialization.NoEncryption(),
        )


def random_bytes(count: int) -> bytes:
    """Bytes that nobody can guess, as those of a new key."""
    return secrets.token_bytes(count)


def from_seed(seed: bytes) -> Identity:
    """The identity for a seed: for simulations, whose commits must be reproducible."""
    digest = hashlib.sha256(b"gitopoly identity\0" + seed).digest()
    return Identity(Ed25519PrivateKey.from_private_bytes(digest))


def default_path() -> Path:
    """Where this user's key is: below GITOPOLY_HOME or the user's config folder."""
    home = os.environ.get("GITOPOLY_HOME")
    if home:
        return Path(home) / "identity"
    if sys.platform == "win32":  # pragma: no cover
        config = os.environ.get("APPDATA") or str(posix.home_folder() / "AppData" / "Roaming")
    else:
        config = os.environ.get("XDG_CONFIG_HOME") or str(posix.home_folder() / ".config")
    return Path(config) / "gitopoly" / "identity"


def load_or_make(path: Path | None = None) -> Identity:
    """Read the key in a file, or create one on first use, readable only by its owner."""
    path = path or default_path()
    try:
        if not path.exists():
            _make(path)
        return _load(path)
    except OSError as error:
        raise NoRoom(
            f"cannot write a key to {path}: {error.strerror or error}; name another file with "
            "--identity, or a folder with GITOPOLY_HOME"
        ) from error


def load(path: Path | None = None) -> Identity:
    """Read the key in a file; none is created if it is missing."""
    path = path or default_path()
    try:
        return _load(path)
    except FileNotFoundError:
        raise InvalidIdentity(
            f"there is no key in {path}; name the file of yours with --identity"
        ) from None
    except OSError as error:
        raise InvalidIdentity(f"cannot read {path}: {error.strerror or error}") from error


def _load(path: Path) -> Identity:
    if path.exists() and not path.is_file():
        raise InvalidIdentity(f"{path} is not a file; name a key file")
    if posix.readable_by_others(path):
        raise InvalidIdentity(f"others can read the key in {path}; fix it: chmod 600 '{path}'")
    try:
        key = serialization.load_ssh_private_key(path.read_bytes(), password=None)
    except (ValueError, TypeError) as error:
        raise InvalidIdentity(
            f"{path} is not a private key without a password; restore a copy of it, or move it "
            "away to get a new one, which cannot continue old games"
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise InvalidIdentity(f"the key in {path} is not an Ed25519 key; move it away")
    return Identity(key)


def _make(path: Path) -> None:
    """Create a key, unless another process creates one at the same time."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # A half-written key must never have the final name: a link appears atomically.
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(Identity(Ed25519PrivateKey.generate()).file_form())
    posix.sync_file(draft)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was faster; its key counts
    except OSError:
        # Some file systems, such as those of memory sticks, have no links.
        if not path.exists():
            os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    posix.sync_folder(path.parent)

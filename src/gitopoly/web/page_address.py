"""Where a page was last served, so that an open tab finds the program again after a restart.

A token is valid for one run only. What is stored is the token of the next run: the server gives
it to its own pages, and a page reveals it only to a server that has proved it knows it.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from gitopoly import posix

FOLDER = "pages"
"""The folder of these files, next to the games."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True)
class PageAddress:
    """What one run leaves to the next."""

    port: int
    token: str
    """The token of the next run; no request has carried it yet."""
    open: tuple[str, ...] = ()
    """The games that were open on a page when the program ended."""


class AddressFile:
    """The file with the address of one page, locked while it is served."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def of(cls, games: Path, what: str) -> AddressFile | None:
        """The file for what is shown; None if another program holds it, or nothing can be stored.

        A page can be served without it, so no problem here is a reason to stop.
        """
        name = hashlib.sha256(what.encode("utf-8", "surrogateescape")).hexdigest()[:32]
        folder = games.parent / FOLDER
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = folder / f"{name}.json"
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NOFOLLOW, 0o600)
            if not posix.try_lock(descriptor):
                os.close(descriptor)
                return None
            # Others may know what they could read.
            if posix.readable_by_others(path):
                os.truncate(descriptor, 0)
                path.chmod(0o600)
            return cls(descriptor)
        return None

    def read(self) -> PageAddress | None:
        """The stored address, None if there is no usable one."""
        try:
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            facts = json.loads(os.read(self._descriptor, 100_000))
            port, token, shown = facts["port"], facts["token"], facts["open"]
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        usable = isinstance(token, str) and _TOKEN.fullmatch(token) and isinstance(shown, list)
        if not usable or type(port) is not int or not 0 < port < 65536:
            return None
        return PageAddress(port, token, tuple(map(str, shown)))

    def write(self, address: PageAddress) -> None:
        """Store an address; if that fails, the next page gets a new one."""
        with contextlib.suppress(OSError):
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.truncate(self._descriptor, 0)
            os.write(self._descriptor, json.dumps(asdict(address)).encode())

    def release(self) -> None:
        """Leave it to the next run."""
        os.close(self._descriptor)


def challenge_path(token: str) -> str:
    """The path at which a server is asked to prove that it knows a token.

    Nobody finds it without the token, and it reveals nothing about the token. Tabs of earlier
    versions use it too, so the way it is derived must not change.
    """
    return f"/{hmac.new(token.encode(), b'gitopoly door', 'sha256').hexdigest()}/again"


def proof(token: str, host: str, nonce: str) -> str:
    """Proof for a page that a server knows the token and is the one at this address.

    It includes the host, so that nobody else on this machine can relay it from a server that
    listens on another port.
    """
    said = f"gitopoly again\n{host}\n{nonce}".encode()
    return hmac.new(token.encode(), said, "sha256").hexdigest()

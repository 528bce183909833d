"""Where a page was served last, so that an open tab finds the program again after a new start.

A token is for one run only, as ever. What is kept is the token of the run to come: the server
tells it to its own pages, and a page gives it to nobody who has not shown to know it already.
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
"""The folder of these files, beside that of the games."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}")
_NOFOLLOW: int = getattr(os, "O_NOFOLLOW", 0)


@dataclass(frozen=True)
class PageAddress:
    """What one run leaves to the next."""

    port: int
    token: str
    """The token of the next run; no request has carried it yet."""
    open: tuple[str, ...] = ()
    """The games that were on a page when the program ended."""


class AddressFile:
    """The file that keeps the address of one page, locked as long as it is served."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    @classmethod
    def of(cls, games: Path, what: str) -> AddressFile | None:
        """The file for what is shown; None where another program holds it, or nothing is kept.

        A page can be served without, so that whatever is in the way is no reason to stop.
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
            # What others could read, they may know.
            if posix.readable_by_others(path):
                os.truncate(descriptor, 0)
                path.chmod(0o600)
            return cls(descriptor)
        return None

    def read(self) -> PageAddress | None:
        """The address that was kept last, None if there is none that can be used."""
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
        """Keep an address; where there is no room, the next page has a new one."""
        with contextlib.suppress(OSError):
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            os.truncate(self._descriptor, 0)
            os.write(self._descriptor, json.dumps(asdict(address)).encode())

    def release(self) -> None:
        """Leave it to the next run."""
        os.close(self._descriptor)


def challenge_path(token: str) -> str:
    """The path at which a server is asked to show that it knows a token.

    Nobody finds it without the token, and whoever reads it knows no more of that. Tabs of earlier
    versions look there, too, so that what it is made of stays.
    """
    return f"/{hmac.new(token.encode(), b'gitopoly door', 'sha256').hexdigest()}/again"


def proof(token: str, host: str, nonce: str) -> str:
    """What shows a page that a server knows the token, and is the one at this very address.

    The host is in it so that nobody else on this machine can have it made by a server that
    listens on another port.
    """
    said = f"gitopoly again\n{host}\n{nonce}".encode()
    return hmac.new(token.encode(), said, "sha256").hexdigest()

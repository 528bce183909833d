"""A link to a seat or a game: one line that a browser opens and `gitopoly join` reads.

What is secret stands in the fragment, which no browser sends to anybody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from gitopoly.errors import InvalidLink
from gitopoly.ledger.address import check_url
from gitopoly.ledger.entry import is_seat

LONGEST = 400
_CAPABILITY = re.compile(r"[A-Za-z0-9_-]{22}")
_FINGERPRINT = re.compile(r"[A-Za-z0-9_-]{43}")
_TO_LINK = str.maketrans("+/", "-_")
_FROM_LINK = str.maketrans("-_", "+/")


@dataclass(frozen=True)
class Link:
    """Where a game is, and what its holder may do there."""

    address: str
    """Scheme, host and port."""
    name: str
    """The seat; empty for spectators."""
    capability: str = field(repr=False)
    fingerprint: str
    """Of the inviting key, as `SHA256:…`."""

    @property
    def text(self) -> str:
        """The link itself.

        >>> Link("http://192.168.1.7:4000", "ben", "c" * 22, "SHA256:" + "f" * 43).text[:30]
        'http://192.168.1.7:4000/#ben.c'
        """
        key = self.fingerprint.removeprefix("SHA256:").translate(_TO_LINK)
        return f"{self.address}/#{self.name}.{self.capability}.{key}"


def is_capability(text: str) -> bool:
    """Whether a text can be a capability, whoever has written it.

    >>> is_capability("c" * 22), is_capability("\\ud800" * 22)
    (True, False)
    """
    return _CAPABILITY.fullmatch(text) is not None


def looks_like_link(text: str) -> bool:
    """Whether somebody means a link, right or wrong."""
    return text.startswith(("http://", "https://")) and "#" in text


def read_link(text: str) -> Link:
    """Read a link that anybody may have written; its secret is never repeated."""
    address, mark, fragment = text.strip().partition("#")
    if len(text) > LONGEST or not mark:
        raise InvalidLink("this is not a link to a game; copy it whole, with all after the #")
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises where there can be none such
    except ValueError:
        raise InvalidLink(
            f"the link has no host and port that there can be: {address[:80]!r}"
        ) from None
    name, _, rest = fragment.partition(".")
    capability, _, key = rest.partition(".")
    if parts.scheme not in ("http", "https") or parts.path not in ("", "/") or parts.query:
        raise InvalidLink(f"a link to a game has nothing after its host and port: {address[:80]!r}")
    check_url(f"{parts.scheme}://{parts.netloc}/x")
    if name and not is_seat(name):
        raise InvalidLink("the link names no seat that there can be; copy it whole")
    if not is_capability(capability) or not _FINGERPRINT.fullmatch(key):
        raise InvalidLink("the link is cut short or damaged; copy it whole, with all after the #")
    fingerprint = "SHA256:" + key.translate(_FROM_LINK)
    return Link(f"{parts.scheme}://{parts.netloc}", name, capability, fingerprint)

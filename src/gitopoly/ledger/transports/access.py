"""Capabilities that a repository asks for: how they reach Git, and nobody else.

They travel in a header that Git sends to one server only. Git learns of it through its
environment: other users of the machine can read a command line, and a file would stay.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass, field
from urllib.parse import urlsplit

USER = "gitopoly"
"""The user name beside a capability, for people who type it as a password."""


@dataclass(frozen=True)
class Access:
    """What one server wants to see; neither part is ever printed."""

    reads: str = field(repr=False)
    """The capability that everybody in the game has."""
    writes: str = field(default="", repr=False)
    """The capability of one seat, which reads as well; empty for those who only read."""

    def header(self) -> str:
        """The value of the header Authorization: a seat shows its own, and is counted alone."""
        capability = self.writes or self.reads
        return "Basic " + base64.b64encode(f"{USER}:{capability}".encode()).decode()

    def settings(self, url: str) -> dict[str, str]:
        """Git's settings for an address; they hold for its server alone.

        A proxy would read a header that is not encrypted, so none is used then.
        """
        parts = urlsplit(url)
        place = f"http.{parts.scheme}://{parts.netloc}/"
        found = {f"{place}.extraHeader": f"Authorization: {self.header()}"}
        if parts.scheme == "http":
            found[f"{place}.proxy"] = ""
        return found

"""Nicknames and addresses of repositories: what may be passed to Git, and what may not.

Both come from other people, through the invitation.
An address is a path, ``file://``, ``ssh://``, ``user@host:path``, ``https://``, ``http://`` or
``git://``; other forms that Git understands, above all ``ext::``, could run a command.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

from gitopoly.errors import InvalidNickname, UnsafeUrl
from gitopoly.ledger.entry import RESERVED, SEAT

LONGEST_URL = 500

_HOST = r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])"
_USER = r"(?:(?P<user>[A-Za-z0-9_.~+][A-Za-z0-9_.~+-]*)@)?"
_NETWORK = re.compile(
    rf"(?P<scheme>ssh|https|http|git)://{_USER}{_HOST}(?::(?P<port>\d{{1,5}}))?(?P<path>/.*)?"
)
_SCP_LIKE = re.compile(rf"{_USER}{_HOST}:(?P<path>(?!-).+)")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_HELPER = re.compile(r"[^/\\]*::")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_OWN_NETWORK = (
    *("local", "localhost", "localdomain", "internal", "intranet", "lan", "home", "home.arpa"),
    *("corp", "private"),
)
"""Suffixes that names have only in private networks."""
_NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv4 addresses as embedded in IPv6."""
_ENCODED_CONTROL = re.compile(r"%(?:[01][0-9A-Fa-f]|7[Ff])")


@dataclass(frozen=True)
class Address:
    """An address that has been checked."""

    url: str
    """As it was given."""
    path: str | None
    """The folder, when it is one on this machine; it may be relative."""
    host: str | None
    """The host, when it is on a network."""
    service: str = ""
    """Scheme and port; two addresses with the same host and service contact the same server."""

    @property
    def is_loopback(self) -> bool:
        """Whether polling it often disturbs nobody else."""
        if self.host is None:
            return True
        host = self.host.strip("[]").lower()
        try:
            return ipaddress.ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def nearby(self) -> str:
        """What private place this address leads to, in a few words; empty if it is public.

        Names are not resolved: one that looks public may still lead into a private network.

        >>> check_url("git@192.168.1.7:ann.git").nearby
        'a private network'
        """
        if self.host is None:
            return "a folder on this machine"
        host = self.host.strip("[]").lower()
        last = host.rpartition(".")[2]
        try:
            return _nearby_ip(ipaddress.ip_address(host))
        except ValueError:
            if _NUMERIC.fullmatch(last):
                return "an address in an unusual spelling"
        if host == "localhost" or last == "localhost":
            return "this machine"
        if "." not in host or any(host.endswith(f".{name}") for name in _OWN_NETWORK):
            return "a name in a private network"
        return ""

    def folder(self, base: Path) -> Path:
        """The folder of a local address; a relative one starts at the game's folder, `base`."""
        assert self.path is not None
        return base / self.path


def _nearby_ip(ip: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """The same for a numeric address; an embedded address counts instead of the outer one."""
    if isinstance(ip, ipaddress.IPv6Address):
        within = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if ip in _TRANSLATED:
            within = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
        if within:
            return _nearby_ip(within)
        if ip.is_site_local:
            return "a private network"
    if ip.is_loopback or ip.is_unspecified:
        return "this machine"
    if ip.is_link_local or not ip.is_global or ip.is_multicast or ip.is_reserved:
        return "a private network"
    return ""


def check_nickname(nickname: str) -> str:
    """Return a nickname that can name a seat and a remote, or raise InvalidNickname."""
    if not SEAT.fullmatch(nickname):
        reason = "it must be a letter, then up to 31 letters, digits, '-' or '_'"
        raise InvalidNickname(nickname, reason)
    if nickname.lower() in RESERVED:
        raise InvalidNickname(nickname, "Git uses this name itself; choose another one")
    return nickname


def check_url(url: str) -> Address:
    """Read an address, or raise UnsafeUrl with the reason.

    >>> check_url("../anna.git").path
    '../anna.git'
    >>> check_url("git@example.org:anna/monopoly.git").host
    'example.org'
    """
    _check_characters(url)
    if _HELPER.match(url):
        raise UnsafeUrl(url, "addresses with '::' can run commands; use a path, ssh or https")
    if _DRIVE.match(url):
        return Address(url, url, None)
    if url.lower().startswith("file://"):
        return _file_address(url)
    if _SCHEME.match(url):
        return _network_address(url)
    if ":" in url.split("/", 1)[0]:
        return _scp_like_address(url)
    if url.startswith(("\\\\", "//")):
        raise UnsafeUrl(url, "network shares are not supported; use ssh or https")
    return Address(url, url, None)


def _check_characters(url: str) -> None:
    if not url or url != url.strip():
        raise UnsafeUrl(url, "it is empty or begins or ends with a space")
    if len(url) > LONGEST_URL:
        raise UnsafeUrl(url[:40] + "...", f"it is longer than {LONGEST_URL} characters")
    if not url.isprintable() or _ENCODED_CONTROL.search(url):
        raise UnsafeUrl(url, "it contains control characters")
    if url.startswith("-"):
        raise UnsafeUrl(url, "it begins with '-' like an option; write ./ before a path")


def _file_address(url: str) -> Address:
    host, slash, path = url[len("file://") :].partition("/")
    path = unquote(slash + path)
    if host.lower() not in ("", "localhost") or not path.strip("/") or not path.isprintable():
        raise UnsafeUrl(url, "a file address needs three slashes and a path: file:///home/me/x.git")
    if path.startswith("//"):
        raise UnsafeUrl(url, "network shares are not supported; use ssh or https")
    drive = _DRIVE.match(path[1:])
    return Address(url, path[1:] if drive else path, None)


def _network_address(url: str) -> Address:
    match = _NETWORK.fullmatch(url)
    if match is None:
        if re.match(r"[a-z]+://[^/@]*:[^/@]*@", url):
            reason = "it contains a password, which all players would see; use a credential helper"
            raise UnsafeUrl(_without_password(url), reason)
        reason = "it must be ssh://, https://, http:// or git:// with a plain host name"
        raise UnsafeUrl(url, reason)
    if (match["path"] or "/").strip("/") == "":
        raise UnsafeUrl(url, "it names a host but no repository")
    if match["path"].startswith("/-"):
        raise UnsafeUrl(url, "its path begins with '-' like an option")
    return Address(url, None, match["host"], f"{match['scheme']}:{match['port'] or ''}")


def _scp_like_address(url: str) -> Address:
    match = _SCP_LIKE.fullmatch(url)
    if match is None:
        raise UnsafeUrl(
            url, "it is not an address such as git@example.org:name.git; a path needs ./"
        )
    return Address(url, None, match["host"], "ssh:")


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//***@", url)

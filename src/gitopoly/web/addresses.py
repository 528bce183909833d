"""This machine's addresses on its networks, as far as the system says; none of them was tried."""

from __future__ import annotations

import contextlib
import ipaddress
import socket

_PROBES = ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255", "2001:db8::1")
"""Addresses that only serve to ask the system which of its own it would use; nothing is sent."""


def own_addresses() -> list[str]:
    """This machine's addresses on its networks, the most likely first; none was tried."""
    found: list[str] = []
    for probe in _PROBES:
        family = socket.AF_INET6 if ":" in probe else socket.AF_INET
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
            asking.connect((probe, 9))  # a datagram socket sends nothing here
            found.append(asking.getsockname()[0])
    usable = [one for one in found if _is_usable(one)]
    return list(dict.fromkeys(usable))


def _is_usable(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)

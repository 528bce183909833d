"""``git ls-remote`` for a server on this machine, without running the ``git`` command.

It saves two processes each time nothing has changed.
Only for loopback over ``http``: no login and no proxy is needed there.
The result is only a hint whether to fetch; nothing else is taken from it.
"""

from __future__ import annotations

import http.client
import re
from urllib.parse import urlsplit

from gitopoly.ledger.transports.timed_socket import TimedConnection

LONGEST = 256 * 1024
TIMEOUT = 5.0
"""Seconds for the whole of it."""
_BEGINS, _ENDS = b"001e# service=git-upload-pack\n0000", b"0000"
"""What Git's list of branches begins and ends with."""


def is_at(url: str, branch: str, head: str | None, header: str = "") -> bool:
    """Whether a branch is at a commit, or is missing as it was; False if that is unclear.

    `header` is the value of Authorization, where the server wants one.
    """
    parts = urlsplit(url)
    headers = {"User-Agent": "git/gitopoly"} | ({"Authorization": header} if header else {})
    try:
        connection = TimedConnection(parts.hostname or "", parts.port, timeout=TIMEOUT)
        try:
            address = f"{parts.path.rstrip('/')}/info/refs?service=git-upload-pack"
            connection.request("GET", address, headers=headers)
            answer = connection.getresponse()
            told = answer.read(LONGEST + 1)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError):
        return False
    whole = len(told) <= LONGEST and told.startswith(_BEGINS) and told.endswith(_ENDS)
    found = re.search(rb"([0-9a-f]{40}) %s[\0\n]" % re.escape(branch).encode(), told)
    return whole and answer.status == 200 and (found and found[1].decode()) == head

"""Finding the Chromium that the tests of the page run in, or installing Debian's.

`make test` and `make screenshots` run this first; NO_BROWSER=1 leaves those tests out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""What keeps a headless browser from talking to anybody but the page's server."""


def find_browser(environment: Mapping[str, str] = os.environ) -> str | None:
    """The program, None if there is none; GITOPOLY_CHROMIUM names another one."""
    named = environment.get("GITOPOLY_CHROMIUM")
    if named:
        return named
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def flags() -> list[str]:
    """The flags to launch it with; the superuser has no sandbox."""
    superuser = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*FLAGS, *(["--no-sandbox"] if superuser else [])]


def install() -> bool:
    """Install Debian's package if this user may; whether it is there afterwards."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return False
    print("installing Debian's package chromium ...", flush=True)
    command = ["apt-get", "install", "--yes", "--quiet", "chromium"]
    if subprocess.run(command, capture_output=True).returncode != 0:
        subprocess.run(["apt-get", "update", "--quiet"], capture_output=True)
        subprocess.run(command, capture_output=True)
    return find_browser() is not None


def main() -> int:
    """Make sure that there is a browser; the exit code."""
    if os.environ.get("NO_BROWSER"):
        print("NO_BROWSER is set: the tests in a browser are left out")
        return 0
    if find_browser() or install():
        return 0
    print(
        "no Chromium was found: install the package chromium, or set NO_BROWSER=1 to leave out "
        "the tests that need it",
        file=sys.stderr,
    )
    return 1


if __name__ == "__main__":
    sys.exit(main())

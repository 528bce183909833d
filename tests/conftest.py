"""What holds for all tests: they assert behaviour, never a time, wherever they are started."""

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.surroundings import shut_out

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "noisy machine", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("noisy machine")

# Before anything is imported that looks at them.
shut_out(os.environ)

# Games sync every move to disk; where memory can be a disk with room, that takes no time.
MEMORY = Path("/dev/shm")
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 4 << 30:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# A shell starts what it puts in the background deaf to Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_make_parametrize_id(val: object) -> str | None:
    """A long parameter in a few words: its name is sent, printed and kept for every test."""
    return ascii(val[:40]) if isinstance(val, str | bytes) and len(val) > 80 else None


@pytest.fixture
def homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home: in a container, say, under a number which no list of users knows."""

    def home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("GITOPOLY_CACHE", "GITOPOLY_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", home)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """The system's Chromium, headless; one for all, because a process can drive only one."""
    from playwright.sync_api import sync_playwright

    from tools.browser import find_browser, flags

    if os.environ.get("NO_BROWSER"):
        pytest.skip("NO_BROWSER is set")
    program = find_browser()
    if program is None:
        pytest.fail("no Chromium was found: install the package chromium, or set NO_BROWSER=1")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=flags())
        yield found
        found.close()

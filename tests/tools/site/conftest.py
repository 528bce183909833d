"""Our own site, which takes seconds to build: once for all tests that only read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.site.build import build

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def our_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of our site."""
    folder = tmp_path_factory.mktemp("site")
    build(ROOT, folder)
    return folder

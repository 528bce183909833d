"""The tests stand on their own, whatever the machine they run on is used to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.surroundings import NOBODYS_SETTINGS, shut_out

ROOT = Path(__file__).parents[1]
SETTINGS = """
[commit]
    gpgSign = true
[init]
    defaultBranch = trunk
[url "ssh://nowhere.invalid/"]
    insteadOf = http://
    insteadOf = /
[color]
    ui = always
"""


def test_what_changes_the_outcome_is_shut_out_and_the_rest_stays() -> None:
    environment = {
        "GIT_DIR": "/elsewhere",
        "GIT_CONFIG_COUNT": "0",
        "http_proxy": "http://proxy.invalid",
        "ALL_PROXY": "http://proxy.invalid",
        "FORCE_COLOR": "1",
        "COLUMNS": "40",
        "GITOPOLY_HOME": "/mine",
        "GITOPOLY_CACHE": "/kept",
        "HOME": "/home/anybody",
        "LANG": "C",
    }
    shut_out(environment)
    kept = {"GITOPOLY_CACHE": "/kept", "HOME": "/home/anybody", "LANG": "C"}
    assert environment == kept | NOBODYS_SETTINGS


def test_it_is_shut_out_of_this_very_run() -> None:
    environment = dict(os.environ)
    shut_out(environment)
    # Set by the tests' runner for its own processes, or by the test of today.
    assert environment == dict(os.environ)


# Each of these failed once where a variable or a setting was in its way.
TOUCHY = (
    "tests/ledger/git/test_store.py::test_stock_git_sees_and_verifies_what_was_shown",
    "tests/ledger/transports/test_ls_remote.py::test_a_fetch_is_worth_it_only_when_the_branch_moved",
    "tests/table/test_simulation.py::test_another_seed_gives_other_commits",
    "tests/ledger/transports/test_by_path.py::"
    "test_hooks_settings_replacements_and_grafts_of_the_other_have_no_effect",
    "tests/cli/friends/test_new.py::"
    "test_an_invitation_is_published_and_the_others_are_told_how_to_come",
    "tests/cli/test_helping.py",
    "tests/cli/test_main.py::test_a_program_without_input_or_output_ends_as_ever",
)


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """An environment in which little is as usual."""
    home = tmp_path / "hôme of änyone"
    home.mkdir()
    (home / ".gitconfig").write_text(SETTINGS, encoding="utf-8")
    usual = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return usual | {
        "HOME": str(home),
        "TMPDIR": str(home),
        "GIT_DIR": str(tmp_path / "no.git"),
        "GIT_TRACE": "1",
        "GIT_AUTHOR_DATE": "2001-01-01T00:00:00Z",
        "http_proxy": "http://127.0.0.1:9",
        "FORCE_COLOR": "1",
        "COLUMNS": "40",
        "LC_ALL": "xx_XX.UTF-8",
        "PYTHONWARNINGS": "default",
        "TZ": "Pacific/Kiritimati",
    }


@pytest.mark.slow
def test_touchy_tests_pass_in_unusual_surroundings(surroundings: dict[str, str]) -> None:
    """A process of its own, because a test cannot change what its own run began with."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TOUCHY]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]

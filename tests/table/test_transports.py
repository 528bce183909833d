"""Three seats as three processes play a whole game over each kind of address."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.signature import allowed_signers
from gitopoly.proof.protocols.__main__ import read_folder
from gitopoly.proof.protocols.checking import ProtocolTraces
from gitopoly.table.protocol_log import FOLDER
from tests.ledger.servers import bare_repository, git, git_daemon, smart_http
from tests.table.player import Player, command
from tests.table.tables import NAMES

ROOT = Path(__file__).resolve().parents[2]
SEATS = 3


@contextlib.contextmanager
def served(folder: Path, kind: str) -> Iterator[tuple[str, ...]]:
    """Empty bare repositories for all seats; their addresses."""
    for name in NAMES[:SEATS]:
        bare_repository(folder / f"{name}.git")
    with contextlib.ExitStack() as servers:
        base = str(folder)
        if kind == "git daemon":
            base = servers.enter_context(git_daemon(folder))
        if kind == "smart HTTP":
            base = servers.enter_context(smart_http(folder)).url
        yield tuple(f"{base}/{name}.git" for name in NAMES[:SEATS])


def played(folder: Path, urls: tuple[str, ...]) -> list[dict[str, Any]]:
    """Let all seats play in processes of their own; what each has seen of the end."""
    players = [
        subprocess.Popen(
            command(Player(str(folder), number, urls, seed=number)),
            cwd=ROOT,
            env={**os.environ, FOLDER: str(folder / "events")},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(SEATS)
    ]
    ends = []
    try:
        for player in players:
            said, complaints = player.communicate(timeout=240)
            assert player.returncode == 0, complaints
            ends.append(json.loads(said.splitlines()[-1]))
    finally:
        for player in players:
            player.kill()
            player.wait()
    return ends


def verify(url: str) -> dict[str, Any]:
    """What ``gitopoly verify`` finds at an address."""
    command = [sys.executable, "-m", "gitopoly", "verify", url, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr + done.stdout
    report: dict[str, Any] = json.loads(done.stdout)["games"][0]
    return report


def signatures(repository: Path, signers: str) -> list[str]:
    """What stock Git says of the signature of each commit: G is good."""
    log = ("log", "--format=%G?", "main")
    return git(*setting(repository, signers), *log, at=repository).split()


def setting(repository: Path, signers: str) -> tuple[str, str]:
    """Tell Git whose signatures are good."""
    (repository / "signers").write_text(signers)
    return "-c", f"gpg.ssh.allowedSignersFile={repository / 'signers'}"


def signers(names: tuple[str, ...]) -> str:
    """An allowed-signers file for some seats."""
    return allowed_signers({name: from_seed(name.encode()).public for name in names})


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["path", "git daemon", "smart HTTP"])
def test_three_processes_play_a_game_that_holds(tmp_path: Path, kind: str) -> None:
    with served(tmp_path, kind) as urls:
        ends = played(tmp_path, urls)
        report = verify(urls[1])
    assert ends[0] == ends[1] == ends[2]
    assert ends[0]["finished"] == [True] * SEATS
    assert ends[0]["evidence"] == []
    assert report["holds"]
    assert report["over"]
    assert report["dice"] == "joint"
    check_with_stock_git(tmp_path / "ben.git", report["entries"])
    if kind == "smart HTTP":  # the slowest network, so that news comes in most parts
        check_with_tlc(tmp_path / "events")
    # The last words of the others may be in their own repositories only, but a seat has all.
    assert verify(str(tmp_path / "ben"))["complete"]


def check_with_tlc(events: Path) -> None:
    """What the seats did is a behaviour of the protocols' specifications."""
    traces = ProtocolTraces()
    for run in read_folder(events):
        traces.add(run)
    assert len(traces.draws) == len(traces.ledgers) == len(traces.lobbies) == 1
    assert not any(traces.check().values())


def check_with_stock_git(repository: Path, entries: int) -> None:
    """A repository is sound, and Git accepts its signatures: all, or those of known signers."""
    git("fsck", "--strict", "--full", at=repository)
    found = signatures(repository, signers(NAMES[:SEATS]))
    assert found == ["G"] * entries
    everybody_else = signatures(repository, signers(NAMES[1:SEATS]))
    assert set(everybody_else) == {"G", "U"}
    git(*setting(repository, signers(NAMES[:SEATS])), "verify-commit", "main", at=repository)

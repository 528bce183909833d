"""Hosting on this computer from the command line: links, joining by one, coming back."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gitopoly.cli.friends.qr_code import code_rows
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, key_of, refused, run
from tests.table.hosted import host_in

HERE = ("new", "--here", "--ui", "web")
LINK = "http://127.0.0.1:9/#ben." + "c" * 22 + "." + "f" * 43


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


class Running:
    """A command in a process of its own, until Ctrl-C."""

    def __init__(self, folder: Path, *words: str) -> None:
        environment = {
            **os.environ,
            "GITOPOLY_HOME": str(folder / "home"),
            "GITOPOLY_BROWSER": "none",
            "PYTHONUNBUFFERED": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "gitopoly", *words, "--ui", "web"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        self.output = "".join(lines)

    def link(self, name: str) -> str:
        """The link that was printed for somebody."""
        found = re.search(rf"^{name}: (\S+)$", self.output, re.MULTILINE)
        assert found, self.output
        return found[1]

    def end(self) -> str:
        """Press Ctrl-C; what else was printed."""
        self._process.send_signal(signal.SIGINT)
        return self._process.communicate(timeout=120)[0]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="there is no such signal")
def test_a_game_is_hosted_joined_by_its_link_and_opened_again(home: Path) -> None:
    names = ("--me", "ann", "--player", "ben", "--player", "cleo")
    host = Running(home, *HERE[:2], *names, "--listen", "127.0.0.1:0")
    link = host.link("ben")
    assert f"Your key is {key_of(home)}" in host.output
    assert "Only this computer can open http://127.0.0.1:" in host.output
    assert "The links begin with http:" in host.output
    joined = run("join", link, "--identity", str(home / "ben_key"))
    assert joined.exit_code == 0, joined.output
    assert "ann has the key that the link names" in joined.output
    assert "cleo joins with a link that ann has" in joined.output  # an address would not do
    assert "join --me" not in joined.output
    assert (home / "monopoly_ben").is_dir()
    twice = run("join", link, "--identity", str(home / "ben_key"), "--dir", "again")
    refused(twice, "has already joined")
    watching = host.link("Spectators")
    refused(run("join", watching), "spectators")
    assert "The game is saved." in host.end()

    again = Running(home, "resume", "monopoly_ann")
    assert again.link("cleo") == host.link("cleo")
    assert "ben: " not in again.output  # who is there needs no link
    assert again.link("Spectators") == watching
    again.end()

    third = Running(home, "resume", "monopoly_ann", "--new-link", "ben")
    assert third.link("ben") != link
    assert third.link("cleo") == host.link("cleo")
    third.end()


def test_a_new_link_is_for_a_seat_of_a_hosted_game(home: Path) -> None:
    host_in(home, "ben", key=own_key(home / "home" / "identity")).close()
    refused(run("resume", "ann", "--ui", "web", "--new-link", "dan"), "one of ben, not dan")
    run("new", "--me", "cleo=cleo.git", "--player", "ben=ben.git")
    refused(run("resume", "monopoly_cleo", "--new-link", "ben"), "only for a game that is hosted")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((*HERE, "--me", "ann=x.git", "--player", "ben"), "write only NICK"),
        ((*HERE, "--me", "ann", "--player", "<b>"), "nickname"),
        ((*HERE, "--me", "ann", "--player", "ann"), "twice"),
        ((*HERE, "--me", "ann"), "--player"),
        ((*HERE, "--player", "ben"), "--me"),
        ((*HERE, "--me", "ann", "--player", "ben", "--at", "ftp://x"), "--at"),
        ((*HERE, "--me", "ann", "--player", "ben", "--at", "http://x/y"), "--at"),
        ((*HERE, "--me", "ann", "--player", "ben", "--at", "http://[::1"), "--at"),
        ((*HERE, "--me", "ann", "--player", "ben", "--at", "http://x:99999"), "--at"),
        ((*HERE, "--me", "ann", "--player", "ben", "--listen", "here"), "--listen"),
        ((*HERE, "--me", "ann", "--player", "ben", "--listen", "127.0.0.1:99999"), "--listen"),
        ((*HERE, "--me", "ann", "--player", "ben", "--tls-cert", "ann.git/HEAD"), "--tls-key"),
        (("new", "--here", "--me", "ann", "--player", "ben"), "--ui web"),
        (("new", "--me", "ann=ann.git", "--player", "ben=ben.git", "--listen", "1"), "--here"),
        (("join", "http://127.0.0.1:9/"), "copy it whole"),
        (("join", LINK[:-1]), "cut short"),
        (("join", LINK), "cannot reach http://127.0.0.1:9"),
        (("join", LINK, "--me", "ben=b.git"), "leave out"),
        (("join", LINK.replace("http", "ssh")), "link"),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    home: Path, words: tuple[str, ...], said: str
) -> None:
    result = run(*words)
    refused(result, said)
    assert "c" * 22 not in result.stderr
    assert not list(home.glob("monopoly_*"))


def test_a_hosted_game_is_not_resumed_in_the_terminal(home: Path) -> None:
    host_in(home, "ben").close()
    refused(run("resume", "ann", "--ui", "terminal"), "terminal", "add --ui web")
    refused(run("resume", "ann", "--take-published"), "--take-published is not for a game that")


@pytest.mark.parametrize("with_name", [True, False])
def test_a_hosted_game_without_the_folder_of_its_friends_is_refused(
    home: Path, with_name: bool
) -> None:
    host_in(home, "ben").close()
    (home / "ann_hosted").rename(home / "elsewhere")
    if not with_name:
        (home / "ann" / ".git" / "gitopoly" / "hosting").unlink()
    refused(run("resume", "ann"), "ann_hosted", "put that folder back")
    (home / "elsewhere").rename(home / "ann_hosted")
    refused(run("resume", "ann", "--ui", "terminal"), "add --ui web")


def test_a_certificate_that_is_none_is_refused(home: Path) -> None:
    files = ("--tls-cert", "ann.git/HEAD", "--tls-key", "ann.git/HEAD")
    refused(run(*HERE, "--me", "ann", "--player", "ben", *files), "cannot use the certificate")
    assert not list(home.glob("monopoly_*"))


def test_a_certificate_that_somebody_left_as_a_pipe_is_not_waited_for(home: Path) -> None:
    host = host_in(home, "ben", key=own_key(home / "home" / "identity"))
    os.mkfifo(home / "chain.pem")
    host.hosting.certificate = (str(home / "chain.pem"),) * 2
    host.hosting.save()
    host.close()
    refused(run("resume", "ann", "--ui", "web", "--no-browser"), "chain.pem is not a file")


def test_a_code_is_square_and_light_on_dark() -> None:
    rows = code_rows(LINK)
    assert len({len(row) for row in rows}) == 1
    assert len(rows) == (len(rows[0]) + 1) // 2
    assert set("".join(rows)) <= set("█▀▄ ")
    assert set(rows[0]) == {"█"}  # a quiet zone

"""``gitopoly attend``: a seat without a person, and its owner called once."""

from __future__ import annotations

import http.server
import json
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from gitopoly.cli.friends import attend as module, notifying
from gitopoly.cli.friends.notifying import Call, Notifier
from gitopoly.table.remote_game import resume_game
from gitopoly.table.trust import own_key
from tests.cli.seated import at_home, refused, run
from tests.ledger.servers import git
from tests.table.hosted import host_in
from tests.table.repositories import bare

TWO = ("--me", "ann=ann.git", "--player", "ben=ben.git", "--option", "opening_throw=0")
ORDERS = """
roll = true
buy = "never"
between_turns = "pass"
tax = "least"
jail = ["card", "stay"]
debt = ["others", "buildings"]
[bids]
others = "pass"
buildings = "pass"
[[offers]]
answer = "decline"
"""
CALL = Call("4a1f", "ann", "ann 3-0-0", "It is your turn, ann.")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return at_home(tmp_path, monkeypatch)


def seated(*options: str) -> None:
    """Ann has invited ben, and both have left the table."""
    assert run("new", *TWO, *options).exit_code == 0
    joined = run("join", "--me", "ben=ben.git", "--from", "ann.git", "--allow-address", "ann.git")
    assert joined.exit_code == 0, joined.output


def once(name: str, *options: str) -> Result:
    result = run("attend", f"monopoly_{name}", "--once", *options)
    assert result.exit_code == 0, result.output
    return result


def begun(home: Path) -> str:
    """Ben's seat has orders, ann's has none and waits for her; returns how that is said."""
    seated()
    (home / "monopoly_ben" / "orders.toml").write_text(ORDERS)
    for _ in range(60):
        once("ben")
        last = once("ann").output.splitlines()[-1]
        if "ann." in last and "Waiting" not in last:
            return last
    pytest.fail("ann has never had a choice")


@pytest.mark.slow
def test_two_attended_seats_play_to_the_end(home: Path) -> None:
    seated("--option", "turn_limit=1")
    for name in ("ann", "ben"):
        (home / f"monopoly_{name}" / "orders.toml").write_text(ORDERS)
    for _ in range(30):
        ended = once("ann").output, once("ben").output
        if "confirms the end" in "".join(ended):
            break
    once("ann")
    assert "The game is over" in once("ben").output
    assert run("verify", "ann.git").exit_code == 0
    assert "The game is over" in run("attend", "monopoly_ann").output


def test_whatever_is_not_covered_waits_and_is_said_in_the_owners_language(home: Path) -> None:
    said = begun(home)
    assert once("ann").output == f"{said}\n"
    assert "Waiting for ann." in once("ben").output
    in_german = once("ann", "--language", "de").output
    assert in_german != f"{said}\n"
    assert ", ann" in in_german


def test_orders_to_begin_with_are_written_once(home: Path) -> None:
    run("new", *TWO)
    written = run("attend", "--write-orders")
    assert written.exit_code == 0
    assert "publish = true" in (home / "monopoly_ann" / "orders.toml").read_text()
    refused(run("attend", "--write-orders"), "exists already", "--orders")


def test_a_second_process_is_refused(home: Path) -> None:
    run("new", *TWO)
    with resume_game(home / "monopoly_ann", own_key()):
        refused(run("attend", "monopoly_ann", "--once"), "open in another process")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("no_such_folder", "--once"), ["there is no game in no_such_folder"]),
        (("--once", "--notify", ""), ["--notify", "there is no command"]),
        (("--once", "--notify", "'"), ["--notify", "quote"]),
        (("--once", "--notify-url", "file:///etc/passwd"), ["--notify-url", "https://"]),
        (("--once", "--notify-url", "https://"), ["--notify-url"]),
        (("--once", "--notify-url", "http://a b"), ["--notify-url"]),
        (("--once", "--notify-url", "http://[::1"), ["--notify-url"]),
        (("--once", "--orders", "bad.toml"), ["bad.toml", "did you mean 'buy'?"]),
        (("--once", "--identity", "no.key"), ["there is no key in no.key"]),
        (("missing", "--once", "--identity", "no.key"), ["missing"]),  # not that a key is
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    home: Path, arguments: tuple[str, ...], words: list[str]
) -> None:
    run("new", *TWO)
    (home / "bad.toml").write_text("byu = 1")
    refused(run("attend", *arguments), *words)


# Calling the owner.


def teller(folder: Path) -> str:
    """A command that appends what it is told to a file."""
    script = folder / "tell me.py"
    script.write_text(
        "import os, sys\n"
        "with open(sys.argv[1], 'a') as file:\n"
        "    print(sys.stdin.read().strip(), os.environ['GITOPOLY_SEAT'], file=file)\n"
    )
    return f'"{sys.executable}" "{script}" "{folder / "told.txt"}"'


def test_the_owner_is_called_once_for_a_decision_in_however_many_runs(home: Path) -> None:
    said = begun(home)
    command = teller(home)
    for _ in range(3):
        once("ann", "--notify", command)
    (line,) = (home / "told.txt").read_text().splitlines()
    assert line == f"{said} ann"


def test_the_next_decision_is_another_call(tmp_path: Path) -> None:
    notifier = Notifier(tmp_path, teller(tmp_path), None)
    assert notifier.call(CALL) == notifier.call(CALL) == []
    assert notifier.call(Call("4a1f", "ann", "ann 4-0-0", "Again; $(touch x) `y`")) == []
    lines = (tmp_path / "told.txt").read_text().splitlines()
    assert lines == ["It is your turn, ann. ann", "Again; $(touch x) `y` ann"]


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("/no/such/command", "cannot be run"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "exit code 3"),
        (f"{sys.executable} -c 'import time; time.sleep(600)'", "took more than"),
    ],
)
def test_a_command_that_fails_is_said_and_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, problem: str
) -> None:
    monkeypatch.setattr(notifying, "TIME", 0.5 if "sleep" in command else 60.0)
    notifier = Notifier(tmp_path, command, None)
    (told,) = notifier.call(CALL)
    assert problem in told
    assert notifier.call(CALL) == []


class _Listener(http.server.BaseHTTPRequestHandler):
    heard: list[tuple[str, Any]]
    answer = 204

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.heard.append((self.path, json.loads(body)))
        self.send_response(self.answer)
        self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def listener() -> Iterator[tuple[str, type[_Listener]]]:
    kind = type("Heard", (_Listener,), {"heard": []})
    server = http.server.HTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/ring?key=1", kind
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_gets_a_small_json_object_once(
    tmp_path: Path, listener: tuple[str, type[_Listener]]
) -> None:
    url, kind = listener
    notifier = Notifier(tmp_path, None, url)
    assert notifier.call(CALL) == notifier.call(CALL) == []
    assert kind.heard == [("/ring?key=1", CALL.__dict__)]


@pytest.mark.parametrize("answer", [302, 404, 500])
def test_an_address_that_redirects_or_fails_is_said_and_not_followed(
    tmp_path: Path, listener: tuple[str, type[_Listener]], answer: int
) -> None:
    url, kind = listener
    kind.answer = answer
    (told,) = Notifier(tmp_path, None, url).call(CALL)
    assert str(answer) in told
    assert len(kind.heard) == 1


def test_an_address_that_does_not_answer_is_said(
    tmp_path: Path, listener: tuple[str, type[_Listener]]
) -> None:
    (told,) = Notifier(tmp_path, None, "http://no-such-host.invalid/x").call(CALL)
    assert "cannot be reached" in told


# A job that keeps nothing.


def test_a_seat_goes_on_from_what_it_has_published(home: Path) -> None:
    said = begun(home)
    shutil.rmtree(home / "monopoly_ann")
    result = run("attend", "--once", "--from", "ann=ann.git")
    assert result.exit_code == 0, result.output
    assert result.output.splitlines()[-1] == said
    assert once("ann").output == f"{said}\n"
    assert "wrote two" not in run("verify", "ann.git").output


@pytest.mark.parametrize(
    ("seat", "words"),
    [
        ("ben=ben.git", ["there is no game at"]),
        ("ben=no.git", ["cannot reach"]),
        ("zoe=ann.git", ["there is no seat zoe"]),
        ("ann=ben.git", []),
        ("ann", ["NICK=URL"]),
    ],
)
def test_what_is_not_there_is_refused_and_nothing_is_left(
    home: Path, seat: str, words: list[str]
) -> None:
    run("new", *TWO)
    shutil.rmtree(home / "monopoly_ann")
    refused(run("attend", "--once", "--from", seat), *words)
    assert not list(home.glob("monopoly_*"))


def test_another_key_gets_no_copy_of_a_seat(home: Path) -> None:
    run("new", *TWO)
    own_key(home / "other.key")
    arguments = ("--from", "ann=ann.git", "--identity", "other.key")
    refused(run("attend", "copy", "--once", *arguments), "ann plays with the key")
    assert not (home / "copy").exists()


def test_a_seat_whose_branch_was_overwritten_is_attended_and_restored(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "UNANSWERED", 1e6)  # whoever waited for that would wait for ever
    place = Path(bare(home, "all"))
    assert run("new", "--shared", "all.git", "--me", "ann", "--player", "ben").exit_code == 0
    assert run("join", "--shared", "all.git", "--me", "ben", "--from", "ann").exit_code == 0
    once("ann")
    before = git("rev-parse", "seats/ben", at=place).strip()
    git("branch", "--force", "seats/ben", "seats/ann", at=place)
    once("ben")
    git("merge-base", "--is-ancestor", before, "seats/ben", at=place)


def test_a_host_is_told_that_the_door_stays_closed(home: Path) -> None:
    host_in(home, "ben", key=own_key(None)).close()
    attended = run("attend", "ann", "--once")
    assert attended.exit_code == 0
    assert "does not open its door" in attended.stderr

"""Fetch and push through the git command, over real servers on loopback."""

import contextlib
import os
import secrets
import shlex
import socket
import stat
import subprocess
import sys
import threading
import time
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gitopoly.errors import NotFastForward, RefusedObjects, Unreachable
from gitopoly.ledger.address import check_url
from gitopoly.ledger.git.command import Answer
from gitopoly.ledger.git.files import TEMPORARY, remove_leftovers
from gitopoly.ledger.transports import by_git
from gitopoly.ledger.transports.by_git import GitTransport
from gitopoly.ledger.transports.incoming import HistoryLimits
from gitopoly.ledger.transports.remote import Remote, transport
from tests.ledger.repositories import (
    FILE,
    Repository,
    act,
    bare,
    fetch,
    game,
    nobody,
    own_head,
    probe,
    push,
    raw,
    raw_commit,
    raw_tree,
    set_branch,
)
from tests.ledger.servers import bare_repository, git, git_daemon, smart_http

# Without it, Git would take the repository of the test's folder above for its own.
FAKE_SSH = """#!/bin/sh
# Stands in for ssh: notes how it was called and runs the last argument here.
echo "$@" >> {log}
for last; do :; done
exec sh -c "$last"
"""


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's own settings, so that the tests mean the same everywhere."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")


def script(path: Path, text: str) -> Path:
    """Write a program."""
    path.write_text(text, encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@contextlib.contextmanager
def served(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Serve a folder in one of four ways; yields the address."""
    if kind == "git":
        with git_daemon(folder) as url:
            yield url
    elif kind == "http":
        with smart_http(folder) as server:
            yield server.url
    else:
        ssh = script(folder / "ssh", FAKE_SSH.format(log=shlex.quote(str(folder / "log"))))
        monkeypatch.setenv("GIT_SSH_COMMAND", shlex.quote(str(ssh)))
        monkeypatch.setenv("GIT_SSH_VARIANT", "ssh")
        yield f"ssh://git@localhost{folder}" if kind == "ssh" else f"git@localhost:{folder}"


@pytest.mark.parametrize("kind", ["path", "http"])
def test_only_the_commit_that_was_seen_is_published_over(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, other = game(tmp_path / "anna"), game(tmp_path / "other")
    bare_repository(tmp_path / "anna.git")
    ours, foreign = act(anna, "ours"), act(other, "foreign")
    with contextlib.ExitStack() as open_servers:
        base = str(tmp_path)
        if kind == "http":
            base = open_servers.enter_context(served(kind, tmp_path, monkeypatch))
        url = f"{base}/anna.git"
        push(other, url)
        link = transport(url, tmp_path)
        for over in (None, "0" * 39 + "1"):
            with pytest.raises((NotFastForward, Unreachable)):
                link.push(anna, over=over)
        assert probe(url).head == foreign
        link.push(anna, over=foreign)
        assert probe(url).head == ours


@pytest.mark.parametrize("kind", ["git", "http", "ssh", "scp"])
def test_a_move_goes_over_a_network(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bea = game(tmp_path / "anna"), game(tmp_path / "bea")
    bare_repository(tmp_path / "anna.git")
    with served(kind, tmp_path, monkeypatch) as base:
        url = f"{base}/anna.git"
        assert probe(url).empty
        assert fetch(bea, Remote("anna", url)).head is None
        for number in range(3):
            head = act(anna, f"move {number}")
            push(anna, url)
            found = fetch(bea, Remote("anna", url))
            assert found.head == head
            assert found.objects.read(head) == anna.read(head)
            assert len(fetch(bea, Remote("anna", url), (head,)).objects) == 0
        assert probe(url).head == head
        other = game(tmp_path / "other")
        act(other, "another game")
        with pytest.raises(NotFastForward, match="resume"):
            push(other, url)
        with pytest.raises(Unreachable):
            probe(f"{base}/nothing.git")
    assert bea.branches == []
    assert objects_of(bea) == set()
    assert list((bea.path / "gitopoly" / "temporary").iterdir()) == []
    git("fsck", "--strict", at=tmp_path / "anna.git")


@pytest.mark.parametrize("kind", ["path", "http"])
def test_whole_branches_are_copied_into_one_place(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer, scratch = bare(tmp_path / "all.git"), tmp_path / "scratch" / "copy"
    act(peer, "one")
    git("branch", "seats/anna", "main", at=peer.path)
    act(peer, "two")
    git("branch", "-m", "main", "seats/bea", at=peer.path)
    with contextlib.ExitStack() as open_servers:
        base = str(tmp_path)
        if kind == "http":
            base = open_servers.enter_context(served(kind, tmp_path, monkeypatch))
        for name in ("anna", "bea", "carl"):
            link = transport(f"{base}/all.git", tmp_path, branch=f"seats/{name}")
            folder, head = link.copy(scratch, name)
            assert head == peer.head(f"refs/heads/seats/{name}")
            if head is not None:
                told = [git("rev-list", "--objects", head, at=at) for at in (folder, peer.path)]
                assert told[0] == told[1]
        git("fsck", "--strict", at=folder)


@contextlib.contextmanager
def redirecting(to: str) -> Iterator[str]:
    """A host that leads every request elsewhere; yields its address."""

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", to + self.path)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_host_cannot_lead_us_to_another_one(tmp_path: Path) -> None:
    """It could reach what it cannot reach itself: a service of this machine."""
    anna, bea = game(tmp_path / "anna"), game(tmp_path / "bea")
    bare_repository(tmp_path / "anna.git")
    with smart_http(tmp_path) as server, redirecting(server.url) as base:
        act(anna, "a move")
        push(anna, f"{server.url}/anna.git")
        asked = server.requests
        for attempt in (
            lambda: probe(f"{base}/anna.git"),
            lambda: fetch(bea, Remote("anna", f"{base}/anna.git")),
            lambda: push(anna, f"{base}/anna.git"),
        ):
            with pytest.raises(Unreachable):
                attempt()
        assert server.requests == asked
        assert asked > 0


Hosted = tuple[Repository, Repository, str]


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[Hosted]:
    """A peer's bare repository behind HTTP, our own repository, and the address."""
    peer = Repository(bare_repository(tmp_path / "peer.git"))
    with smart_http(tmp_path) as server:
        yield peer, game(tmp_path / "own"), f"{server.url}/peer.git"


def objects_of(repository: Repository) -> set[Path]:
    """All files below `objects`, temporary ones included."""
    return {path for path in repository.objects.rglob("*") if path.is_file()}


def test_a_giant_is_cut_off_and_leaves_no_rubbish(hosted: Hosted) -> None:
    peer, own, url = hosted
    honest = act(peer)
    giant = raw(peer, "blob", secrets.token_bytes(3_000_000))
    head = raw_commit(peer, raw_tree(peer, (FILE, "state.yml", giant)), honest)
    talk = transport(url, own.base, HistoryLimits(pack=1_000_000))
    refusals = []
    for _ in range(2):
        with pytest.raises(RefusedObjects, match="at once") as caught:
            talk.fetch(nobody, own)
        refusals.append(caught.value)
    # It is not brought again until the branch moves.
    assert refusals[0] is refusals[1]
    assert refusals[0].offered == head
    with pytest.raises(RefusedObjects, match="at once"):
        talk.copy(own.base / "copied", "anna")
    set_branch(peer, honest)
    assert talk.fetch(nobody, own).head == honest
    assert objects_of(own) == set()
    assert list((own.path / "gitopoly" / "temporary").iterdir()) == []
    # The twin: without the bound on all bytes the giant arrives, and nobody reads it.
    set_branch(peer, head)
    found = fetch(own, Remote("anna", url), (honest,))
    assert (found.head, len(found.objects)) == (head, 1)
    assert objects_of(own) == set()


def test_objects_that_are_not_what_their_names_say_are_refused(hosted: Hosted) -> None:
    """Git computes every name again, and looks for collisions of SHA-1 meanwhile."""
    peer, own, url = hosted
    honest = act(peer)
    content = peer.read(honest)[1]
    place = peer.objects / honest[:2] / honest[2:]
    place.chmod(0o600)
    place.write_bytes(zlib.compress(b"commit %d\0" % len(content) + content[:-2] + b"?\n"))
    with pytest.raises((RefusedObjects, Unreachable)):
        fetch(own, Remote("anna", url))
    assert objects_of(own) == set()


def test_only_the_one_branch_is_brought(hosted: Hosted, tmp_path: Path) -> None:
    peer, own, url = hosted
    head = act(peer)
    tree = raw_tree(peer, (FILE, "state.yml", raw(peer, "blob", b"replaced")))
    other = raw_commit(peer, tree)
    raw_commit(peer, tree, other)
    set_branch(peer, head)
    git("update-ref", f"refs/replace/{head}", other, at=tmp_path / "peer.git")
    git("tag", "tagged", other, at=tmp_path / "peer.git")
    found = fetch(own, Remote("anna", url))
    assert found.head == head
    assert found.objects.read(head) == peer.read(head)
    assert not found.objects.holds(other)
    assert own.branches == []


def test_settings_in_the_folder_of_a_game_have_no_effect(hosted: Hosted, tmp_path: Path) -> None:
    """It may be a copy that somebody else has sent."""
    peer, own, url = hosted
    marker = tmp_path / "marker"
    touch = script(tmp_path / "touch", f"#!/bin/sh\ntouch {shlex.quote(str(marker))}\nexit 1\n")
    for name, value in {
        "core.gitProxy": str(touch),
        "core.sshCommand": str(touch),
        "credential.helper": f"!{touch}",
        "http.proxy": "http://127.0.0.1:9",
        "url.ssh://elsewhere/.pushInsteadOf": url,
        "extensions.partialClone": "elsewhere",
        "remote.elsewhere.url": "ssh://elsewhere/x.git",
        "remote.elsewhere.promisor": "true",
    }.items():
        git("config", name, value, at=own.path)
    head = act(own)
    push(own, url)
    assert own_head(peer) == head
    assert fetch(own, Remote("anna", url)).head == head
    assert not marker.exists()
    # The twin: the same settings have their way when Git is called plainly.
    command = ["git", "push", url, "HEAD:refs/heads/other"]
    assert subprocess.run(command, cwd=own.base, capture_output=True).returncode != 0


def test_settings_that_run_programs_or_change_the_command_have_no_effect(
    hosted: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer, own, url = hosted
    marker, settings = tmp_path / "marker", tmp_path / "settings"
    touch = script(tmp_path / "touch", f"#!/bin/sh\ntouch {shlex.quote(str(marker))}\nexit 1\n")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    hooked = own.path / "hooks"
    hooked.mkdir()
    for hook in ("pre-push", "reference-transaction", "post-checkout", "pre-auto-gc"):
        script(hooks / hook, touch.read_text(encoding="utf-8"))
        script(hooked / hook, touch.read_text(encoding="utf-8"))
    for name, value in {
        "core.hooksPath": str(hooks),
        "core.fsmonitor": str(touch),
        "core.alternateRefsCommand": str(touch),
        "push.gpgSign": "true",
        "gpg.program": str(touch),
        "push.followTags": "true",
        "push.pushOption": "surprise",
        "fetch.recurseSubmodules": "true",
        "transfer.fsckObjects": "true",
        "fetch.prune": "true",
        "fetch.negotiationAlgorithm": "noop",
        "safe.bareRepository": "explicit",
        "color.ui": "always",
        "protocol.ext.allow": "always",
        "protocol.version": "2",
    }.items():
        git("config", "--file", settings, name, value)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_EXTERNAL_DIFF", str(touch))
    head = act(own)
    push(own, url)
    assert own_head(peer) == head
    assert fetch(own, Remote("anna", url)).head == head
    assert not marker.exists()
    # The twin: the same settings do run a program when Git is called plainly.
    monkeypatch.delenv("GIT_DIR")
    command = ["git", "push", "--no-signed", url, "HEAD:refs/heads/other"]
    assert subprocess.run(command, cwd=own.base, capture_output=True).returncode != 0
    assert marker.exists()


def test_an_address_that_settings_turn_into_a_command_is_refused(
    hosted: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, own, url = hosted
    settings, marker = tmp_path / "settings", tmp_path / "marker"
    git("config", "--file", settings, "protocol.ext.allow", "always")
    command = "touch " + str(marker).replace(" ", "% ")
    git("config", "--file", settings, f"url.ext::{command} .insteadOf", url)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    with pytest.raises(Unreachable, match="not allowed"):
        fetch(own, Remote("anna", url))
    assert not marker.exists()
    subprocess.run(["git", "ls-remote", url], capture_output=True)
    assert marker.exists()


def test_credential_helpers_of_the_person_keep_working(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, settings = game(tmp_path / "own"), tmp_path / "settings"
    bare_repository(tmp_path / "own.git")
    head = act(own)
    with smart_http(tmp_path, login="anna:secret") as server:
        url = f"{server.url}/own.git"
        with pytest.raises(Unreachable):
            push(own, url)
        helper = script(
            tmp_path / "helper", "#!/bin/sh\necho username=anna\necho password=secret\n"
        )
        git("config", "--file", settings, "credential.helper", f"!{shlex.quote(str(helper))}")
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
        push(own, url)
        assert fetch(game(tmp_path / "bea"), Remote("anna", url)).head == head
        talk = GitTransport(check_url(url))
        talk.fetch(nobody)
        assert talk.may_have_moved()  # a look without a login knows nothing


def test_a_host_that_never_answers_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(by_git, "TIMEOUT", 0.5)
    own = game(tmp_path / "own")
    act(own)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/x.git"
        talk = GitTransport(check_url(url))
        for use in (talk.probe, lambda: talk.fetch(nobody, own), lambda: talk.push(own)):
            with pytest.raises(Unreachable, match="no answer"):
                use()
    deadline = time.monotonic() + 120
    while url in running():  # whoever is killed may take a moment to be gone
        assert time.monotonic() < deadline


def running() -> str:
    """The commands of all processes."""
    return subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_a_host_that_talks_nonsense_is_told_in_one_printable_line(tmp_path: Path) -> None:
    with socket.socket() as rude:
        rude.bind(("127.0.0.1", 0))
        rude.listen()

        def answer() -> None:
            connection, _ = rude.accept()
            connection.recv(4096)
            connection.sendall(b"0014ERR \x1b[2Jhello\n\x07!")
            connection.close()

        thread = threading.Thread(target=answer)
        thread.start()
        with pytest.raises(Unreachable) as caught:
            probe(f"git://127.0.0.1:{rude.getsockname()[1]}/x.git")
        thread.join()
    assert str(caught.value).isprintable()


def test_what_we_hold_is_not_sent_again(hosted: Hosted, tmp_path: Path) -> None:
    peer, own, url = hosted
    large = raw(peer, "blob", secrets.token_bytes(60_000))
    held = raw_commit(peer, raw_tree(peer, (FILE, "state.yml", large)))
    git("fetch", "--quiet", peer.path, "main:refs/remotes/carl/main", at=own.path)
    head = act(peer, "new")
    little = HistoryLimits(pack=16_000)
    found = transport(url, tmp_path, little).fetch((held,).__contains__, own)
    assert (found.head, len(found.objects)) == (head, 1)
    # The twin: who has nothing yet gets more than that.
    for bea in (None, game(tmp_path / "bea")):
        with pytest.raises(RefusedObjects, match="at once"):
            transport(url, tmp_path, little).fetch((held,).__contains__, bea)


def test_what_our_folder_holds_unknown_to_us_is_read_from_there(hosted: Hosted) -> None:
    """Somebody's own Git has brought it, so that the other side sends nothing."""
    peer, own, url = hosted
    heads = [act(peer, str(number)) for number in range(3)]
    git("fetch", "--quiet", peer.path, "main:refs/remotes/anna/main", at=own.path)
    found = fetch(own, Remote("anna", url))
    assert found.head == heads[-1]
    for name in heads:
        assert found.objects.read(name) == peer.read(name)


def test_a_repository_of_another_kind_is_refused_in_one_line(tmp_path: Path) -> None:
    anna, own = game(tmp_path / "anna"), game(tmp_path / "own")
    for number in range(3):
        act(anna, str(number))
    git("clone", "--quiet", "--bare", "--depth=1", f"file://{tmp_path}/anna", tmp_path / "cut.git")
    git("init", "--quiet", "--object-format=sha256", "--initial-branch=main", tmp_path / "sha256")
    person = ("-c", "user.name=a", "-c", "user.email=a@b")
    git(*person, "commit", "--quiet", "--allow-empty", "-m", "x", at=tmp_path / "sha256")
    git("clone", "--quiet", "--bare", tmp_path / "sha256", tmp_path / "other.git")
    with git_daemon(tmp_path) as base:
        for name, told in (("cut.git", "only the newest part"), ("other.git", "by SHA-256")):
            with pytest.raises(Unreachable, match=told):
                fetch(own, Remote("anna", f"{base}/{name}"))


def test_a_killed_fetch_is_swept_away_when_the_game_is_opened(hosted: Hosted) -> None:
    _, own, _ = hosted
    left = own.path / "gitopoly" / "temporary" / "gitopoly-x" / "objects" / "pack"
    left.mkdir(parents=True)
    (left / "tmp_pack_x").write_bytes(b"half")
    remove_leftovers(own.path)
    assert not list((own.path / "gitopoly").glob("temporary/*"))


def test_a_folder_that_cannot_be_written_is_an_obstacle_like_any_other(hosted: Hosted) -> None:
    """A full disk, or one that is read-only: whoever comes back to a game looks again later."""
    peer, own, url = hosted
    head = act(peer)
    act(own)
    (own.path / TEMPORARY).parent.mkdir(exist_ok=True)
    (own.path / TEMPORARY).write_text("in the way", "utf-8")
    talk = transport(url, own.base)
    with pytest.raises(Unreachable, match="File exists"):
        talk.fetch(nobody, own)
    with pytest.raises(Unreachable, match="File exists"):
        talk.push(own)
    (own.path / TEMPORARY).unlink()
    assert talk.fetch(nobody, own).head == head


def test_two_conversations_with_one_peer_do_not_disturb_each_other(hosted: Hosted) -> None:
    """As those about the log and about talk do, and neither is held against the peer."""
    peer, own, url = hosted
    head = act(peer)
    set_branch(peer, head, "talk")
    talk = transport(url, own.base, branch="talk")
    meanwhile: list[str | None] = []

    def known(_: str) -> bool:
        meanwhile.append(talk.fetch(nobody, own).head)
        talk.push(peer)
        return False

    assert transport(url, own.base).fetch(known, own).objects.whole
    assert set(meanwhile) == {head}


@pytest.mark.parametrize("problem", ["No space left on device", "Read-only file system"])
def test_what_our_own_disk_does_is_held_against_nobody(
    hosted: Hosted, monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:
    peer, own, url = hosted
    act(peer)
    complaint = f"fatal: write error: {problem}\nfatal: fetch-pack: invalid index-pack output"
    answer = Answer(128, "", problem, complaint)
    monkeypatch.setattr(by_git, "run_git", lambda *_, **__: answer)
    with pytest.raises(Unreachable, match=problem):
        fetch(own, Remote("anna", url))


@pytest.mark.skipif(sys.platform == "win32", reason="colons and quotes cannot be in a name there")
def test_odd_letters_in_the_games_folder_do_no_harm(hosted: Hosted, tmp_path: Path) -> None:
    peer, _, url = hosted
    odd = game(tmp_path / 'my "game": a\\b, it\'s #1')
    held = act(peer, "one")
    git("fetch", "--quiet", peer.path, "main:refs/remotes/anna/main", at=odd.path)
    head = act(peer, "two")
    found = fetch(odd, Remote("anna", url), (held,))
    assert (found.head, len(found.objects)) == (head, 1)
    mine = act(odd, "mine")
    bare_repository(tmp_path / "mine.git")
    push(odd, url.replace("peer", "mine"))
    assert probe(url.replace("peer", "mine")).head == mine

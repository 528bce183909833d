"""Capabilities are where they belong, and nowhere else."""

from __future__ import annotations

import base64
import http.client
import http.server
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gitopoly.errors import GitopolyError, Unreachable
from gitopoly.ledger.git import command
from gitopoly.ledger.transports.remote import Access, transport
from gitopoly.table.door_facts import ask_door
from gitopoly.table.routes import Link
from tests.web.game_servers import wait_for
from tests.web.hosts import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with seats for ben and cleo."""
    found = Host(tmp_path).open()
    yield found
    found.close()


# Where capabilities are not.


def capabilities(host: Host) -> list[str]:
    """All of a game."""
    return [host.hosting.game, *host.hosting.seats.values()]


@pytest.mark.slow
def test_no_capability_is_in_any_repository_or_folder_but_where_it_belongs(
    host: Host, tmp_path: Path
) -> None:
    ben = host.join("ben")
    host.sit("cleo")
    wait_for(lambda: (ben.poll(0.05), ben.game.started)[1])
    ben.close()
    for place in (host.hosting.repository(name) for name in host.names):
        listed = subprocess.run(
            ["git", "-C", str(place), "cat-file", "--batch-all-objects", "--batch"],
            capture_output=True,
            check=True,
        ).stdout
        assert b"format: 3" in listed
        for secret in capabilities(host):
            assert secret.encode() not in listed
    found = {
        path.relative_to(tmp_path).as_posix()
        for path in tmp_path.rglob("*")
        if path.is_file() and any(one.encode() in path.read_bytes() for one in capabilities(host))
    }
    assert found == {"ann_hosted/hosting.json", "ben/.git/gitopoly/routes.json"}
    assert (tmp_path / "ben/.git/gitopoly/routes.json").stat().st_mode & 0o077 == 0


def test_no_capability_is_on_a_command_line_or_in_an_error(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    plain = subprocess.Popen

    def noted(words: Any, *rest: Any, **more: Any) -> Any:
        seen.append(" ".join(map(str, words)))
        return plain(words, *rest, **more)

    monkeypatch.setattr(command.subprocess, "Popen", noted)
    host.join("ben").close()
    host.door.close()
    with pytest.raises(Unreachable) as refusal:
        ask_door(host.link("cleo"))
    link = transport(host.hosting.url("ann"), tmp_path, access=Access(*capabilities(host)[:2]))
    with pytest.raises(Unreachable) as other:
        link.probe()
    assert seen
    for secret in capabilities(host):
        both = base64.b64encode(f"gitopoly:{secret}".encode()).decode()
        for text in (*seen, str(refusal.value), str(other.value), repr(link)):
            assert secret not in text
            assert both not in text


def test_no_capability_follows_a_redirect(tmp_path: Path) -> None:
    """A host that sends us elsewhere gets its own capability, and nobody else does."""
    seen: dict[str, list[str]] = {"first": [], "second": []}

    def serve(name: str, target: str) -> http.server.ThreadingHTTPServer:
        class Answer(http.server.BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen[name].append(self.headers.get("Authorization", ""))
                self.send_response(302 if target else 200)
                self.send_header("Location", f"{target}{self.path}")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        found = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        threading.Thread(target=found.serve_forever, daemon=True).start()
        return found

    second = serve("second", "")
    first = serve("first", f"http://127.0.0.1:{second.server_port}")
    try:
        address = f"http://127.0.0.1:{first.server_port}"
        with pytest.raises(GitopolyError):
            ask_door(Link(address, "ben", "s" * 22, "SHA256:" + "f" * 43))
        with pytest.raises(GitopolyError):
            transport(f"{address}/a.git", tmp_path, access=Access("r" * 22)).probe()
        assert len(seen["first"]) >= 2
        assert all(seen["first"])
        assert seen["second"] == []
    finally:
        first.shutdown()
        second.shutdown()


def test_a_seat_shows_its_own_capability_and_who_only_reads_the_games() -> None:
    url = "http://127.0.0.1:1/git/x/a.git"
    for access, secret in ((Access("r" * 22), "r" * 22), (Access("r" * 22, "w" * 22), "w" * 22)):
        settings = access.settings(url)
        header = settings["http.http://127.0.0.1:1/.extraHeader"]
        kind, _, coded = header.removeprefix("Authorization: ").partition(" ")
        assert (kind, base64.b64decode(coded)) == ("Basic", f"gitopoly:{secret}".encode())
        assert settings["http.http://127.0.0.1:1/.proxy"] == ""


def test_every_answer_forbids_a_referrer_and_being_stored(host: Host) -> None:
    for path in ("/", "/static/main.js", "/api/door", f"/git/{host.hosting.label}/ann.git/x"):
        connection = http.client.HTTPConnection("127.0.0.1", host.door.port, timeout=60)
        headers = {"Authorization": f"Bearer {host.hosting.game}"}
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        assert answer.getheader("referrer-policy") == "no-referrer"
        assert "default-src 'none'" in (answer.getheader("content-security-policy") or "")
        connection.close()

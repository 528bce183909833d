"""Real Git servers on loopback: ``git daemon`` and smart HTTP, for measurements and tests.

Each listens on a free port, serves one folder of bare repositories, and stops at the end of its
``with`` block. They must not be reachable by others, because anyone may write to them; they serve
nothing worth keeping.
"""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from gitopoly.ledger.git.folder import configure, init_repository

ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}
"""An environment without anybody's Git settings."""
PATIENCE = 60.0
"""Seconds that a server may take to start or to stop."""
ATTEMPTS = 5
READY = b"Ready to rumble"
"""What ``git daemon`` prints once it has its port."""


def bare_repository(path: Path) -> Path:
    """An empty bare repository into which anybody may push."""
    init_repository(path, bare=True)
    configure(path, {"http.receivepack": "true"})
    return path


@contextlib.contextmanager
def git_daemon(folder: Path) -> Iterator[str]:
    """Serve the repositories below `folder` with ``git daemon``; yields the address."""
    process, port = _daemon(folder)
    try:
        yield f"git://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _daemon(folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Start it on a free port, or on another one if somebody took that port first."""
    for _ in range(ATTEMPTS):
        port = _free_port()
        command = ["git", "daemon", "--reuseaddr", "--listen=127.0.0.1", f"--port={port}"]
        command += ["--export-all", "--enable=receive-pack", "--verbose"]
        command += [f"--base-path={folder}", str(folder)]
        with tempfile.TemporaryFile() as said:
            # Its workers end with it: they are in its group, and it is asked to stop politely.
            process = subprocess.Popen(
                command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=said
            )
            if _is_ready(process, said.fileno()):
                return process, port
    raise TimeoutError("git daemon did not start")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _is_ready(process: subprocess.Popen[bytes], said: int) -> bool:
    """Whether a server reports that it is listening; it exits if it gets no port.

    An answer on the port would prove less: another program may have taken the port meanwhile.
    """
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        if READY in os.pread(said, 4096, 0):
            return True
        time.sleep(0.02)
    process.kill()
    process.wait()
    return False


class _SmartHttp(BaseHTTPRequestHandler):
    """Passes each request to ``git http-backend`` as CGI."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    wbufsize = -1  # head and content in one piece: two cost a delayed acknowledgement

    def do_GET(self) -> None:
        """List branches."""
        self._serve(b"")

    def do_POST(self) -> None:
        """Fetch or push."""
        self._serve(self._body())

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def _body(self) -> bytes:
        if self.headers.get("Transfer-Encoding", "") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        pieces = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            pieces.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(pieces)

    def _serve(self, body: bytes) -> None:
        assert isinstance(self.server, SmartHttpServer)
        self.server.requests += 1
        if self.server.login and self.headers.get("Authorization") != self.server.login:
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="test"')
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        address = urlsplit(self.path)
        environment = {
            **ENVIRONMENT,
            "GIT_PROJECT_ROOT": str(self.server.folder),
            "GIT_HTTP_EXPORT_ALL": "1",
            "REQUEST_METHOD": self.command,
            "PATH_INFO": address.path,
            "QUERY_STRING": address.query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REMOTE_ADDR": "127.0.0.1",
        }
        done = subprocess.run(
            ["git", "http-backend"],
            input=body,
            env=environment,
            capture_output=True,
            check=False,
            timeout=60,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        self.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class SmartHttpServer(ThreadingHTTPServer):
    """A server that knows its folder and counts requests."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int = 0, login: str = "") -> None:
        super().__init__(("127.0.0.1", port), _SmartHttp)
        self.folder = folder
        self.login = f"Basic {base64.b64encode(login.encode()).decode()}" if login else ""
        self.requests = 0

    def handle_error(self, *_: object) -> None:
        """Ignore a client that hangs up."""

    @property
    def url(self) -> str:
        """The address of the folder."""
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextlib.contextmanager
def smart_http(folder: Path, port: int = 0, login: str = "") -> Iterator[SmartHttpServer]:
    """Serve the repositories below `folder` over HTTP; yields the server with its ``url``.

    If a `login` such as ``anna:secret`` is given, everybody has to use it.
    """
    server = SmartHttpServer(folder, port, login)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def smart_http_process(folder: Path) -> Iterator[tuple[str, int]]:
    """The same in its own process, which neither blocks our interpreter nor counts as our work.

    Yields the address and the number of the process.
    """
    server = subprocess.Popen(
        [sys.executable, "-m", "gitopoly.evaluation.servers", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None  # requested above
    assert server.stdin is not None
    try:
        yield server.stdout.readline().strip(), server.pid
    finally:
        server.stdin.close()
        server.wait(PATIENCE)
        server.stdout.close()


@contextlib.contextmanager
def smart_http_address(folder: Path) -> Iterator[str]:
    """Just the address."""
    with smart_http_process(folder) as (address, _):
        yield address


@contextlib.contextmanager
def same_folder(folder: Path) -> Iterator[str]:
    """No server at all: the path of the folder."""
    yield str(folder)


TRANSPORTS: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "local path": same_folder,
    "git daemon": git_daemon,
    "smart HTTP": smart_http_address,
}
"""Every measured way to reach a repository, all of them on this machine."""


if __name__ == "__main__":
    # A separate process that serves a folder until its input ends.
    with smart_http(Path(sys.argv[1])) as running:
        print(running.url, flush=True)
        sys.stdin.read()

"""Where repositories are published: a folder, ``git daemon``, and smart HTTP, all on loopback."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

PATIENCE = 60.0
ATTEMPTS = 20


@contextlib.contextmanager
def on_folder(root: Path) -> Iterator[str]:
    """No server: the path is the address."""
    yield str(root)


@contextlib.contextmanager
def on_daemon(root: Path) -> Iterator[str]:
    """``git daemon``, into which everybody may push."""
    process, port = _daemon(root)
    try:
        yield f"git://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _daemon(root: Path) -> tuple[subprocess.Popen[bytes], int]:
    for _ in range(ATTEMPTS):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [
                *("git", "daemon", "--reuseaddr", "--export-all", "--enable=receive-pack"),
                *("--listen=127.0.0.1", f"--port={port}", f"--base-path={root}", str(root)),
            ],
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                return process, port
            time.sleep(0.02)
        process.kill()  # somebody else has taken the port meanwhile
        process.wait()
    raise AssertionError("git daemon did not start")


class _Backend(BaseHTTPRequestHandler):
    """Hands every request to ``git http-backend``."""

    server: _Server

    def do_GET(self) -> None:
        self._answer(b"")

    def do_POST(self) -> None:
        if self.headers.get("Transfer-Encoding", "") == "chunked":
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            self._answer(b"".join(parts))
        else:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def _answer(self, body: bytes) -> None:
        address = urlsplit(self.path)
        done = subprocess.run(
            ["git", "http-backend"],
            input=body,
            env={
                **os.environ,
                "GIT_PROJECT_ROOT": str(self.server.root),
                "GIT_HTTP_EXPORT_ALL": "1",
                "REMOTE_USER": "anybody",
                "REMOTE_ADDR": "127.0.0.1",
                "REQUEST_METHOD": self.command,
                "PATH_INFO": address.path,
                "QUERY_STRING": address.query,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
                "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
                "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            },
            capture_output=True,
            check=False,
            timeout=PATIENCE,
        )
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if line)
        self.send_response(int(headers.pop("Status", "200").split()[0]))
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, root: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Backend)
        self.root = root

    def handle_error(self, *_: object) -> None:
        """Whoever hangs up is no news."""


@contextlib.contextmanager
def on_http(root: Path) -> Iterator[str]:
    """Smart HTTP, into which everybody may push."""
    server = _Server(root)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


HOSTS: dict[str, Callable[[Path], AbstractContextManager[str]]] = {
    "folder": on_folder,
    "daemon": on_daemon,
    "http": on_http,
}

"""Serves bare repositories of ours over smart HTTP, with stock ``git http-backend``.

One process for each request, as a CGI program: an environment and settings of ours alone, no
hooks, and limits on time, memory, size and number. What is pushed goes through the quarantine of
Git's own ``receive-pack``; only two branches can be pushed to, and none can be deleted or moved
back.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import zlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from gitopoly.errors import GitopolyError
from gitopoly.ledger.git.command import as_variables, kill, limited
from gitopoly.ledger.git.untrusted import files_below

SERVICES = ("git-upload-pack", "git-receive-pack")
PUSHED = 64 * 1024 * 1024
"""Bytes of one push."""
ASKED = 1024 * 1024
"""Bytes of one request to fetch, unpacked."""
KEPT = 256 * 1024 * 1024
"""Largest size of a repository in bytes; beyond it, pushes are refused."""
FILES = 100_000
"""Most files in a repository: many small ones cost more than their bytes."""
MEMORY = 512 * 1024 * 1024
PROCESSOR = 30
"""Seconds of processor time that one request may take."""
TIMEOUT = 60.0
"""Seconds that one request may take, however slowly the other side reads or writes."""
AT_ONCE = 6
"""Requests that are served at a time; the others wait."""
WAITING = 64
"""Requests that may wait."""
STALLED = 2.0
"""Seconds after which an answer that is not read makes room for others."""
HEADER = 16 * 1024
"""Bytes of the header that the program may answer with."""
CHUNK = 64 * 1024
IN_MEMORY = 64 * 1024
"""Bytes of a request that are kept in memory; a longer one goes to the disk."""

SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.attributesFile": os.devnull,
    "core.alternateRefsCommand": "true",
    "core.bigFileThreshold": "1m",
    "core.logAllRefUpdates": "false",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "receive.autogc": "false",
    "receive.advertiseAtomic": "false",
    "receive.advertisePushOptions": "false",
    "receive.denyCurrentBranch": "refuse",
    "receive.denyDeletes": "true",
    "receive.denyNonFastForwards": "true",
    "receive.fsckObjects": "true",
    "receive.maxInputSize": str(PUSHED),
    "receive.updateServerInfo": "false",
    "transfer.advertiseSID": "false",
    "uploadpack.allowFilter": "false",
    "pack.threads": "1",
    "pack.windowMemory": "32m",
    "http.getanyfile": "false",
    "http.uploadpack": "true",
}
"""In force whatever a repository says; what others pushed cannot change a setting anyway."""
BRANCHES = ("main", "talk")
"""The branches that can be pushed to."""


class TooBusy(GitopolyError):
    """More requests wait than may."""


class OversizedRequest(GitopolyError):
    """A request is larger than may be, or the repository is full."""


@dataclass(frozen=True)
class GitRequest:
    """A request for a repository, checked: whoever makes one decides who may."""

    folder: Path
    """The bare repository."""
    service: str
    """One of `SERVICES`."""
    advertises: bool
    """Whether the branches are asked for, before anything is fetched or pushed."""
    protocol: str = ""
    """The version of Git's protocol that the client wants."""
    packed: bool = False
    """Whether the body is compressed."""

    @property
    def writes(self) -> bool:
        """Whether it belongs to a push."""
        return self.service == "git-receive-pack"


@dataclass(frozen=True)
class GitAnswer:
    """What the program answers: its body comes bit by bit, and must be read or closed."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: AsyncGenerator[bytes]


def read_path(path: str, query: str, method: str, name: str) -> tuple[str, bool] | None:
    """The service and whether it is only advertised, from what follows a repository's name.

    >>> read_path("info/refs", "service=git-upload-pack", "GET", "")
    ('git-upload-pack', True)
    >>> read_path("objects/info/packs", "", "GET", "") is None
    True
    """
    if method == "GET" and path == "info/refs":
        service = query.removeprefix("service=")
        return (service, True) if service in SERVICES else None
    if method == "POST" and path in SERVICES and name == f"application/x-{path}-request":
        return path, False
    return None


class HttpBackend:
    """Runs ``git http-backend``, a few at a time."""

    def __init__(self, *, timeout: float = TIMEOUT, at_once: int = AT_ONCE) -> None:
        self._timeout = timeout
        self._free = asyncio.Semaphore(at_once)
        self._waiting = 0
        self._running: set[_Run] = set()

    async def serve(
        self, request: GitRequest, receive: Callable[[], Awaitable[bytes]]
    ) -> GitAnswer:
        """Answer a request; `receive` gives its body bit by bit, and then nothing.

        The whole body is read first, so that whoever is slow occupies nothing but a connection;
        and whoever does not read the answer makes room for those who wait.
        Raises TooBusy, OversizedRequest if the body or the repository is, or TimeoutError.
        """
        # Elsewhere, because others are not served while a large repository is looked through.
        pushes = request.writes and not request.advertises
        if pushes and await asyncio.to_thread(_is_full, request.folder):
            raise OversizedRequest
        deadline = asyncio.get_running_loop().time() + self._timeout
        body = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the run closes it
        try:
            async with asyncio.timeout_at(deadline):
                await _collect(request, receive, body)
                await self._wait_for_room()
        except BaseException:
            body.close()
            raise
        # From now on the time counts that the program takes.
        run = _Run(body, self._free.release, self._timeout)
        self._running = {one for one in self._running if not one.ended} | {run}
        try:
            return await run.answer(request)
        except BaseException:
            await run.end()
            raise

    async def _wait_for_room(self) -> None:
        if self._waiting >= WAITING:
            raise TooBusy
        self._waiting += 1
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(STALLED / 4):
                        await self._free.acquire()
                        return
                await self._end_stalled()
        finally:
            self._waiting -= 1

    async def _end_stalled(self) -> None:
        """End the run whose answer has been waiting longest to be read, if one has."""
        longest = max(self._running, key=lambda run: run.stalled, default=None)
        if longest is not None and longest.stalled > STALLED:
            await longest.end()


class _Run:
    """One run of the program."""

    def __init__(
        self,
        body: tempfile.SpooledTemporaryFile[bytes],
        release: Callable[[], None],
        timeout: float,
    ) -> None:
        self._input = body
        self._release: Callable[[], None] | None = release
        self._deadline = asyncio.get_running_loop().time() + timeout
        self._process: asyncio.subprocess.Process | None = None
        self._since: float | None = None

    @property
    def ended(self) -> bool:
        """Whether it no longer takes room."""
        return self._release is None

    @property
    def stalled(self) -> float:
        """For how long nobody has taken the newest part of its answer."""
        if self._since is None or self.ended:
            return 0.0
        return asyncio.get_running_loop().time() - self._since

    async def answer(self, request: GitRequest) -> GitAnswer:
        """Start the program, and read the header of its answer."""
        async with asyncio.timeout_at(self._deadline):
            self._input.seek(0)
            self._process = await _started(request, self._input.fileno())
            status, headers = await _read_header(self._process)
        return GitAnswer(status, headers, self._body())

    async def _body(self) -> AsyncGenerator[bytes]:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            while part := await self._within(self._process.stdout.read(CHUNK)):
                # However slowly this is read, the time is what it is.
                self._since = asyncio.get_running_loop().time()
                yield part
                self._since = None
                if self.ended:  # it has made room
                    raise TimeoutError
        finally:
            await self.end()

    async def _within(self, reading: Awaitable[bytes]) -> bytes:
        async with asyncio.timeout_at(self._deadline):
            return await reading

    async def end(self) -> None:
        """End the program and everything that it started, if it still runs."""
        if self._process is not None:
            if self._process.returncode is None:
                kill(self._process.pid)
            transport = getattr(self._process, "_transport", None)
            if transport is not None and (unread := transport.get_pipe_transport(1)):
                unread.close()  # what nobody reads would keep us waiting
            with contextlib.suppress(ProcessLookupError):
                await self._process.wait()
            # Otherwise its pipe outlives the loop.
            if transport is not None:
                transport.close()
        self._input.close()
        if self._release is not None:
            self._release()
            self._release = None


async def _started(request: GitRequest, body: int) -> asyncio.subprocess.Process:
    command = ["git", "http-backend"]
    if os.name == "posix":
        command = limited(command, file_bytes=PUSHED, memory_bytes=MEMORY, seconds=PROCESSOR)
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=body,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=environment(request),
        cwd=request.folder,
        start_new_session=True,
    )


def environment(request: GitRequest) -> dict[str, str]:
    """The whole environment of the program: nothing of ours, nothing that the client wrote."""
    settings = {
        **SETTINGS,
        "http.receivepack": "true" if request.writes else "false",
        "safe.directory": str(request.folder),
    }
    # What is hidden cannot be pushed to: everything but the branches of a game.
    hidden = ("refs/", *(f"!refs/heads/{branch}" for branch in BRANCHES))
    rows = [*settings.items(), *(("transfer.hideRefs", one) for one in hidden)]
    found = as_variables(rows) | {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": os.devnull,
        "LC_ALL": "C",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        # Nothing is fetched from elsewhere to complete what is missing.
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_PROJECT_ROOT": str(request.folder.parent),
        "GIT_HTTP_EXPORT_ALL": "1",
        "REQUEST_METHOD": "GET" if request.advertises else "POST",
        "PATH_INFO": f"/{request.folder.name}/"
        + ("info/refs" if request.advertises else request.service),
        "QUERY_STRING": f"service={request.service}" if request.advertises else "",
        "CONTENT_TYPE": f"application/x-{request.service}-request",
        "REMOTE_ADDR": "127.0.0.1",
    }
    if request.protocol in ("version=1", "version=2"):
        found["GIT_PROTOCOL"] = request.protocol
    if os.name == "nt":
        found |= {name: os.environ[name] for name in ("SYSTEMROOT",) if name in os.environ}
    return found


async def _collect(
    request: GitRequest,
    receive: Callable[[], Awaitable[bytes]],
    into: tempfile.SpooledTemporaryFile[bytes],
) -> None:
    """Read the body, unpacked, as far as it may go: the program would unpack without end."""
    if request.advertises:
        return
    most = PUSHED if request.writes else ASKED
    unpack = zlib.decompressobj(wbits=31) if request.packed else None
    try:
        while part := await receive():
            while part:
                whole = unpack.decompress(part, CHUNK) if unpack is not None else part
                part = unpack.unconsumed_tail if unpack is not None else b""
                most -= len(whole)
                if most < 0:
                    raise OversizedRequest
                into.write(whole)
    except zlib.error:
        return  # cut short, so that the program says what is wrong


async def _read_header(
    process: asyncio.subprocess.Process,
) -> tuple[int, tuple[tuple[str, str], ...]]:
    assert process.stdout is not None
    status, found, size = 200, [], 0
    while (line := await process.stdout.readline()) not in (b"\r\n", b"\n"):
        size += len(line)
        name, colon, value = line.decode("latin-1").partition(":")
        if not colon or size > HEADER:
            return 500, ()
        if name.lower() == "status":
            status = int(value.split()[0])
        elif name.lower() == "content-type":
            found.append((name.lower(), value.strip()))
    return status, tuple(found)


def _is_full(folder: Path) -> bool:
    size, files = stored(folder)
    return size > KEPT or files > FILES


def stored(folder: Path) -> tuple[int, int]:
    """How many bytes a repository takes on the disk, and in how many files."""
    size = files = 0
    for item in files_below(folder):
        files += 1
        with contextlib.suppress(OSError):
            size += item.stat(follow_symlinks=False).st_size
    return size, files

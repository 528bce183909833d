"""Runs the ``git`` command so that neither a peer nor a setting can make it do more.

The person's own settings stay in force where they are needed to log in: ssh keys, proxies,
credential helpers.
Everything that could run a program, write elsewhere or ask on the terminal is switched off.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from gitopoly.errors import Unreachable, printable

_Process = subprocess.Popen[bytes]
PROTOCOLS = "ssh:https:http:git"
MEMORY = 1024 * 1024 * 1024
LONGEST_ANSWER = 1024 * 1024
NO_ACCESS = "fatal: Could not read from remote repository."
CORRUPT = "possible repository corruption on the remote side"
COMPLAINTS = {
    "host": r"Could not resolve|not known|name resolution|unable to look up",
    "connection": r"Connection refused|Failed to connect|unable to connect|timed out|No route",
    "access": r"Permission denied|Authentication failed|could not read (User|Pass)|error: 40[13]",
    "damaged": r"is damaged",
    "sha256": r"mismatched algorithms|repository's object format",
    "no_repository": r"not found|does not appear to be a git repository|not exported",
}
"""How Git and ssh say what is wrong, by the obstacle they mean."""

# Of Git's own variables only those that help to log in or to find the person's settings.
KEPT = {
    *("GIT_ASKPASS", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_EXEC_PATH"),
    *("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_PROXY_SSL_CAINFO"),
    *("GIT_SSL_CAINFO", "GIT_SSL_CAPATH", "GIT_SSL_CERT", "GIT_SSL_KEY"),
}

SETTINGS = {
    # Nothing is run.
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.attributesFile": os.devnull,
    "core.alternateRefsCommand": "true",
    "protocol.ext.allow": "never",
    "protocol.file.allow": "never",
    "submodule.recurse": "false",
    "fetch.recurseSubmodules": "no",
    "push.recurseSubmodules": "no",
    "gc.auto": "0",
    "maintenance.auto": "false",
    # No other host is contacted: one could send us to an address that it cannot reach itself.
    "http.followRedirects": "false",
    # Nothing is asked.
    "credential.interactive": "never",
    # Nothing but the one branch is sent or fetched.
    "push.followTags": "false",
    "push.gpgSign": "false",
    "push.pushOption": "",
    "fetch.negotiationAlgorithm": "default",
    "fetch.prune": "false",
    "fetch.pruneTags": "false",
    "fetch.writeCommitGraph": "false",
    "transfer.bundleURI": "false",
    # What arrives is one pack, whose size is limited; our own checks follow.
    "fetch.unpackLimit": "1",
    "transfer.unpackLimit": "1",
    "fetch.fsckObjects": "false",
    "transfer.fsckObjects": "false",
    "core.bigFileThreshold": "1m",
    # The old protocol needs one round trip less, and there are few branches to list.
    "protocol.version": "0",
}


@dataclass(frozen=True)
class Answer:
    """How a run of Git ended."""

    code: int
    out: str
    """What it printed, at most LONGEST_ANSWER characters."""
    problem: str
    """The last line that reports an error, without control characters."""
    errors: str
    """Everything on stderr, only to recognise errors."""


class Runs:
    """Running commands, so that another thread can end them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[_Process] = set()
        self._stopped = False

    def stop(self) -> None:
        """End all commands, and refuse to start more."""
        with self._lock:
            self._stopped = True
            for process in self._running:
                kill(process.pid)

    @contextlib.contextmanager
    def running(self, url: str, command: list[str], **options: Any) -> Iterator[_Process]:
        """Start a command that `stop` can end; refused after `stop`."""
        with self._lock:
            if self._stopped:
                raise Unreachable(url, "closing")
            process = subprocess.Popen(command, **options)
            self._running.add(process)
        try:
            yield process
        finally:
            with self._lock:
                self._running.discard(process)


def run_git(
    url: str,
    arguments: list[str],
    *,
    folder: Path | None = None,
    alternate: Path | None = None,
    timeout: float,
    largest_file: int | None = None,
    runs: Runs | None = None,
    secrets: Mapping[str, str] | None = None,
) -> Answer:
    """Run Git on the repository `folder`, which may also read objects of `alternate`.

    `largest_file` bounds each file that it writes, and also its memory.
    `runs` lets another thread end it. `secrets` are settings that nobody else may see.
    """
    if shutil.which("git") is None:
        raise Unreachable(url, "no_git")
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    command = ["git", *settings, *arguments]
    if largest_file is not None and os.name == "posix":
        command = limited(command, file_bytes=largest_file, memory_bytes=MEMORY)
    if os.name == "posix":
        command = watched(command)
    variables = environment(folder, alternate) | as_variables((secrets or {}).items())
    # Files, not pipes: a host that never stops talking hits the limit on files.
    with (
        tempfile.TemporaryFile() as out,
        tempfile.TemporaryFile() as errors,
        _sign_of_life() as alive,
    ):
        with (runs or Runs()).running(
            url,
            command,
            stdin=alive,
            stdout=out,
            stderr=errors,
            env=variables,
            cwd=folder,
            start_new_session=True,  # no terminal to ask on, and one group to end
        ) as process:
            code = _wait(process, url, timeout)
        complaint = _text(errors)
        return Answer(code, _text(out), one_line(complaint), complaint)


def limited(
    command: list[str], *, file_bytes: int, memory_bytes: int, seconds: int = 0
) -> list[str]:
    """A command that starts `command` with limits on each file it writes and on its memory.

    With `seconds` the processor time of each of its processes is limited, too.

    The shell sets the limits, because code between fork and exec is not safe beside threads.
    A limit that the system does not support, or that is lower already, is left out.
    """
    # The shell counts files in blocks of 512 bytes, memory in kilobytes.
    blocks, kilobytes = max(1, file_bytes // 512), max(1, memory_bytes // 1024)
    limits = {"f": blocks, "d": kilobytes} | ({"t": seconds} if seconds else {})
    wanted = "".join(f"ulimit -{name} {most} 2>/dev/null; " for name, most in limits.items())
    script = f'{wanted}exec "$@"'
    return ["/bin/sh", "-c", script, "sh", *command]


def watched(command: list[str]) -> list[str]:
    """A command that ends together with the process at the other end of its input.

    However our own process ends, the system closes that end; so no hanging command is left.
    """
    script = (
        "exec 3<&0 </dev/null; (read -r _ <&3; kill -9 0) & watch=$!; "
        '"$@" 3<&-; code=$?; kill $watch; exit $code'
    )
    return ["/bin/sh", "-c", script, "sh", *command]


@contextlib.contextmanager
def _sign_of_life() -> Iterator[int]:
    """A pipe end that stays silent for as long as this process runs the command."""
    if os.name != "posix":
        yield subprocess.DEVNULL
        return
    theirs, ours = os.pipe()
    try:
        yield theirs
    finally:
        os.close(theirs)
        os.close(ours)


def one_line(complaint: str) -> str:
    """The most informative line of Git's error output, fit for a terminal.

    >>> one_line("remote: hello\\nfatal: repository 'x' not found\\n")
    "repository 'x' not found"
    >>> one_line("remote: aborting due to possible repository corruption on the remote side.")
    'the repository there is damaged, so Git does not send it'
    """
    if CORRUPT in complaint:
        return "the repository there is damaged, so Git does not send it"
    lines = [line.strip() for line in complaint.replace("\r", "\n").splitlines() if line.strip()]
    informative = [line for line in lines if line.startswith(("fatal: ", "error: "))]
    if informative[:1] == [NO_ACCESS] and lines[0] != NO_ACCESS:
        # Before this line ssh has already said what is wrong.
        informative = lines[lines.index(NO_ACCESS) - 1 :]
    line = (informative or lines or ["git gave no reason"])[0]
    line = line.removeprefix("fatal: ").removeprefix("error: ")
    return printable(line)[:300]


def unreachable(url: str, problem: str) -> Unreachable:
    """The error for what Git reports about an address.

    >>> unreachable("https://example.org/a.git", "Could not resolve host").message
    'cannot reach https://example.org/a.git: its host is unknown, or there is no network: ...'
    """
    found = (one for one, said in COMPLAINTS.items() if re.search(said, problem, re.IGNORECASE))
    return Unreachable(url, next(found, "git"), problem)


def environment(folder: Path | None, alternate: Path | None) -> dict[str, str]:
    """The variables for a run of Git on a repository, without those that make it do more."""
    variables = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in KEPT
    }
    variables |= {
        "GIT_ALLOW_PROTOCOL": PROTOCOLS,
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_ATTR_NOSYSTEM": "1",
        "LC_ALL": "C",
        # Without a repository the command looks for none above the current folder either.
        "GIT_DIR": str(folder) if folder is not None else os.devnull,
    }
    if alternate is not None:
        escaped = str(alternate).replace("\\", "\\\\").replace('"', '\\"')
        variables["GIT_ALTERNATE_OBJECT_DIRECTORIES"] = f'"{escaped}"'
    return variables


def as_variables(settings: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Settings as variables, which unlike a command line only the user can read.

    >>> as_variables([("gc.auto", "0")])
    {'GIT_CONFIG_COUNT': '1', 'GIT_CONFIG_KEY_0': 'gc.auto', 'GIT_CONFIG_VALUE_0': '0'}
    """
    found: dict[str, str] = {}
    for number, (name, value) in enumerate(settings):
        found["GIT_CONFIG_COUNT"] = str(number + 1)
        found |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return found


def _wait(process: _Process, url: str, timeout: float) -> int:
    try:
        return process.wait(timeout)
    except BaseException as error:
        kill(process.pid)
        process.wait()
        if isinstance(error, subprocess.TimeoutExpired):
            raise Unreachable(url, "silent", f"{timeout:.0f}") from error
        raise


def kill(process: int) -> None:
    """End a command, by its number, and all that it has started.

    Only for a run that is not over: what a finished one left, such as a credential cache, may
    stay.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process, signal.SIGKILL)
        else:
            os.kill(process, signal.SIGTERM)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read(LONGEST_ANSWER).decode("utf-8", "replace")

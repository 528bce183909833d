"""Repositories on a network, through the ``git`` command.

What a peer sends first goes into a quarantine: a temporary repository that lives for one fetch
and borrows our objects, so that only new ones are sent.
Its new commits are read from there, or from ours if Git found them there, and the quarantine is
removed.
"""

from __future__ import annotations

import contextlib
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from gitopoly.errors import GitopolyError, NotFastForward, RefusedObjects, Unreachable
from gitopoly.ledger.address import Address
from gitopoly.ledger.git.cat_file import CatFile
from gitopoly.ledger.git.command import Answer, Runs, run_git, unreachable
from gitopoly.ledger.git.export import TALK
from gitopoly.ledger.git.files import PEER, TEMPORARY, ref_names, ref_target
from gitopoly.ledger.git.folder import init_repository
from gitopoly.ledger.git.own import OwnRepository
from gitopoly.ledger.git.ref_files import read_ref
from gitopoly.ledger.transports.access import Access
from gitopoly.ledger.transports.incoming import LIMITS, HistoryLimits, Incoming, Known, gather
from gitopoly.ledger.transports.ls_remote import is_at
from gitopoly.ledger.transports.transport import MAIN, OWN_BRANCH, Fetched, Probe, seats_among

TIMEOUT = 60.0
"""Seconds that one conversation may take."""
PATIENCE = 5.0
"""Seconds without a byte until a host counts as silent; for one that is slow it grows."""
TOO_SLOW = "Operation too slow"
"""What Git's library for HTTP says then."""
BLAMELESS = (
    *("unexpected disconnect", "hung up", "RPC failed", "early EOF"),
    *("No space left", "Read-only file system", "Disk quota", "Unable to read current working"),
)
"""What Git says of a connection that is cut off, or of our own disk: no seat is to blame."""
ANSWER = 1024 * 1024
"""Bytes that the list of branches may have."""
FETCHED = "refs/heads/fetched"


class GitTransport:
    """Talks to one repository on a network."""

    def __init__(
        self,
        address: Address,
        limits: HistoryLimits = LIMITS,
        branch: str = MAIN,
        access: Access | None = None,
    ) -> None:
        self._url = address.url
        self._access = access
        self._branch = f"refs/heads/{branch}"
        self._near = address.is_loopback and address.url.startswith("http://")
        self._last: str | None = ""
        """Where the branch was when it was last fetched."""
        self._limits = limits
        self._patience, self._silences = min(PATIENCE, TIMEOUT), 0
        self._refused: RefusedObjects | None = None
        self._runs = Runs()

    def probe(self) -> Probe:
        """Whether the repository exists, whether it is empty, and where its branch is."""
        answer = self._git(
            ["ls-remote", "--quiet", "--end-of-options", self._url], largest_file=ANSWER
        )
        if answer.code != 0:
            raise unreachable(self._url, answer.problem)
        rows = re.findall(r"^([0-9a-f]{40})\t(\S+)$", answer.out, flags=re.MULTILINE)
        heads = {name: head for head, name in rows}
        return Probe(heads.get(self._branch), not heads, seats_among(heads))

    def may_have_moved(self) -> bool:
        """Whether a fetch is worth it: only known for this machine, where asking is cheap."""
        if not self._near or self._last == "":
            return True
        header = self._access.header() if self._access else ""
        return not is_at(self._url, self._branch, self._last, header)

    def fetch(self, known: Known, own: OwnRepository | None = None) -> Fetched:
        """Read what is new on the other's branch."""
        # A huge object that was refused once is not fetched again and again.
        if self._refused is not None and self.probe().head == self._refused.offered:
            raise self._refused
        self._refused, found = None, Incoming()
        refs = "".join(f"{head} refs/held/{number}\n" for number, head in enumerate(_held(own)))
        try:
            with self._conversation(), _bare_folder(own, refs) as folder:
                self._last = self._fetch(folder, own, FETCHED)
                if self._last is not None and not known(self._last):
                    with contextlib.closing(_Objects(folder, own)) as source:
                        found = gather(source, self._last, known, self._url, self._limits)
            return Fetched(self._last, found)
        except RefusedObjects as refusal:
            refusal.offered = refusal.offered or self.probe().head
            self._refused = refusal
            raise

    def copy(self, scratch: Path, name: str) -> tuple[Path, str | None]:
        """Fetch the whole branch into a folder."""
        init_repository(scratch, bare=True)
        return scratch, self._fetch(scratch, None, f"refs/heads/copied/{name}")

    def _fetch(self, folder: Path, own: OwnRepository | None, branch: str) -> str | None:
        answer = self._git(
            [
                *("fetch", "--quiet", "--no-tags", "--no-write-fetch-head"),
                *("--no-recurse-submodules", "--no-auto-maintenance", "--refmap="),
                *("--end-of-options", self._url, f"+{self._branch}:{branch}"),
            ],
            folder=folder,
            alternate=own.objects if own else None,
            largest_file=self._limits.pack,
        )
        if answer.code != 0:
            if f"couldn't find remote ref {self._branch}" in answer.errors:
                return None
            raise self._explain_fetch(answer, folder)
        if "shallow roots are not allowed" in answer.errors:
            raise Unreachable(self._url, "shallow")
        return read_ref(folder, branch)

    def push(
        self, own: OwnRepository, source: str = OWN_BRANCH, over: str | None = None
    ) -> str | None:
        """Publish a branch of a repository of ours, overwriting nothing but the commit `over`."""
        head = own.head(source)
        if head is None:
            return None
        own.show()
        lease = f"--force-with-lease={self._branch}:{over}" if over else "--no-force-with-lease"
        # Not from the game's own folder: somebody else may have written its settings.
        with self._conversation(), _bare_folder(own, f"{head} {OWN_BRANCH}\n") as folder:
            answer = self._git(
                [
                    *("push", "--quiet", "--porcelain", "--no-verify", "--no-signed"),
                    *("--no-follow-tags", "--recurse-submodules=no", lease),
                    *("--end-of-options", self._url, f"{OWN_BRANCH}:{self._branch}"),
                ],
                folder=folder,
                alternate=own.objects,
            )
        if answer.code == 0:
            return head
        if re.search(r"\((non-fast-forward|fetch first|stale info)\)", answer.out):
            raise NotFastForward(self._url)
        refused = re.search(r"^!\t.*\[remote rejected\] \((.*)\)$", answer.out, re.MULTILINE)
        raise unreachable(self._url, refused[1] if refused else answer.problem)

    def stop(self) -> None:
        """End the running command, if any."""
        self._runs.stop()

    @contextlib.contextmanager
    def _conversation(self) -> Iterator[None]:
        """Say like any other obstacle that our own disk is full, or cannot be written."""
        try:
            yield
        except OSError as error:
            problem = " ".join(str(error).split())
            raise Unreachable(self._url, "failed", problem) from error

    def _git(
        self,
        arguments: list[str],
        folder: Path | None = None,
        alternate: Path | None = None,
        largest_file: int | None = None,
    ) -> Answer:
        access = self._access
        patience = max(1, round(self._patience))
        limits = ["-c", "http.lowSpeedLimit=1", "-c", f"http.lowSpeedTime={patience}"]
        asked = time.monotonic()
        answer = run_git(
            self._url,
            [*limits, *arguments],
            folder=folder,
            alternate=alternate,
            timeout=TIMEOUT,
            largest_file=largest_file,
            runs=self._runs,
            secrets=access.settings(self._url) if access else None,
        )
        self._learn(TOO_SLOW in answer.errors, time.monotonic() - asked)
        if self._silences:
            raise Unreachable(self._url, "silent", str(patience))
        return answer

    def _learn(self, silent: bool, spent: float) -> None:
        """How long to wait next time: a request may be lost, but a slow host needs longer."""
        self._silences = self._silences + 1 if silent else 0
        if not silent:
            self._patience = max(PATIENCE, 2 * spent)
        elif self._silences > 1:
            self._patience *= 2
        self._patience = min(self._patience, TIMEOUT)

    def _explain_fetch(self, answer: Answer, folder: Path) -> GitopolyError:
        """Distinguish too much and too little from no answer at all."""
        limit, complaint = self._limits.pack, answer.errors
        arrived = max((path.stat().st_size for path in folder.rglob("tmp_*")), default=0)
        if arrived > limit - 4096 or "signal 25" in complaint or "File too large" in complaint:
            return RefusedObjects(self._url, f"more than {limit:,} bytes at once", size=limit)
        blamed = "did not send all necessary objects" in complaint or "index-pack" in complaint
        if blamed and not any(said in complaint for said in BLAMELESS):
            return RefusedObjects(self._url, answer.problem)
        return unreachable(self._url, answer.problem)


class _Objects:
    """The objects of a quarantine, and those of ours that Git has found there."""

    def __init__(self, folder: Path, own: OwnRepository | None) -> None:
        self._sources = [CatFile(folder / "objects"), *([CatFile(own.objects)] if own else [])]

    def close(self) -> None:
        """Read nothing more."""
        for source in self._sources:
            source.rest()

    def header(self, wanted: str) -> tuple[str, int]:
        """Kind and size; raise KeyError, Damaged or BudgetExceeded."""
        return self._holder(wanted).header(wanted)

    def read(self, wanted: str, largest: int) -> tuple[str, bytes]:
        """Kind and content; raise KeyError, TooLarge, Damaged or BudgetExceeded."""
        return self._holder(wanted).read(wanted, largest)

    def _holder(self, wanted: str) -> CatFile:
        return next((one for one in self._sources if one.holds(wanted)), self._sources[0])


@contextlib.contextmanager
def _bare_folder(own: OwnRepository | None, refs: str) -> Iterator[Path]:
    """An empty repository with our own settings, for one Git conversation.

    Each has a folder of its own: several threads talk for one game.
    """
    place = own.path / TEMPORARY if own else None
    if place:
        place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="gitopoly-", dir=place) as name:
        folder = init_repository(Path(name), bare=True)
        (folder / "packed-refs").write_text(refs, encoding="ascii")
        yield folder


def _held(own: OwnRepository | None) -> list[str]:
    """What we already hold, so that the other side sends only what is new."""
    heads = {
        ref_target(own.path, name)
        for name in (ref_names(own.path) if own else ())
        if own and (name == OWN_BRANCH or PEER.fullmatch(name) or name.startswith(TALK))
    }
    return sorted(head for head in heads if head is not None)

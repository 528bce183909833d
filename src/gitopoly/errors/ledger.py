"""Refusals of keys, entries and repositories."""

from gitopoly.errors.root import GitopolyError


class InvalidIdentity(GitopolyError):
    """A key, or the file of one, that cannot be used.

    Usual cause: a key file that others can read, or a key that is not Ed25519.
    The fix: what the message says, such as the command that fixes the file's mode.
    """


class InvalidEntry(GitopolyError):
    """A commit that is not an entry of a game's log.

    Usual cause: a peer with a damaged or hostile program, or a commit made by
    hand.
    The fix: none on this side; its author must withdraw it.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what = what
        """What was read, such as ``commit 1f3c…`` or ``the sentence``."""
        self.why = why
        """What is wrong with it, as words that follow a colon."""

    def __str__(self) -> str:
        return f"{self.what} is not an entry of a game: {self.why}"


class InvalidRepository(GitopolyError):
    """A folder that holds no game, or one that is damaged.

    Usual cause: a misspelt folder, or files that were changed by hand.
    The fix: name the folder of a game; join again to replace a damaged one.
    """


class MissingObject(GitopolyError):
    """An object that a log names and the repository lacks.

    Usual cause: a fetch that was cut short, or a peer that names what it does
    not publish.
    The fix: fetch again; until then, nothing that needs it is accepted.
    """

    def __init__(self, object_id: str) -> None:
        super().__init__(object_id)
        self.object_id = object_id
        """The id of what is missing."""

    def __str__(self) -> str:
        return f"object {self.object_id} is missing; fetch again"


class StaleHead(GitopolyError):
    """A log whose newest entry is not the one the writer expected.

    Usual cause: another program wrote to the repository in between.
    The fix: read the log again, then decide.
    """

    def __init__(self, seat: str, expected: str | None, found: str | None) -> None:
        super().__init__(seat, expected, found)
        self.seat = seat
        """Whose log it is."""
        self.expected = expected
        """The newest entry that the writer knew, or None for an empty log."""
        self.found = found
        """The newest entry found, or None for an empty log."""

    def __str__(self) -> str:
        expected, found = self.expected or "empty", self.found or "empty"
        return f"the log of {self.seat} is at {found}, not at {expected}; read it again"


class GameInUse(GitopolyError):
    """A game that another process has open.

    Usual cause: the same game in a second terminal.
    The fix: continue there, or close it first.
    """


class InvalidNickname(GitopolyError):
    """A name that no seat can have.

    Usual cause: spaces, accents or a name that Git uses itself.
    The fix: a letter, then letters, digits, ``-`` or ``_``.
    """

    def __init__(self, nickname: str, reason: str) -> None:
        super().__init__(nickname, reason)
        self.nickname = nickname
        """What was given."""
        self.reason = reason
        """Why it is refused."""

    def __str__(self) -> str:
        given = self.nickname if len(self.nickname) <= 40 else self.nickname[:40] + "..."
        return f"{given!r} cannot be a nickname: {self.reason}"


class UnsafeUrl(GitopolyError):
    """A repository address that is not handed to Git.

    Usual cause: a typo, or a form such as ``ext::`` that runs commands.
    The fix: a path, ``ssh://``, ``user@host:path``, ``https://`` or ``git://``.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason)
        self.url = url
        """What was given, with any password removed."""
        self.reason = reason
        """Why it is refused."""

    def __str__(self) -> str:
        return f"the address {self.url!r} is refused: {self.reason}"


OBSTACLES = {
    "access": "access was denied: {detail}",
    "alternates": "it borrows objects from another repository; copy it with git clone --bare",
    "closing": "you are leaving the game",
    "connection": "nobody answers there: {detail}",
    "damaged": "{detail}",
    "door_certificate": (
        "its certificate is not trusted here: {detail}; ask the host for one that is"
    ),
    "door_closed": (
        "the host is not running now, or a firewall is in the way; ask your friend to "
        "open the game, then try again"
    ),
    "door_host": (
        "no computer of that name is known here; check the network, and copy the link whole"
    ),
    "door_mixed": (
        "something other than a game's host answers there, or http and https are mixed "
        "up; ask your friend for the link as it is now"
    ),
    "door_network": (
        "the network does not lead there: {detail}; ask your friend how their computer "
        "can be reached"
    ),
    "door_silent": (
        "no answer within {detail} seconds; the host's computer may be off, asleep or in "
        "another network"
    ),
    "failed": "{detail}",
    "git": "{detail}",
    "host": "its host is unknown, or there is no network: {detail}",
    "incomplete": "its newest {detail}; ask its owner to run git fsck there",
    "locked": "another process holds {detail}; it is removed once it is old",
    "no_folder": "there is no such folder",
    "no_git": "the git command is not installed",
    "no_repository": "there is no Git repository: {detail}",
    "not_git": "the folder is not a Git repository; make one with git init --bare FOLDER",
    "reftable": "it keeps its branches as a reftable; use git init --ref-format=files",
    "sha256": "it names objects by SHA-256; use git init --bare --object-format=sha1",
    "silent": "no answer within {detail} seconds",
    "unreadable": "the folder cannot be read: {detail}",
    "unwritable": "cannot write there: {detail}",
    "working_copy": "it has a working copy; publish to a bare one (git init --bare FOLDER)",
}
"""What keeps a repository from being reached; `unreachable.KEY` of the words says it too."""


class Unreachable(GitopolyError):
    """A repository that cannot be read or written right now.

    Usual cause: no network, a misspelt address, missing permissions, or a
    folder that is not a repository.
    The fix: what the message says; the same call may succeed later.
    """

    def __init__(self, url: str, obstacle: str, detail: str = "") -> None:
        super().__init__(url, obstacle, detail)
        self.url = url
        """The address."""
        self.reason = OBSTACLES[obstacle].format(detail=detail)
        """What went wrong, and what to do."""
        self.told = f"unreachable.{obstacle}", {"url": url, "detail": detail}

    def __str__(self) -> str:
        return f"cannot reach {self.url}: {self.reason}"


class NotFastForward(GitopolyError):
    """A push to a repository that holds what this copy lacks.

    Usual cause: the same seat was played from another copy of the game, or
    the repository belongs to another game.
    The fix: resume, which adopts your longest chain; nothing is overwritten.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.url = url
        """The address."""

    def __str__(self) -> str:
        return (
            f"{self.url} holds entries that this copy lacks, and nothing was overwritten; "
            "resume the game to take them over, or name an empty repository"
        )


class RefusedObjects(GitopolyError):
    """Objects of a peer that do not belong in a ledger and were not accepted.

    Usual cause: a damaged or hostile repository: a giant file, a symbolic
    link, folders.
    The fix: none on this side; what came before the refused commit is kept.
    """

    def __init__(
        self,
        url: str,
        reason: str,
        *,
        commit: str = "",
        size: int = 0,
        head: str | None = None,
        unfinished: bool = False,
    ) -> None:
        super().__init__(url, reason)
        self.url = url
        """Where they came from."""
        self.reason = reason
        """What does not fit."""
        self.commit = commit
        """The first refused commit, if known."""
        self.size = size
        """The size in bytes of what was too large, otherwise 0."""
        self.head = head
        """The newest commit of the branch that was accepted nevertheless."""
        self.unfinished = unfinished
        """Whether the fetch was cut off, so that the next one may accept more."""
        self.offered: str | None = None
        """The commit at which the branch was, if known."""

    def __str__(self) -> str:
        at = f" in commit {self.commit[:12]}" if self.commit else ""
        return f"{self.url} offers objects that do not belong in a ledger{at}: {self.reason}"

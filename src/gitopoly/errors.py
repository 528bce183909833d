"""Every refusal of Gitopoly, in one tree.

::

    GitopolyError           whatever a user, a bot or a peer can cause
    ├── InvalidAction       text or a code that means no action
    ├── IllegalAction       an action that the rules refuse in this state
    ├── InvalidOutcome      dice or a card that the action cannot have
    ├── InvalidState        a state text that cannot be read
    ├── InvalidBot          a bot of the arena that cannot be loaded
    ├── InvalidCheckpoint   a saved exploration that cannot be gone on with
    ├── InvalidMatch        a record, a list of dice, a case or a result that cannot be read
    ├── InvalidMeasurement  a history of figures or a study that cannot be used
    ├── InvalidRecord       a file that is no record of a game
    ├── InvalidModel        a model that cannot be checked, or a manifest that cannot be read
    ├── InvalidRulebook     a rule document, or a request about one, that cannot be used
    ├── InvalidRules        an edition or an option that does not exist or does not fit
    ├── InvalidGame         a game file or a request about a game that cannot be used
    ├── InvalidIdentity     a key, or the file of one, that cannot be used
    ├── InvalidEntry        a commit that is no entry of a game's log
    ├── InvalidRepository   a folder that holds no game, or a damaged one
    ├── MissingObject       something that a log names and the repository lacks
    ├── StaleHead           a log that has moved on since it was read
    ├── GameInUse           a game that another process has open
    ├── InvalidNickname     a name that no seat can have
    ├── UnsafeUrl           an address of a repository that is not handed to Git
    ├── Unreachable         a repository that cannot be read or written now
    ├── NotFastForward      a push to a repository that holds what this copy lacks
    ├── RefusedObjects      objects of a peer that do not fit the ledger
    ├── InvalidRequest      something that a page asks and the server cannot read
    ├── StaleRequest        a click on what has been done meanwhile
    ├── NoRoom              a folder that cannot hold what has to be written
    └── MissingExtra        a heavy dependency that is not installed

"Invalid" input says nothing; "illegal" input says something clear which the rules forbid.
Every message is one line that can be shown to a person as it is.
The arguments of an error are kept in ``args``, so that it survives the way between processes.
"""

__all__ = [
    "GameInUse",
    "GitopolyError",
    "IllegalAction",
    "InvalidAction",
    "InvalidBot",
    "InvalidCheckpoint",
    "InvalidEntry",
    "InvalidGame",
    "InvalidIdentity",
    "InvalidMatch",
    "InvalidMeasurement",
    "InvalidModel",
    "InvalidNickname",
    "InvalidOutcome",
    "InvalidRecord",
    "InvalidRepository",
    "InvalidRequest",
    "InvalidRulebook",
    "InvalidRules",
    "InvalidState",
    "MissingExtra",
    "MissingObject",
    "NoRoom",
    "NotFastForward",
    "RefusedObjects",
    "StaleHead",
    "StaleRequest",
    "Unreachable",
    "UnsafeUrl",
]


class GitopolyError(Exception):
    """The base of every refusal.

    Usual cause: input from a person, a bot or a peer that cannot be used.
    The fix: read the message; it says what was refused and what would do.
    """


class InvalidAction(GitopolyError):
    """Text or a code that means no action at all.

    Usual cause: a typing error, a deed's name without its quotes, or a code
    of another edition.
    The fix: one of the forms that ``valid`` describes.
    """

    def __init__(self, given: object, valid: str) -> None:
        super().__init__(given, valid)
        self.given = given
        """What was read: a text or a code."""
        self.valid = valid
        """What would have been valid, as words that follow "valid would be"."""

    def __str__(self) -> str:
        return f"{self.given!r} means no action; valid would be {self.valid}"


class IllegalAction(GitopolyError):
    """An action that is well formed, but that the rules refuse in this state.

    Usual cause: another seat has the floor, the phase is another one, or
    money or buildings are lacking.
    The fix: choose among ``legal_actions`` of the state, which is untouched.
    """

    def __init__(self, action: str, rule: str, reason: str) -> None:
        super().__init__(action, rule, reason)
        self.action = action
        """The text form of what was refused, such as ``pay_jail_fine``."""
        self.rule = rule
        """The number of the rule that refuses it, such as ``JAIL-4``."""
        self.reason = reason
        """Why, as words that follow "is refused:"."""

    def __str__(self) -> str:
        return f"{self.action} is refused: {self.reason} ({self.rule})"


class InvalidOutcome(GitopolyError):
    """An outcome that the action cannot have in this state.

    Usual cause: dice beyond the edition's faces, a card that is not in the
    deck, or an outcome given to an action that draws nothing.
    The fix: one of ``chance_outcomes`` of the state and the action.
    """


class InvalidState(GitopolyError):
    """A state text that cannot be read.

    Usual cause: a file that was edited by hand or cut short, or one that
    belongs to another edition.
    The fix: write the state again from a replay of the game's actions.
    """


class InvalidCheckpoint(GitopolyError):
    """A saved exploration that cannot be gone on with.

    Usual cause: a file that was cut off or changed, or that another model,
    another version or other options have written.
    The fix: name the model, options and folder that it was saved with, or
    begin afresh.
    """


class InvalidBot(GitopolyError):
    """A bot of the arena that cannot be loaded.

    Usual cause: a misspelt path or name, a file that Python cannot run, or
    one without a class that has the methods of an agent.
    The fix: what the message says; ``gitopoly arena new-bot`` writes a bot
    to start from.
    """


class InvalidMatch(GitopolyError):
    """A record, a list of dice, a case or a result that cannot be read.

    Usual cause: a file of another kind, or one that was cut short.
    The fix: write the file again with the command that makes it.
    """


class InvalidMeasurement(GitopolyError):
    """A history of figures, a study of `evaluate`, or a request about one, that cannot be used.

    Usual cause: a commit that was never measured here, a folder that holds a study already.
    The fix: ``make bench`` at that commit; ``--resume``, or another ``--out``.
    """


class InvalidRecord(GitopolyError):
    """A file that is no record of a game.

    Usual cause: a file of another kind, or a line that was edited by hand.
    The fix: write the record again, for example with ``gitopoly simulate
    --record``, or mend the line that the message names.
    """


class InvalidModel(GitopolyError):
    """A model that does not exist, or a manifest that cannot be read.

    Usual cause: a misspelt model or key, or a file that was renamed.
    The fix: one of the models that the manifest in ``specs`` names.
    """


class InvalidRulebook(GitopolyError):
    """A rule document, or a request about one, that cannot be used.

    Usual cause: a file that is not text, a page or an artifact that does not
    exist, or a search that is no regular expression.
    The fix: what the message says; tags that are merely wrong are reported
    with their places and raise nothing.
    """


class InvalidRules(GitopolyError):
    """An edition or an option that does not exist, or that does not fit.

    Usual cause: a misspelt edition, or a number of players that the edition
    does not allow, such as nine.
    The fix: one of the values that the message names.
    """


class InvalidGame(GitopolyError):
    """A game file, or a request about a game, that cannot be used.

    Usual cause: a nickname that is not invited, an address that differs from
    the invitation's, a game of a newer format.
    The fix: what the message says.
    """


class InvalidIdentity(GitopolyError):
    """A key, or the file of one, that cannot be used.

    Usual cause: a key file that others can read, or one of another kind than
    Ed25519.
    The fix: what the message says, such as the command that mends the mode.
    """


class InvalidEntry(GitopolyError):
    """A commit that is no entry of a game's log.

    Usual cause: a peer whose program is damaged or hostile, or a commit that
    was made by hand.
    The fix: nothing here; its author must take it back.
    """

    def __init__(self, what: str, why: str) -> None:
        super().__init__(what, why)
        self.what = what
        """What was read, such as ``commit 1f3c…`` or ``the sentence``."""
        self.why = why
        """What is wrong with it, as words that follow a colon."""

    def __str__(self) -> str:
        return f"{self.what} is no entry of a game: {self.why}"


class InvalidRepository(GitopolyError):
    """A folder that holds no game, or one that is damaged.

    Usual cause: a misspelt folder, or files that were changed by hand.
    The fix: the folder of a game; a damaged one is made anew by joining again.
    """


class MissingObject(GitopolyError):
    """Something that a log names and that the repository lacks.

    Usual cause: a fetch that was cut short, or a peer that names what it does
    not publish.
    The fix: fetch again; nothing that needs it is accepted meanwhile.
    """

    def __init__(self, object_id: str) -> None:
        super().__init__(object_id)
        self.object_id = object_id
        """The id of what is missing."""

    def __str__(self) -> str:
        return f"object {self.object_id} is missing; fetch again"


class StaleHead(GitopolyError):
    """A log that is not where the writer believed it to be.

    Usual cause: another program wrote to the repository in between.
    The fix: read the log again and decide afresh.
    """

    def __init__(self, seat: str, expected: str | None, found: str | None) -> None:
        super().__init__(seat, expected, found)
        self.seat = seat
        """Whose log it is."""
        self.expected = expected
        """The newest entry that the writer knew, or None for an empty log."""
        self.found = found
        """The newest entry that there is, or None for an empty log."""

    def __str__(self) -> str:
        expected, found = self.expected or "empty", self.found or "empty"
        return f"the log of {self.seat} is at {found}, not at {expected}; read it again"


class GameInUse(GitopolyError):
    """A game that another process has open.

    Usual cause: the same game in a second terminal.
    The fix: go on in the other one, or end it first.
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
        """Why it will not do."""

    def __str__(self) -> str:
        given = self.nickname if len(self.nickname) <= 40 else self.nickname[:40] + "..."
        return f"{given!r} cannot be a nickname: {self.reason}"


class UnsafeUrl(GitopolyError):
    """An address of a repository that is not handed to Git.

    Usual cause: a typing error, or a form such as ``ext::`` that runs commands.
    The fix: a path, ``ssh://``, ``user@host:path``, ``https://`` or ``git://``.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason)
        self.url = url
        """What was given, without its password."""
        self.reason = reason
        """Why it will not do."""

    def __str__(self) -> str:
        return f"the address {self.url!r} is refused: {self.reason}"


class Unreachable(GitopolyError):
    """A repository that cannot be read or written now.

    Usual cause: no network, a misspelt address, a missing right, or a folder
    that is no repository.
    The fix: what the message says; the same call may succeed later.
    """

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason)
        self.url = url
        """The address."""
        self.reason = reason
        """What went wrong, and what to do."""

    def __str__(self) -> str:
        return f"cannot reach {self.url}: {self.reason}"


class NotFastForward(GitopolyError):
    """A push to a repository that holds what this copy lacks.

    Usual cause: the same seat was played from another copy of the game, or
    the repository belongs to another game.
    The fix: resume, which adopts the longest own chain; nothing is overwritten.
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
    """Objects of a peer that do not fit the ledger and were not taken over.

    Usual cause: a damaged or hostile repository: a giant file, a symbolic
    link, folders.
    The fix: none on this side; what came before the refused commit is kept.
    """

    def __init__(
        self, url: str, reason: str, *, commit: str = "", size: int = 0, head: str | None = None
    ) -> None:
        super().__init__(url, reason)
        self.url = url
        """Where they came from."""
        self.reason = reason
        """What does not fit."""
        self.commit = commit
        """The first refused commit, if it is known."""
        self.size = size
        """The size in bytes of what was too large, otherwise 0."""
        self.head = head
        """The newest commit of the branch that was taken over all the same."""

    def __str__(self) -> str:
        at = f" in commit {self.commit[:12]}" if self.commit else ""
        return f"{self.url} offers what no ledger holds{at}: {self.reason}"


class NoRoom(GitopolyError):
    """A folder that cannot hold what has to be written.

    Usual cause: a full disk.
    The fix: free some space, or name another folder as the message says.
    """


class MissingExtra(GitopolyError):
    """A heavy dependency that is not installed.

    Usual cause: the light core was installed, which is all that play needs.
    The fix: install the extra that the message names.
    """

    def __init__(self, purpose: str, package: str, extra: str) -> None:
        super().__init__(purpose, package, extra)
        self.purpose = purpose
        """What was asked for, such as ``the compiled kernel``."""
        self.package = package
        """The package that could not be imported, such as ``numba``."""
        self.extra = extra
        """The extra of this project that brings it, such as ``fast``."""

    def __str__(self) -> str:
        return (
            f"{self.purpose} needs {self.package}, which is not installed: "
            f"pip install 'gitopoly[{self.extra}]'"
        )


class InvalidRequest(GitopolyError):
    """Something that a page asks for and the server cannot read.

    Usual cause: a page of another version of Gitopoly that is still open.
    The fix: load the page again.
    """


class StaleRequest(GitopolyError):
    """A click on something that has been done meanwhile.

    Usual cause: two clicks on one button, or the same game in two windows.
    The fix: look at the page, which shows what can be done now.
    """

"""Every refusal of Gitopoly, in one tree.

::

    GitopolyError           anything a user, a bot or a peer can cause
    ├── InvalidAction       text or a code that is no known action
    ├── IllegalAction       an action that the rules refuse in this state
    ├── InvalidOutcome      dice or a card that the action cannot have
    ├── InvalidState        a text that does not describe a position
    ├── InvalidBot          a bot or a policy that does not exist or cannot be loaded
    ├── InvalidEngine       an engine that does not exist or cannot play what was asked for
    ├── InvalidRun          a series, an environment or a batch that cannot be run as asked
    ├── InvalidCheckpoint   a saved exploration that cannot be resumed
    ├── InvalidMatch        a record, a list of dice, a case or a result that cannot be read
    ├── InvalidMeasurement  a history of figures or a study that cannot be used
    ├── InvalidRecord       a file that is not a record of a game
    ├── InvalidModel        a model that cannot be checked, or a manifest that cannot be read
    ├── InvalidRulebook     a rule document, or a request about one, that cannot be used
    ├── InvalidRules        an edition or an option that does not exist or does not fit
    │   └── InvalidEdition  an edition that cannot be played, with all that is wrong with it
    ├── InvalidGameFile     an invitation or a game file that cannot be used
    ├── InvalidLink         a link to a game that cannot be read, or leads nowhere
    ├── InvalidSeat         a seat that does not exist or cannot be taken as asked
    ├── InvalidOrders       standing orders that cannot be read or followed
    ├── UnknownGame         a game that is not where it was looked for
    ├── GameUnavailable     a game in which this is not possible now
    ├── StalledGame         a game that has stopped although it is not over
    ├── NeedsConsent        an invitation with something that its reader must agree to
    ├── FolderTaken         a folder or a repository that already holds something
    ├── InvalidIdentity     a key, or the file of one, that cannot be used
    ├── InvalidEntry        a commit that is not an entry of a game's log
    ├── InvalidRepository   a folder that holds no game, or a damaged one
    ├── MissingObject       something that a log names and the repository lacks
    ├── StaleHead           a log that has moved on since it was read
    ├── GameInUse           a game that another process has open
    ├── InvalidNickname     a name that no seat can have
    ├── UnsafeUrl           a repository address that is not handed to Git
    ├── Unreachable         a repository that cannot be read or written now
    ├── NotFastForward      a push to a repository that holds what this copy lacks
    ├── RefusedObjects      objects of a peer that do not fit the ledger
    ├── InvalidRequest      a request from a page that the server cannot read
    ├── StaleRequest        a click on something already done
    ├── InvalidLine         something that cannot be said to the other players
    ├── Undeclared          an action, a card or a policy that is declared wrongly
    ├── Untranslatable      a function that has no form in C++
    ├── EngineFault         compiled rules that stopped in the middle of a call
    ├── MissingTool         a compiler, a driver, a device or a cluster that is not available
    ├── LostProcess         a process that ended in the middle of its work
    ├── NoRoom              a folder without room for what must be written
    └── MissingExtra        a heavy dependency that is not installed

"Invalid" input makes no sense; "illegal" input makes sense, but the rules forbid it.
Every message is one line that can be shown to a person as it is.
The arguments of an error are kept in ``args``, so that it can be passed between processes.
"""

from dataclasses import dataclass, field, fields

LONGEST_GIVEN = 200
"""Maximum number of input characters that a message repeats."""


def printable(text: str) -> str:
    """Text that anybody may have written, without letters that control a terminal.

    >>> printable("\\x1b[2Jyours")
    '?[2Jyours'
    """
    return "".join(letter if letter.isprintable() else "?" for letter in text)


class GitopolyError(Exception):
    """The base of every refusal.

    Usual cause: input from a person, a bot or a peer that cannot be used.
    The fix: read the message; it says what was refused and what would be accepted.
    """

    told: tuple[str, dict[str, object]] | None = None
    """The key of the message in `gitopoly.words` and its facts, for readers of other languages."""

    def __post_init__(self) -> None:
        """An error with parts of its own is made again from those that need no name."""
        parts = (part for part in fields(self) if part.init and not part.kw_only)  # type: ignore[arg-type]
        self.args = tuple(getattr(self, part.name) for part in parts)


class NoRoom(GitopolyError):
    """A folder without room for what must be written.

    Usual cause: a full disk.
    The fix: free some space, or name another folder as the message says.
    """


class LostProcess(GitopolyError):
    """A process that ended in the middle of its work.

    Usual cause: memory ran out, or a script that uses several processes runs
    again from the top in each of them.
    The fix: fewer jobs, and in a script ``if __name__ == "__main__":`` in
    front of what starts them.
    """


@dataclass(eq=False, repr=False)
class MissingExtra(GitopolyError):
    """A heavy dependency that is not installed.

    Usual cause: only the light core was installed, which is all you need to play.
    The fix: install the extra that the message names.
    """

    purpose: str
    """What was asked for, such as ``the compiled kernel``."""
    package: str
    """The package that could not be imported, such as ``wasmtime``."""
    extra: str
    """The extra of this project that brings it, such as ``fast``."""

    def __str__(self) -> str:
        return (
            f"{self.purpose} needs {self.package}, which is not installed: "
            f"pip install 'gitopoly[{self.extra}]'"
        )


@dataclass(eq=False, repr=False)
class InvalidAction(GitopolyError):
    """Text or a code that is no known action.

    Usual cause: a typo, a deed's name without its quotes, or a code from
    another edition.
    The fix: one of the forms that ``valid`` describes.
    """

    given: object
    """What was read: a text or a code."""
    valid: str
    """What would have been valid, as words that follow "expected"."""

    def __str__(self) -> str:
        given = self.given
        if isinstance(given, str) and len(given) > LONGEST_GIVEN:
            given = given[:LONGEST_GIVEN] + "..."
        return f"unknown action {given!r}; expected {self.valid}"


@dataclass(eq=False, repr=False)
class IllegalAction(GitopolyError):
    """An action that is well formed, but that the rules refuse in this state.

    Usual cause: it is another seat's turn to act, the phase is wrong, or money
    or buildings are lacking.
    The fix: choose among ``legal_actions`` of the state, which is untouched.
    """

    action: str
    """The text form of the refused action, such as ``pay_jail_fine``."""
    rule: str
    """The number of the rule that refuses it, such as ``JAIL-4``."""
    reason: str
    """Why, as words that follow "is refused:"."""
    allowed: str = ""
    """What would be allowed, as words that follow "allowed now:"; empty if not requested."""
    key: str = ""
    """The reason's key under ``refusal.`` in `gitopoly.words`; empty if it has none."""

    def __str__(self) -> str:
        remedy = f"; allowed now: {self.allowed}" if self.allowed else ""
        return f"{self.action} is refused: {self.reason} ({self.rule}){remedy}"


class InvalidOutcome(GitopolyError):
    """An outcome that the action cannot have in this state.

    Usual cause: dice beyond the edition's faces, a card that is not in the
    deck, or an outcome for an action that draws nothing.
    The fix: one of ``chance_outcomes`` of the state and the action.
    """


class InvalidState(GitopolyError):
    """A text that does not describe a position.

    Usual cause: a file edited by hand or cut short.
    The fix: change what the message names, or write the position again
    with ``to_yaml``.
    """


class InvalidRules(GitopolyError):
    """An edition or an option that does not exist, or that does not fit.

    Usual cause: a misspelt edition, or a number of players that the edition
    does not allow, such as nine.
    The fix: one of the values that the message names.
    """


@dataclass(eq=False, repr=False)
class InvalidEdition(InvalidRules):
    """An edition that cannot be played, with everything that is wrong with it.

    Usual cause: a file with a typo, a board of 41 squares, or a card that
    leads off the board.
    The fix: ``gitopoly edition check FILE`` lists every problem and its line.
    """

    edition: str
    """Its name, or the file that holds it."""
    problems: tuple[str, ...]
    """What is wrong, a line each."""

    def __str__(self) -> str:
        first, more = self.problems[0], len(self.problems) - 1
        others = f" (and {more} more problem{'' if more == 1 else 's'})" if more else ""
        return f"{self.edition} cannot be played: {first}{others}"


class InvalidRulebook(GitopolyError):
    """A rule document, or a request about one, that cannot be used.

    Usual cause: a file that is not text, a page or an artifact that does not
    exist, or a search that is not a valid regular expression.
    The fix: what the message says; tags that are merely wrong are reported with
    their positions and raise nothing.
    """


class Untranslatable(GitopolyError):
    """A function that uses more of Python than can be translated to C++ and CUDA.

    Usual cause: a new rule or policy with a list, a string, an exception or
    a call that is not a plain function.
    The fix: write it with whole numbers, fields, arrays and loops; the
    message names the file and the line.
    """


class InvalidEngine(GitopolyError):
    """An engine that does not exist, or that cannot play what was asked for.

    Usual cause: a misspelt engine, or a bot that looks ahead on an engine that
    cannot search.
    The fix: one of the engines that the message names.
    """


class Undeclared(GitopolyError):
    """An action, a card or a policy that is declared wrongly; raised when the program starts.

    Usual cause: a new one whose number is taken, or that has no words yet.
    The fix: what the message says.
    """


class EngineFault(GitopolyError):
    """Compiled rules that stopped in the middle of a call.

    Usual cause: an edition file that makes the rules go on forever.
    The fix: check the edition; the program goes on, and nothing else was touched.
    """


class MissingTool(GitopolyError):
    """A compiler, a driver, a device or a cluster that this machine cannot use.

    Usual cause: an engine was chosen by name on a machine without it.
    The fix: install what the message names, or choose another engine; the
    results are the same.
    """


class InvalidRun(GitopolyError):
    """A series, an environment or a batch of games that cannot run as requested.

    Usual cause: a number of games below 1, an edition that has no environment,
    or a step before the first ``reset()``.
    The fix: what the message says.
    """


class InvalidBot(GitopolyError):
    """A bot or a policy that does not exist or cannot be loaded.

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


class InvalidRequest(GitopolyError):
    """A request from a page that the server cannot read.

    Usual cause: a page from another version of Gitopoly is still open.
    The fix: reload the page.
    """


class StaleRequest(GitopolyError):
    """A click on something that has already been done.

    Usual cause: two clicks on one button, or the same game in two windows.
    The fix: look at the page, which shows the moves available now.
    """


class InvalidLine(GitopolyError):
    """Something that cannot be said to the other players.

    Usual cause: a line that is too long, or many in a short time.
    The fix: say less, or wait a moment.
    """


class InvalidCheckpoint(GitopolyError):
    """A saved exploration that cannot be resumed.

    Usual cause: a file that was cut off or changed, or was written by another
    model, another version or with other options.
    The fix: use the model, options and folder it was saved with, or start over.
    """


class InvalidRecord(GitopolyError):
    """A file that is not a record of a game.

    Usual cause: a file of another kind, or a line that was edited by hand.
    The fix: write the record again, for example with ``gitopoly simulate
    --record``, or fix the line that the message names.
    """


class InvalidModel(GitopolyError):
    """A model that does not exist, or a manifest that cannot be read.

    Usual cause: a misspelt model or key, or a file that was renamed.
    The fix: one of the models that the manifest in ``specs`` names.
    """


class InvalidMeasurement(GitopolyError):
    """A history of figures, a study of `evaluate`, or a request about one, that cannot be used.

    Usual cause: a commit that was never measured here, or a folder that already holds a study.
    The fix: ``make bench`` at that commit; ``--resume``, or another ``--out``.
    """


class InvalidGameFile(GitopolyError):
    """An invitation, or the file of a game, that cannot be used.

    Usual cause: rules that do not fit together, a game of a newer format, or
    a repository that holds something else.
    The fix: what the message says.
    """


class InvalidLink(GitopolyError):
    """A link to a game that cannot be read or no longer leads to one.

    Usual cause: a link that was copied without its end.
    The fix: copy it whole, or ask for a new one.
    """


class InvalidSeat(GitopolyError):
    """A seat that does not exist, or that cannot be taken as asked.

    Usual cause: a nickname that is not invited, an address that differs from
    the invitation's, a name that is taken.
    The fix: take the seat as the invitation has it; the message says how.
    """


class InvalidOrders(GitopolyError):
    """Standing orders that cannot be read or followed.

    Usual cause: a misspelt name, or a group that the board does not have.
    The fix: what the message says; `gitopoly attend --write-orders` shows the form.
    """


class UnknownGame(GitopolyError):
    """A game that is not where it was looked for.

    Usual cause: a misspelt name, folder or address, or a game that its
    initiator has not started yet.
    The fix: look at the list of your games, or ask who started it.
    """


class GameUnavailable(GitopolyError):
    """A game in which this is not possible now.

    Usual cause: it has not started, it is closed, it is only watched, or its
    player's own repository cannot be reached.
    The fix: what the message says; the same may be possible later.
    """


class StalledGame(GitopolyError):
    """A game that has stopped although it is not over.

    Usual cause: a seat in a simulation has ended, or the machine is far too
    busy.
    The fix: run it again; the message names the seat.
    """


class NeedsConsent(GitopolyError):
    """An invitation with something that its reader must agree to first.

    Usual cause: private addresses, or an edition of the game's own.
    The fix: if you trust its author, the option that the message names.
    """


class FolderTaken(GitopolyError):
    """A folder or a repository that must be empty and is not.

    Usual cause: a second game in the same place.
    The fix: name another one.
    """


class InvalidIdentity(GitopolyError):
    """A key, or the file of one, that cannot be used.

    Usual cause: a key file that others can read, or a key that is not Ed25519.
    The fix: what the message says, such as the command that fixes the file's mode.
    """


@dataclass(eq=False, repr=False)
class InvalidEntry(GitopolyError):
    """A commit that is not an entry of a game's log.

    Usual cause: a peer with a damaged or hostile program, or a commit made by
    hand.
    The fix: none on this side; its author must withdraw it.
    """

    what: str
    """What was read, such as ``commit 1f3c…`` or ``the sentence``."""
    why: str
    """What is wrong with it, as words that follow a colon."""

    def __str__(self) -> str:
        return f"{self.what} is not an entry of a game: {self.why}"


class InvalidRepository(GitopolyError):
    """A folder that holds no game, or one that is damaged.

    Usual cause: a misspelt folder, or files that were changed by hand.
    The fix: name the folder of a game; join again to replace a damaged one.
    """


@dataclass(eq=False, repr=False)
class MissingObject(GitopolyError):
    """An object that a log names and the repository lacks.

    Usual cause: a fetch that was cut short, or a peer that names what it does
    not publish.
    The fix: fetch again; until then, nothing that needs it is accepted.
    """

    object_id: str
    """The id of what is missing."""

    def __str__(self) -> str:
        return f"object {self.object_id} is missing; fetch again"


@dataclass(eq=False, repr=False)
class StaleHead(GitopolyError):
    """A log whose newest entry is not the one the writer expected.

    Usual cause: another program wrote to the repository in between.
    The fix: read the log again, then decide.
    """

    seat: str
    """Whose log it is."""
    expected: str | None
    """The newest entry that the writer knew, or None for an empty log."""
    found: str | None
    """The newest entry found, or None for an empty log."""

    def __str__(self) -> str:
        expected, found = self.expected or "empty", self.found or "empty"
        return f"the log of {self.seat} is at {found}, not at {expected}; read it again"


class GameInUse(GitopolyError):
    """A game that another process has open.

    Usual cause: the same game in a second terminal.
    The fix: continue there, or close it first.
    """


@dataclass(eq=False, repr=False)
class InvalidNickname(GitopolyError):
    """A name that no seat can have.

    Usual cause: spaces, accents or a name that Git uses itself.
    The fix: a letter, then letters, digits, ``-`` or ``_``.
    """

    nickname: str
    """What was given."""
    reason: str
    """Why it is refused."""

    def __str__(self) -> str:
        given = self.nickname if len(self.nickname) <= 40 else self.nickname[:40] + "..."
        return f"{given!r} cannot be a nickname: {self.reason}"


@dataclass(eq=False, repr=False)
class UnsafeUrl(GitopolyError):
    """A repository address that is not handed to Git.

    Usual cause: a typo, or a form such as ``ext::`` that runs commands.
    The fix: a path, ``ssh://``, ``user@host:path``, ``https://`` or ``git://``.
    """

    url: str
    """What was given, with any password removed."""
    reason: str
    """Why it is refused."""

    def __str__(self) -> str:
        return f"the address {self.url!r} is refused: {self.reason}"


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
        self.obstacle = obstacle
        """What is in the way, in one word."""
        from gitopoly.words import english

        self.told = f"unreachable.{obstacle}", {"url": url, "detail": detail}
        self.message = english().fill(*self.told)
        """What went wrong, and what to do."""

    def __str__(self) -> str:
        return self.message


@dataclass(eq=False, repr=False)
class NotFastForward(GitopolyError):
    """A push to a repository that holds what this copy lacks.

    Usual cause: the same seat was played from another copy of the game, or
    the repository belongs to another game.
    The fix: resume, which adopts your longest chain; nothing is overwritten.
    """

    url: str
    """The address."""

    def __str__(self) -> str:
        return (
            f"{self.url} holds entries that this copy lacks, and nothing was overwritten; "
            "resume the game to take them over, or name an empty repository"
        )


@dataclass(eq=False, repr=False)
class RefusedObjects(GitopolyError):
    """Objects of a peer that do not belong in a ledger and were not accepted.

    Usual cause: a damaged or hostile repository: far too many commits, or objects that lie
    elsewhere.
    The fix: none on this side; what was taken in before is kept.
    """

    url: str
    """Where they came from."""
    reason: str
    """What does not fit."""
    size: int = field(default=0, kw_only=True)
    """The size in bytes of what was too large, otherwise 0."""
    is_slow: bool = field(default=False, kw_only=True)
    """Whether it only took too long, which may be nobody's fault."""
    offered: str | None = field(default=None, kw_only=True)
    """The commit at which the branch was, if known."""

    def __str__(self) -> str:
        return f"{self.url} offers objects that do not belong in a ledger: {self.reason}"

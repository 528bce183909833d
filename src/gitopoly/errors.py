"""Every refusal of Gitopoly, in one tree.

::

    GitopolyError           whatever a user, a bot or a peer can cause
    ├── InvalidAction       text or a code that means no action
    ├── IllegalAction       an action that the rules refuse in this state
    ├── InvalidOutcome      dice or a card that the action cannot have
    ├── InvalidState        a state text that cannot be read
    ├── InvalidCheckpoint   a saved exploration that cannot be gone on with
    ├── InvalidModel        a model that cannot be checked, or a manifest that cannot be read
    ├── InvalidRulebook     a rule document, or a request about one, that cannot be used
    ├── InvalidRules        an edition or an option that does not exist or does not fit
    ├── NoRoom              a folder that cannot hold what has to be written
    └── MissingExtra        a heavy dependency that is not installed

"Invalid" means that the input says nothing; "illegal" means that it says
something clear which the rules forbid.
Every message is one line that can be shown to a person as it is.
The arguments of an error are kept in ``args``, so that it survives the way
from a worker process to its parent.
"""

__all__ = [
    "GitopolyError",
    "IllegalAction",
    "InvalidAction",
    "InvalidCheckpoint",
    "InvalidModel",
    "InvalidOutcome",
    "InvalidRulebook",
    "InvalidRules",
    "InvalidState",
    "MissingExtra",
    "NoRoom",
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

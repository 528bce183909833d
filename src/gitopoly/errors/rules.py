"""Refusals of rules, rule books, actions and states."""

from gitopoly.errors.root import GitopolyError

LONGEST_GIVEN = 200
"""Maximum number of input characters that a message repeats."""


class InvalidAction(GitopolyError):
    """Text or a code that is no known action.

    Usual cause: a typo, a deed's name without its quotes, or a code from
    another edition.
    The fix: one of the forms that ``valid`` describes.
    """

    def __init__(self, given: object, valid: str) -> None:
        super().__init__(given, valid)
        self.given = given
        """What was read: a text or a code."""
        self.valid = valid
        """What would have been valid, as words that follow "expected"."""

    def __str__(self) -> str:
        given = self.given
        if isinstance(given, str) and len(given) > LONGEST_GIVEN:
            given = given[:LONGEST_GIVEN] + "..."
        return f"unknown action {given!r}; expected {self.valid}"


class IllegalAction(GitopolyError):
    """An action that is well formed, but that the rules refuse in this state.

    Usual cause: it is another seat's turn to act, the phase is wrong, or money
    or buildings are lacking.
    The fix: choose among ``legal_actions`` of the state, which is untouched.
    """

    def __init__(
        self, action: str, rule: str, reason: str, allowed: str = "", key: str = ""
    ) -> None:
        super().__init__(action, rule, reason, allowed, key)
        self.action = action
        """The text form of the refused action, such as ``pay_jail_fine``."""
        self.rule = rule
        """The number of the rule that refuses it, such as ``JAIL-4``."""
        self.reason = reason
        """Why, as words that follow "is refused:"."""
        self.allowed = allowed
        """What would be allowed, as words that follow "allowed now:"; empty if not requested."""
        self.key = key
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
    """A state text that cannot be read.

    Usual cause: a file edited by hand or cut short, or one from another
    edition.
    The fix: write the state again from a replay of the game's actions.
    """


class InvalidRules(GitopolyError):
    """An edition or an option that does not exist, or that does not fit.

    Usual cause: a misspelt edition, or a number of players that the edition
    does not allow, such as nine.
    The fix: one of the values that the message names.
    """


class InvalidEdition(InvalidRules):
    """An edition that cannot be played, with everything that is wrong with it.

    Usual cause: a file with a typo, a board of 41 squares, or a card that
    leads off the board.
    The fix: ``gitopoly edition check FILE`` lists every problem and its line.
    """

    def __init__(self, edition: str, problems: tuple[str, ...]) -> None:
        super().__init__(edition, problems)
        self.edition = edition
        """Its name, or the file that holds it."""
        self.problems = problems
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

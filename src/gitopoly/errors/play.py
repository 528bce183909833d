"""Refusals of bots, matches and requests from a page."""

from gitopoly.errors.root import GitopolyError


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

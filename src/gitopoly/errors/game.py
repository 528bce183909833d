"""Refusals of games between players: their files, their seats, and when they can be played."""

from gitopoly.errors.root import GitopolyError


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

"""Refusals of models, records, figures and evaluations."""

from gitopoly.errors.root import GitopolyError


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

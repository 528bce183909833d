"""Refusals of models, records, figures and evaluations."""

from gitopoly.errors.root import GitopolyError


class InvalidCheckpoint(GitopolyError):
    """A saved exploration that cannot be gone on with.

    Usual cause: a file that was cut off or changed, or that another model,
    another version or other options have written.
    The fix: name the model, options and folder that it was saved with, or
    begin afresh.
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


class InvalidMeasurement(GitopolyError):
    """A history of figures, a study of `evaluate`, or a request about one, that cannot be used.

    Usual cause: a commit that was never measured here, a folder that holds a study already.
    The fix: ``make bench`` at that commit; ``--resume``, or another ``--out``.
    """

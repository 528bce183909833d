"""Refusals of the carriers of the rules: translation, compilers, devices."""

from gitopoly.errors.root import GitopolyError


class Untranslatable(GitopolyError):
    """A function that is written in more than C++ and CUDA are given.

    Usual cause: a new rule or policy with a list, a string, an exception or
    a call that is not a plain function.
    The fix: write it with whole numbers, fields, arrays and loops; the
    message names the file and the line.
    """


class InvalidEngine(GitopolyError):
    """An engine that does not exist, or that cannot play what was asked for.

    Usual cause: a misspelt engine, or a bot that looks ahead on one that
    only plays on.
    The fix: one of the engines that the message names.
    """


class MissingTool(GitopolyError):
    """A compiler, a driver, a device or a cluster that cannot be used from this machine.

    Usual cause: an engine that was chosen by name on a machine without it.
    The fix: install what the message names, or choose another engine; the
    results are the same.
    """

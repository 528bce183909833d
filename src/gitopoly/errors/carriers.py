"""Refusals of the carriers of the rules: translation, compilers, devices."""

from gitopoly.errors.root import GitopolyError


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


class MissingTool(GitopolyError):
    """A compiler, a driver, a device or a cluster that this machine cannot use.

    Usual cause: an engine was chosen by name on a machine without it.
    The fix: install what the message names, or choose another engine; the
    results are the same.
    """

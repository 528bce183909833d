"""Usage errors in one line: what, why, and where to find help."""

import re

import click
from click.core import ParameterSource

__all__ = ["refuse", "usage_line"]

_OWN_WORDS = (
    (r"is not a valid integer( range)?\b", "is not a whole number"),
    (r"is not a valid float( range)?\b", "is not a number"),
    (r"^Option '(\S+)' requires an argument", r"\1 needs a value"),
    (r"^Option '(\S+)' does not take a value", r"\1 takes no value"),
    (r"^Got unexpected extra arguments? \((.*)\)", r"unexpected argument \1"),
)
"""Phrases of click that name types, and ours, which say what to type."""


def usage_line(error: click.UsageError) -> str:
    """Say what was mistyped, in which command, and how to see its help.

    >>> usage_line(click.UsageError("--show prints one game; add --game N."))
    '--show prints one game; add --game N'
    """
    reason = _reason(error)
    if error.ctx is None:
        return reason
    # Without the name of the program, which begins every message anyway.
    name = error.ctx.command_path.partition(" ")[2]
    if isinstance(error, click.NoSuchOption | click.MissingParameter):
        reason = f"{name or 'the program'} {reason}"
    elif name:
        reason = f"{name}{' ' if isinstance(error, click.BadParameter) else ': '}{reason}"
    return f"{reason} ({error.ctx.command_path} --help)"


def refuse(context: click.Context, names: tuple[str, ...], why: str) -> None:
    """Refuse options that make no sense here, instead of ignoring them."""
    for name in names:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = next(p.opts[0] for p in context.command.params if p.name == name)
            raise click.UsageError(f"{option} {why}")


def _reason(error: click.UsageError) -> str:
    if isinstance(error, click.NoSuchOption):
        near = _meant(error)
        return f"has no option {error.option_name}" + (f"; did you mean {near}?" if near else "")
    if isinstance(error, click.MissingParameter):
        return f"needs {_parameter(error)}"
    said = _in_own_words(error.message)
    return f"{_parameter(error)}: {said}" if isinstance(error, click.BadParameter) else said


def _meant(error: click.NoSuchOption) -> str:
    """The nearest option; letters in another order are the likeliest mistake."""
    near = error.possibilities or []
    same = [name for name in near if sorted(name) == sorted(error.option_name)]
    return (same or near or [""])[0]


def _parameter(error: click.BadParameter) -> str:
    """How the option or argument is typed."""
    if not isinstance(error.param, click.Option):
        hint = error.param.get_error_hint(error.ctx) if error.param else error.param_hint
        return str(hint or "its value").strip("'")
    name = max(error.param.opts, key=len)
    missing = isinstance(error, click.MissingParameter)
    return f"{name} {error.param.metavar}" if missing and error.param.metavar else name


def _in_own_words(message: str) -> str:
    line = " ".join(message.split())
    for theirs, ours in _OWN_WORDS:
        line = re.sub(theirs, ours, line)
    return line.removesuffix(".")

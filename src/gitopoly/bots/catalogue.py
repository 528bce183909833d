"""How policies are declared: by a decorator on the function that chooses.

`make generate` reads the declarations and writes `bots/generated`, as it does for actions
(`gitopoly.kernel.catalogue`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Choosing = TypeVar("Choosing", bound=Callable[..., int])


def policy(number: int, name: str) -> Callable[[Choosing], Choosing]:
    """Declare a policy: its number in compiled code, and its name.

    The function gets any of `s`, `rules`, `policy`, `player`, `buffer` and `generator`, and
    returns the code of a legal action.
    """
    return _unchanged


def _unchanged(function: Choosing) -> Choosing:
    return function

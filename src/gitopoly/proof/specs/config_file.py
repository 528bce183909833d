"""Reads TLC's configuration files (`.cfg`) as TLC does, or refuses them with a line number.

TLC itself takes the first character it does not know for the end of the file and silently ignores
the rest, including invariants; so does an unclosed comment. Here both are refused, so that
nothing is silently left out.

Line breaks mean nothing in these files: a section lasts until the next keyword, may be empty and
may be repeated. Numbers are not negative; there are no sequences and no records.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gitopoly.errors import InvalidModel
from gitopoly.proof.specs.config_tokens import NAME, NUMBER, STRING, SYMBOL, Token, tokens

LISTS = {
    **dict.fromkeys(("INVARIANT", "INVARIANTS"), "invariants"),
    **dict.fromkeys(("PROPERTY", "PROPERTIES"), "properties"),
    **dict.fromkeys(("CONSTRAINT", "CONSTRAINTS"), "constraints"),
    **dict.fromkeys(("ACTION_CONSTRAINT", "ACTION_CONSTRAINTS"), "action_constraints"),
}
"""Sections that list names, and the fields of `Config` that they fill."""
SINGLE = {"SPECIFICATION": "specification", "INIT": "init", "NEXT": "next"}
"""Sections with a single name."""
OTHERS = (
    *("VIEW", "SYMMETRY", "TYPE", "TYPE_CONSTRAINT"),
    # Newer than the TLC that comes with Gitopoly, which treats them as names.
    *("ALIAS", "POSTCONDITION", "CHECK_DEADLOCK", "_PERIODIC", "_RL_REWARD"),
)
"""One-word sections that change a search or its report."""
CONSTANTS = ("CONSTANT", "CONSTANTS")
KEYWORDS = frozenset({*LISTS, *SINGLE, *OTHERS, *CONSTANTS})
LARGEST = 2**31 - 1
"""TLC's largest number."""
DEEPEST = 50
"""Maximum nesting of sets."""
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True)
class ModelValue:
    """A value that is equal only to itself."""

    name: str


Value = int | bool | str | ModelValue | tuple["Value", ...]
"""A number, a truth value, a string, a model value, or a set as it is listed."""


@dataclass(frozen=True)
class Constant:
    """What a file says about a constant or a definition."""

    name: str
    line: int
    value: Value | None = None
    """For `name = value`."""
    definition: str = ""
    """For `name <- definition`."""
    module: str = ""
    """For `name <- [module] definition`, which concerns that module only."""
    arguments: tuple[Value, ...] = ()
    """For `name(arguments) = value`."""


@dataclass
class Config:
    """What a `.cfg` says."""

    path: Path
    specification: str = ""
    init: str = ""
    next: str = ""
    constants: dict[str, Constant] = field(default_factory=dict)
    invariants: tuple[str, ...] = ()
    """Each once, in the order of the file; so are the others."""
    properties: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    action_constraints: tuple[str, ...] = ()
    others: dict[str, str] = field(default_factory=dict)
    """VIEW, SYMMETRY and the like, by their keywords."""


def read_config(path: Path) -> Config:
    """Read a `.cfg`, or raise `InvalidModel` with the line and the reason."""
    try:
        # A byte that is not UTF-8 may occur in a comment; elsewhere it is refused like any other.
        text = path.read_bytes().decode("utf-8", errors="replace")
    except OSError as error:
        raise InvalidModel(f"{path.name}: {error.strerror}") from None
    return _Reader(path, text).read()


class _Reader:
    """Parses the tokens of one file."""

    def __init__(self, path: Path, text: str) -> None:
        self._config = Config(path)
        self._tokens: Iterator[Token] = tokens(text, path.name)
        self._last = Token("", "", 1)
        self._token: Token | None = self._last
        self._step()

    def read(self) -> Config:
        while (token := self._token) is not None:
            word = token.text if token.kind == NAME else ""
            self._step()
            if word in CONSTANTS:
                self._constants()
            elif word in LISTS:
                self._names(LISTS[word])
            elif word in SINGLE or word in OTHERS:
                self._single(token)
            else:
                raise self._refused(f"expected a keyword such as INVARIANT, not {token}", token)
        self._demand_behaviour()
        return self._config

    def _demand_behaviour(self) -> None:
        """Check what TLC requires of a whole file; without it, TLC explores nothing."""
        config = self._config
        name = config.path.name
        if config.specification and (config.init or config.next):
            raise InvalidModel(f"{name}: it names both a SPECIFICATION and INIT or NEXT")
        if not config.specification and not (config.init and config.next):
            raise InvalidModel(f"{name}: nothing to explore; add SPECIFICATION, or INIT and NEXT")

    # Sections.

    def _names(self, section: str) -> None:
        found = list(getattr(self._config, section))
        while not self._at_keyword():
            found.append(self._name(f"the name of one of the {section.replace('_', ' ')}"))
        setattr(self._config, section, tuple(dict.fromkeys(found)))

    def _single(self, keyword: Token) -> None:
        word = keyword.text
        value = self._name(f"a name for {word}")
        if word == "CHECK_DEADLOCK" and value not in ("TRUE", "FALSE"):
            raise self._refused("CHECK_DEADLOCK is TRUE or FALSE", keyword)
        before = getattr(self._config, SINGLE[word]) if word in SINGLE else self._config.others
        if before if word in SINGLE else word in before:
            raise self._refused(f"{word} appears twice", keyword)
        if word in SINGLE:
            setattr(self._config, SINGLE[word], value)
        else:
            self._config.others[word] = value

    def _constants(self) -> None:
        while not self._at_keyword():
            constant = self._constant()
            before = self._config.constants.setdefault(constant.name, constant)
            if before is not constant:
                raise InvalidModel(
                    f"{self._place(constant.line)}: {constant.name} already has a value, "
                    f"from line {before.line}"
                )

    def _constant(self) -> Constant:
        assert self._token is not None
        line = self._token.line
        name = self._name("the name of a constant")
        while self._take("!"):
            name += f"!{self._name('the rest of a name after !')}"
        if self._take("<-"):
            module = self._module()
            definition = self._name("the name of a definition")
            return Constant(name, line, definition=definition, module=module)
        arguments: list[Value] = []
        if self._take("("):
            arguments.append(self._value())
            while self._take(","):
                arguments.append(self._value())
            self._demand(")")
        if not self._take("="):
            raise self._refused(f"expected = or <- after {name}, not {self._here()}")
        module = self._module()
        return Constant(name, line, value=self._value(), module=module, arguments=tuple(arguments))

    def _module(self) -> str:
        """The module in brackets that a constant is for, if one is named."""
        if not self._take("["):
            return ""
        module = self._name("the name of a module (records are not supported here)")
        self._demand("]")
        return module

    def _value(self, depth: int = 0) -> Value:
        token = self._token
        if depth > DEEPEST:
            raise self._refused("too many nested sets")
        if token is None or (token.kind == SYMBOL and token.text != "{"):
            raise self._refused(
                f"expected a number, a string, TRUE, FALSE, a model value or a set, not "
                f"{self._here()}; write anything else in the module, and NAME <- DEFINITION here"
            )
        if token.kind == SYMBOL:
            return self._set(depth)
        if token.kind == NAME and token.text in KEYWORDS:
            raise self._refused(f"expected a value, not the keyword {token.text}")
        self._step()
        if token.kind == NUMBER:
            if len(token.text) > 10 or int(token.text) > LARGEST:
                raise self._refused(f"TLC's largest number is {LARGEST}", token)
            return int(token.text)
        if token.kind == STRING:
            return token.text[1:-1]
        truth = {"TRUE": True, "FALSE": False}
        return truth[token.text] if token.text in truth else ModelValue(token.text)

    def _set(self, depth: int) -> Value:
        self._demand("{")
        found: list[Value] = []
        if not self._take("}"):
            found.append(self._value(depth + 1))
            while self._take(","):
                found.append(self._value(depth + 1))
            self._demand("}")
        return tuple(found)

    # Words.

    def _step(self) -> None:
        if self._token is not None:
            self._last = self._token
        self._token = next(self._tokens, None)

    def _at_keyword(self) -> bool:
        token = self._token
        return token is None or (token.kind == NAME and token.text in KEYWORDS)

    def _name(self, what: str) -> str:
        token = self._token
        if token is None or token.kind != NAME or token.text in KEYWORDS:
            raise self._refused(f"expected {what}, not {self._here()}")
        self._step()
        return token.text

    def _take(self, symbol: str) -> bool:
        token = self._token
        if token is None or token.kind != SYMBOL or token.text != symbol:
            return False
        self._step()
        return True

    def _demand(self, symbol: str) -> None:
        if not self._take(symbol):
            raise self._refused(f"expected {symbol}, not {self._here()}")

    def _here(self) -> str:
        return "the end of the file" if self._token is None else str(self._token)

    def _refused(self, reason: str, token: Token | None = None) -> InvalidModel:
        place = token or self._token or self._last
        return InvalidModel(f"{self._place(place.line)}: {reason}")

    def _place(self, line: int) -> str:
        return f"{self._config.path.name}, line {line}"


def option_name(constant: str) -> str:
    """`StartingMoney` is `starting_money`.

    >>> option_name("DefectStaleDebt")
    'defect_stale_debt'
    """
    return _CAPITAL.sub("_", constant).lower()

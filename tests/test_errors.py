"""Every refusal says in one line what was refused and what would do."""

import importlib
import inspect
import pickle
import pkgutil
import re

import pytest

import gitopoly.ledger
import gitopoly.table
from gitopoly import errors
from gitopoly.errors import (
    EngineFault,
    FolderTaken,
    GameInUse,
    GameUnavailable,
    GitopolyError,
    IllegalAction,
    InvalidAction,
    InvalidBot,
    InvalidCheckpoint,
    InvalidEdition,
    InvalidEngine,
    InvalidEntry,
    InvalidGameFile,
    InvalidIdentity,
    InvalidLine,
    InvalidLink,
    InvalidMatch,
    InvalidMeasurement,
    InvalidModel,
    InvalidNickname,
    InvalidOrders,
    InvalidOutcome,
    InvalidRecord,
    InvalidRepository,
    InvalidRequest,
    InvalidRulebook,
    InvalidRules,
    InvalidRun,
    InvalidSeat,
    InvalidState,
    LostProcess,
    MissingExtra,
    MissingObject,
    MissingTool,
    NeedsConsent,
    NoRoom,
    NotFastForward,
    RefusedObjects,
    StaleHead,
    StaleRequest,
    StalledGame,
    Undeclared,
    UnknownGame,
    Unreachable,
    UnsafeUrl,
    Untranslatable,
)

ONE_OF_EACH = [
    InvalidAction("byu", "one of buy, pass"),
    IllegalAction("pay_jail_fine", "JAIL-4", "the dice have been rolled"),
    InvalidOrders("orders.toml: there is no 'byu'; there are buy, roll"),
    InvalidOutcome("dice (7, 1) have no such faces"),
    InvalidState("line 3: no such key 'mony'"),
    InvalidBot("there is no file 'mybot.py'"),
    InvalidEngine("there is no engine 'steam'"),
    InvalidRun("a batch needs at least one game, not 0"),
    InvalidMatch("match.jsonl, line 3: no JSON"),
    InvalidMeasurement("the history has no run of 'abc'"),
    InvalidRecord("game.jsonl, line 3: not a JSON object"),
    InvalidCheckpoint("the checkpoint MCMonopoly is damaged"),
    InvalidModel("no model named MCAuction9"),
    InvalidRulebook("there is no file or folder 'rules.md'"),
    LostProcess("a process has ended; use fewer jobs"),
    InvalidEdition("mycity.toml", ("line 5: jail must be 10",)),
    InvalidRules("classic is for 2 to 8 players, not 9"),
    MissingExtra("the compiled kernel", "wasmtime", "fast"),
    MissingTool("the native engine needs a C++ compiler, and none is installed"),
    Untranslatable("turn.py:7: roll cannot be translated: List has no translation"),
    Undeclared("no action has the number 54"),
    EngineFault("the rules stopped in play_on: out of bounds"),
    FolderTaken("games already exists; name another folder"),
    GameUnavailable("the game has not started; waiting for ben"),
    InvalidGameFile("the seed is not plain text"),
    InvalidLink("the link is cut short; copy it whole"),
    InvalidSeat("there is no seat eve in this game"),
    NeedsConsent("the invitation names private addresses"),
    StalledGame("nothing happened on day 3"),
    UnknownGame("there is no game at ../anna.git yet"),
    InvalidIdentity("others can read the key"),
    InvalidEntry("commit 1f3c", "it is not signed"),
    InvalidRepository("there is no game in 'here'"),
    MissingObject("1f3c"),
    InvalidRequest("the request is not valid JSON"),
    StaleRequest("the game has moved on"),
    InvalidLine("a line has at most 280 characters"),
    StaleHead("alice", None, "1f3c"),
    GameInUse("the game is open in another process"),
    InvalidNickname("origin", "Git uses this name itself"),
    UnsafeUrl("ext::sh", "it can run commands"),
    Unreachable("../anna.git", "silent", "60"),
    NotFastForward("../anna.git"),
    RefusedObjects("../anna.git", "more than 128 bytes of new commits at once", size=129),
    NoRoom("cannot keep compiled code in cache: no space left"),
]


ERRORS = sorted(name for name, one in vars(errors).items() if inspect.isclass(one))


def test_there_is_an_example_of_every_error() -> None:
    assert all(issubclass(getattr(errors, name), GitopolyError) for name in ERRORS)
    assert {type(error).__name__ for error in ONE_OF_EACH} == {*ERRORS} - {"GitopolyError"}


def test_the_module_draws_every_error() -> None:
    drawn = re.findall(r"^(?: {4}| {4}│?[│├└─ ]+)(\w+)  ", errors.__doc__ or "", re.MULTILINE)
    assert sorted(drawn) == ERRORS


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_names_its_usual_cause_and_the_fix(name: str) -> None:
    text = inspect.getdoc(getattr(errors, name)) or ""
    assert "Usual cause:" in text
    assert "The fix:" in text


@pytest.mark.parametrize("error", ONE_OF_EACH, ids=lambda error: type(error).__name__)
def test_an_error_survives_the_way_between_processes(error: GitopolyError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert vars(copy) == vars(error)


@pytest.mark.parametrize("error", ONE_OF_EACH, ids=lambda error: type(error).__name__)
def test_an_error_is_itself_only_and_looks_like_any_exception(error: GitopolyError) -> None:
    assert error != pickle.loads(pickle.dumps(error))
    assert {error} == {error}
    assert repr(error) == BaseException.__repr__(error)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            IllegalAction(action="end", rule="JAIL-4", reason="rolled"),
            "end is refused: rolled (JAIL-4)",
        ),
        (
            IllegalAction("end", "JAIL-4", "rolled", "buy"),
            "end is refused: rolled (JAIL-4); allowed now: buy",
        ),
        (ONE_OF_EACH[0], "unknown action 'byu'; expected one of buy, pass"),
        (
            MissingExtra("play", "wasmtime", "fast"),
            "play needs wasmtime, which is not installed: pip install 'gitopoly[fast]'",
        ),
        (
            StaleHead("alice", None, "1f3c"),
            "the log of alice is at 1f3c, not at empty; read it again",
        ),
        (
            InvalidEntry("commit 1f3c", "it is not signed"),
            "commit 1f3c is not an entry of a game: it is not signed",
        ),
    ],
)
def test_an_error_says_what_and_why(error: GitopolyError, told: str) -> None:
    assert str(error) == told


def test_every_error_of_the_ledger_and_the_table_is_in_the_tree() -> None:
    """Whoever catches `GitopolyError` catches whatever a repository can cause."""
    found = set()
    for package in (gitopoly.ledger, gitopoly.table):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            found |= {
                value
                for name, value in vars(importlib.import_module(info.name)).items()
                if isinstance(value, type) and issubclass(value, Exception)
                if value.__module__ == info.name and not name.startswith("_")
            }
    assert {error.__name__ for error in found} >= {"Damaged", "Moved"}
    assert [error for error in found if not issubclass(error, errors.GitopolyError)] == []

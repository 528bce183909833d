"""Every refusal of Gitopoly, in one tree.

::

    GitopolyError           anything a user, a bot or a peer can cause
    ├── InvalidAction       text or a code that is no known action
    ├── IllegalAction       an action that the rules refuse in this state
    ├── InvalidOutcome      dice or a card that the action cannot have
    ├── InvalidState        a state text that cannot be read
    ├── InvalidBot          a bot or a policy that does not exist or cannot be loaded
    ├── InvalidEngine       an engine that does not exist or cannot play what was asked for
    ├── InvalidRun          a series, an environment or a batch that cannot be run as asked
    ├── InvalidCheckpoint   a saved exploration that cannot be resumed
    ├── InvalidMatch        a record, a list of dice, a case or a result that cannot be read
    ├── InvalidMeasurement  a history of figures or a study that cannot be used
    ├── InvalidRecord       a file that is not a record of a game
    ├── InvalidModel        a model that cannot be checked, or a manifest that cannot be read
    ├── InvalidRulebook     a rule document, or a request about one, that cannot be used
    ├── InvalidRules        an edition or an option that does not exist or does not fit
    │   └── InvalidEdition  an edition that cannot be played, with all that is wrong with it
    ├── InvalidGameFile     an invitation or a game file that cannot be used
    ├── InvalidLink         a link to a game that cannot be read, or leads nowhere
    ├── InvalidSeat         a seat that does not exist or cannot be taken as asked
    ├── InvalidOrders       standing orders that cannot be read or followed
    ├── UnknownGame         a game that is not where it was looked for
    ├── GameUnavailable     a game in which this is not possible now
    ├── StalledGame         a game that has stopped although it is not over
    ├── NeedsConsent        an invitation with something that its reader must agree to
    ├── FolderTaken         a folder or a repository that already holds something
    ├── InvalidIdentity     a key, or the file of one, that cannot be used
    ├── InvalidEntry        a commit that is not an entry of a game's log
    ├── InvalidRepository   a folder that holds no game, or a damaged one
    ├── MissingObject       something that a log names and the repository lacks
    ├── StaleHead           a log that has moved on since it was read
    ├── GameInUse           a game that another process has open
    ├── InvalidNickname     a name that no seat can have
    ├── UnsafeUrl           a repository address that is not handed to Git
    ├── Unreachable         a repository that cannot be read or written now
    ├── NotFastForward      a push to a repository that holds what this copy lacks
    ├── RefusedObjects      objects of a peer that do not fit the ledger
    ├── InvalidRequest      a request from a page that the server cannot read
    ├── StaleRequest        a click on something already done
    ├── InvalidLine         something that cannot be said to the other players
    ├── Untranslatable      a function that has no form in C++
    ├── MissingTool         a compiler, a driver, a device or a cluster that is not available
    ├── LostProcess         a process that ended in the middle of its work
    ├── NoRoom              a folder without room for what must be written
    └── MissingExtra        a heavy dependency that is not installed

"Invalid" input makes no sense; "illegal" input makes sense, but the rules forbid it.
Every message is one line that can be shown to a person as it is.
The arguments of an error are kept in ``args``, so that it can be passed between processes.
"""

from gitopoly.errors.carriers import InvalidEngine, MissingTool, Untranslatable
from gitopoly.errors.game import (
    FolderTaken,
    GameUnavailable,
    InvalidGameFile,
    InvalidLink,
    InvalidOrders,
    InvalidSeat,
    NeedsConsent,
    StalledGame,
    UnknownGame,
)
from gitopoly.errors.ledger import (
    GameInUse,
    InvalidEntry,
    InvalidIdentity,
    InvalidNickname,
    InvalidRepository,
    MissingObject,
    NotFastForward,
    RefusedObjects,
    StaleHead,
    Unreachable,
    UnsafeUrl,
)
from gitopoly.errors.play import (
    InvalidBot,
    InvalidLine,
    InvalidMatch,
    InvalidRequest,
    InvalidRun,
    StaleRequest,
)
from gitopoly.errors.root import (
    GitopolyError,
    LostProcess,
    MissingExtra,
    NoRoom,
)
from gitopoly.errors.rules import (
    IllegalAction,
    InvalidAction,
    InvalidEdition,
    InvalidOutcome,
    InvalidRulebook,
    InvalidRules,
    InvalidState,
)
from gitopoly.errors.study import (
    InvalidCheckpoint,
    InvalidMeasurement,
    InvalidModel,
    InvalidRecord,
)

__all__ = [
    "FolderTaken",
    "GameInUse",
    "GameUnavailable",
    "GitopolyError",
    "IllegalAction",
    "InvalidAction",
    "InvalidBot",
    "InvalidCheckpoint",
    "InvalidEdition",
    "InvalidEngine",
    "InvalidEntry",
    "InvalidGameFile",
    "InvalidIdentity",
    "InvalidLine",
    "InvalidLink",
    "InvalidMatch",
    "InvalidMeasurement",
    "InvalidModel",
    "InvalidNickname",
    "InvalidOrders",
    "InvalidOutcome",
    "InvalidRecord",
    "InvalidRepository",
    "InvalidRequest",
    "InvalidRulebook",
    "InvalidRules",
    "InvalidRun",
    "InvalidSeat",
    "InvalidState",
    "LostProcess",
    "MissingExtra",
    "MissingObject",
    "MissingTool",
    "NeedsConsent",
    "NoRoom",
    "NotFastForward",
    "RefusedObjects",
    "StaleHead",
    "StaleRequest",
    "StalledGame",
    "UnknownGame",
    "Unreachable",
    "UnsafeUrl",
    "Untranslatable",
]

for _name in __all__:
    # Tracebacks name each error by the path it is imported from.
    globals()[_name].__module__ = __name__

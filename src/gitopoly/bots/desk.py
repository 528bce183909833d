"""What a game is played with besides its position: counts and bounds, and room to think."""

from collections.abc import Sequence

from gitopoly.bots import POLICIES, RANDOM
from gitopoly.errors import InvalidBot
from gitopoly.rules.actions import KINDS
from gitopoly.rules.buffer import ActionBuffer
from gitopoly.rules.codes import MOST_PLAYERS
from gitopoly.rules.randomness import Generator
from gitopoly.rules.record import Record, inside, octet, octets, quad, quads, wide, wides
from gitopoly.rules.state import State

ENDLESS = 1 << 60
"""More actions or turns than any game has."""


NO_CHECKS, CHANGED, EVERYTHING = range(3)
"""Which invariants are checked: none, those that an action can have changed, or all of them."""


class Run(Record):
    """One game that is played by policies: by whom, how far, and what has happened so far."""

    policies: list[int] = octets(MOST_PLAYERS)
    most_turns: int = wide(ENDLESS)
    most_actions: int = wide(ENDLESS)
    checks: int = octet()
    """Which invariants are checked after every action: NO_CHECKS, CHANGED or EVERYTHING."""

    is_keyed: int = octet()
    """Whether every turn has dice of its own, from a key."""
    key_low: int = wide()
    key_high: int = wide()
    number: int = wide()
    """Which of the playouts with this key it is."""
    keyed_turn: int = quad()
    """The turn whose dice are being used."""

    actions: int = wide()
    turns: int = wide()
    in_turn: int = quad()
    """Actions in the current turn."""
    longest_turn: int = quad()
    """Actions in the longest turn so far."""
    violation: int = quad()
    """Number of the invariant that does not hold, if any."""
    last_action: int = wide()
    last_outcome: int = quad()
    kinds: list[int] = quads(KINDS)
    """How often each kind of action was taken, over all games."""


def policy_number(name: str) -> int:
    """The number of a policy; raises `InvalidBot`."""
    if name not in POLICIES:
        raise InvalidBot(f"there is no policy {name!r}; choose one of {', '.join(POLICIES)}")
    return POLICIES[name]


def policy_numbers(names: Sequence[str], seats: int) -> tuple[int, ...]:
    """The policy of each possible seat: one name for all that play, or one for each."""
    given = [policy_number(name) for name in names]
    if len(given) not in (1, seats):
        raise InvalidBot(f"give one policy, or one for each of the {seats} seats")
    return tuple((given * seats)[:seats] + [RANDOM] * (MOST_PLAYERS - seats))


def new_run(
    policies: Sequence[int],
    most_turns: int = ENDLESS,
    most_actions: int = ENDLESS,
    checks: bool = False,
) -> Run:
    """A run of games by policies."""
    run = Run()
    run.policies = list(policies)
    run.most_turns, run.most_actions = most_turns, most_actions
    run.checks = CHANGED if checks else NO_CHECKS
    return run


def clear_run(run: Run) -> None:
    """The next game begins; how often each kind was taken is counted on."""
    run.actions = 0
    run.turns = 0
    run.in_turn = 0
    run.longest_turn = 0
    run.violation = 0


MOST_CANDIDATES = 12
MOST_OFFERS = 3


class Candidates(Record):
    """The candidate actions of a search, the judged one first, and the best offers so far."""

    actions: list[int] = wides(MOST_CANDIDATES)
    totals: list[int] = wides(MOST_CANDIDATES)
    """The value of each: its static chances plus the results of its playouts."""
    count: int = quad()
    offers: list[int] = wides(MOST_OFFERS)
    """The most promising offers, best first."""
    hopes: list[int] = quads(MOST_OFFERS)
    """The chances after each of them."""
    offer_count: int = quad()


ROW = 19
"""Numbers that the model of win chances has of a seat."""
STAGES = 4
"""Stages of a game by which each of them is weighted."""


class WinModel(Record):
    """The weights of the model of win chances, and room for the numbers of one position."""

    weights: list[int] = wides(ROW * STAGES)
    """For each feature, one for each stage, in units of 1 / ONE."""
    current: list[int] = wides(ROW)
    """The weight of each feature at the stage of the position."""
    row: list[int] = wides(ROW * MOST_PLAYERS)
    """The features of all seats, ROW for each."""
    scores: list[int] = wides(MOST_PLAYERS)


class Desk(Record):
    """Room for a seat that looks ahead: a position to try things in, and what playouts need."""

    playouts: int = wide()
    """Playouts for a decision."""
    horizon: int = wide()
    """Turns of each seat after which a playout is cut off and judged."""
    played: int = wide()
    """Playouts so far, over all decisions."""
    searches: int = wide()
    """Decisions so far that took playouts."""
    trial: State = inside(State)
    checked: State = inside(State)
    """The position before the last action, if all that it can have changed is checked."""
    run: Run = inside(Run)
    dice: Generator = inside(Generator)
    choices: Generator = inside(Generator)
    buffer: ActionBuffer = inside(ActionBuffer)
    candidates: Candidates = inside(Candidates)
    model: WinModel = inside(WinModel)

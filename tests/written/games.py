"""The games of `bundles`, one for each thing that the format of a game decides.

`python -m tests.written.games` plays them anew, and leaves a bundle of each there: an auction with
a tie, an auction of the last house, a fork, and a whole game whose first seat talks. Seats choose
by a script, and everything else derives from a seed: the same version makes the same commits again.
Until 1.0 whoever changes the format does this in the same commit; after it none is made anew.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from gitopoly.ledger.entry import Draft, seal
from gitopoly.ledger.git.object_files import write_loose
from gitopoly.ledger.talk import BRANCH, NO_FILES, Line, seal_line
from gitopoly.rules import AmountRange, actions as a
from gitopoly.rules.codes import AUCTION, PLACING, PRE_ROLL
from gitopoly.table.local_game import SimulatedGame, SimulationPlan
from gitopoly.table.seat import Seat
from tests.ledger.offers import offer
from tests.table.tables import files_with

BUNDLES = Path(__file__).parent / "bundles"
BROWN, DARK_BLUE = (1, 3), (37, 39)
BALTIC, BOARDWALK = 3, 39
TIED_BID = 100
FIRST_CHOICES = (
    *(a.PLACE_BUILDING, a.ACCEPT_TRADE, a.BUY_PROPERTY, a.PAY_TAX, a.END_PRE_ROLL),
    *(a.CONCLUDE_FREE_4_ALL_ACTIONS, a.STAND, a.PASS),
)


def usual(seat: Seat) -> int:
    """Buy what can be bought, build nothing, and go on."""
    codes = [choice for choice in seat.choices() if isinstance(choice, int)]
    for kind in FIRST_CHOICES:
        found = [code for code in codes if a.kind_of(code) == kind]
        if found:
            return found[-1]
    return codes[0]


def declining(seat: Seat) -> int:
    """The same, but put every deed up for auction."""
    auction = a.code_of(a.AUCTION_PROPERTY, seat.number)
    return auction if auction in seat.choices() else usual(seat)


def play(
    game: SimulatedGame, until: Callable[[Seat], bool], choose: Callable[[Seat], int] = usual
) -> None:
    """Play on until a seat that the others have heard finds what is looked for."""
    while not until(game.seats[0]):
        game.round([choose] * len(game.drivers))
        for driver in game.drivers:
            driver.advance()


def in_phase(phase: int) -> Callable[[Seat], bool]:
    """Whether a game has come to a phase."""
    return lambda seat: seat.position.state.phase == phase


def tied_auction(game: SimulatedGame) -> None:
    """Both bid the same at the same time, the one who declined passes, and the game goes on."""
    play(game, in_phase(AUCTION), declining)
    for seat in game.seats:
        seat.act(a.code_of(a.BID, seat.number, number=TIED_BID))
    for _ in range(3):
        for driver in game.drivers:
            driver.advance()
    decliner = game.seats[0].position.state.auction_initiator
    game.seats[decliner].act(a.code_of(a.PASS, decliner))
    play(game, lambda seat: seat.position.state.phase != AUCTION)
    play(game, in_phase(PRE_ROLL))


def last_house(game: SimulatedGame) -> None:
    """The first seat orders the last house for Baltic Avenue, and the second one bids its least."""
    wanted = (*BROWN, *DARK_BLUE)
    play(
        game,
        lambda seat: (
            all(seat.position.state.owner[square] >= 0 for square in wanted)
            and (seat.position.state.phase, seat.position.state.turn_player) == (PRE_ROLL, 0)
        ),
    )
    first, second = game.seats
    swap_for_groups(game, first)
    first.act(a.code_of(a.operation_kind(PRE_ROLL, a.UPGRADE), 0, BALTIC))
    for driver in game.drivers:
        driver.advance()
    bids = next(choice for choice in second.choices() if isinstance(choice, AmountRange))
    second.act(a.code_of(a.BID, 1, number=bids.lowest))
    play(game, in_phase(PLACING))
    second.act(a.code_of(a.PLACE_BUILDING, 1, BOARDWALK))
    play(game, in_phase(PRE_ROLL))


def swap_for_groups(game: SimulatedGame, seat: Seat) -> None:
    """Let the first seat have the brown streets and the second the dark blue ones."""
    s = seat.position.state
    owners = [(square, 0) for square in BROWN] + [(square, 1) for square in DARK_BLUE]
    moved = [square for square, owner in owners if s.owner[square] != owner]
    deeds = sum(1 << s.rules.deed_index[square] for square in moved)
    if deeds:
        seat.act(a.offer(0, 1, deeds, 0, 0))
        play(game, in_phase(PRE_ROLL))


def forked(game: SimulatedGame) -> None:
    """The third seat writes its entry of long ago once more, shows it, and the others go on."""
    play(game, lambda seat: len(seat.game.log) >= 100)
    bad = game.seats[2]
    log = bad.game.log
    newest = log.tips()[bad.name]
    old = log[log.at(newest, log.number(newest) - 8)]
    draft = Draft(old.seat, old.parents, old.sentence, old.trailers, old.time + 1)
    branch = seal(draft, files_with(bad.game, old), bad.identity)
    for seat in game.seats[:2]:
        offer(seat.game.store, branch.objects)
        seat.game.receive(bad.name, branch.entry.id)
    for _ in range(12):
        for driver in game.drivers[:2]:
            driver.advance(among=["p0", "p1"])
            if driver.seat is not None and driver.seat.choices():
                driver.act(usual(driver.seat))


SAID = ((False, "good luck, everybody"), (False, "my railroad, my rules"), (True, "well-played"))
"""What the first seat says in the whole game: whether it is a reaction, and what."""


def whole_game(game: SimulatedGame) -> None:
    """Play to the end, which all confirm until it stays."""
    play(game, lambda seat: seat.game.over)
    while not game.seats[0].game.settled:
        for driver in game.drivers:
            driver.advance()


def talk(seat: Seat, repository: Path) -> None:
    """Leave the lines of a seat on their branch, beside its log."""
    last: Line | None = None
    chain = [seat.game.log.at(seat.game.heads()[seat.name], number) for number in (3, 8, 15)]
    for (is_reaction, text), after in zip(SAID, chain, strict=True):
        parents = () if last is None else (last.id,)
        draft = Draft(seat.name, parents, text, {}, seat.game.log[after].time)
        last = seal_line(draft, seat.identity, seat.game.root, after, is_reaction=is_reaction)
        for item in (NO_FILES, last.commit):
            write_loose(str(repository / "objects"), item.kind, item.id, item.data)
    assert last is not None
    (repository / "refs" / "heads" / BRANCH).write_text(f"{last.id}\n", encoding="ascii")


GAMES = {
    "tied-auction": (tied_auction, SimulationPlan("classic", 2, 7)),
    "last-house": (
        last_house,
        SimulationPlan("classic", 2, 18, (("houses", 1), ("starting_money", 20_000))),
    ),
    "fork": (forked, SimulationPlan("classic", 3, 8, dice="joint")),
    "whole-game": (
        whole_game,
        SimulationPlan("formal-small", 3, 7, (("turn_limit", 2),), dice="joint"),
    ),
}


def main() -> None:
    """Play every game, and keep what its first seat holds."""
    for name, (played, plan) in GAMES.items():
        with tempfile.TemporaryDirectory() as folder:
            game = SimulatedGame(Path(folder), plan, 0)
            played(game)
            game.close()
            if played is whole_game:
                talk(game.seats[0], game.paths[0] / ".git")
            bundle = [
                "git",
                "bundle",
                "create",
                "--quiet",
                str(BUNDLES / f"{name}.bundle"),
                "--all",
            ]
            subprocess.run(bundle, cwd=game.paths[0], check=True)


if __name__ == "__main__":
    main()

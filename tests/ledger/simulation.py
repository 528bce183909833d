"""Random games between honest seats that lag and cheats that write several branches."""

from __future__ import annotations

from random import Random

from gitopoly.ledger.entry import Entry
from gitopoly.ledger.log import Log
from tests.ledger.definitions import Definitions, Held


def fake_entry(seat: str, number: int, parents: tuple[str, ...]) -> Entry:
    """Make an entry that is only a node: the log looks at nothing else."""
    return Entry(f"{number:040x}", seat, parents, "", {}, 0)


class World:
    """Everything written, and what each honest seat holds of it."""

    def __init__(self, random: Random, honest: int, cheats: int) -> None:
        self.random = random
        self.honest = [f"h{n}" for n in range(honest)]
        self.cheats = [f"c{n}" for n in range(cheats)]
        self.seats = (*self.honest, *self.cheats)
        self.definitions = Definitions(self.seats)
        self.entries: dict[str, Entry] = {}
        self.logs = {seat: Log(self.seats) for seat in self.honest}
        self.branches: dict[str, list[list[str]]] = {seat: [] for seat in self.cheats}
        root = self.write(self.honest[0], ())
        for log in self.logs.values():
            log.add(root)

    def write(self, seat: str, parents: tuple[str, ...]) -> Entry:
        """Write an entry; nobody holds it yet."""
        # Numbers are mixed, so that the order of ids says nothing.
        entry = fake_entry(seat, (len(self.entries) * 2654435761) % 2**32, parents)
        self.entries[entry.id] = entry
        self.definitions.add(entry)
        return entry

    def step(self) -> None:
        """Let something happen."""
        random = self.random
        kind = random.random()
        if kind < 0.4:
            seat = random.choice(self.honest)
            self.logs[seat].add(self.write(seat, self.logs[seat].frontier(seat)))
        elif kind < 0.6 and self.cheats:
            self.cheat(random.choice(self.cheats))
        elif kind < 0.8 and self.cheats:
            shown = [e for branch in self.branches[random.choice(self.cheats)] for e in branch]
            if shown:
                self.fetch(random.choice(self.honest), random.choice(shown))
        else:
            taker, giver = random.choice(self.honest), random.choice(self.honest)
            for tops in self.logs[giver].newest().values():
                for top in tops:
                    self.fetch(taker, top)

    def cheat(self, seat: str) -> None:
        """Let a cheat go on with a branch, or leave one wherever it likes."""
        random, branches = self.random, self.branches[seat]
        root = next(iter(self.entries))
        if not branches:
            branches.append([])
        branch = random.choice(branches)
        if len(branches) < 3 and random.random() < 0.3:
            branch = branch[: random.randrange(len(branch) + 1)]
            branches.append(branch)
        seen = random.choice(
            [
                self.definitions.past[branch[-1]] if branch else frozenset(),
                self.held(random.choice(self.honest)),
            ]
        )
        below = branch[-1] if branch else root
        others = self.maximal(e for e in seen if self.definitions.seat[e] != seat)
        known = self.definitions.past[below] | {below}
        own = {e for e in self.entries if self.definitions.seat[e] == seat} - set(branch)
        news = tuple(e for e in others if e not in known and not own & self.definitions.past[e])
        branch.append(self.write(seat, (below, *news)).id)

    def maximal(self, held: object) -> list[str]:
        """Keep the entries that no other one has in its past."""
        ids = sorted(held)  # type: ignore[call-overload]
        return [e for e in ids if not any(e in self.definitions.past[f] for f in ids)]

    def fetch(self, seat: str, entry_id: str) -> None:
        """Bring an entry and its past to an honest seat."""
        wanted = self.definitions.past[entry_id] | {entry_id}
        for held in sorted(wanted, key=lambda e: len(self.definitions.past[e])):
            self.logs[seat].add(self.entries[held])

    def held(self, seat: str) -> Held:
        """Give what an honest seat holds."""
        return frozenset(entry.id for entry in self.logs[seat])

"""Both carriers side by side: one game interpreted, the same one compiled."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from gitopoly.bots import playout, strong
from gitopoly.kernel import Rules, State, compiled, initial
from gitopoly.kernel.action_buffer import ActionBuffer
from gitopoly.kernel.randomness import seeded


def compiled_kernel() -> Any:
    """The compiled functions; compiled on first use, then taken from the cache."""
    return strong.compiled_kernel()


class Pair:
    """The same game twice."""

    def __init__(self, rules: Rules, policy: int = 0, seed: int = 0, game: int = 0) -> None:
        self.rules = rules
        self.policies = [policy] * 8
        self.plain = SimpleNamespace(
            s=initial(rules),
            rules=rules,
            policies=self.policies,
            generator=seeded(seed, game),
            buffer=ActionBuffer(),
            tally=playout.PlayoutTally(),
        )
        self.compiled = SimpleNamespace(
            s=compiled.record(self.plain.s),
            rules=compiled.rules_record(rules),
            policies=compiled.numbers(self.policies),
            generator=compiled.record(self.plain.generator),
            buffer=compiled.record(self.plain.buffer),
            tally=compiled.record(self.plain.tally),
        )

    def play(self, actions: int, most_turns: int = 1000, check: bool = False) -> tuple[int, int]:
        """Play on with both; what each says of the end."""
        results = []
        for carrier, play_on in (
            (self.plain, playout.play_on),
            (self.compiled, compiled_kernel().play_on),
        ):
            results.append(
                play_on(
                    carrier.s,
                    carrier.rules,
                    carrier.policies,
                    carrier.generator,
                    carrier.buffer,
                    most_turns,
                    actions,
                    check,
                    carrier.tally,
                )
            )
        return results[0], results[1]

    def compiled_state(self) -> State:
        """The compiled position as a plain state."""
        return compiled.from_record(self.rules, self.compiled.s)

    def difference(self) -> dict[str, Any]:
        """Whatever differs between the two; empty if nothing does."""
        found: dict[str, Any] = dict(self.plain.s.difference(self.compiled_state()))
        for name in ("generator", "tally"):
            plain, other = getattr(self.plain, name), getattr(self.compiled, name)
            for field, shape in plain.FIELDS.items():
                value = other[field].tolist() if shape.length else int(other[field])
                if getattr(plain, field) != value:
                    found[f"{name}.{field}"] = (getattr(plain, field), value)
        return found

"""Editions that nobody would think of: any size, any groups, any decks, all rules mixed.

Each comes from a seed, as the text of a file and options for a game on it.
"""

from __future__ import annotations

import random
from typing import Any

from gitopoly.rules.rules import FLAGS

PLAIN = ("free-parking", "go-to-jail", "chance", "community-chest", "tax")
KINDS = ("collect", "pay", "repairs", "pay-each", "collect-each", "advance", "back", "back-to")
LETTERS = "abcdefghijklmnopqrstuvwxyz ÄÖÜéßñ東京'&.-"
HOUSE_FLAGS = tuple(name for name, text in FLAGS.items() if text.startswith("HOUSE"))
OTHER_FLAGS = tuple(name for name in FLAGS if not name.startswith(("defect_", "no_auctions")))


class InventedEdition:
    """One edition as a file says it, with the options of a game and its number of players."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.name = f"invented-{seed}"
        self.limited = self.draw.random() < 0.7
        self.levels = self.draw.randint(2, 6)
        self.squares = self._squares(self.draw.randint(12, 40))
        self.has_parking = any(one["type"] == "free-parking" for one in self.squares)
        self.least = self.draw.randint(2, 5)
        self.most = self.draw.randint(self.least, 8)
        self.players = self.draw.randint(self.least, self.most)

    def __str__(self) -> str:
        tables = {
            "constants": self._constants(),
            "flags": self._flags(),
            "colours": self._colours(),
        }
        lines = [
            'extends = "classic"',
            f'summary = "{self.name}"',
            f"currency = {_written(self.draw.choice(['$', '€', 'kr ', 'zł', '¥', 'A$']))}",
            f"least_players = {self.least}",
            f"usual_players = {self.players}",
            f"most_players = {self.most}",
        ]
        for name, entries in (
            ("squares", self.squares),
            ("chance", self._deck("goojf-ch")),
            ("community_chest", self._deck("goojf-cc")),
        ):
            lines += [f"{name} = ["]
            lines += [f"  {_written(entry)}," for entry in entries]
            lines += ["]"]
        for name, values in tables.items():
            lines += [f"[{name}]"]
            lines += [f"{_written(key)} = {_written(value)}" for key, value in values.items()]
        return "\n".join(lines) + "\n"

    def options(self) -> dict[str, int]:
        """House rules that a game may add."""
        found: dict[str, int] = {}
        for name in HOUSE_FLAGS:
            if self.draw.random() < 0.3 and (self.levels == 6 or not name.startswith("hotel")):
                found[name] = 1
        if "double_salary_on_go" in found:
            found["pass_go_reward"] = 150
        if "no_mortgages" in found:
            found["ruin_is_insolvency"] = 1
        if self.has_parking and self.draw.random() < 0.3:
            found |= {"free_parking_pot": 1, "free_parking_seed": self.draw.randint(0, 600)}
        if self.draw.random() < 0.4:
            found["starting_deeds"] = self.draw.randint(0, 3)
        if self.draw.random() < 0.4:
            found["bankruptcy_limit"] = self.draw.randint(0, 7)
        if self.draw.random() < 0.4:
            found["turn_limit"] = self.draw.randint(1, 120)
        if self.draw.random() < 0.3:
            seat = self.draw.randint(1, self.players)
            found[f"starting_money_{seat}"] = self.draw.randint(1, 3000)
        return found

    # The board.

    def _squares(self, count: int) -> list[dict[str, Any]]:
        draw = self.draw
        kinds = ["jail"]
        deeds = draw.randint(1, min(28, count - 2))
        groups: list[str] = []
        while len(groups) < deeds:
            size = draw.randint(1, 4)
            if len(set(groups)) == 8:
                break
            groups += [f"group {len(set(groups))}"] * size
        kinds += [f"street {group}" for group in groups[:deeds]]
        for kind in ("rail", "util"):
            room = min(4, count - 1 - len(kinds), 29 - len(kinds))
            kinds += [kind] * draw.randint(0, max(0, room))
        while len(kinds) < count - 1:
            kinds.append(draw.choice(PLAIN))
        kinds = kinds[: count - 1]
        draw.shuffle(kinds)
        prices = {f"group {n}": draw.randint(1, 300) for n in range(9)}
        return [self._square(number, kind, prices) for number, kind in enumerate(["go", *kinds])]

    def _square(self, number: int, kind: str, prices: dict[str, int]) -> dict[str, Any]:
        draw = self.draw
        entry: dict[str, Any] = {"name": f"{self._word()} {number}", "type": kind.split()[0]}
        if kind in ("rail", "util", "tax"):
            entry["value"] = draw.choice([1, 2, 75, draw.randint(1, 900)])
        if kind == "tax" and draw.random() < 0.3:
            entry["tenth"] = True
        if kind.startswith("street"):
            group = kind.removeprefix("street ")
            price = prices[group] if self.limited else draw.randint(1, 300)
            rent = sorted(draw.randint(0, draw.choice([30, 2000])) for _ in range(self.levels))
            entry |= {"group": group, "value": draw.choice([1, 3, draw.randint(1, 900)])}
            entry |= {"house_cost": price, "rent": rent}
        return entry

    def _word(self) -> str:
        word = "".join(self.draw.choices(LETTERS, k=self.draw.randint(1, 30)))
        return " ".join(word.split()) or "x"

    def _colours(self) -> dict[str, str]:
        groups = {one["group"] for one in self.squares if "group" in one}
        return {
            group: f"#{self.draw.randrange(1 << 24):06x}"
            for group in sorted(groups)
            if self.draw.random() < 0.5
        }

    # The decks.

    def _deck(self, jail_card: str) -> list[dict[str, Any]]:
        draw = self.draw
        cards = [{"kind": "collect", "amount": 7, "text": "Collect $7."}]
        types = {one["type"] for one in self.squares}
        kinds = [*KINDS, "go-to-jail", *(f"nearest-{kind}" for kind in ("rail", "util"))]
        kinds = [kind for kind in kinds if not kind.startswith("nearest") or kind[8:] in types]
        cards += [self._card(draw.choice(kinds)) for _ in range(draw.randint(0, 14))]
        if draw.random() < 0.6:
            cards.append({"kind": jail_card, "text": "Keep this."})
        if jail_card.endswith("cc") and draw.random() < 0.4:
            cards.append({"kind": "fine-or-chance", "amount": 9, "text": "Pay $9, or draw."})
        draw.shuffle(cards)
        return cards

    def _card(self, kind: str) -> dict[str, Any]:
        draw, card = self.draw, {"kind": kind, "text": f"{kind}."}
        last = len(self.squares) - 1
        if kind in ("advance", "back-to"):
            card["square"] = draw.randint(0, last)
            card["text"] = f"{kind} {{{card['square']}}}"
        elif kind == "back":
            card["amount"] = draw.randint(1, last)
        elif kind in KINDS:
            card["amount"] = draw.choice([1, draw.randint(1, 400)])
            card["text"] = f"{kind} ${card['amount']}."
            if kind == "repairs":
                card["hotel_amount"] = draw.randint(0, 300)
                card["text"] += f" ${card['hotel_amount']}."
        return card

    # The numbers.

    def _constants(self) -> dict[str, int]:
        draw = self.draw
        start = draw.choice([1, draw.randint(1, 4000), draw.randint(300, 2000)])
        return {
            "starting_money": start,
            "total_money": 3000 * 8 + start * self.most + draw.choice([0, draw.randint(0, 50_000)]),
            "dice_max": draw.choice([2, 3, 6, 6]),
            "jail_fine": draw.choice([0, 1, 50, 300]),
            "base_rail_rent": draw.choice([0, 1, 25, 90]),
            "pass_go_reward": draw.choice([0, 1, 200, 10_000]),
            "houses": draw.choice([0, 1, 5, 32, 100]),
            "hotels": draw.choice([0, 1, 12]),
            "offers_per_window": draw.randint(0, 4),
            "turn_limit": draw.choice([0, 0, draw.randint(1, 200)]),
            "jail_card_worth": draw.choice([0, 50]),
        }

    def _flags(self) -> dict[str, bool]:
        flags = {name: True for name in OTHER_FLAGS if self.draw.random() < 0.4}
        flags |= {name: False for name in OTHER_FLAGS if self.draw.random() < 0.2}
        # What a whole edition needs, and what the squares were made for.
        flags |= {"played_auctions": True, "buildings_are_limited": self.limited}
        flags["opening_throw"] = flags.get("opening_throw", True) or "opening_throw_moves" in flags
        flags["hotel_after_three_houses"] = self.levels == 6 and self.draw.random() < 0.5
        flags["free_parking_pot"] = self.has_parking and self.draw.random() < 0.5
        flags["double_salary_on_go"] = False
        if flags.get("no_mortgages"):
            flags["ruin_is_insolvency"] = True
        return flags


def _written(value: Any) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, dict):
        pairs = ", ".join(f"{key} = {_written(one)}" for key, one in value.items())
        return f"{{ {pairs} }}"
    return str(value)

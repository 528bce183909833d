"""The constants and tables that a game is played by: an edition, made flat for the kernel.

`Rules` is to the kernel what CONSTANTS are to the specification, and carries the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from gitopoly import editions
from gitopoly.editions import checking
from gitopoly.editions.features import FEATURES, RULINGS, unknown_feature
from gitopoly.editions.problems import EditionProblem
from gitopoly.errors import InvalidEdition, InvalidRules
from gitopoly.kernel import house_rules
from gitopoly.kernel.codes import (
    CARD_GOOJF,
    CARD_KINDS,
    GROUP_SIZE,
    MOST_CARDS,
    MOST_DEEDS,
    MOST_GROUPS,
    MOST_PLAYERS,
    MOST_SQUARES,
    NOBODY,
    RAIL_GROUP,
    RENTS,
    SQUARE_TYPES,
    UTIL_GROUP,
)
from gitopoly.kernel.option_values import OptionKind, checked_option, unknown_option
from gitopoly.kernel.option_values import check_players as check_players
from gitopoly.words import worded

TABLES = {
    "square_type": MOST_SQUARES,
    "value": MOST_SQUARES,
    "house_cost": MOST_SQUARES,
    "group": MOST_SQUARES,
    "tenth_allowed": MOST_SQUARES,
    "deed_index": MOST_SQUARES,
    "rent": MOST_SQUARES * RENTS,
    "deeds": MOST_DEEDS,
    "group_size": MOST_GROUPS,
    "group_square": MOST_GROUPS * GROUP_SIZE,
    "group_deeds": MOST_GROUPS,
    "deck_size": 2,
    "jail_card": 2,
    "card_kind": 2 * MOST_CARDS,
    "card_amount": 2 * MOST_CARDS,
    "card_hotel_amount": 2 * MOST_CARDS,
    "card_square": 2 * MOST_CARDS,
    "abstract_bid": 3,
}

DERIVED = (
    *("board_length", "jail_index", "deed_count", "max_level"),
    *("hotel_level", "last_players", "abstract_bids"),
)


def constant(text: str, most: int = 0, *, money: bool = False) -> Any:
    """Declare a number that an edition sets and an option can change, up to `most`."""
    return field(metadata={"constant": text, "most": most, "money": money})


def of_seat(seat: int) -> Any:
    """Declare what one seat starts with."""
    return constant(f"HOUSE-11: what seat {seat} starts with; 0: starting_money", money=True)


def flag(text: str) -> Any:
    """Declare a rule that holds in some editions; off unless an edition or an option says so."""
    return field(metadata={"flag": text})


@dataclass(init=False, repr=False, eq=False, slots=True, kw_only=True)
class Rules:
    """One edition for a number of players, as flat tables of whole numbers.

    >>> rules = Rules.of("classic", players=3, turn_limit=200)
    >>> rules.num_players, rules.jail_fine, rules.turn_limit
    (3, 50, 200)
    """

    num_players: int = constant("players at the table")
    starting_money: int = constant("what each player starts with", money=True)
    total_money: int = constant("all money there is at the start", money=True)
    dice_max: int = constant("highest face of a die")
    jail_fine: int = constant("price of leaving jail", money=True)
    base_rail_rent: int = constant("rent of a railroad whose owner has no other", money=True)
    pass_go_reward: int = constant("salary", most=10_000, money=True)
    houses: int = constant("houses in the bank at the start", most=100)
    hotels: int = constant("hotels in the bank at the start", most=20)
    offers_per_window: int = constant(
        "trade offers that one player may make in one window; 0: no trading", most=100
    )
    turn_limit: int = constant("turns after which the greatest worth wins; 0: no limit")
    jail_card_worth: int = constant("what a jail card counts for at the turn limit", money=True)
    free_parking_seed: int = constant(
        "HOUSE-3: what the bank puts on Free Parking at the start and after the pot is taken",
        most=10_000,
        money=True,
    )
    starting_deeds: int = constant(
        "HOUSE-8: deeds dealt to each player at the start, and paid for", most=14
    )
    bankruptcy_limit: int = constant(
        "HOUSE-10: bankruptcies after which the greatest worth wins; 0: no limit", most=7
    )
    starting_money_1: int = of_seat(1)
    starting_money_2: int = of_seat(2)
    starting_money_3: int = of_seat(3)
    starting_money_4: int = of_seat(4)
    starting_money_5: int = of_seat(5)
    starting_money_6: int = of_seat(6)
    starting_money_7: int = of_seat(7)
    starting_money_8: int = of_seat(8)

    opening_throw: int = flag("GAME-5: the highest roll starts")
    opening_throw_moves: int = flag("GAME-6: the starter's opening roll is their first move")
    bank_never_breaks: int = flag("BANK-1: the bank issues what it lacks")
    tenth_rounds_up: int = flag("BANK-3: 10 % is rounded up")
    purchase_window: int = flag(
        "TIME-1: management is open on an unowned deed, before buying or declining"
    )
    free_4_all_every_throw: int = flag("TIME-2: a free-4-all also before the extra roll of doubles")
    order_is_clockwise: int = flag("TIME-3: the free-4-all goes clockwise, turn player last")
    fine_first_two_turns: int = flag("JAIL-1: no fine before the roll on the third turn in jail")
    fine_before_move: int = flag(
        "JAIL-5: the fine of the third miss is paid before the token moves"
    )
    played_auctions: int = flag("AUCTION-8: auctions are played round by round")
    leader_may_not_pass: int = flag("AUCTION-5: a leading bid binds")
    ties_have_a_leader: int = flag("AUCTION-7: of equal bids, the first after the initiator leads")
    utility_uses_throw: int = flag(
        "RENT-5: utility rent uses the roll that brought the token there"
    )
    tax_choice: int = flag("TAX-1: income tax may be paid as a tenth of one's worth")
    decks_keep_order: int = flag("CARD-2: decks are shuffled once")
    group_must_be_unmortgaged: int = flag(
        "BUILD-1: no building while a street of the group is mortgaged"
    )
    buildings_are_limited: int = flag("BUILD-3: houses and hotels come from a stock")
    shortage_auction: int = flag("SHORT-1: scarce buildings are auctioned")
    placing_by_price: int = flag(
        "SHORT-3: a building won is placed only where selling it pays no more than it cost"
    )
    interest_on_transfer: int = flag("MORT-3: a mortgage that changes hands costs interest")
    ruin_is_insolvency: int = flag(
        "DEBT-4: bankrupt exactly when everything together does not cover it"
    )
    estate_auction: int = flag("BANKRUPT-3: the bank auctions what it takes over")
    free_parking_pot: int = flag("PARK-1: fines, taxes and card payments wait on Free Parking")
    no_auctions: int = flag("HOUSE-1: what nobody buys stays with the bank")
    double_salary_on_go: int = flag("HOUSE-2: twice the salary for stopping on GO")
    no_rent_in_jail: int = flag("HOUSE-4: an owner in jail collects no rent")
    uneven_building: int = flag("HOUSE-5: the streets of a group are built on in any order")
    no_mortgages: int = flag("HOUSE-6: nothing can be mortgaged")
    no_double_rent: int = flag("HOUSE-7: a bare street of a complete group costs its printed rent")
    hotel_after_three_houses: int = flag("HOUSE-9: a hotel follows the third house")
    # The defects of the published specification, each off unless a checker asks for it.
    defect_stale_debt: int = flag("GoBankrupt leaves the debt standing")
    defect_third_miss_impossible: int = flag(
        "the third miss in jail cannot happen with enough money"
    )
    defect_fine_in_any_phase: int = flag("PayJailFine has no phase guard")
    defect_rent_on_mortgaged_utility: int = flag("a mortgaged utility may still charge")
    defect_go_to_jail_in_any_phase: int = flag("LandOnGoToJail has no phase guard")
    defect_type_ok_reads_chance_cards: int = flag("TypeOK looks at the wrong deck")
    defect_level_compared_with_itself: int = flag("the invariant on street levels cannot fail")

    square_type: list[int]
    """Type of each square (`codes.STREET` and so on)."""
    value: list[int]
    """Price of each deed, amount of each tax."""
    house_cost: list[int]
    group: list[int]
    """Group of each deed: a colour group, `RAIL_GROUP` or `UTIL_GROUP`; NOBODY elsewhere."""
    tenth_allowed: list[int]
    """1 where a tax may be paid as a tenth of one's worth."""
    deed_index: list[int]
    """Index of each square among the deeds; NOBODY if it is not one."""
    rent: list[int]
    """Six entries per square: the rent at each building level."""
    deeds: list[int]
    """The squares that can be owned, in board order."""
    group_size: list[int]
    group_square: list[int]
    """Four entries per group: its squares, in board order."""
    group_deeds: list[int]
    """Set of the deeds of each group (by deed index)."""
    deck_size: list[int]
    jail_card: list[int]
    """Number of the jail card in each deck; NOBODY if it has none."""
    card_kind: list[int]
    """Seventeen entries per deck, as in the other card tables."""
    card_amount: list[int]
    card_hotel_amount: list[int]
    card_square: list[int]
    abstract_bid: list[int]

    board_length: int
    jail_index: int
    deed_count: int
    max_level: int
    hotel_level: int
    """Building level of a hotel, even if streets do not go so far."""
    last_players: int
    """The game is over when no more than these are left: one, unless bankruptcies end it."""
    abstract_bids: int

    edition: str
    source: editions.Edition
    """The edition itself; one that is not shipped goes into records as a whole."""
    options: dict[str, Any]
    """What was asked for beyond the edition itself, for the record."""
    features: tuple[str, ...]
    """The rulings of later versions that the game is played by (`gitopoly.editions.features`)."""
    names: tuple[str, ...]
    """Names of the squares."""
    group_names: tuple[str, ...]
    """Names of the groups of streets: those with the cheapest houses first, as SHORT-1 counts."""
    currency: str
    """The sign before an amount."""
    card_texts: tuple[tuple[str, ...], tuple[str, ...]]

    @staticmethod
    def described() -> dict[str, str]:
        """Every option by its name, and what it means."""
        return {
            name: words for name, words in {**CONSTANTS, **FLAGS}.items() if name != "num_players"
        }

    @classmethod
    def of(
        cls,
        edition: str | editions.Edition,
        players: int | None = None,
        features: Iterable[str] = FEATURES,
        **options: Any,
    ) -> Rules:
        """GAME-1: the rules of `edition`; `options`: constants, flags, `board`, `decks`.

        `features` are the rulings of later versions that hold, by default all.
        """
        if isinstance(edition, editions.Edition):
            editions.refuse_variants(edition, options)
            return cls.from_data(edition, players, features, **options)
        data = editions.load(edition, options.get("board"), options.get("decks"))
        return cls.unchecked(data, players, features, **options)

    @classmethod
    def written(
        cls,
        edition: str | editions.Edition,
        players: Any,
        features: Iterable[str],
        options: Mapping[str, Any],
    ) -> Rules:
        """The rules of a game that anybody may have written: its options may have any name."""
        for name in options:
            if name not in _options():
                raise unknown_option(name, _options())
        return cls.of(edition, players, features, **options)

    @classmethod
    def from_data(
        cls,
        data: editions.Edition,
        players: int | None = None,
        features: Iterable[str] = FEATURES,
        **options: Any,
    ) -> Rules:
        """The same for an edition that was already read, or made up in code.

        Raises `InvalidEdition` with everything that is wrong with it.
        """
        if problems := problems_of(data):
            raise InvalidEdition(str(data.name), tuple(map(str, problems)))
        return cls.unchecked(data, players, features, **options)

    @classmethod
    def unchecked(
        cls,
        data: editions.Edition,
        players: int | None = None,
        features: Iterable[str] = FEATURES,
        **options: Any,
    ) -> Rules:
        """The same without a check: models have boards that are too small to be played."""
        return cls._given(data, players, features, options)._settled()

    @classmethod
    def _given(
        cls,
        data: editions.Edition,
        players: int | None,
        features: Iterable[str],
        options: Mapping[str, Any],
    ) -> Rules:
        """What an edition and options say, whether or not it makes sense together."""
        number = check_players(data, players)
        named = frozenset(features)
        if problem := unknown_feature(sorted(named)):
            raise problem
        settings: dict[str, Any] = {**data.constants, **data.flags}
        settings |= {FEATURES[name].flag: 0 for name in RULINGS if name not in named}
        for name, setting in options.items():
            if name in ("board", "decks"):
                continue
            if name not in CONSTANTS and name not in FLAGS:
                raise unknown_option(name, _options())
            settings[name] = checked_option(name, setting, _kind_of(name))
        self = cls()
        self.edition, self.source = data.name, data
        self.options = dict(options)
        self.features = tuple(name for name in RULINGS if name in named)
        self._set_constants(settings, number)
        self._set_board(data)
        self._set_cards(data)
        return self

    def _settled(self) -> Rules:
        """Refuse what makes no sense together, and set what follows from the options."""
        house_rules.refuse_nonsense(self)
        house_rules.carry_out(self)
        bids = list(self.source.constants.get("abstract_bids", []))
        if not bids and not self.played_auctions:
            raise worded(InvalidRules, "error.no_bids", edition=self.edition)
        self.abstract_bids = len(bids)
        self.abstract_bid = [*bids, 0, 0, 0][:3]
        return self

    def _set_constants(self, settings: dict[str, Any], players: int) -> None:
        for name in (*CONSTANTS, *FLAGS):
            setattr(self, name, int(settings.get(name, 0)))
        self.num_players = players

    def _set_board(self, data: editions.Edition) -> None:
        squares = data.squares
        self.names = tuple(square.name for square in squares)
        self.board_length = len(squares)
        self.jail_index = data.jail
        padding = MOST_SQUARES - len(squares)
        self.square_type = [SQUARE_TYPES.index(s.type) for s in squares] + [0] * padding
        self.value = [s.value for s in squares] + [0] * padding
        self.house_cost = [s.house_cost for s in squares] + [0] * padding
        self.tenth_allowed = [int(s.tenth) for s in squares] + [0] * padding
        self.rent = [0] * (MOST_SQUARES * RENTS)
        self.group = [NOBODY] * MOST_SQUARES
        self.deed_index = [NOBODY] * MOST_SQUARES
        self.deeds = [0] * MOST_DEEDS
        self.group_size = [0] * MOST_GROUPS
        self.group_square = [0] * (MOST_GROUPS * GROUP_SIZE)
        self.group_deeds = [0] * MOST_GROUPS
        self.deed_count = 0
        self.max_level = max(len(s.rent) for s in squares) - 1
        self.currency = data.currency
        self.group_names = _groups_by_price(squares)
        for number, square in enumerate(squares):
            if square.type not in ("street", "rail", "util"):
                continue
            for level, rent in enumerate(square.rent):
                self.rent[number * RENTS + level] = rent
            group = {"rail": RAIL_GROUP, "util": UTIL_GROUP}.get(square.type, -1)
            if square.type == "street":
                group = self.group_names.index(square.group)
            self.group[number] = group
            self.group_square[group * GROUP_SIZE + self.group_size[group]] = number
            self.group_size[group] += 1
            self.group_deeds[group] |= 1 << self.deed_count
            self.deed_index[number] = self.deed_count
            self.deeds[self.deed_count] = number
            self.deed_count += 1

    def starting_money_of(self, player: int) -> int:
        """GAME-2, HOUSE-11: what a seat starts with."""
        own: int = getattr(self, f"starting_money_{player + 1}")
        return own or self.starting_money

    def _set_cards(self, data: editions.Edition) -> None:
        """CARD-1, CARD-15: the decks, of sixteen or seventeen cards each."""
        decks = (data.chance, data.community_chest)
        texts = [tuple(self._printed(card.text) for card in deck) for deck in decks]
        self.card_texts = (texts[0], texts[1])
        self.deck_size = [len(deck) for deck in decks]
        self.jail_card = [NOBODY, NOBODY]
        self.card_kind = [0] * (2 * MOST_CARDS)
        self.card_amount = [0] * (2 * MOST_CARDS)
        self.card_hotel_amount = [0] * (2 * MOST_CARDS)
        self.card_square = [NOBODY] * (2 * MOST_CARDS)
        for deck, cards in enumerate(decks):
            for number, card in enumerate(cards):
                place = deck * MOST_CARDS + number
                kind = CARD_KINDS.index(card.kind.removesuffix("-ch").removesuffix("-cc"))
                self.card_kind[place] = kind
                self.card_amount[place] = card.amount
                self.card_hotel_amount[place] = card.hotel_amount
                self.card_square[place] = card.square
                if kind == CARD_GOOJF:
                    self.jail_card[deck] = number

    def _printed(self, text: str) -> str:
        """What a card says: with the names of squares, and in the edition's currency."""
        for number, name in enumerate(self.names):
            text = text.replace(f"{{{number}}}", name)
        return text if self.currency == "$" else text.replace("$", self.currency)


CONSTANTS = {f.name: f.metadata["constant"] for f in fields(Rules) if "constant" in f.metadata}
FLAGS = {f.name: f.metadata["flag"] for f in fields(Rules) if "flag" in f.metadata}
MOST = {f.name: f.metadata["most"] for f in fields(Rules) if f.metadata.get("most")}
"""Highest value of an option, where it is less than a million."""
AMOUNTS = tuple(f.name for f in fields(Rules) if f.metadata.get("money"))
"""The constants that are sums of money."""


LIMITS = {name: MOST.get(name, 1_000_000) for name in CONSTANTS if name != "num_players"}
LIMITS["dice_max"] = 6
"""Highest value of each constant that an edition sets."""


def problems_of(data: editions.Edition) -> list[EditionProblem]:
    """Everything that keeps an edition from being played, as `from_data` would refuse it."""
    if problems := checking.problems_of(data, LIMITS, FLAGS):
        return problems
    return house_rules.problems_of(Rules._given(data, data.most_players, FEATURES, {}), FLAGS)


def _options() -> list[str]:
    """The names of all options."""
    return sorted({"board", "decks", *CONSTANTS, *FLAGS} - {"num_players"})


def _kind_of(name: str) -> OptionKind:
    return OptionKind(name in FLAGS, MOST.get(name, 1_000_000))


def _groups_by_price(squares: Iterable[editions.SquareData]) -> tuple[str, ...]:
    prices: dict[str, int] = {}
    for square in squares:
        if square.type == "street":
            prices.setdefault(square.group, square.house_cost)
    return tuple(sorted(prices, key=prices.__getitem__))


assert MOST_PLAYERS == 8, "seats take three bits of an action (gitopoly.kernel.actions)"

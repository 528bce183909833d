"""The constants and tables that a game is played by: an edition, made flat for the rules.

`Rules` is to the code what CONSTANTS are to the specification, and carries the same names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gitopoly import editions
from gitopoly.declared import Problem
from gitopoly.editions import checking
from gitopoly.editions.features import FEATURES, RULINGS, unknown_feature
from gitopoly.errors import InvalidEdition, InvalidRules
from gitopoly.rules import options as of_options
from gitopoly.rules.catalogue import card_named
from gitopoly.rules.codes import (
    GROUP_SIZE,
    MOST_CARDS,
    MOST_DEEDS,
    MOST_GROUPS,
    MOST_SQUARES,
    NOBODY,
    RAIL_GROUP,
    RENTS,
    SQUARE_TYPES,
    UTIL_GROUP,
)
from gitopoly.rules.record import Record, octet, quad, quads
from gitopoly.words import worded


def constant(text: str, most: int = 1_000_000, *, money: bool = False) -> Any:
    """Declare a number that an edition sets and an option can change, up to `most`."""
    return quad(constant=text, most=most, money=money)


def of_seat(seat: int) -> Any:
    """Declare what one seat starts with."""
    return constant(f"HOUSE-11: what seat {seat} starts with; 0: starting_money", money=True)


def flag(text: str) -> Any:
    """Declare a rule that holds in some editions; off unless an edition or an option says so."""
    return octet(flag=text, most=1)


class Rules(Record):
    """One edition for a number of players, as flat tables of whole numbers.

    >>> rules = Rules.of("classic", players=3, turn_limit=200)
    >>> rules.num_players, rules.jail_fine, rules.turn_limit
    (3, 50, 200)
    """

    num_players: int = constant("players at the table")
    starting_money: int = constant("what each player starts with", money=True)
    total_money: int = constant("all money there is at the start", money=True)
    dice_max: int = constant("highest face of a die", most=6)
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

    square_type: list[int] = quads(MOST_SQUARES)
    """Type of each square (`codes.STREET` and so on)."""
    value: list[int] = quads(MOST_SQUARES)
    """Price of each deed, amount of each tax."""
    house_cost: list[int] = quads(MOST_SQUARES)
    group: list[int] = quads(MOST_SQUARES, NOBODY)
    """Group of each deed: a colour group, `RAIL_GROUP` or `UTIL_GROUP`; NOBODY elsewhere."""
    tenth_allowed: list[int] = quads(MOST_SQUARES)
    """1 where a tax may be paid as a tenth of one's worth."""
    deed_index: list[int] = quads(MOST_SQUARES, NOBODY)
    """Index of each square among the deeds; NOBODY if it is not one."""
    rent: list[int] = quads(MOST_SQUARES * RENTS)
    """Six entries per square: the rent at each building level."""
    deeds: list[int] = quads(MOST_DEEDS)
    """The squares that can be owned, in board order."""
    group_size: list[int] = quads(MOST_GROUPS)
    group_square: list[int] = quads(MOST_GROUPS * GROUP_SIZE)
    """Four entries per group: its squares, in board order."""
    group_deeds: list[int] = quads(MOST_GROUPS)
    """Set of the deeds of each group (by deed index)."""
    deck_size: list[int] = quads(2)
    jail_card: list[int] = quads(2, NOBODY)
    """Number of the jail card in each deck; NOBODY if it has none."""
    card_kind: list[int] = quads(2 * MOST_CARDS)
    """Seventeen entries per deck, as in the other card tables."""
    card_amount: list[int] = quads(2 * MOST_CARDS)
    card_hotel_amount: list[int] = quads(2 * MOST_CARDS)
    card_square: list[int] = quads(2 * MOST_CARDS, NOBODY)
    abstract_bid: list[int] = quads(3)

    board_length: int = quad()
    jail_index: int = quad()
    deed_count: int = quad()
    max_level: int = quad()
    hotel_level: int = quad()
    """Building level of a hotel, even if streets do not go so far."""
    last_players: int = quad()
    """The game is over when no more than these are left: one, unless bankruptcies end it."""
    abstract_bids: int = quad()

    edition: str
    is_shipped: bool
    """Whether the edition is one of ours, so that it is known to do no harm."""
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
        An edition that was made up in code is checked; raises `InvalidEdition` with all problems.
        """
        if isinstance(edition, editions.Edition):
            editions.refuse_variants(edition, options)
            if not editions.is_loaded(edition) and (problems := problems_of(edition)):
                raise InvalidEdition(str(edition.name), tuple(map(str, problems)))
            return cls.unchecked(edition, players, features, **options)
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
            if name not in OPTIONS:
                raise of_options.unknown_option(name, OPTIONS)
        return cls.of(edition, players, features, **options)

    @classmethod
    def unchecked(
        cls,
        data: editions.Edition,
        players: int | None = None,
        features: Iterable[str] = FEATURES,
        **options: Any,
    ) -> Rules:
        """The same without a check: models have boards that are too small to be played."""
        self = cls._given(data, players, features, options)
        for _, refusal in of_options.nonsense_of(self):
            raise refusal
        of_options.carry_out(self)
        if not self.abstract_bids and not self.played_auctions:
            raise worded(InvalidRules, "error.no_bids", edition=self.edition)
        return self

    @classmethod
    def _given(
        cls,
        data: editions.Edition,
        players: int | None,
        features: Iterable[str],
        options: Mapping[str, Any],
    ) -> Rules:
        """What an edition and options say, whether or not it makes sense together."""
        number = of_options.check_players(data, players)
        named = frozenset(features)
        if problem := unknown_feature(sorted(named)):
            raise problem
        settings: dict[str, Any] = {**data.constants, **data.flags}
        settings |= {FEATURES[name].flag: 0 for name in RULINGS if name not in named}
        for name, setting in options.items():
            if name not in OPTIONS and name != "num_players":
                raise of_options.unknown_option(name, OPTIONS)
            if name not in ("board", "decks"):
                settings[name] = of_options.checked_option(name, setting, cls.FIELDS[name].facts)
        self = cls()
        self.edition, self.source = data.name, data
        self.options = dict(options)
        self.is_shipped = editions.is_shipped(data, options)
        self.features = tuple(name for name in RULINGS if name in named)
        for name in (*CONSTANTS, *FLAGS):
            setattr(self, name, int(settings.get(name, 0)))
        self.num_players = number
        bids = data.constants.get("abstract_bids", [])
        self.abstract_bids = len(bids)
        self.abstract_bid[: len(bids)] = bids
        self._set_board(data)
        self._set_cards(data)
        return self

    def _set_board(self, data: editions.Edition) -> None:
        squares = data.squares
        self.names = tuple(square.name for square in squares)
        self.board_length = len(squares)
        self.jail_index = data.jail
        self.max_level = max(len(s.rent) for s in squares) - 1
        self.currency = data.currency
        self.group_names = _groups_by_price(squares)
        for number, square in enumerate(squares):
            self.square_type[number] = SQUARE_TYPES.index(square.type)
            self.value[number] = square.value
            self.house_cost[number] = square.house_cost
            self.tenth_allowed[number] = int(square.tenth)
            for level, rent in enumerate(square.rent):
                self.rent[number * RENTS + level] = rent
            if square.type == "street":
                self._add_deed(number, self.group_names.index(square.group))
            elif square.type in ("rail", "util"):
                self._add_deed(number, RAIL_GROUP if square.type == "rail" else UTIL_GROUP)

    def _add_deed(self, square: int, group: int) -> None:
        self.group[square] = group
        self.group_square[group * GROUP_SIZE + self.group_size[group]] = square
        self.group_size[group] += 1
        self.group_deeds[group] |= 1 << self.deed_count
        self.deed_index[square] = self.deed_count
        self.deeds[self.deed_count] = square
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
        for deck, cards in enumerate(decks):
            self.deck_size[deck] = len(cards)
            for number, card in enumerate(cards):
                place = deck * MOST_CARDS + number
                kind = card.kind.removesuffix("-ch").removesuffix("-cc")
                self.card_kind[place] = card_named(kind)
                self.card_amount[place] = card.amount
                self.card_hotel_amount[place] = card.hotel_amount
                self.card_square[place] = card.square
                if kind == "goojf":
                    self.jail_card[deck] = number

    def _printed(self, text: str) -> str:
        """What a card says: with the names of squares, and in the edition's currency."""
        for number, name in enumerate(self.names if "{" in text else ()):
            text = text.replace(f"{{{number}}}", name)
        return text if self.currency == "$" else text.replace("$", self.currency)


CONSTANTS = {n: f.facts["constant"] for n, f in Rules.FIELDS.items() if "constant" in f.facts}
FLAGS = {n: f.facts["flag"] for n, f in Rules.FIELDS.items() if "flag" in f.facts}
AMOUNTS = tuple(name for name, field in Rules.FIELDS.items() if field.facts.get("money"))
"""The constants that are sums of money."""
LIMITS = {n: f.facts["most"] for n, f in Rules.FIELDS.items() if n in CONSTANTS}
"""Highest value of each constant that an edition sets or an option changes."""
OPTIONS = tuple(sorted({"board", "decks", *CONSTANTS, *FLAGS} - {"num_players"}))
"""The names of all options."""


def described() -> dict[str, str]:
    """Every option by its name, and what it means."""
    return {name: text for name, text in {**CONSTANTS, **FLAGS}.items() if name in OPTIONS}


def problems_of(data: editions.Edition) -> list[Problem]:
    """Everything that keeps an edition from being played, as `Rules.of` would refuse it."""
    limits = {name: most for name, most in LIMITS.items() if name in OPTIONS}
    if problems := checking.problems_of(data, limits, FLAGS):
        return problems
    found = Rules._given(data, data.most_players, FEATURES, {})
    return [
        Problem(
            ("flags" if name in FLAGS else "constants", name), f"makes no sense here: {refusal}"
        )
        for name, refusal in of_options.nonsense_of(found)
    ]


def _groups_by_price(squares: Iterable[editions.SquareData]) -> tuple[str, ...]:
    prices: dict[str, int] = {}
    for square in squares:
        if square.type == "street":
            prices.setdefault(square.group, square.house_cost)
    return tuple(sorted(prices, key=prices.__getitem__))

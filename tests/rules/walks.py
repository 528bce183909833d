"""Random games and random positions, to hold the rules against states that nobody thought of."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from gitopoly.rules import (
    AmountRange,
    Choice,
    OfferTemplate,
    Rules,
    State,
    actions as a,
    apply,
    initial,
    is_legal,
    is_over,
    legal_actions,
)
from gitopoly.rules.chance import draw_outcome
from gitopoly.rules.codes import GO_TO_JAIL, GROUP_SIZE, PHASES, RAIL_GROUP
from gitopoly.rules.randomness import seeded
from tests.rules.house_options import MIXED
from tests.rules.scenario import Scenario

Game = tuple[str, int, dict[str, int]]
"""Edition, players, options."""

GAMES: list[Game] = [
    ("classic", 2, {}),
    ("classic", 4, {}),
    ("classic", 8, {}),
    ("classic", 3, {"free_parking_pot": 1}),
    ("classic", 4, {"turn_limit": 12}),
    ("classic", 5, {"decks": 17}),
    ("classic", 3, {"opening_throw_moves": 1}),
    ("classic", 7, {"order_is_clockwise": 0}),
    *(("formal", players, {}) for players in range(2, 7)),
    *(("formal-small", players, {}) for players in range(2, 5)),
    ("arena", 2, {}),
    *(("classic", 4, options) for options in MIXED.values()),
]
"""Every edition with every number of players or option that changes who may do what."""


def name_of(game: Game) -> str:
    """A game's edition, players and options in one word."""
    edition, players, options = game
    return "-".join([edition, str(players), *(f"{name}={n}" for name, n in options.items())])


def offers_of(s: State, template: OfferTemplate, random: Random) -> list[int]:
    """A few offers that a template may allow."""
    squares = (*template.gives, *template.wants)
    found = []
    for _ in range(6):
        chosen = tuple(random.sample(squares, min(len(squares), random.randint(0, 3))))
        cards = sum(card for card in template.cards if random.random() < 0.5)
        cash = random.choice(
            [
                0,
                template.least_cash,
                template.most_cash,
                random.randint(template.least_cash, template.most_cash),
            ]
        )
        found.append(template.offer(s, chosen, cash, cards))
    return [code for code in found if is_legal(s, code)]


def codes_of(s: State, choice: Choice, random: Random) -> list[int]:
    """Some of the actions that a choice stands for."""
    if isinstance(choice, AmountRange):
        some = random.randint(choice.lowest, choice.highest)
        modest = min(choice.highest, choice.lowest + random.randint(0, 20))
        return [choice.of(random.choice([choice.lowest, modest, modest, some]))]
    if isinstance(choice, OfferTemplate):
        return offers_of(s, choice, random)
    return [choice]


def choose(s: State, choices: list[Choice], random: Random) -> int:
    """A kind among the legal ones, then one action of that kind."""
    kinds: dict[int, list[Choice]] = {}
    for choice in choices:
        kind = choice if isinstance(choice, int) else 0
        kind = a.BID if isinstance(choice, AmountRange) else a.kind_of(kind)
        kind = a.OFFER_TRADE if isinstance(choice, OfferTemplate) else kind
        kinds.setdefault(kind, []).append(choice)
    order = list(kinds)
    random.shuffle(order)
    for kind in order:
        codes = codes_of(s, random.choice(kinds[kind]), random)
        if codes:
            return random.choice(codes)
    raise AssertionError(f"no action at all in {PHASES[s.phase]}")


def walk(s: State, random: Random, steps: int) -> Iterator[State]:
    """Play at random from a state; yields the same, changing state before every action."""
    generator = seeded(random.getrandbits(60))
    for _ in range(steps):
        yield s
        if is_over(s):
            return
        code = choose(s, legal_actions(s), random)
        apply(s, code, draw_outcome(s, s.rules, code, generator))
    yield s


def start(game: Game) -> State:
    """The first state of one of the GAMES."""
    edition, players, options = game
    return initial(Rules.of(edition, players, **options))


def late_position(game: Game, random: Random) -> State:
    """A position late in a game: groups built up or mortgaged, little cash, few buildings left."""
    edition, players, options = game
    # Play has begun, so these options mean nothing any more.
    before_play = ("opening_throw_moves", "starting_deeds")
    settings = {name: n for name, n in options.items() if name not in before_play}
    position = Scenario(edition, players, **settings)
    rules, s = position.rules, position.s
    for group in range(RAIL_GROUP + 2):
        first = group * GROUP_SIZE
        squares = rules.group_square[first : first + rules.group_size[group]]
        whole = random.random() < 0.7
        owner = random.randint(1, players)
        level = random.randint(0, rules.max_level) if whole and group < RAIL_GROUP else 0
        mortgaged = level == 0 and random.random() < 0.4 and not rules.no_mortgages
        for square in squares:
            if not whole:
                owner = random.randint(1, players)
            if not whole and random.random() < 0.3:
                continue
            one_less = level > 0 and random.random() < 0.3
            hotels_gone = level - one_less == rules.hotel_level and s.hotels_left == 0
            position.give(
                owner,
                square,
                level=rules.hotel_level - 1 if hotels_gone else level - one_less,
                mortgaged=mortgaged and random.random() < 0.6,
            )
    if rules.buildings_are_limited:
        position.stock(random.choice([0, 1, 2, 3, 5, 9]), random.choice([0, 1, 2, 4]))
    sums = [0, 2, 5, 12, 20, 30] if edition == "formal-small" else [0, 5, 45, 120, 300, 900]
    position.cash(*random.choices(sums, k=players))
    if not rules.bank_never_breaks and random.random() < 0.3:
        position.bank(random.choice([0, 3]))
    for deck in ("chance", "community chest"):
        if random.random() < 0.6:
            position.jail_card(random.randint(1, players), deck)
    for seat in range(1, players + 1):
        position.at(seat, random.randrange(rules.board_length))
        if rules.square_type[s.positions[seat - 1]] == GO_TO_JAIL:
            position.jail(seat, random.randint(0, 2))
    if s.in_jail[0] == 0 and random.random() < 0.2:
        position.jail(1, random.randint(0, 2))
    return s

"""The editions that are written like a user's own: what they change, and nothing else."""

from gitopoly.editions import Card, load

CLASSIC = load("classic")


def test_card_10_london_is_the_board_uk_in_pounds_with_flat_taxes() -> None:
    """TAX-1, TAX-3: £200 and £100."""
    london, names = load("london"), load("classic", "uk").squares
    assert london.currency == "£"
    assert [one.name for one in london.squares] == [one.name for one in names]
    assert [one.value for one in london.squares] == [one.value for one in names]
    assert [one.value for one in london.squares if one.type == "tax"] == [200, 100]
    assert not any(one.tenth for one in london.squares)
    assert not london.flags["tax_choice"]


def test_card_1_the_british_decks_lead_to_no_nearest_square() -> None:
    london = load("london")
    cards = (*london.chance, *london.community_chest)
    assert (len(london.chance), len(london.community_chest)) == (16, 16)
    assert not any(card.kind.startswith("nearest") for card in cards)


def test_tax_1_us_2008_has_flat_taxes_and_the_squares_of_classic() -> None:
    edition = load("us-2008")
    changed = [
        number
        for number, (one, other) in enumerate(zip(edition.squares, CLASSIC.squares, strict=True))
        if one != other
    ]
    assert changed == [4]
    assert not edition.squares[4].tenth
    assert edition.community_chest[10].amount == 100
    assert edition.constants == CLASSIC.constants


MONEY = ("collect", "pay", "pay-each", "collect-each")


def amounts(cards: tuple[Card, ...], *kinds: str) -> list[int]:
    """The amounts of the cards of some kinds, sorted."""
    return sorted(card.amount for card in cards if card.kind in kinds)


def test_card_1_the_amounts_of_the_british_decks() -> None:
    chance, chest = load("london").chance, load("london").community_chest
    assert amounts(chance, "collect") == [50, 100, 150]
    assert amounts(chance, "pay") == [15, 20, 150]
    assert amounts(chest, "collect") == [10, 20, 25, 50, 100, 100, 200]
    assert amounts(chest, "pay") == [50, 50, 100]
    assert amounts(chest, "collect-each", "fine-or-chance") == [10, 10]
    repairs = [(one.amount, one.hotel_amount) for one in chance if one.kind == "repairs"]
    assert repairs == [(25, 100), (40, 115)]
    assert [one.square for one in chance if one.kind == "advance"] == [0, 11, 15, 24, 39]


def test_card_1_three_cards_of_us_2008_differ_from_classic() -> None:
    edition = load("us-2008")
    changed = {
        (deck, number): (card.kind, card.amount)
        for deck in ("chance", "community_chest")
        for number, card in enumerate(getattr(edition, deck))
        if card != getattr(CLASSIC, deck)[number]
    }
    assert changed == {
        ("chance", 11): ("pay", 15),
        ("community_chest", 6): ("collect-each", 10),
        ("community_chest", 10): ("pay", 100),
    }
    assert amounts(edition.community_chest, *MONEY) == [
        *(10, 10, 20, 25, 50, 50, 50, 100, 100, 100, 100, 200)
    ]


def test_harbour_is_small_and_ends() -> None:
    harbour = load("harbour")
    assert len(harbour.squares) == 24
    assert harbour.constants["turn_limit"] == 60
    assert {one.group for one in harbour.squares if one.group} == set(harbour.colours)

"""The editions that are written like a user's own: what they change, and nothing else."""

from gitopoly.editions import load

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


def test_harbour_is_small_and_ends() -> None:
    harbour = load("harbour")
    assert len(harbour.squares) == 24
    assert harbour.constants["turn_limit"] == 60
    assert {one.group for one in harbour.squares if one.group} == set(harbour.colours)

"""A game with an edition of its own: part of its identity, and accepted before joining."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gitopoly.editions import Card, Edition, load
from gitopoly.editions.data import as_text, digest
from gitopoly.errors import InvalidGameFile, NeedsConsent
from gitopoly.ledger.identity import from_seed
from gitopoly.table.game_file import OWN_EDITION, GameFile, SeatInfo, read_game_file
from gitopoly.table.remote_game import begin_game, join_game
from gitopoly.table.routes import join_command
from tests.table.repositories import PUBLISHED, invitation, wait_for

OWN = replace(load("harbour"), name="mytown", board="mytown")
SEATS = (SeatInfo("ann", "../ann"), SeatInfo("ben", "../ben"))
GAME = GameFile(OWN, SEATS)
CARD = Card("collect", "Collect $1.", 1)
NUMBERED = tuple(enumerate(OWN.squares))


def test_the_file_carries_the_whole_edition() -> None:
    again = read_game_file(GAME.to_yaml())
    assert again == GAME
    assert again.edition == OWN
    assert OWN_EDITION in again.features
    assert again.rules().names == tuple(one.name for one in OWN.squares)


def test_games_of_shipped_editions_do_not_name_the_feature() -> None:
    assert OWN_EDITION not in GameFile("harbour", SEATS).features


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"mytown"', '"classic"'),
        ('"Netmaker Row"', '"\\u001b[2J"'),
        ('"value":60', '"value":-60'),
        ('"value":60', '"value": 60'),
        ('"currency":"$"', '"currency":"$","karma":1'),
        ("own-edition, ", ""),
        ('edition: {"board"', 'edition: {{"board"'),
    ],
)
def test_a_hostile_edition_is_refused(old: str, new: str) -> None:
    text = GAME.to_yaml()
    assert old in text
    with pytest.raises(InvalidGameFile):
        read_game_file(text.replace(old, new))


def test_an_edition_that_is_too_long_for_an_invitation_is_refused() -> None:
    long = tuple(
        replace(card, kind="collect", amount=1, text="1 " + "é" * 190) for card in [CARD] * 17
    )
    squares = tuple(replace(one, name=f"{number} " + "é" * 37) for number, one in NUMBERED)
    edition = replace(OWN, chance=long, community_chest=long, squares=squares)
    with pytest.raises(
        InvalidGameFile, match="an invitation has room for 48,000; shorten its texts"
    ):
        GameFile(edition, SEATS).check()


def test_a_line_to_join_names_the_hash() -> None:
    assert join_command(GAME, "ben").endswith(f" --accept-edition {digest(OWN)}")
    assert "accept" not in join_command(GameFile("classic", SEATS), "ben")


def test_another_edition_is_another_game() -> None:
    other = GameFile(replace(OWN, summary="another one"), SEATS)
    assert other.to_yaml() != GAME.to_yaml()
    assert as_text(OWN) in GAME.to_yaml()


def test_a_peer_sees_the_edition_before_it_joins(tmp_path: Path) -> None:
    game = replace(invitation(tmp_path, 2), edition=OWN)
    ann = begin_game(tmp_path / "m0", game, from_seed(b"ann"))
    wait_for(lambda: ann.status.published == PUBLISHED, [ann])
    name, url, source = game.names[1], game.seats[1].url, game.seats[0].url
    shown: list[Edition] = []

    def refuse(edition: Edition) -> bool:
        shown.append(edition)
        return False

    for accept in (None, refuse):
        with pytest.raises(NeedsConsent, match=f"--accept-edition {digest(OWN)}"):
            join_game(tmp_path / "m1", name, url, source, from_seed(b"ben"), accept=accept)
    assert shown == [OWN]
    ben = join_game(
        tmp_path / "m1", name, url, source, from_seed(b"ben"), accept=lambda edition: edition == OWN
    )
    wait_for(lambda: ann.game.started and ben.game.started, [ann, ben])
    assert ben.game.file.edition == OWN
    assert ann.game.log.root == ben.game.log.root
    for driver in (ann, ben):
        driver.close()

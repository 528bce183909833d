"""`game.yml` has one form, and what anybody may have written into it cannot do harm."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from gitopoly.editions import tokens
from gitopoly.editions.features import USUAL
from gitopoly.errors import GitopolyError, InvalidGameFile, InvalidSeat
from gitopoly.table.game_file import GameFile, SeatInfo, free_tokens, read_game_file
from tests.rules.house_options import NONSENSE

SEATS = (SeatInfo("ann", "../ann.git"), SeatInfo("ben", "../ben.git", "SHA256:abc"))
GAME = GameFile("classic", SEATS, (("turn_limit", 9), ("board", "uk")), retire_after=60)


def test_what_is_written_is_read_again() -> None:
    assert read_game_file(GAME.to_yaml()) == GAME
    started = GAME.started("ab" * 20, [SeatInfo("ann", "../a", "", "dog", "key", "00"), SEATS[1]])
    assert read_game_file(started.to_yaml()) == started


def test_a_new_game_has_every_feature() -> None:
    assert GAME.features == USUAL
    assert (GAME.rules().ties_have_a_leader, GAME.rules().placing_by_price) == (1, 1)


@pytest.mark.parametrize("feature", USUAL)
def test_a_game_may_do_without_any_feature(feature: str) -> None:
    game = replace(GAME, features=tuple(name for name in USUAL if name != feature))
    assert read_game_file(game.to_yaml()) == game
    has = {
        "auction-leader": bool(game.rules().ties_have_a_leader),
        "placing-by-price": bool(game.rules().placing_by_price),
    }
    assert has == {name: name != feature for name in USUAL}


def test_an_edition_without_a_ruling_does_not_get_it_from_a_feature() -> None:
    """`formal` stays as published."""
    rules = GameFile("formal", SEATS).rules()
    assert (rules.ties_have_a_leader, rules.placing_by_price) == (0, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("format: 2", "not that of a game"),
        ("format: 3", "not that of a game"),
        ("format: 1\nedition: classic\n", "format 1, of a Gitopoly from before 1.0"),
        ("format: 2\nfeatures: []\n", "format 2, of a Gitopoly from before 1.0"),
        ("format: 4\nwhatever: []\n", "reads format 3; update Gitopoly"),
        ("format: 4 # Gitopoly 2.1 or newer\nall\n", "3; install Gitopoly 2.1 or newer"),
        ("format: 4 # Gitopoly 2.x or newer\nall\n", "not that of a game"),
    ],
)
def test_another_format_is_refused_with_what_to_install(text: str, reason: str) -> None:
    with pytest.raises(InvalidGameFile) as refused:
        read_game_file(text)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


texts = st.text(max_size=20)


@given(texts, texts, texts, st.integers(0, 10**6))
def test_any_text_survives_where_any_text_is_allowed(
    seed: str, key: str, token: str, after: int
) -> None:
    info = SeatInfo("ann", "../ann.git", "", token, key)
    game = GameFile("formal", (info, SEATS[1]), (), "seeded", seed, after)
    try:
        assert read_game_file(game.to_yaml()) == game
    except InvalidGameFile:
        # What YAML or Git would cut into lines is not taken, but neither is it misread.
        assert game.to_yaml().encode("utf-8", "surrogatepass")


LINES = GAME.to_yaml().splitlines()


@settings(max_examples=300)
@given(
    st.text(max_size=200)
    | st.builds(lambda t: "format: 2" + t, st.text(max_size=200))
    | st.builds(lambda t: f"{LINES[0]}\nfeatures: [{t}", st.text(max_size=200))
)
def test_junk_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidGameFile) as refused:
        read_game_file(text)
    assert "\n" not in str(refused.value)


@settings(max_examples=300)
@given(st.integers(0, len(LINES) - 1), st.text(max_size=40), st.booleans())
def test_a_changed_line_is_refused_or_means_what_it_says(at: int, text: str, whole: bool) -> None:
    lines = list(LINES)
    lines[at] = text if whole else lines[at].partition(": ")[0] + ": " + text
    changed = "\n".join(lines) + "\n"
    try:
        game = read_game_file(changed)
    except GitopolyError:
        return
    assert game.to_yaml() == changed


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("format: 3", "format: 03", "not in the form"),
        (" # Gitopoly 0.1.0 or newer", "", "not in the form"),
        ("auction-leader", "auction-follower", "'auction-follower', which is unknown; update"),
        ("auction-leader, ", "talk, auction-leader, ", "'talk', which is unknown; update"),
        ("auction-leader, placing-by-price", "placing-by-price, auction-leader", "not in the form"),
        ("auction-leader,", "auction-leader, auction-leader,", "not in the form"),
        ("features: [", "features: [, ", "second line which features"),
        ("features: [", f"features: [{'a' * 60000}!", "second line which features"),
        ("features: [", "options: [", "second line which features"),
        ("edition: classic", "edition: arena", "bots in the arena"),
        ("edition: classic", "edition: ../x", "no edition"),
        ('"../ben.git"', '"ext::sh -c x"', "ext"),
        ('"../ben.git"', '"--upload-pack=x"', ""),
        ('name: "ben"', 'name: "Ann"', "given twice"),
        ('fingerprint: ""', 'fingerprint: "\\u001b[2J"', "is malformed"),
        ('token: ""', 'token: "\\u202e"', "is malformed"),
        ('seed: ""', 'seed: "\\ud800"', "not plain text"),
        ('name: "ben"', 'name: "origin"', "cannot be a nickname"),
        ('name: "ben"', 'name: "../x"', "cannot be a nickname"),
        ("dice: joint", "dice: loaded", "joint or seeded"),
        ("retire_after: 60", "retire_after: 99999999999", "out of range"),
        ("retire_after: 60", "retire_after: -1", "out of range"),
        ("retire_after: 60", "retire_after: 060", "not in the form"),
        ("turn_limit: 9", "defect_stale_debt: 1", "for models only"),
        ("turn_limit: 9", "dice_max: 99", ""),
        ("turn_limit: 9", "edition: 1", ""),
        ("turn_limit: 9", "players: 1", ""),
        ("turn_limit: 9", "cls: 1", ""),
        ("turn_limit: 9", "no_such_rule: 1", ""),
        ('board: "uk"', "board: 1", ""),
        ('board: "uk"', 'board: "../classic"', ""),
        ('board: "uk"', "decks: true", ""),
        ('board: "uk"', 'decks: "None"', "decks must have 16 or 17 cards, not 'None'"),
        ('game: ""', 'game: "HEAD"', "id of the game is malformed"),
        ('game: ""', 'game: "../../x"', "id of the game is malformed"),
        ("seats:", "seats: 3", ""),
    ],
)
def test_what_no_game_can_be_played_with_is_refused(old: str, new: str, reason: str) -> None:
    text = GAME.to_yaml()
    assert old in text
    with pytest.raises(GitopolyError) as refused:
        read_game_file(text.replace(old, new))
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("reason", NONSENSE)
def test_house_rules_that_make_no_sense_are_refused_in_an_invitation(reason: str) -> None:
    seats = (*SEATS, SeatInfo("cleo", "../cleo.git"))
    text = GameFile("classic", seats).to_yaml()
    options = ", ".join(f"{name}: {value}" for name, value in NONSENSE[reason].items())
    assert read_game_file(text).options == ()
    with pytest.raises(InvalidGameFile, match=re.escape(reason)):
        read_game_file(text.replace("options: {}", f"options: {{{options}}}"))


def test_seats_go_by_their_names() -> None:
    assert GAME.seat("ben") == 1
    with pytest.raises(InvalidSeat, match="no seat cleo in this game; its seats are ann, ben"):
        GAME.seat("cleo")


@given(st.lists(st.sampled_from([*tokens(), "", "no such token"]), min_size=2, max_size=8))
def test_everybody_gets_a_token_and_the_first_wish_is_granted(wishes: list[str]) -> None:
    given_out = free_tokens(wishes)
    assert len(set(given_out)) == len(wishes)
    assert set(given_out) <= set(tokens())
    for seat, wish in enumerate(wishes):
        if wish in tokens() and wish not in wishes[:seat]:
            assert given_out[seat] == wish

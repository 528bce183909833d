"""`game.yml` has one form, and what anybody may have written into it cannot do harm."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gitopoly.editions import tokens
from gitopoly.errors import GitopolyError, InvalidGame
from gitopoly.table.game_file import GameFile, SeatInfo, free_tokens, read_game_file

SEATS = (SeatInfo("ann", "../ann.git"), SeatInfo("ben", "../ben.git", "SHA256:abc"))
GAME = GameFile("classic", SEATS, (("turn_limit", 9), ("board", "uk")), retire_after=60)


def test_what_is_written_is_read_again() -> None:
    assert read_game_file(GAME.to_yaml()) == GAME
    started = GAME.started("ab" * 20, [SeatInfo("ann", "../a", "", "dog", "key", "00"), SEATS[1]])
    assert read_game_file(started.to_yaml()) == started


texts = st.text(max_size=20)


@given(texts, texts, texts, st.integers(0, 10**6))
def test_any_text_survives_where_any_text_is_allowed(
    seed: str, key: str, token: str, after: int
) -> None:
    info = SeatInfo("ann", "../ann.git", "", token, key)
    game = GameFile("formal", (info, SEATS[1]), (), "seeded", seed, after)
    try:
        assert read_game_file(game.to_yaml()) == game
    except InvalidGame:
        # What YAML or Git would cut into lines is not taken, but neither is it misread.
        assert game.to_yaml().encode("utf-8", "surrogatepass")


@settings(max_examples=300)
@given(st.text(max_size=200) | st.builds(lambda t: "format: 1\n" + t, st.text(max_size=200)))
def test_junk_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InvalidGame) as refused:
        read_game_file(text)
    assert "\n" not in str(refused.value)


LINES = GAME.to_yaml().splitlines()


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
        ("format: 1", "format: 2", "update Gitopoly"),
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


def test_seats_go_by_their_names() -> None:
    assert GAME.seat("ben") == 1
    with pytest.raises(InvalidGame, match="no seat cleo in this game; its seats are ann, ben"):
        GAME.seat("cleo")


@given(st.lists(st.sampled_from([*tokens(), "", "no such token"]), min_size=2, max_size=8))
def test_everybody_gets_a_token_and_the_first_wish_is_granted(wishes: list[str]) -> None:
    given_out = free_tokens(wishes)
    assert len(set(given_out)) == len(wishes)
    assert set(given_out) <= set(tokens())
    for seat, wish in enumerate(wishes):
        if wish in tokens() and wish not in wishes[:seat]:
            assert given_out[seat] == wish

"""Where replays come from: games on the ledger and records, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from gitopoly.errors import GameUnavailable, InvalidRecord
from gitopoly.ledger.entry import Draft
from gitopoly.ledger.identity import from_seed
from gitopoly.ledger.talk import Line, seal_line
from gitopoly.rules import is_over
from gitopoly.web.poster import as_poster
from gitopoly.web.replay import GameReplay
from gitopoly.web.replay_source import source_of_game, source_of_record
from tests.proof.recorded import without
from tests.table.tables import Table
from tests.web.replays import recorded


def test_a_game_on_the_ledger_becomes_a_replay_with_its_commits() -> None:
    table = Table(3, options={"opening_throw": 0}).start()
    for _ in table.rounds(Random(4), 200):
        pass
    table.exchange()
    game = table.seats[0].game
    source = source_of_game(game, "ours", frozenset({"ben"}))
    replay = GameReplay(source)
    assert replay.end == game.position.state
    assert [person.bot for person in source.people] == [False, True, False]
    assert all(frame["line"]["id"] in game.log for frame in replay.frames)
    assert [seat["name"] for seat in source.trust] == list(game.names)
    assert all(seat["fingerprint"].startswith("SHA256:") for seat in source.trust)
    assert list(source.warnings) == []


def test_lines_of_talk_stand_at_the_frame_that_their_author_saw() -> None:
    table = Table(3, options={"opening_throw": 0}).start()
    for _ in table.rounds(Random(4), 200):
        pass
    table.exchange()
    game = table.seats[0].game
    frames = GameReplay(source_of_game(game, "ours")).frames
    seen = [frame["line"]["id"] for frame in frames]

    def line(text: str, after: str) -> Line:
        wanted = Draft(game.names[1], (), text, {}, 1_700_000_000)
        return seal_line(wanted, from_seed(b"ben"), game.root, after)

    said = [
        line("in the lobby", game.root),
        line("after the third", seen[2]),
        line("after something unknown", "f" * 40),
        line("not before what was said", seen[0]),
        line("at the end", seen[-1]),
    ]
    talk = GameReplay(source_of_game(game, "ours", said=said)).data()["talk"]
    assert [one["frame"] for one in talk] == [0, 3, 3, 3, len(frames)]
    assert [one["text"] for one in talk] == [one.text for one in said]
    assert {one["seat"] for one in talk} == {1}


def test_a_game_without_a_move_is_nothing_to_replay() -> None:
    with pytest.raises(GameUnavailable, match="nothing to replay"):
        source_of_game(Table(2).start().seats[0].game, "ours")


def with_a_resigned_seat() -> GameReplay:
    """A game of three in which the last one leaves at once."""
    table = Table(3, options={"opening_throw": 0}).start()
    table.seats[2].resign()
    for _ in table.rounds(Random(4), 200):
        pass
    table.exchange()
    return GameReplay(source_of_game(table.seats[0].game, "ours"))


def test_a_resigned_seat_is_out_from_where_it_left() -> None:
    replay = with_a_resigned_seat()
    assert not replay.start["seats"][2]["out"]
    left = [
        frame
        for frame, one in enumerate(replay.frames)
        if any(step["do"] == "Left" for step in one["line"]["steps"])
    ]
    assert len(left) == 1
    assert replay.end.is_bankrupt[2]


def test_a_resigned_seat_is_not_called_bankrupt() -> None:
    replay = with_a_resigned_seat()
    kinds = {moment.kind for moment in replay.analysis.moments if moment.seat == 2}
    assert "left" in kinds
    assert "bankrupt" not in kinds
    assert [replay.has_left(seat) for seat in range(3)] == [False, False, True]
    drawing = as_poster(replay).decode()
    assert drawing.count(">has left<") == 1
    assert ">bankrupt<" not in drawing


def test_a_record_becomes_a_replay_without_commits() -> None:
    source = source_of_record(recorded(), "game-1.jsonl")
    replay = GameReplay(source)
    assert is_over(replay.end)
    assert "id" not in replay.frames[0]["line"]
    assert list(source.trust) == []


def test_seats_of_a_record_keep_their_names() -> None:
    named = replace(recorded(), names=("Ann", "Ben"))
    source = source_of_record(named, "game-1.jsonl")
    assert [person.name for person in source.people] == ["Ann", "Ben"]
    assert GameReplay(source).report()["players"] == ["Ann", "Ben"]


def test_a_record_against_the_rules_is_refused() -> None:
    with pytest.raises(InvalidRecord, match=r"game\.jsonl breaks the rules: action \d+"):
        source_of_record(without(recorded(), 4), "game.jsonl")


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="no action"):
        source_of_record(replace(recorded(), steps=()), "game.jsonl")

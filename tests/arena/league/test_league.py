"""A league keeps bots, versions and games over time, and adds games where they tell most."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from gitopoly.arena.agents.roster import Bot, parse_bots
from gitopoly.arena.league.folder import GAMES, LIST, League
from gitopoly.arena.league.page import moments, page, title
from gitopoly.arena.league.playing import most_telling, play_more, ratings_of, standings_of
from gitopoly.arena.tournaments.schedule import MatchTask
from gitopoly.arena.tournaments.series import MatchSummary
from gitopoly.arena.tournaments.tournament import TournamentPlan
from gitopoly.errors import InvalidBot, InvalidMatch, NoRoom

STRENGTH = {"strong v1": 3, "trader v1": 2, "random v1": 0}


def invented(tasks: Sequence[MatchTask], plan: TournamentPlan) -> Iterator[list[MatchSummary]]:
    """Games in which the stronger wins, except that every seventh unit is the other's."""
    for task in tasks:
        played = []
        for place in (0, 1):
            names = [bot.name for bot in task.bots][:: 1 if place == 0 else -1]
            better = max(names, key=lambda name: (STRENGTH.get(name, 1), name))
            if task.first % 7 == 0:
                better = min(names, key=lambda name: (STRENGTH.get(name, 1), name))
            winner = names.index(better) + 1
            number = 2 * task.first + place
            bots = (names[0], names[1])
            played.append(
                MatchSummary(number, bots, winner, "ruin", 9, 50, (1, 2), (3, 4), ({}, {}))
            )
        yield played


def begun(folder: Path, *names: str, games: int = 40) -> League:
    with League(folder, 5) as league:
        league.enrol(parse_bots(list(names)))
        league.save()
        play_more(league, games, invented)
    return league


def test_games_stay_and_more_are_added(tmp_path: Path) -> None:
    first = begun(tmp_path / "cup", "strong", "trader", "random")
    with League(tmp_path / "cup") as again:
        assert again.lines == first.lines
        assert (again.seed, len(again.lines), again.units) == (5, 40, 20)
        assert again.entrants == ["strong v1", "trader v1", "random v1"]
        play_more(again, 9, invented)
        assert (len(again.lines), again.units) == (50, 25)
    games = [line.game for line in again.lines]
    assert games == list(range(50)), "every unit has dice of its own"
    found = standings_of(again)
    assert [each["name"] for each in found["standings"]] == again.entrants
    assert sum(each["games"] for each in found["standings"]) == 100
    assert all(each["won"] + each["tied"] + each["lost"] for each in found["standings"])


def test_a_changed_file_is_a_new_version_and_the_old_one_keeps_its_games(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("class Agent:\n    def buyProperty(self, state): return True\n")
    given = [str(bot), "trader"]
    first = begun(tmp_path / "cup", *given, games=8)
    assert first.entrants == ["mine v1", "trader v1"]
    with League(tmp_path / "cup") as league:
        assert league.renew() == []
        bot.write_text("class Agent:\n    def buyProperty(self, state): return False\n")
        assert league.renew() == ["mine v2"]
        league.save()
        play_more(league, 8, invented)
        found = {each["name"]: each for each in standings_of(league)["standings"]}
        assert [found[name]["games"] for name in ("mine v1", "mine v2")] == [8, 8]
        assert [found[name]["plays"] for name in ("mine v1", "mine v2")] == [False, True]
        copies = sorted(path.name for path in (tmp_path / "cup" / "bots").iterdir())
        assert copies == ["1-mine-v1.py.txt", "1-mine-v2.py.txt"]
        assert "True" in (tmp_path / "cup" / "bots" / copies[0]).read_text()
        bot.unlink()
        assert league.renew() == []
        assert [bot.name for bot in league.active()] == ["trader"]
        with pytest.raises(InvalidBot, match="at least two bots"):
            play_more(league, 2, invented)


def test_two_bots_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.py").write_text("class Agent:\n    pass\n")
    with League(tmp_path / "cup") as league:
        for folder in ("a", "b", "a"):
            league.enrol([Bot("mine", "file", str(tmp_path / folder / "mine.py"))])
        assert league.entrants == ["mine v1", "mine (2) v1"]


def test_every_version_has_a_copy_of_its_own(tmp_path: Path) -> None:
    bots = [tmp_path / name for name in ("a-b.py", "a_b.py", "A b.py")]
    for bot in bots:
        bot.write_text(f"class Agent:\n    name = {bot.name!r}\n")
    with League(tmp_path / "cup") as league:
        league.enrol(parse_bots([str(bot) for bot in bots]))
        assert not (tmp_path / "cup" / "bots").exists(), "nothing is kept before it is saved"
        league.save()
    copies = sorted((tmp_path / "cup" / "bots").iterdir())
    assert [copy.read_text() for copy in copies] == [bot.read_text() for bot in bots]


def test_games_of_a_bot_that_changes_while_it_plays_do_not_count(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("class Agent:\n    pass\n")

    def edited(tasks: Sequence[MatchTask], plan: TournamentPlan) -> Iterator[list[MatchSummary]]:
        for number, played in enumerate(invented(tasks, plan)):
            if number == 2:
                bot.write_text("class Agent:\n    better = True\n")
            yield played

    with League(tmp_path / "cup") as league:
        league.enrol(parse_bots([str(bot), "trader"]))
        league.save()
        with pytest.raises(InvalidBot, match="has changed while it played"):
            play_more(league, 20, edited)
        assert len(league.lines) == 4


def test_a_line_that_was_cut_short_is_dropped(tmp_path: Path) -> None:
    before = begun(tmp_path, "trader", "random", games=4)
    path = tmp_path / GAMES
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"unit": 2, "games": [{"ga')
    with League(tmp_path) as league:
        assert league.lines == before.lines
        play_more(league, 2, invented)
    with League(tmp_path) as league:
        assert len(league.lines) == 6


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (GAMES, '"winner": 1', '"winner": 3'),
        (GAMES, "trader v1", "nobody v1"),
        (GAMES, '"ending": "ruin"', '"ending": "<b>"'),
        (GAMES, '"turns": 9', '"turns": "9"'),
        (GAMES, '{"unit"', "{unit"),
        (GAMES, '"worth"', '"wealth"'),
        (LIST, '"league"', '"cup"'),
        (LIST, '"seed"', '"seeds"'),
        (LIST, "trader", "tra\\u0007der"),
        (LIST, "[", "{"),
        (LIST, '"retired": false', '"retired": 0'),
    ],
)
def test_a_damaged_folder_is_refused_and_left_alone(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    begun(tmp_path, "trader", "random", games=4)
    path = tmp_path / file
    damaged = path.read_text(encoding="utf-8").replace(old, new)
    path.write_text(damaged, encoding="utf-8")
    with pytest.raises(InvalidMatch, match=re.escape(file)), League(tmp_path):
        pass
    assert path.read_text(encoding="utf-8") == damaged


def test_games_without_a_list_are_not_begun_anew(tmp_path: Path) -> None:
    begun(tmp_path, "trader", "random", games=4)
    (tmp_path / LIST).unlink()
    with pytest.raises(InvalidMatch, match=r"no league\.json"), League(tmp_path):
        pass


def test_only_one_plays_at_a_time(tmp_path: Path) -> None:
    with League(tmp_path), pytest.raises(NoRoom, match="another command"), League(tmp_path):
        pass
    with League(tmp_path):
        pass


def test_a_newcomer_and_a_close_pair_get_the_next_games(tmp_path: Path) -> None:
    league = begun(tmp_path, "strong", "trader", "random", games=60)
    ratings = ratings_of(league)
    names = league.entrants
    pairs = most_telling(ratings, names, 30)
    times = {pair: pairs.count(pair) for pair in itertools.combinations(sorted(names), 2)}
    assert sum(times.values()) == 30
    uncertain = {pair: ratings.expected(*pair) * (1 - ratings.expected(*pair)) for pair in times}
    assert max(times, key=times.__getitem__) == max(uncertain, key=uncertain.__getitem__)
    with League(tmp_path) as again:
        again.enrol(parse_bots(["builder"]))
        chosen = most_telling(ratings_of(again), again.entrants, 5)
    assert all("builder v1" in pair for pair in chosen)


def test_the_page_grows_and_says_only_what_is_decided(tmp_path: Path) -> None:
    league = begun(tmp_path, "trader", "random", games=2)
    assert title(standings_of(league)).startswith("Not decided: ")
    assert "Ratings over time" not in page(league, standings_of(league))
    with League(tmp_path) as again:
        play_more(again, 200, invented)
        found = standings_of(again)
        assert title(found) == "trader v1 leads the league"
        text = page(again, found)
    assert "Ratings over time" in text
    assert text.count("<polyline") == 2
    assert [games for games, _ in moments(again)][-1] == 202
    assert not re.search(r'(src|href)="', text)


def test_a_name_cannot_break_the_page(tmp_path: Path) -> None:
    begun(tmp_path, "trader", "random", games=40)
    for file in (LIST, GAMES):
        text = (tmp_path / file).read_text(encoding="utf-8")
        text = text.replace('"name": "random"', '"name": "<script>"')
        (tmp_path / file).write_text(text.replace("random v1", "<script> v1"), encoding="utf-8")
    with League(tmp_path) as league:
        text = page(league, standings_of(league))
    assert "<script>" not in text
    assert "&lt;script&gt; v1" in text


def test_the_standings_are_plain_data(tmp_path: Path) -> None:
    found = standings_of(begun(tmp_path, "trader", "random", games=4))
    assert json.loads(json.dumps(found)) == found

"""A game is read from an address, from a repository that all share, and by a host's link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gitopoly.editions.features import USUAL
from gitopoly.errors import InvalidGameFile, InvalidIdentity
from gitopoly.ledger.entry import Draft, seal
from gitopoly.ledger.identity import from_seed
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table.conversation import recorded_talk
from gitopoly.table.game_file import SHARED, GameFile, SeatInfo
from gitopoly.table.remote_game import begin_game, join_game, watch_game
from gitopoly.table.sources import Source, identify, read_source
from tests.ledger.offers import offer
from tests.ledger.repositories import probe
from tests.ledger.servers import git
from tests.table.repositories import bare, wait_for
from tests.table.tables import Table, files_with
from tests.table.talking import hear_until, ready, talk_of
from tests.web.hosts import Host

FEATURES = tuple(sorted((*USUAL, SHARED)))
NAMES = ("ann", "ben", "cleo")


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A repository that three players share, with a few moves and a line of talk."""
    place = bare(tmp_path, "all")
    game = GameFile("classic", tuple(SeatInfo(name, place) for name in NAMES), features=FEATURES)
    seats = [begin_game(tmp_path / "ann", game, from_seed(b"ann"))]
    for name in NAMES[1:]:
        key = from_seed(name.encode())
        seats.append(join_game(tmp_path / name, name, place, Source(place, inviter="ann"), key))
    wait_for(lambda: all(seat.game.started for seat in seats), seats)
    ready(*seats)
    talk_of(seats[1]).say("hello")
    hear_until(lambda: len(talk_of(seats[0]).lines) == 1, seats)
    for seat in seats:
        seat.close()
    return place


def other_game(place: str, folder: Path, name: str) -> None:
    """Put another game's log in the place of a seat's branch."""
    mine = bare(folder, "mine")
    game = GameFile("classic", tuple(SeatInfo(one, mine) for one in ("x", "y")), features=FEATURES)
    begin_game(folder / "x", game, from_seed(b"x")).close()
    git("fetch", "-q", mine, f"+refs/heads/seats/x:refs/heads/seats/{name}", at=Path(place))


def test_a_repository_that_all_share_is_verified_and_watched_by_its_address(
    place: str, tmp_path: Path
) -> None:
    assert probe(place).seats == NAMES
    with opened(place) as repository:
        report, game = audit(repository)
        assert [line.text for line in recorded_talk(game, place)] == ["hello"]
    assert report.holds
    assert report.started
    assert not report.remarks
    assert all(seat.entries > 1 for seat in report.seats)
    with watch_game(tmp_path / "scratch", place, tmp_path) as watching:
        assert watching.game.started
        assert watching.seat is None
        assert len(watching.game.log) == len(game.log)


def test_what_others_put_in_a_players_place_is_noticed_and_held_against_nobody(
    place: str, tmp_path: Path
) -> None:
    other_game(place, tmp_path, "ben")
    with opened(place) as repository:
        report, _ = audit(repository)
    assert report.holds
    assert {remark.seat for remark in report.remarks} == {"ben"}
    # What ben did is known from the others, who have built on it.
    assert next(seat for seat in report.seats if seat.name == "ben").entries > 1
    with watch_game(tmp_path / "scratch", place, tmp_path) as watching:
        assert watching.game.names == NAMES


def test_a_repository_with_two_games_alike_is_refused_in_one_line(
    place: str, tmp_path: Path
) -> None:
    other_game(place, tmp_path, "ben")
    git("update-ref", "-d", "refs/heads/seats/cleo", at=Path(place))
    with opened(place) as repository, pytest.raises(InvalidGameFile) as refusal:
        audit(repository)
    assert "several games" in str(refusal.value)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with a guest at the table."""
    found = Host(tmp_path, ("ann", "ben")).open()
    found.sit("ben")
    found.wait_for_start()
    yield found
    found.close()


@pytest.mark.parametrize("name", ["", "ben"])
def test_a_link_watches_and_verifies_and_never_writes(
    host: Host, tmp_path: Path, name: str
) -> None:
    source = read_source(host.link(name).text)
    assert source.routes.access is not None
    assert source.routes.access.writes == ""
    assert host.hosting.game not in repr(source)
    with watch_game(tmp_path / "scratch", source, tmp_path) as watching:
        assert watching.game.started
        assert watching.seat is None
    with opened(source) as repository:
        assert audit(repository)[0].holds


def test_a_link_of_another_key_is_refused(host: Host, tmp_path: Path) -> None:
    link = host.link()
    source = read_source(link.text)
    other = Source(source.url, source.routes, from_seed(b"x").public.fingerprint)
    with pytest.raises(InvalidIdentity):
        watch_game(tmp_path / "scratch", other, tmp_path)
    with opened(other) as repository, pytest.raises(InvalidIdentity):
        audit(repository)


def test_whose_a_log_is_its_lowest_entry_says() -> None:
    """Those on top may carry any name."""
    table = Table(3).start()
    game = table.seats[1].game
    head = game.log.tips()["ben"]
    entry = game.log[head]
    draft = Draft("cleo", (head,), entry.sentence, entry.trailers, entry.time)
    on_top = seal(draft, files_with(game, entry), table.identities[2])
    offer(game.store, on_top.objects)
    found = identify(game.store, [("", on_top.entry.id)])
    assert (found.root, found.invitation.names) == (game.root, NAMES)
    assert found.logs == (("ben", on_top.entry.id),)
    assert identify(game.store, [("", game.root)]).logs == (("ann", game.root),)


def test_a_branch_of_nobody_in_the_game_is_none_of_its_logs() -> None:
    game = Table(3).start().seats[0].game
    heads = game.log.tips()
    shown = [(name, heads[name]) for name in ("ann", "ben")]
    assert identify(game.store, [*shown, ("zoe", heads["ben"])], shared=True).logs == tuple(shown)
    # In a folder nobody else writes such a name, so it says nothing.
    assert identify(game.store, [("zoe", heads["ben"])]).logs == (("ben", heads["ben"]),)

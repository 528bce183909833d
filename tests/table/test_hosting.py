"""A host that holds guests' seats: every promise of a seat holds for theirs too."""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from gitopoly.errors import (
    FolderTaken,
    GameUnavailable,
    IllegalAction,
    InvalidAction,
    InvalidIdentity,
    InvalidRepository,
    InvalidSeat,
    NoRoom,
)
from gitopoly.ledger.identity import from_seed, load_or_make
from gitopoly.ledger.transports.poller import Pace
from gitopoly.ledger.transports.remote import transport
from gitopoly.proof.games.audit import audit, opened
from gitopoly.table.events import Event
from gitopoly.table.game_file import GameFile, SeatInfo, read_game_file
from gitopoly.table.host_game import HostPeers, hosted_folder
from gitopoly.table.hosting import FILE, Hosting
from gitopoly.table.lobby import Join, Lobby
from gitopoly.table.remote_game import resume_game
from gitopoly.table.routes import Routes
from gitopoly.table.seat import Seat
from gitopoly.table.trust import holders, key_count
from tests.ledger.servers import git
from tests.table.hosted import FEATURES, host_in, peer_of, play, playing_on, published, resumed
from tests.web.game_servers import wait_for


def test_guests_play_and_everybody_can_see_whose_keys_they_are(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    host.sit("ben")
    assert holders(host.game) == {"ben": "ann"}  # before the start already
    host.sit("cleo")
    play(host, 12)
    assert holders(host.game) == {"ben": "ann", "cleo": "ann"}
    assert key_count(holders(host.game), 3) == "3 keys, 2 held by ann"
    host.close()
    with opened(str(host.hosting.repository("ben"))) as repository:
        report, _ = audit(repository)
    assert report.holds
    assert [seat.holder for seat in report.seats] == ["", "ann", "ann"]


def test_a_guest_can_be_away_and_the_host_can_end_and_come_back(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    play(host, 5)
    known = len(host.game.log)
    host.close()
    again = resumed(tmp_path)
    again.poll()
    assert len(again.game.log) >= known
    assert list(again.held) == ["ben"]
    play(again, 5, seed=2)
    again.close()


def test_whatever_is_written_for_any_seat_is_handed_on_to_be_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    handed_on: dict[str, str] = {}
    publish = HostPeers.publish

    def note(peers: HostPeers, again: bool = False) -> None:
        handed_on.update(host.game.heads())
        publish(peers, again)

    monkeypatch.setattr(HostPeers, "publish", note)
    host.sit("ben")
    host.sit("cleo")
    for number in range(60):
        play(host, 1, seed=number)
        host.advance()
        # A publisher that has nothing to do does not look again.
        assert handed_on == host.game.heads(), number
    host.close()


def test_what_was_written_before_the_disk_was_full_is_published(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    write = Seat.run_automatic_moves

    def write_and_fail(seat: Seat) -> list[Event]:
        done = write(seat)
        if done:
            raise NoRoom("the disk is full")
        return done

    monkeypatch.setattr(Seat, "run_automatic_moves", write_and_fail)
    with pytest.raises(NoRoom):
        play(host, 1)
    wait_for(lambda: published(host) == host.game.heads())
    host.close()


def test_a_guests_move_that_cannot_be_published_is_not_called_published(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    play(host, 2)
    wait_for(lambda: published(host) == host.game.heads())
    place = host.hosting.repository("ben")
    place.rename(tmp_path / "away")
    play(host, 6)
    wait_for(lambda: host.status.publishing.key == "published.failing")
    (tmp_path / "away").rename(place)
    wait_for(lambda: host.status.publishing.key == "published.all")
    assert published(host) == host.game.heads()
    host.close()


def test_a_host_that_was_killed_before_it_published_notices_nothing_odd(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    play(host, 4)
    host.close()
    shutil.copytree(host.hosting.repository("ben"), tmp_path / "earlier")
    host = resumed(tmp_path)
    play(host, 4, seed=2)
    host.close()
    shutil.rmtree(host.hosting.repository("ben"))
    (tmp_path / "earlier").rename(host.hosting.repository("ben"))
    again = resumed(tmp_path)
    wait_for(lambda: (again.advance(), published(again) == again.game.heads())[1])
    again.close()
    with opened(str(tmp_path / "ann")) as repository:
        report, _ = audit(repository)
    assert report.holds
    assert not report.remarks


def test_an_old_copy_of_the_folder_comes_back_without_a_fork_of_any_seat(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    play(host, 3)
    host.close()
    shutil.copytree(tmp_path / "ann", tmp_path / "copy")
    host = resumed(tmp_path)
    play(host, 4, seed=2)
    known = dict(host.game.heads())
    host.close()
    shutil.rmtree(tmp_path / "ann")
    (tmp_path / "copy").rename(tmp_path / "ann")
    again = resumed(tmp_path)
    again.poll()
    assert all(head in again.game.log for head in known.values())
    play(again, 3, seed=3)
    assert not again.game.log.forks()
    again.close()


def test_old_copies_of_both_folders_of_a_host_lead_to_a_fork(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo", options=(("opening_throw", 0),))
    host.sit("ben")
    cleo = peer_of(host, tmp_path, "cleo")
    wait_for(lambda: ([one.poll(0.01) for one in (host, cleo)], cleo.game.started)[1])
    host.close()
    both = ("ann", "ann_hosted")
    for name in both:
        shutil.copytree(tmp_path / name, tmp_path / "copy" / name)
    host = resumed(tmp_path)
    wait_for(lambda: playing_on(host, cleo) and len(cleo.game.log) > 12)
    cleo.close()
    host.close()
    for name in both:
        shutil.rmtree(tmp_path / name)
        (tmp_path / "copy" / name).rename(tmp_path / name)
    (host := resumed(tmp_path)).resign()
    wait_for(lambda: (host.poll(0.01), published(host)["ann"] == host.game.heads()["ann"])[1])
    cleo = resume_game(tmp_path / "cleo", from_seed(b"cleo"))
    wait_for(lambda: (cleo.poll(0.01), "ann" in cleo.game.log.forks())[1])
    for one in (host, cleo):
        one.close()


def test_whoever_was_killed_between_the_key_and_the_join_goes_on(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.hosting.hold("ben")  # and then the power fails
    host.close()
    again = resumed(tmp_path)
    for _ in range(10):
        again.poll()
    assert holders(again.game) == {"ben": "ann"}
    again.close()


def test_a_seat_is_taken_once_by_a_guest_or_by_a_peer(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    assert host.hosting.begin_push("ben")
    with pytest.raises(GameUnavailable):
        host.sit("ben")  # a peer is publishing there right now
    host.hosting.end_push("ben")
    host.sit("ben")
    assert host.sit("ben") == []  # the same link in another browser
    assert not host.hosting.begin_push("ben")
    with pytest.raises(InvalidSeat):
        host.sit("nobody")
    host.close()


def test_a_spectator_does_nothing(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    table = host.table_of("")
    assert table.seat is None
    with pytest.raises(GameUnavailable):
        table.act(0)
    with pytest.raises(GameUnavailable):
        table.resign()
    host.close()


def test_only_the_initiator_can_be_named_as_a_holder(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben", "cleo")
    host.sit("ben")
    game = host.game
    join = next(entry for entry in game.log if entry.seat == "ben")
    file = game.file
    lobby = Lobby.at(file, game.log, join.parents)
    step = lobby.read(join.trailers)
    assert isinstance(step, Join)
    assert step.holder == "ann"
    assert lobby.after(1, step).joins == {**lobby.joins, 1: step}
    for name in ("cleo", "ben", "nobody"):
        with pytest.raises(IllegalAction, match="only the initiator's program"):
            lobby.after(1, replace(step, holder=name))
    with pytest.raises(InvalidAction):
        lobby.read({**join.trailers, "Holder": ""})
    plain = Lobby.at(GameFile("classic", file.seats), game.log, join.parents)
    with pytest.raises(IllegalAction, match="in a game that allows it"):
        plain.after(1, step)
    host.close()


def test_a_game_file_with_holders_is_read_as_written_and_others_are_as_before() -> None:
    seats = SeatInfo("ann", "a.git"), SeatInfo("ben", "b.git", holder="ann")
    game = GameFile("classic", seats, features=FEATURES)
    assert read_game_file(game.to_yaml()) == game
    plain = GameFile("classic", (seats[0], SeatInfo("ben", "b.git")))
    assert "holder" not in plain.to_yaml()
    assert read_game_file(plain.to_yaml()) == plain


def test_what_is_kept_for_others_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    hosting = Hosting.create(tmp_path / "h", ["ann", "ben"], "http://127.0.0.1:1", ("x", 1))
    assert (hosting.folder / FILE).stat().st_mode & 0o077 == 0
    assert hosting.folder.stat().st_mode & 0o077 == 0
    assert Hosting.load(hosting.folder) == hosting
    for secret in (hosting.game, *hosting.seats.values()):
        assert secret not in repr(hosting)
        assert len(secret) == 22
    with pytest.raises(FolderTaken):
        Hosting.create(hosting.folder, ["ann", "ben"], "http://127.0.0.1:1", ("x", 1))
    (hosting.folder / FILE).write_text("{", encoding="utf-8")
    with pytest.raises(InvalidRepository):
        Hosting.load(hosting.folder)


PREPARED = {
    "a program": '[core]\n\tsshCommand = touch ran\n[remote "o"]\n\tpromisor = true\n',
    "another section": "[extensions]\n\tpartialClone = o\n",
    "a section in a line": "[extensions] partialClone = o\n",
    "a section within one of ours": '[core "x"]\n\tbare = true\n',
    "a setting of ours with another value": "[core]\n\tbare = false\n",
    "a working copy": "[core]\n\tworktree = ..\n",
    "a file of settings": "[include]\n\tpath = ../settings\n",
    "a way to overwrite": "[receive]\n\tdenyCurrentBranch = updateInstead\n",
    "a setting after a comment": "[core] # x\n\tfsmonitor = touch ran\n",
    "a key without a value": "[receive]\n\tunpackLimit\n",
}


@pytest.mark.parametrize("settings", PREPARED.values(), ids=list(PREPARED))
def test_a_host_serves_no_repository_with_settings_of_others(settings: str, tmp_path: Path) -> None:
    hosting = Hosting.create(tmp_path / "h", ["ann", "ben"], "http://x:1", ("127.0.0.1", 1))
    assert Hosting.load(hosting.folder) == hosting
    with (hosting.repository("ben") / "config").open("a", encoding="utf-8") as file:
        file.write(settings)
    with pytest.raises(InvalidRepository, match=r"ben\.git"):
        Hosting.load(hosting.folder)


@pytest.mark.parametrize(
    "what", ["link", "key link", "pipe", "key pipe", "borrowed", "name", "word"]
)
def test_a_host_serves_nothing_that_leads_elsewhere(what: str, tmp_path: Path) -> None:
    hosting = Hosting.create(tmp_path / "h", ["ann", "ben"], "http://x:1", ("127.0.0.1", 1))
    place = hosting.repository("ben")
    if "link" in what:
        target = hosting.key("ben") if "key" in what else place / "refs" / "heads" / "main"
        target.symlink_to(tmp_path / "elsewhere")
    elif "pipe" in what:
        os.mkfifo(hosting.key("ben") if "key" in what else place / "packed-refs")
    elif what == "borrowed":
        (place / "objects" / "info" / "alternates").write_text("/x\n", encoding="utf-8")
    else:
        old, new = ('"ben"', '"../ben"') if what == "name" else (hosting.game, "\\ud800")
        file = hosting.folder / FILE
        file.write_text(file.read_text("utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InvalidRepository):
        Hosting.load(hosting.folder)


def test_a_pipe_that_names_the_hosted_folder_is_not_waited_for(tmp_path: Path) -> None:
    host = host_in(tmp_path, "ben")
    host.close()
    named = tmp_path / "ann" / ".git" / "gitopoly" / "hosting"
    named.unlink()
    os.mkfifo(named)
    assert hosted_folder(tmp_path / "ann") == tmp_path / "ann_hosted"  # as its routes say
    with pytest.raises(InvalidRepository, match="hosting is not a regular file"):
        resumed(tmp_path)


def test_a_capability_is_for_one_seat_and_a_guessed_one_for_none(tmp_path: Path) -> None:
    hosting = Hosting.create(tmp_path / "h", ["ann", "ben", "cleo"], "http://x:1", ("x", 1))
    assert hosting.whose(hosting.seats["ben"]) == "ben"
    assert hosting.whose(hosting.game) == ""
    for wrong in ("", "x" * 22, hosting.game[:-1], hosting.game + "x", "é\udc80"):
        assert hosting.whose(wrong) is None


def test_a_guests_key_that_is_lost_or_another_is_refused_before_anything_is_written(
    tmp_path: Path,
) -> None:
    host = host_in(tmp_path, "ben")
    host.sit("ben")
    play(host, 2)
    key = host.hosting.key("ben")
    host.close()
    kept = key.read_bytes()
    key.unlink()
    with pytest.raises(InvalidIdentity):
        resumed(tmp_path)
    assert not key.exists()
    load_or_make(key)  # another one
    with pytest.raises(InvalidIdentity):
        resumed(tmp_path)
    key.write_bytes(kept)
    again = resumed(tmp_path)
    play(again, 2, seed=2)
    again.close()


def publish_junk(seat: Path, folder: Path) -> None:
    """Put a commit into a seat's repository that is no entry."""
    git("init", "-q", "--initial-branch=main", folder / "w")
    (folder / "w" / "junk").write_text("junk")
    git("add", ".", at=folder / "w")
    author = ("-c", "user.name=x", "-c", "user.email=x@localhost")
    git(*author, "commit", "-q", "-m", "junk", at=folder / "w")
    git("push", "-q", seat, "main", at=folder / "w")


@pytest.mark.parametrize("by_guest", [True, False])
@pytest.mark.parametrize("of", ["nobody", "ann"])
def test_what_is_published_in_place_of_a_join_keeps_nobody_from_the_seat(
    tmp_path: Path, by_guest: bool, of: str
) -> None:
    host = host_in(tmp_path, "ben")
    seat = host.hosting.repository("ben")
    if of == "ann":
        git("push", "-q", seat, "HEAD:main", at=tmp_path / "ann")
    else:
        publish_junk(seat, tmp_path)
    if by_guest:
        host.sit("ben")
    else:
        wait_for(lambda: (host.poll(0.01), "ben" not in published(host))[1])
        peer_of(host, tmp_path, "ben").close()
        wait_for(lambda: (host.poll(0.01), "ben" in host.game.joined)[1])
    assert host.game.joined == ["ann", "ben"]
    host.close()
    git("fsck", "--strict", at=seat)


def test_a_host_looks_at_what_others_publish_when_its_door_tells_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hardly_ever = Pace(quick=0.01, share=3600.0, slow=3600.0)
    monkeypatch.setattr(HostPeers, "_pace", hardly_ever)
    host = host_in(tmp_path, "ben")
    talk = host.talk
    assert talk is not None
    peer = peer_of(host, tmp_path, "ben")
    host.pushed()
    wait_for(lambda: (host.poll(0.01), "ben" in host.game.joined)[1])
    said = peer.talk
    assert said is not None
    wait_for(lambda: (said.hear(), said.may_speak)[1])
    line = said.say("hello")
    place = str(host.hosting.repository("ben"))
    wait_for(lambda: transport(place, tmp_path, branch="talk").probe().head == line.id)
    host.pushed()
    wait_for(lambda: "hello" in [one.text for one in talk.hear()])
    peer.close()
    host.close()


def test_a_join_is_not_removed_for_what_was_there_before_it(tmp_path: Path) -> None:
    host_in(tmp_path, "ben").close()
    publish_junk(tmp_path / "ann_hosted" / "ben.git", tmp_path)
    host = resumed(tmp_path)
    # By then the junk was found, and nothing else is looked at before that is taken in.
    wait_for(lambda: host.status.contacts["ben"].answered)
    host.hosting.clear("ben")
    peer_of(host, tmp_path, "ben").close()
    joined = published(host)["ben"]
    host.poll()
    assert published(host)["ben"] == joined
    wait_for(lambda: (host.poll(0.01), "ben" in host.game.joined)[1])
    host.close()


def test_a_host_that_comes_back_on_a_full_disk_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host_in(tmp_path, "ben").close()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Routes, "keep", full)
        with pytest.raises(NoRoom, match="No space left"):
            resumed(tmp_path)
    resumed(tmp_path).close()  # nothing holds it


def test_nobody_is_blamed_for_moves_that_came_by_a_stream_and_are_not_pushed_yet(
    tmp_path: Path,
) -> None:
    """Not after a new start either, when nobody remembers how they came."""
    host = host_in(tmp_path, "ben")
    ben = peer_of(host, tmp_path, "ben")
    wait_for(lambda: playing_on(host, ben) and len(ben.game.log) > 15)
    wait_for(lambda: playing_on(host, ben) and host.game.heads() == ben.game.heads())
    ben.close()
    host.close()
    for driver, other in (
        (resumed(tmp_path), "ben"),
        (resume_game(tmp_path / "ben", from_seed(b"ben"), publishes=False), "ann"),
    ):
        earlier = driver.game.log[driver.game.heads()[other]].parents[0]
        assert driver.game.log[earlier].seat == other
        driver.game.receive(other, earlier)
        assert driver.game.evidence == []
        driver.close()

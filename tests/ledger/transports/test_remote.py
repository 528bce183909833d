"""The door to the transports: names and addresses are checked, relative ones start at the game."""

from pathlib import Path

import pytest

from gitopoly.errors import InvalidNickname, UnsafeUrl
from gitopoly.ledger.transports.by_git import GitTransport
from gitopoly.ledger.transports.by_path import PathTransport
from gitopoly.ledger.transports.remote import Remote, transport
from tests.ledger.repositories import act, bare, fetch, game, probe, push


def test_a_remote_is_checked_when_it_is_made() -> None:
    with pytest.raises(InvalidNickname):
        Remote("--upload-pack=x", "../anna")
    with pytest.raises(UnsafeUrl):
        Remote("anna", "ext::sh -c x")


def test_paths_are_served_in_process_and_all_else_by_the_git_command() -> None:
    for url in ("../x", "/x", "file:///x"):
        assert isinstance(transport(url, Path()), PathTransport)
    for url in ("ssh://h/x", "h:x", "https://h/x", "http://h/x", "git://h/x"):
        assert isinstance(transport(url, Path()), GitTransport)


@pytest.mark.parametrize("form", ["../m2_p1", "{folder}/m2_p1", "file://{folder}/m2_p1"])
def test_all_forms_of_a_path_lead_to_the_same_place(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer, own = game(tmp_path / "m2_p1"), game(tmp_path / "m2_p0")
    head = act(peer)
    monkeypatch.chdir("/")  # where the program was started does not matter
    url = form.format(folder=tmp_path)
    assert fetch(own, Remote("m2_p1", url)).head == head
    assert probe(url, own.base).head == head


def test_the_games_folder_is_the_working_copy_or_the_bare_repository(tmp_path: Path) -> None:
    own, host = game(tmp_path / "own"), bare(tmp_path / "host.git")
    assert own.base.resolve() == (tmp_path / "own").resolve()
    assert host.base.resolve() == (tmp_path / "host.git").resolve()
    act(own)
    push(own, "../host.git")
    assert fetch(host, Remote("own", "../own")).head == probe("../host.git", own.base).head


def test_nothing_is_published_while_there_is_nothing(tmp_path: Path) -> None:
    own = game(tmp_path / "own")
    bare(tmp_path / "host.git")
    push(own, "../host.git")
    assert probe("host.git", tmp_path).empty

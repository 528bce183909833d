"""The door: who may do what there."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path

import pytest

from gitopoly.errors import GitopolyError, InvalidIdentity, InvalidLink
from gitopoly.ledger.identity import from_seed
from gitopoly.table.door_facts import ask_door
from gitopoly.table.hosting import Hosting
from gitopoly.table.routes import Link
from gitopoly.table.seat import Seat
from gitopoly.web.http_server import HttpServer
from tests.web.game_servers import wait_for
from tests.web.git_clients import branches, git, work
from tests.web.hosts import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with seats for ben and cleo."""
    found = Host(tmp_path).open()
    yield found
    found.close()


# Who may do what.


def test_a_link_is_all_that_a_peer_needs_and_a_guest_needs_less(host: Host) -> None:
    ben = host.join("ben")
    host.sit("cleo")
    wait_for(lambda: (ben.poll(0.05), ben.game.started)[1])
    assert [info.holder for info in ben.game.file.seats] == ["", "", "ann"]
    assert host.ask("GET", "/api/door", host.hosting.seats["cleo"])[1]["role"] == "guest"
    assert host.ask("GET", "/api/door", host.hosting.seats["ben"])[1]["role"] == "taken"
    ben.close()


def test_whoever_has_the_games_link_reads_with_stock_git(host: Host, tmp_path: Path) -> None:
    code, said = git(
        "clone", "-q", host.hosting.url("ann"), str(tmp_path / "c"), capability=host.hosting.game
    )
    assert code == 0, said


@pytest.mark.parametrize("capability", ["", "x" * 22, "none of these"])
def test_without_a_capability_or_with_a_guessed_one_nothing_is_served(
    host: Host, capability: str
) -> None:
    label = host.hosting.label
    for method, path in (
        ("GET", "/api/door"),
        ("POST", "/api/door/sit"),
        ("GET", "/api/games/table/events"),
        ("POST", "/api/games/table/act"),
        ("GET", f"/git/{label}/ann.git/info/refs?service=git-upload-pack"),
        ("POST", f"/git/{label}/ben.git/git-receive-pack"),
    ):
        assert host.ask(method, path, capability, {})[0] == 401, path
    assert git("ls-remote", host.hosting.url("ann"), capability=capability)[0] != 0


def test_a_spectator_reads_and_does_nothing_else(host: Host, tmp_path: Path) -> None:
    game = host.hosting.game
    assert host.ask("GET", "/api/door", game)[1]["role"] == "spectator"
    for what in ("act", "bid", "resign", "vote", "say", "settings"):
        assert host.ask("POST", f"/api/games/table/{what}", game, {})[0] == 404
    assert host.ask("POST", "/api/door/sit", game, {"token": ""})[0] == 404
    push = ("push", "-q", host.hosting.url("ben"), "main")
    code, said = git(*push, capability=game, folder=work(tmp_path / "w"))
    assert (code != 0, branches(host, "ben")) == (True, {}), said


def test_the_capability_of_another_seat_publishes_nothing(host: Host, tmp_path: Path) -> None:
    for name, capability in (("ben", "cleo"), ("ann", "ben")):
        before = branches(host, name)
        code, said = git(
            *("push", "-q", "-f", host.hosting.url(name), "main"),
            capability=host.hosting.seats[capability],
            folder=work(tmp_path / name),
        )
        assert code != 0
        assert "403" in said
        assert branches(host, name) == before


def test_a_guest_plays_for_its_own_seat_alone(host: Host) -> None:
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    mover = host.mover()
    other = next(name for name in ("ben", "cleo") if name != mover.name)
    decision = host.in_room(lambda: mover.position.counts[mover.number])
    code = str(host.in_room(mover.asked)[0])
    facts = {"decision": decision, "code": code}
    status, answer = host.ask("POST", "/api/games/table/act", host.hosting.seats[other], facts)
    assert status == 409, answer
    # Neither by naming another game.
    assert host.ask("POST", "/api/games/x/act", host.hosting.seats[other], facts)[0] == 409
    assert host.in_room(lambda: mover.position.counts[mover.number]) == decision


def test_a_guest_asks_for_hints_as_the_host_does_and_a_spectator_does_not(host: Host) -> None:
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    for what in ("hint", "judge-offer"):
        status, answer = host.ask(
            "POST", f"/api/games/table/{what}", host.hosting.seats["ben"], {"decision": 0}
        )
        assert status != 404, answer
        assert host.ask("POST", f"/api/games/table/{what}", host.hosting.game, {})[0] == 404


def test_guests_and_spectators_save_a_game_only_when_it_is_over(host: Host) -> None:
    """While it is played, a poster would tell what everybody is worth (TAX-1)."""
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    share = "/api/games/table/share"
    for capability in (host.hosting.seats["ben"], host.hosting.game):
        for name in ("poster.svg", "replay.html"):
            status, answer = host.ask("GET", f"{share}/{name}", capability)
            assert (status, answer["error"]) == (409, "a game can be saved when it is over")
        for path in ("other.svg", "../vote", "poster.svg/x", "%2e%2e/replay"):
            assert host.ask("GET", f"{share}/{path}", capability)[0] == 404, path
    assert host.ask("GET", f"{share}/poster.svg")[0] == 401


def test_a_guest_talks_to_all_and_a_spectator_only_listens(host: Host) -> None:
    ben = host.join("ben")
    host.sit("cleo")
    wait_for(lambda: (ben.poll(0.05), ben.game.started)[1])
    cleo, watching = host.hosting.seats["cleo"], host.hosting.game
    line = {"text": "<b>hello</b> ben"}
    wait_for(lambda: host.ask("POST", "/api/games/table/say", cleo, line)[0] == 200)
    assert host.ask("POST", "/api/games/table/react", cleo, {"name": "thanks"})[0] == 200
    for capability in (host.hosting.seats["ben"], watching):  # a peer's page is their own
        assert host.ask("POST", "/api/games/table/say", capability, line)[0] == 404
    assert ben.talk is not None
    heard: list[str] = []
    wait_for(
        lambda: (ben.poll(0.05), heard.extend(one.text for one in ben.talk.hear()), len(heard) > 1)[
            2
        ]
    )
    assert heard == [line["text"], "thanks"]
    place = host.in_room(lambda: host.room.guest("", lambda: host.driver.table_of("")))
    wait_for(lambda: [one["seat"] for one in place.snapshot()["said"]] == [2, 2])
    ben.close()


def test_nothing_of_the_hosts_own_page_is_served(host: Host) -> None:
    host.sit("ben")
    for capability in (host.hosting.seats["ben"], host.hosting.game):
        for method, path in (
            ("GET", "/api/games"),
            ("POST", "/api/games"),
            ("GET", "/api/again"),
            ("POST", "/api/edition"),
            ("POST", "/api/games/table/vote"),
            ("POST", "/api/games/table/again"),
            ("GET", f"/git/{host.hosting.label}/../hosting.json"),
            ("GET", f"/git/{host.hosting.label}/ann.git/config"),
            ("GET", f"/git/{host.hosting.label}/ann.git/objects/info/packs"),
            ("GET", "/static/..%2f..%2fapp.py"),
        ):
            assert host.ask(method, path, capability, {})[0] in (404, 405), path


def test_a_host_knows_that_somebody_came_through_a_tunnel(host: Host) -> None:
    host.hosting.address = "https://games.example:8443"
    assert host.ask("GET", "/api/door", host.hosting.game)[0] == 200
    assert not host.driver.reached  # from this computer, under its own address
    named = {"Host": "games.example:8443"}
    assert host.ask("GET", "/api/door", "guessed", headers=named)[0] == 401
    assert not host.driver.reached
    assert host.ask("GET", "/api/door", host.hosting.game, headers=named)[0] == 200
    assert host.driver.reached


def test_other_sites_are_refused_even_with_a_capability(host: Host) -> None:
    headers = {"Origin": "http://evil.example"}
    assert host.ask("GET", "/api/door", host.hosting.game, headers=headers)[0] == 403
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert host.ask("GET", "/api/door", host.hosting.game, headers=headers)[0] == 403


# A link in two browsers, a host that comes back.


def test_a_link_in_two_browsers_is_one_seat_and_a_double_click_one_move(host: Host) -> None:
    host.sit("ben")
    host.sit("ben")
    host.sit("cleo")
    host.wait_for_start()
    answers: list[int] = []

    def click(capability: str, facts: dict[str, object]) -> None:
        answers.append(host.ask("POST", "/api/games/table/act", capability, facts)[0])

    for _ in range(20):
        mover = host.mover()
        if mover.name == "ann":
            host.in_room(
                lambda seat=mover: host.driver.act(plain(seat)[0]) if plain(seat) else None
            )
            continue
        found = host.in_room(lambda seat=mover: (seat.position.counts[seat.number], plain(seat)))
        if not found[1]:
            continue
        facts = {"decision": found[0], "code": str(found[1][0])}
        answers.clear()
        both = (host.hosting.seats[mover.name], facts)
        threads = [threading.Thread(target=click, args=both) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if 200 in answers:  # otherwise the game has moved on by itself before the clicks came
            break
    assert sorted(answers) == [200, 409]


def test_a_new_link_takes_a_seat_from_whoever_has_the_old_one(host: Host) -> None:
    host.sit("ben")
    old = host.hosting.seats["ben"]
    host.close()
    Hosting.load(host.hosting.folder).renew("ben")
    host.open()
    new = host.hosting.seats["ben"]
    assert host.ask("GET", "/api/door", old)[0] == 401
    assert host.ask("GET", "/api/door", new)[1]["role"] == "freed"
    assert host.hosting.whose(old) is None
    host.sit("ben")
    assert host.ask("GET", "/api/door", new)[1]["role"] == "guest"


def plain(seat: Seat) -> list[int]:
    """What a seat can click on now."""
    return [choice for choice in seat.asked() if isinstance(choice, int)]


@pytest.mark.slow
def test_a_host_stops_and_comes_back_and_peers_go_on_by_themselves(
    host: Host, tmp_path: Path
) -> None:
    ben = host.join("ben")
    host.sit("cleo")
    wait_for(lambda: (ben.poll(0.05), ben.game.started)[1])
    host.close()
    ben.poll(0.2)
    host.open()
    seats = {"ben": ben.seat}

    def moved() -> bool:
        """Somebody moves, and the others see it."""
        ben.poll(0.05)
        assert seats["ben"] is not None
        if choices := seats["ben"].asked():
            ben.act(choices[0])

        def act_for_ours() -> int:
            for seat in (host.driver.seat, *host.driver.held.values()):
                if seat is not None and (found := seat.asked()):
                    table = host.driver if seat is host.driver.seat else None
                    (table or host.driver.table_of(seat.name)).act(found[0])
            return sum(host.driver.game.position.counts)

        return bool(host.in_room(act_for_ours) > 30)

    wait_for(moved)
    ben.close()


# The inviting key.


def test_a_host_stops_without_a_word_while_others_listen(
    host: Host, capfd: pytest.CaptureFixture[str]
) -> None:
    page = HttpServer(host.server)  # which would say what went wrong there
    connection = HTTPConnection("127.0.0.1", host.door.port, timeout=60)
    reads = {"Authorization": f"Bearer {host.hosting.game}"}
    connection.request("GET", f"/git/{host.hosting.label}/stream", headers=reads)
    stream = connection.getresponse()
    assert stream.status == 200
    page.close()
    host.door.close()
    with contextlib.suppress(IncompleteRead):
        stream.read()  # to its end
    connection.close()
    assert capfd.readouterr().err == ""


def test_another_key_than_the_links_is_refused_before_anything_is_written(
    host: Host, tmp_path: Path
) -> None:
    host.key = from_seed(b"somebody else")  # as if the address were somebody else's now
    with pytest.raises(InvalidIdentity) as refusal:
        host.join("ben")
    assert "do not join" in str(refusal.value)
    assert not (tmp_path / "ben").exists()
    assert branches(host, "ben") == {}


def test_a_link_that_the_host_does_not_know_is_refused_in_one_line(host: Host) -> None:
    link = Link(host.hosting.address, "ben", "x" * 22, host.key.public.fingerprint)
    with pytest.raises(InvalidLink) as refusal:
        ask_door(link)
    assert "x" * 22 not in str(refusal.value)


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "\u202egnp", "a\nb", "ann\x00"])
def test_markup_is_no_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(GitopolyError):
        Host(tmp_path, ("ann", name)).open()
    assert not (tmp_path / "ann_hosted").exists()

"""A guest's seat belongs to the device that sat down, and to those that were let in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gitopoly.errors import InvalidSeat
from gitopoly.table.hosting import LAPSED, MOST_ASKING, MOST_DEVICES, Devices, digest_of
from gitopoly.web.commands import COMMANDS
from gitopoly.web.door import Allowance
from gitopoly.web.view import devices_of
from tests.web.hosts import Host


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A host with ben at the table, on one device."""
    found = Host(tmp_path, ("ann", "ben", "cleo")).open()
    found.sit("ben")
    yield found
    found.close()


def role(host: Host, device: str | None = None, name: str = "ben") -> str:
    """What a device may do with a seat's link; by default that which sat down."""
    return str(host.ask("GET", "/api/door", host.hosting.seats[name], device=device)[1]["role"])


def asking(host: Host, device: str = "") -> tuple[str, str]:
    """Another device asks for ben's seat: its secret and its code."""
    link = host.hosting.seats["ben"]
    status, said = host.ask("POST", "/api/door/ask", link, {}, device=device)
    assert status == 200, said
    return said["device"], said["code"]


def answered(host: Host, code: str, answer: str, device: str | None = None) -> int:
    """What the door says to an answer about a device that asks for ben's seat."""
    facts = {"name": "ben", "code": code, "answer": answer}
    link = host.hosting.seats["ben"]
    return host.ask("POST", "/api/games/table/device", link, facts, device=device)[0]


def hosts_command(host: Host, command: str, **facts: str) -> None:
    """What the host does on their own page."""
    COMMANDS[command](host.room, json.dumps(facts).encode()).result(60)


def seen(host: Host, name: str) -> Any:
    """What the page of a seat, or of spectators, is told of ben's devices."""

    def look() -> Any:
        return devices_of(host.driver if name == "ann" else host.driver.table_of(name))

    (found,) = host.in_room(look)
    return found


def test_a_second_device_with_the_same_link_only_watches(host: Host) -> None:
    link = host.hosting.seats["ben"]
    for device in ("", "x" * 22, host.hosting.seats["ben"], digest_of(host.devices["ben"])):
        assert role(host, device) == "elsewhere"
        facts = {"token": ""}
        assert host.ask("POST", "/api/door/sit", link, facts, device=device)[0] == 409
        for what in ("act", "say", "resign", "settings", "device"):
            path = f"/api/games/table/{what}"
            assert host.ask("POST", path, link, {}, device=device)[0] == 404
    assert role(host) == "guest"
    assert host.devices["ben"] not in (host.hosting.folder / "hosting.json").read_text()


def test_a_second_device_is_shown_what_spectators_see(host: Host) -> None:
    host.sit("cleo")
    host.wait_for_start()
    path, link = "/api/games/table/replay", host.hosting.seats["ben"]
    assert host.ask("GET", path, link, device="")[0] == 200
    device, _ = asking(host)
    place = host.in_room(lambda: host.room.guest("", lambda: host.driver.table_of("")))
    assert place.snapshot()["view"]["me"] is None
    mine = host.hosting.devices.plays
    assert mine("ben", host.devices["ben"])
    assert not mine("ben", device)
    assert not mine("cleo", host.devices["ben"])


def test_the_first_device_lets_another_in_and_both_play(host: Host) -> None:
    device, code = asking(host)
    assert role(host, device) == "elsewhere"
    assert seen(host, "ann")["asking"] == [code]
    assert seen(host, "ben")["asking"] == [code]
    assert seen(host, "")["asking"] == []
    assert answered(host, code, "in") == 200
    assert role(host) == role(host, device) == "guest"
    for name in ("ann", "ben", ""):
        assert (seen(host, name)["count"], seen(host, name)["asking"]) == (2, [])


def test_whoever_asks_cannot_let_itself_in(host: Host) -> None:
    device, code = asking(host)
    assert answered(host, code, "in", device) == 404
    host.sit("cleo")
    facts = {"name": "ben", "code": code, "answer": "in"}
    link = host.hosting.seats["cleo"]
    assert host.ask("POST", "/api/games/table/device", link, facts)[0] == 409
    assert role(host, device) == "elsewhere"


def test_a_code_is_answered_once(host: Host) -> None:
    device, code = asking(host)
    assert answered(host, code, "no") == 200
    assert answered(host, code, "in") == 400
    assert role(host, device) == "elsewhere"
    assert host.ask("GET", "/api/door", host.hosting.seats["ben"], device=device)[1]["code"] == ""


def test_only_the_host_moves_a_seat_and_frees_it(host: Host) -> None:
    device, code = asking(host)
    assert answered(host, code, "alone") == 409
    link = host.hosting.seats["ben"]
    assert host.ask("POST", "/api/games/table/new-link", link, {"name": "ben"})[0] == 404
    hosts_command(host, "device", name="ben", code=code, answer="alone")
    assert (role(host), role(host, device)) == ("elsewhere", "guest")
    hosts_command(host, "new-link", name="ben")
    assert host.ask("GET", "/api/door", link, device=device)[0] == 401
    assert role(host, device) == "freed"
    assert seen(host, "ann")["link"]["text"] == host.link("ben").text
    assert seen(host, "")["link"] is None
    host.sit("ben")
    assert (role(host), role(host, device)) == ("guest", "elsewhere")


def test_what_a_device_listened_to_ends_when_its_seat_moves(host: Host) -> None:
    told: list[str] = []
    place = host.in_room(lambda: host.room.guest("ben", lambda: host.driver.table_of("ben")))
    place.listen(lambda kind, _: told.append(kind))
    hosts_command(host, "device", name="ben", code=asking(host)[1], answer="alone")
    assert told[-1] == "closed"


def test_devices_outlast_the_hosts_program_and_questions_do_not(host: Host) -> None:
    device, code = asking(host)
    assert answered(host, code, "in") == 200
    other, _ = asking(host)
    host.close()
    host.open()
    assert role(host) == role(host, device) == "guest"
    assert role(host, other) == "elsewhere"
    assert seen(host, "ann")["asking"] == []


def test_whoever_has_lost_their_storage_asks_and_the_host_lets_them_in(host: Host) -> None:
    device, code = asking(host)
    hosts_command(host, "device", name="ben", code=code, answer="in")
    assert role(host, device) == "guest"


def test_a_flood_of_questions_is_bounded_and_takes_nothing_from_the_guest(host: Host) -> None:
    link = host.hosting.seats["ben"]
    path = "/api/door/ask"
    found = [host.ask("POST", path, link, {}, device="")[0] for _ in range(10)]
    assert found.count(200) == MOST_ASKING
    assert found[-1] == 429
    host.door.door._commands = Allowance(20, 0)
    while host.ask("GET", "/api/door", link, device="")[0] == 200:
        pass
    assert role(host) == "guest"


def test_asking_again_is_the_same_question(host: Host) -> None:
    device, code = asking(host)
    assert asking(host, device) == (device, code)
    assert asking(host)[0] != device


def test_there_is_nothing_to_ask_of_a_seat_that_is_free(host: Host) -> None:
    link = host.hosting.seats["cleo"]
    assert host.ask("POST", "/api/door/ask", link, {})[0] == 409
    assert host.ask("POST", "/api/door/ask", host.hosting.game, {})[0] == 404


# Bounds.


def test_who_asks_and_goes_away_is_forgotten() -> None:
    now = [0.0]
    devices = Devices(clock=lambda: now[0])
    devices.seat("ben", "first")
    code = devices.ask("ben", "second")
    now[0] = LAPSED
    assert devices.code_of("ben", "second") == code
    now[0] = 2 * LAPSED
    assert devices.asking("ben") == [code]
    now[0] += 1
    assert devices.asking("ben") == []
    with pytest.raises(InvalidSeat):
        devices.let_in("ben", code)


def test_a_seat_has_so_many_devices_and_no_more() -> None:
    devices = Devices()
    devices.seat("ben", "0")
    for number in range(1, MOST_DEVICES):
        devices.let_in("ben", devices.ask("ben", str(number)))
    code = devices.ask("ben", "one more")
    with pytest.raises(InvalidSeat):
        devices.let_in("ben", code)
    devices.let_in("ben", code, alone=True)
    assert devices.count("ben") == 1
    assert devices.plays("ben", "one more")
    assert not devices.plays("ben", "0")

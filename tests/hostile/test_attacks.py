"""Every attack on every host: refused with its reason, survived by everybody, found by `verify`.

The attacks of one table share a live game. The last test of each table lets the game go on,
everybody leave in order, and `verify` name all that was shown there.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.hostile.attack import EVERYWHERE, AtTable, InFolder, OnFiles, OnLog, all_attacks
from tests.hostile.program import gitopoly
from tests.hostile.rival import NAME, OTHERS
from tests.hostile.table import ASKS, FLOOR, MOMENTS, SEATS, Table

ATTACKS = all_attacks()
LONG = pytest.mark.long
AT_TABLE = {name: attack for name, attack in ATTACKS.items() if isinstance(attack, AtTable)}
IN_FOLDER = {name: attack for name, attack in ATTACKS.items() if isinstance(attack, InFolder)}
ON_FILES = {name: attack for name, attack in ATTACKS.items() if isinstance(attack, OnFiles)}
ON_LOG = {name: attack for name, attack in ATTACKS.items() if isinstance(attack, OnLog)}
FLOORS = sorted(name for name, attack in ON_LOG.items() if attack.moment == FLOOR)


class Tables:
    """Live games, each opened when it is first wanted, and anew when one was broken."""

    def __init__(self, make_folder: Callable[[str], Path]) -> None:
        self._make_folder = make_folder
        self._open: dict[tuple[str, str], Table] = {}

    def at(self, host: str, party: str) -> Table:
        """The game of some attacks on a host."""
        if (host, party) not in self._open:
            self._open[host, party] = Table(self._make_folder(f"hostile_{host}"), host)
        return self._open[host, party]

    def drop(self, host: str, party: str) -> None:
        """Let nothing be built on a game in which something went wrong."""
        self._open.pop((host, party)).close()

    def close(self) -> None:
        """End all games."""
        for table in self._open.values():
            table.close()


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """The live games of this process."""
    made = Tables(lambda name: tmp_path_factory.mktemp(name))
    yield made
    made.close()


def party_of(name: str, host: str) -> str:
    """Which attacks share a table: by their moment, and not too many where moves are quick."""
    if host != "folder":
        return "all"
    return f"floor {FLOORS.index(name) % 2}" if name in FLOORS else "others"


def cases() -> list[object]:
    """All attacks on all hosts, those of one table beside each other, in the order of moments."""
    found = []
    for host in EVERYWHERE:
        chosen = [n for n in ON_LOG if host in ON_LOG[n].hosts]
        sent = [n for n in ON_LOG if host == "folder" or ON_LOG[n].sent_by_git]
        for names, marks in ((chosen, []), ([n for n in sent if n not in chosen], [LONG])):
            ordered = sorted(names, key=lambda n: MOMENTS.index(ON_LOG[n].moment))
            parties = [party_of(name, host) for name in ordered]
            for party in dict.fromkeys(parties):
                group = pytest.mark.xdist_group(f"hostile {host} {party} {len(marks)}")
                those = [n for n, p in zip(ordered, parties, strict=True) if p == party]
                label = f"{party}{' long' if marks else ''}"
                for name in (*those, ""):
                    told = f"{host}-{name or f'the game goes on ({label})'}"
                    found.append(pytest.param(host, label, name, marks=[group, *marks], id=told))
    return found


def at_tables() -> list[object]:
    """All stories at a table, on all hosts."""
    return [
        pytest.param(n, h, marks=[] if h in a.hosts else [LONG])
        for n, a in AT_TABLE.items()
        for h in EVERYWHERE
    ]


def on_files() -> list[object]:
    """All attacks on files, the slow ones for `make test-long`."""
    return [pytest.param(n, marks=[LONG] if a.long else []) for n, a in ON_FILES.items()]


@pytest.mark.slow
@pytest.mark.parametrize(("host", "party", "name"), cases())
def test_attack(host: str, party: str, name: str, tables: Tables) -> None:
    table = tables.at(host, party)
    try:
        if name:
            attack(table, ON_LOG[name])
        else:
            goes_on(table)
            tables.drop(host, party)
    except BaseException:
        tables.drop(host, party)
        raise


def attack(table: Table, hostile: OnLog) -> None:
    """Show an entry to everybody, and see what they make of it."""
    if table.moment != hostile.moment:
        table.reach(hostile.moment)
    rival = table.rival
    before = table.heads()
    # She must not publish on top of what she knows nothing of; the next moment wakes her.
    table.players[NAME].pause()
    shown = rival.show(hostile.write(rival))
    for player in table.honest:
        player.wake()
    if hostile.moment == ASKS:
        table.moment = ""  # now they tell their links, and the draw is made

    rule = ""
    for name in OTHERS:
        table.wait(lambda n=name: table.noted(n, shown) is not None, f"{name} refuses")  # type: ignore[misc]
        noted = table.noted(name, shown)
        assert noted is not None
        assert (noted["code"], noted["seat"]) == (hostile.code, NAME), noted
        assert hostile.reason in str(noted["reason"]), noted
        rule = str(noted["rule"] or noted["code"])
        assert hostile.rule in ("", rule), noted
    said, report = table.verify(table.urls[NAME])
    assert said.code == hostile.verify, said
    if said.code == 1:
        first = report["offences"][0]
        named = first["commit"], first["seat"], first["rule"]
        assert named == (shown, hostile.log_of, rule), first
        assert hostile.reason in first["reason"], first
    else:
        assert shown[:12] in said.err, said
        assert hostile.reason in said.err, said
    table.offences[shown] = rule

    # Nobody believes a word of it, and nobody has lost anything.
    assert {table.accepted(NAME, by) for by in OTHERS} <= rival.past(rival.head)
    if hostile.moment == FLOOR:
        assert table.heads() == before
    rival.withdraw()
    for player in table.honest:
        assert player.answers()


@pytest.mark.slow
@pytest.mark.xdist_group("hostile files")
@pytest.mark.parametrize("name", [*on_files(), pytest.param("", id="the game goes on")])
def test_attack_on_files(name: str, tables: Tables) -> None:
    """What reads the files of others looks at them, lives, and says in one line what it thinks."""
    table = tables.at("folder", "files")
    try:
        if name:
            attack_files(table, ON_FILES[name])
        else:
            goes_on(table)
            tables.drop("folder", "files")
    except BaseException:
        tables.drop("folder", "files")
        raise


def attack_files(table: Table, hostile: OnFiles) -> None:
    """Spoil the repository of cleo, let everybody look at it, and put it back."""
    if table.moment != FLOOR:
        table.reach(FLOOR)
    shown = table.rival.shown
    before = table.heads(), [table.accepted(NAME, by) for by in OTHERS]
    sound = shown.path.with_name("sound.git")
    shutil.copytree(shown.path, sound)
    try:
        hostile.spoil(table.rival)
        said = gitopoly("verify", str(shown.path), at=table.folder).expect(*hostile.codes)
        assert not (table.rival.folder / "marker").exists()
        assert hostile.says in said.out + said.err, said
        for player in table.honest:
            assert player.answers()
        assert [table.accepted(NAME, by) for by in OTHERS] == before[1]
        assert table.heads() == before[0]
    finally:
        shutil.rmtree(shown.path)
        sound.rename(shown.path)
        table.rival.forget()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "host"), at_tables())
def test_attack_in_a_story(name: str, host: str, tmp_path: Path) -> None:
    story = AT_TABLE[name]
    table = Table(tmp_path, host, *story.options)
    try:
        story.play(table)
    finally:
        table.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_FOLDER)
def test_attack_in_a_folder(name: str, tmp_path: Path) -> None:
    IN_FOLDER[name].play(tmp_path)


def goes_on(table: Table) -> None:
    """Everybody plays on, leaves in order, and whoever looks finds all that was shown."""
    table.play_on()
    table.leave()
    for name in OTHERS:
        said, report = table.verify(name)
        found = {offence["commit"]: offence["rule"] for offence in report["offences"]}
        assert table.offences.items() <= found.items()
        assert said.code == (1 if found else 0)
    # Twin: what cleo wrote honestly is found good.
    assert table.verify(table.urls[NAME])[0].code == 0
    assert len({table.accepted("ann", by) for by in SEATS if by != "ann"}) == 1

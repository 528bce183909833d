"""How a game begins, and who cannot spoil it."""

from __future__ import annotations

import pytest

from gitopoly.errors import InvalidSeat
from gitopoly.ledger.entry import Draft, Sealed, seal
from gitopoly.ledger.evidence import Evidence
from gitopoly.ledger.identity import Identity, PublicKey, from_seed
from gitopoly.ledger.journal import MemoryJournal
from gitopoly.ledger.store import Store
from gitopoly.table.game_file import GameFile, SeatInfo
from gitopoly.table.lobby import check_same_url, files_of
from gitopoly.table.local_game import seat_all, start
from gitopoly.table.seat import Seat
from tests.ledger.offers import offer
from tests.table.tables import Table, copy, fetch, files_with

STRANGER = from_seed(b"a stranger")
CLEO = from_seed(b"cleo").public
COMMITMENT = b"c" * 32
NONCE = b"n" * 16


def join_trailers(
    key: PublicKey, token: str, commitment: bytes, nonce: bytes = b""
) -> dict[str, str]:
    """The trailers of a join as they would be written by hand."""
    trailers = {"Action": "Join", "Key": key.text, "Token": token}
    if commitment:
        trailers["Dice"] = commitment.hex()
    if nonce:
        trailers["Nonce"] = nonce.hex()
    return trailers


def joining(table: Table, name: str = "cleo", **changes: object) -> Sealed:
    """The join of a seat as it would be written by hand, but for what is changed."""
    game = table.seats[0].game
    identity = changes.pop("by", table.identities[2])
    assert isinstance(identity, Identity)
    trailers = join_trailers(identity.public, "dog", COMMITMENT, NONCE)
    files = files_of(game.file, f"lobby: true\njoined: [{name}]\n")
    files = changes.pop("files", files)  # type: ignore[assignment]
    fields: dict[str, object] = {
        "seat": name,
        "parents": (game.root,),
        "sentence": f"{name} joins.",
        "trailers": trailers,
        "time": 1_700_000_100,
        **changes,
    }
    return seal(Draft(**fields), files, identity)  # type: ignore[arg-type]


def show(seat: Seat, source: str, entry: Sealed) -> Evidence | None:
    offer(seat.game.store, entry.objects)
    return seat.game.receive(source, entry.entry.id).refused


def refuses(table: Table, entry: Sealed, code: str, reason: str, source: str = "cleo") -> None:
    evidence = show(table.seats[0], source, entry)
    assert evidence is not None
    assert (evidence.code, evidence.id) == (code, entry.entry.id)
    assert reason in evidence.reason
    assert evidence in table.seats[0].game.evidence
    table.start()
    assert all(seat.game.started for seat in table.seats)


def started_by_hand(table: Table) -> Sealed:
    """The start of the game as Ann's next entry, whether or not she may."""
    return joining(
        table,
        "ann",
        by=table.identities[0],
        trailers={"Action": "Start"},
        parents=table.seats[0].game.log.frontier("ann"),
    )


def test_a_join_written_by_hand_is_taken() -> None:
    table = Table(3)
    assert show(table.seats[0], "cleo", joining(table)) is None
    assert table.seats[0].game.joined == ["cleo"]


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ({"seat": "mallory"}, "unknown-seat", "mallory"),
        ({"trailers": {"Action": "Join"}}, "forged", "brings no key"),
        (
            {"trailers": {**join_trailers(STRANGER.public, "dog", COMMITMENT, NONCE)}},
            "forged",
            "not made with the key",
        ),
        (
            {"trailers": join_trailers(CLEO, "dog", b"", NONCE)},
            "illegal",
            "joint dice need a commitment",
        ),
        (
            {"trailers": join_trailers(CLEO, "dog", b"short", NONCE)},
            "illegal",
            "32 bytes as hexadecimal digits",
        ),
        (
            {
                "trailers": {
                    **join_trailers(CLEO, "dog", COMMITMENT, NONCE),
                    "More": "x",
                }
            },
            "illegal",
            "each trailer in canonical form, and no others",
        ),
        ({"files": {"game.yml": b"x\n", "state.yml": b"y\n"}}, "illegal", "not those that follow"),
    ],
)
def test_joins_that_no_seat_writes(changes: dict[str, object], code: str, reason: str) -> None:
    table = Table(3)
    refuses(table, joining(table, **changes), code, reason)


def test_a_pinned_key_keeps_strangers_out() -> None:
    table = Table(3, pinned={"cleo": from_seed(b"cleo").public.fingerprint})
    refuses(table, joining(table, by=STRANGER), "illegal", "the invitation requires another key")


def test_a_stranger_cannot_take_a_seat_through_somebody_elses_log() -> None:
    table = Table(3)
    evidence = show(table.seats[0], "ben", joining(table, by=STRANGER))
    assert evidence is not None
    assert evidence.code == "unknown-key"
    table.start()
    assert table.seats[0].game.started


def test_the_initiator_joins_with_the_key_of_the_invitation() -> None:
    table = Table(3)
    entry = joining(table, "ann", by=table.identities[0])
    changed = dict(entry.entry.trailers, Key=STRANGER.public.text)
    evidence = show(
        table.seats[1],
        "ann",
        joining(table, "ann", by=table.identities[0], trailers=changed),
    )
    assert evidence is not None
    assert "the key of the invitation" in evidence.reason
    assert show(table.seats[1], "ann", entry) is None


def test_only_the_initiator_starts_and_only_once() -> None:
    table = Table(3)
    for seat in table.seats:
        seat.join()
    table.exchange()
    by_ben = joining(
        table,
        "ben",
        by=table.identities[1],
        trailers={"Action": "Start"},
        parents=table.seats[1].game.log.frontier("ben"),
    )
    evidence = show(table.seats[0], "ben", by_ben)
    assert evidence is not None
    assert "only the initiator, who has the first seat" in evidence.reason
    table.agree()
    table.seats[0].run_automatic_moves()
    table.exchange()
    assert all(seat.game.started for seat in table.seats)
    again = started_by_hand(table)
    evidence = show(table.seats[1], "ann", again)
    assert evidence is not None
    assert evidence.code == "illegal"


def test_a_game_does_not_start_before_all_have_joined() -> None:
    table = Table(3)
    for seat in table.seats[:2]:
        seat.join()
    table.exchange()
    early = started_by_hand(table)
    evidence = show(table.seats[1], "ann", early)
    assert evidence is not None
    assert "does not stand on the joins of all seats" in evidence.reason


def test_no_move_before_the_start() -> None:
    table = Table(3)
    table.seats[2].join()
    fetch(table.seats[0], table.seats[2])
    early = joining(
        table,
        trailers={"Action": "RollAndMove"},
        parents=table.seats[2].game.log.frontier("cleo"),
    )
    refused = show(table.seats[0], "cleo", early)
    assert refused is not None
    assert "has not started" in refused.reason


def test_two_starts_of_the_same_game_freeze_the_initiator_and_play_goes_on() -> None:
    table = Table(3)
    for seat in table.seats:
        seat.join()
    table.agree()
    ann, ben, cleo = table.seats
    log = ann.game.log
    frontier = log.frontier("ann")
    ann.run_automatic_moves()
    start = log[log.tips()["ann"]]
    other = seal(
        Draft("ann", frontier, start.sentence, start.trailers, start.time + 1),
        files_with(ann.game, start),
        table.identities[0],
    )
    fetch(ben, ann)
    assert show(cleo, "ann", other) is None
    assert ben.game.started
    assert cleo.game.started
    offer(ben.game.store, other.objects)
    assert ben.game.receive("ann", other.entry.id).refused is not None
    assert ben.game.log.forks()["ann"].last_common == frontier[0]
    assert ben.position.forked == [True, False, False]
    assert ben.run_automatic_moves() != []


def test_who_joins_under_another_address_is_told() -> None:
    game = Table(3).seats[0].game.file
    check_same_url(game, "ben", "../ben.git")
    with pytest.raises(InvalidSeat, match=r"wrote \.\./ben\.git as the address of ben"):
        check_same_url(game, "ben", "../else.git")


def test_two_joins_under_different_keys_are_held_against_nobody_else() -> None:
    """Whoever shows one key here and another there only keeps the game from starting."""
    table = Table(3)
    ann, ben, _ = table.seats
    ann.join()
    ben.join()
    for one, other in ((ann, ben), (ben, ann)):
        fetch(one, other)
    assert show(ann, "cleo", joining(table, by=STRANGER)) is None
    assert show(ben, "cleo", joining(table)) is None
    assert [event.sentence for event in ben.run_automatic_moves()] == ["ben is ready."]
    head = ben.game.store.head("ben")
    assert head is not None
    copy(ben, ann.game.store)
    refused = ann.game.receive("ben", head).refused
    assert refused is not None
    assert refused.code == "other-key"
    assert "cleo has shown another key here" in refused.reason
    assert ann.game.evidence == []
    assert ann.run_automatic_moves() == []
    # Not even if the seat itself has shown both.
    found = show(ann, "cleo", joining(table))
    assert found is not None
    assert found.code == "other-key"
    assert ann.game.receive("ben", head).refused is not None
    assert ann.game.evidence == []


def test_a_join_that_is_hidden_from_one_keeps_the_game_from_starting() -> None:
    """Nobody takes another's key from a third, so whoever has not seen it is not ready."""
    table = Table(3)
    ann, ben, _ = table.seats
    ann.join()
    ben.join()
    fetch(ann, ben)
    join = joining(table)
    assert show(ann, "cleo", join) is None
    assert ann.run_automatic_moves() == []
    assert ann.game.waiting_for() == ["ben", "cleo"]
    offer(ben.game.store, join.objects)
    hidden = ben.game.receive("ann", join.entry.id).refused
    assert hidden is not None
    assert hidden.code == "unknown-key"
    assert ben.run_automatic_moves() == []
    assert ben.game.evidence == []
    # It is enough that the seat shows it at last.
    assert show(ben, "cleo", join) is None
    fetch(ben, ann)
    assert [event.sentence for event in ben.run_automatic_moves()] == ["ben is ready."]


def two_joins_of_cleo(table: Table) -> tuple[Sealed, Sealed]:
    other = join_trailers(CLEO, "cat", b"d" * 32, NONCE)
    return joining(table), joining(table, trailers=other)


def test_an_initiator_cannot_start_two_different_games() -> None:
    """Not even with an accomplice who joined twice: everybody else is ready for one of them."""
    table = Table(3)
    ann, ben, _ = table.seats
    ann.join()
    ben.join()
    for one, other in ((ann, ben), (ben, ann)):
        fetch(one, other)
    spare = table.twin(ann)
    joins = two_joins_of_cleo(table)
    for seat, join in zip((ann, spare), joins, strict=True):
        assert show(seat, "cleo", join) is None
    assert show(ben, "cleo", joins[0]) is None
    ben.run_automatic_moves()
    ready = ready_by_hand(table, ann, joins[0])
    fetch(ann, ben)
    assert show(ann, "cleo", ready) is None
    ann.run_automatic_moves()
    assert ann.game.started
    copy(ben, spare.game.store)
    spare.game.receive("ben", ben.game.log.tips()["ben"])
    assert spare.run_automatic_moves() == []
    assert not spare.game.started
    by_hand = joining(
        table,
        "ann",
        by=table.identities[0],
        trailers={"Action": "Start"},
        parents=(spare.game.log.tips()["ann"], ben.game.log.tips()["ben"], joins[1].entry.id),
    )
    fetch(ben, ann)
    assert show(ben, "cleo", joins[1]) is not None
    found = show(ben, "ann", by_hand)
    assert found is not None
    assert "does not stand on the joins of all seats" in found.reason
    assert {(e.code, e.seat) for e in ben.game.evidence} == {("fork", "cleo"), ("illegal", "ann")}
    assert ben.game.started


def ready_by_hand(table: Table, seat: Seat, join: Sealed) -> Sealed:
    """Word that cleo is ready, on top of what a seat knows and of one of its joins."""
    log = seat.game.log
    tips = [top for name, top in log.tips().items() if name != "cleo"]
    others = [top for top in tips if not log.in_past(top, join.entry.id)]
    return joining(
        table,
        trailers={"Action": "Ready"},
        parents=(join.entry.id, *others),
        files={
            "game.yml": seat.game.file.to_yaml().encode(),
            "state.yml": b"lobby: true\njoined: [ann, ben, cleo]\n",
        },
    )


def test_nobody_is_ready_before_all_have_joined_or_twice() -> None:
    table = Table(3)
    ann, ben, cleo = table.seats
    ann.join()
    cleo.join()
    table.exchange()
    join = Sealed(cleo.game.log[cleo.game.log.tips()["cleo"]], ())
    early = show(ann, "cleo", ready_by_hand(table, ann, join))
    assert early is not None
    assert "does not stand on the joins of all seats" in early.reason
    ben.join()
    table.agree()
    own = Sealed(cleo.game.log[cleo.game.log.tips()["cleo"]], ())
    twice = show(ann, "cleo", ready_by_hand(table, ann, own))
    assert twice is not None
    assert "a seat is ready once" in twice.reason
    assert cleo.run_automatic_moves() == []


def test_a_game_starts_when_all_are_ready() -> None:
    table = Table(3)
    for seat in table.seats:
        seat.join()
    table.exchange()
    table.seats[1].run_automatic_moves()
    fetch(table.seats[0], table.seats[1])
    early = started_by_hand(table)
    evidence = show(table.seats[1], "ann", early)
    assert evidence is not None
    assert "somebody is not ready" in evidence.reason


def test_a_join_without_a_nonce_is_refused() -> None:
    without = join_trailers(CLEO, "dog", COMMITMENT)
    refuses(
        Table(3), joining(Table(3), trailers=without), "illegal", "joint dice need a commitment"
    )
    short = join_trailers(CLEO, "dog", COMMITMENT, NONCE[1:])
    refuses(
        Table(3), joining(Table(3), trailers=short), "illegal", "16 bytes as hexadecimal digits"
    )


def test_a_game_of_long_names_starts() -> None:
    """Its sentence names all players, and has to be cut short."""
    names = [f"{letter * 32}" for letter in "abcdefgh"]
    seats = tuple(SeatInfo(name, f"../{name}.git") for name in names)
    stores = [Store(MemoryJournal()) for _ in names]
    identities = [from_seed(name.encode()) for name in names]
    drivers = seat_all(GameFile("classic", seats), stores, identities, lambda: 1_700_000_000)
    start(drivers)
    assert all(driver.game.started for driver in drivers)


def test_what_was_a_step_of_the_lobby_is_none_after_the_start() -> None:
    table = Table(3).start()
    ann, ben, _ = table.seats
    for trailers in (
        {"Action": "Ready"},
        {"Action": "Start"},
        {"Action": "Invite", "Key": table.identities[1].public.text},
        join_trailers(table.identities[1].public, "dog", COMMITMENT, NONCE),
    ):
        log = ben.game.log
        late = joining(
            table,
            "ben",
            by=table.identities[1],
            trailers=trailers,
            parents=log.frontier("ben"),
            time=log[log.tips()["ben"]].time,
        )
        refused = show(ann, "ben", late)
        assert refused is not None
        assert refused.code == "illegal"

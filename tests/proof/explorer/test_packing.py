"""Packed positions: every state comes back whole on every carrier, and what does not fit shows."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from gitopoly.errors import InvalidModel
from gitopoly.proof.explorer.explorer import Explorer, in_wasm, on_threads
from gitopoly.proof.explorer.packing import DERIVED, PositionCode, layout_of, slots_of
from gitopoly.proof.explorer.program import GPU_BUCKET, PROCESSOR_BUCKET, SLOTS, packed_for
from gitopoly.proof.explorer.steps import Bounds, tried_by
from gitopoly.proof.specs.model_config import ExplorationSettings, Search
from gitopoly.rules import Rules, State, initial
from tests.proof.explorer.carriers import searched
from tests.proof.plain_search import key_of, steps_from

pytestmark = pytest.mark.xdist_group("compiled")

NARROW, WIDE, FULL = "MCMonopolyPenniless", "MCMonopolyThree", "MCClassicThree"


@pytest.fixture(params=[on_threads, in_wasm])
def open_on(request: pytest.FixtureRequest) -> Callable[[str], Explorer]:
    """Opens a model on each carrier."""
    return lambda name: Explorer(searched(name), ExplorationSettings(), carrier=request.param)


def walk(search: Search, steps: int) -> list[State]:
    """States of some random games within the bounds of a model."""
    chosen = random.Random(1)
    found = [initial(search.rules)]
    depth = 0
    while len(found) < steps:
        following = [after for _, _, after in steps_from(found[-1], search.bounds)]
        depth = 0 if not following or (search.bounds and depth > 9) else depth + 1
        found.append(chosen.choice(following) if depth else initial(search.rules))
    return found


@pytest.mark.parametrize("name", [NARROW, WIDE, FULL])
def test_states_come_back_whole_and_only_equal_ones_are_packed_alike(
    name: str, open_on: Callable[[str], Explorer]
) -> None:
    explorer = open_on(name)
    known: dict[tuple[int, ...], object] = {}
    for state in walk(explorer.search, 400):
        state.turns = 0
        position = explorer.pack(state)
        assert position is not None
        assert explorer.unpack(position) == state
        assert known.setdefault(tuple(position), key_of(state)) == key_of(state)
    assert len(known) > 50


@pytest.mark.parametrize(
    ("field", "index", "value"),
    [
        *(("phase", None, 99), ("doubles_count", None, 3), ("pot", None, 1)),
        *(("debt_count", None, 2), ("jail_card_owner", 0, 2), ("money", 0, -1)),
        *(("positions", 0, 13), ("owner", 0, 0), ("owner", 1, 2), ("level", 39, 1)),
        *(("bid", 3, 5), ("interest_paid", None, 1), ("turn_player", None, 2)),
    ],
)
def test_a_value_out_of_range_has_no_number(
    field: str, index: int | None, value: int, open_on: Callable[[str], Explorer]
) -> None:
    explorer = open_on(NARROW)
    state = initial(explorer.search.rules)
    if index is None:
        setattr(state, field, value)
    else:
        getattr(state, field)[index] = value
    assert explorer.pack(state) is None


@pytest.mark.parametrize(("field", "index"), [("jail_time", 0), ("in_jail", 1)])
def test_what_breaks_the_promise_that_ties_digits_has_no_number(field: str, index: int) -> None:
    """Time is served in jail only, and jail is on its square."""
    explorer = Explorer(searched(NARROW), ExplorationSettings())
    state = initial(explorer.search.rules)
    getattr(state, field)[index] = 1
    assert explorer.pack(state) is None


def test_positions_are_whole_only_where_eight_bytes_do_not_suffice() -> None:
    rich, poor = searched(WIDE), searched(NARROW)
    rich = Search(Rules.of("formal-small", 3), None, asked=rich.asked)
    few, many = SLOTS // PROCESSOR_BUCKET, 12_000_000_000 // GPU_BUCKET
    assert packed_for(rich, few)[0].is_whole
    assert not packed_for(rich, many)[0].is_whole
    assert not packed_for(poor, few)[0].is_whole
    assert len(packed_for(searched(FULL), few)[0].words) > 2


@pytest.mark.parametrize("name", [NARROW, WIDE, FULL])
def test_no_two_slots_share_a_bit(name: str) -> None:
    search = searched(name)
    layout = layout_of(search.rules, search.bounds)
    taken = [1] * layout.words  # the lowest bit is set in every word
    for n in range(len(slots_of(search.rules, search.bounds))):
        bits = layout.mask[n] << layout.shift[n]
        assert not bits & taken[layout.word[n]]
        taken[layout.word[n]] |= bits
    assert all(1 < word < 1 << 64 for word in taken)


def test_every_field_of_a_state_has_a_slot_or_follows_from_others() -> None:
    search = searched("MCClassic")
    rules = search.rules
    rules.turn_limit, rules.free_parking_pot, rules.hotels = 5, 1, 1
    slots_of.cache_clear()
    slots = {slot.field for slot in slots_of(rules, search.bounds)}
    assert set(State.FIELDS) - slots == set(DERIVED) - {"turns"}


@pytest.mark.parametrize(
    ("edition", "options", "bounds", "reason"),
    [
        ("classic", {}, None, "its bank issues unlimited money"),
        ("formal", {}, None, "its auctions are played bid by bid"),
        ("formal-small", {"turn_limit": 9}, None, "it counts turns"),
        ("classic", {"offers_per_window": 0}, Bounds((1,)), "its bank issues unlimited money"),
        ("classic", {}, Bounds(tuple(range(1, 30)), (0,), 9), "at most 16 bids"),
        ("classic", {}, Bounds((1,), (0,), 9), "offers, which are too many"),
    ],
)
def test_what_has_no_finite_set_of_positions_is_refused(
    edition: str, options: dict[str, int], bounds: Bounds | None, reason: str
) -> None:
    rules = Rules.of(edition, 2, **options)
    refused = tried_by if reason.startswith(("at most", "offers")) else slots_of
    with pytest.raises(InvalidModel, match=reason):
        refused(rules, bounds)


def test_a_whole_board_takes_too_many_bits() -> None:
    rules = Rules.of("classic", 8, offers_per_window=0)
    bounds = Bounds((1,), (), depth=3)
    with pytest.raises(InvalidModel, match="too many bits"):
        PositionCode(rules, 0, bounds)
    with pytest.raises(InvalidModel, match="too many bits"):
        layout_of(rules, bounds)

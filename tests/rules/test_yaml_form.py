"""The YAML form: every state is read back as it was, and nothing else is taken for a state."""

from __future__ import annotations

import contextlib
from random import Random

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from gitopoly.errors import InvalidState
from gitopoly.rules import Rules, State, from_yaml, initial, to_yaml, violated_invariants
from gitopoly.rules.codes import PHASES
from tests.rules.played_steps import SETTINGS, steps
from tests.rules.scenario import Scenario
from tests.rules.walks import walk

ODD_NAMES = [
    *("null", "yes", "No", "~", "true", "bank", "pot", "unknown", "none", "absent", "y"),
    *(
        "ü",
        "a: b",
        "😀",
        "",
        " ",
        "x y",
        "#1",
        "1",
        "1.5",
        "0x1f",
        "2001-01-01",
        "- a",
        "{a",
        "[",
        "'",
    ),
    *('"', "\\", "a\nb", "\t", "\x7f", "\x85", "\u2028", "\ufeff", "&a", "*a", "!t", "%", "@", "`"),
]

TOP = (
    *("active", "order", "phase", "gojff_cc_owner", "gojff_ch_owner", "bank_money", "winner"),
    *("players", "board", "debt", "auction"),
)
PLAYER = ("money", "bankrupt", "in_jail", "jail_time", "position", "consecutive_doubles")


def indebted() -> Scenario:
    """Seat 2 cannot pay the rent of Boardwalk to seat 1."""
    game = Scenario().give(1, 39).give(2, 5).cash(1500, 10).at(2, 39).turn(2, "post-roll")
    return game.do("owe rent")


def bidding() -> Scenario:
    """Boardwalk is auctioned; one has bid, one has passed."""
    game = Scenario().at(1, 39).turn(1, "post-roll").do("auction")
    return game.do("p1: bid 20", "p2: pass")


def offered() -> Scenario:
    """An open offer of a deed and a jail card."""
    game = Scenario().give(1, 39).jail_card(1)
    return game.do('offer p2 "Boardwalk", chance jail card for $100')


def short() -> Scenario:
    """The last house was won at auction and is about to be placed."""
    game = Scenario(players=3).give(1, 37, 39).give(2, 1, 3).stock(1).do('build "Boardwalk"')
    game.do("p2: bid 300", "p1: stand", "p1: next round", "p2: next round", "p1: pass")
    game.do("p2: stand", "p2: next round", "p1: choose winner", "p2: choose winner")
    return game.do("p1: close auction")


def issuing() -> Scenario:
    """The bank has paid a salary that it did not have."""
    game = Scenario(players=3, total_money=4500).at(1, 39).turn(1, "roll")
    return game.do("roll -> 1,2")


def choosing() -> Scenario:
    """A card leaves the choice between a fine and another card."""
    game = Scenario("london", 3, opening_throw=0).at(1, 17).turn(1, "post-roll")
    kinds = [card.kind for card in game.s.rules.source.community_chest]
    return game.draw(kinds.index("fine-or-chance"))


def tampered(text: str, old: str, new: str) -> str:
    """A text with its first `old` replaced."""
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str, rules: Rules, names: list[str] | None = None) -> str:
    """The one-line reason why a text is no state."""
    with pytest.raises(InvalidState) as refusal:
        from_yaml(text, rules, names)
    assert len(str(refusal.value).splitlines()) == 1
    return str(refusal.value)


# There and back.


def test_random_games_and_positions_reach_every_phase() -> None:
    reached = {step.after.phase for setting in SETTINGS for step in steps(setting)}
    by_hand = {short().phase, choosing().phase}
    assert {PHASES[phase] for phase in reached} | by_hand == set(PHASES)


@pytest.mark.parametrize("position", [indebted, bidding, offered, short, choosing, issuing])
@pytest.mark.parametrize("first", ODD_NAMES)
def test_whatever_the_players_are_called_the_state_is_read_back(position, first: str) -> None:  # type: ignore[no-untyped-def]
    s, names = position().s, [first, "p2", "third one"]
    text = to_yaml(s, names)
    assert from_yaml(text, s.rules, names) == s
    assert yaml.safe_load(text)["order"] == names


def test_a_player_called_bank_is_not_the_bank() -> None:
    owed_to_bank = Scenario().cash(1500, 10).at(2, 38).turn(2, "post-roll").do("owe tax").s
    owed_to_player = indebted().s
    for s in (owed_to_bank, owed_to_player):
        names = ["bank", "pot", "p3"]
        assert from_yaml(to_yaml(s, names), s.rules, names) == s


def test_a_name_outside_ascii_is_written_in_ascii() -> None:
    assert to_yaml(Scenario().s, ["ü", "😀", "x"]).isascii()


# The layout.


def test_the_keys_are_those_of_the_published_layout() -> None:
    data = yaml.safe_load(to_yaml(Scenario().s))
    assert tuple(data)[: len(TOP)] == TOP
    assert list(data["players"]) == data["order"] == ["p1", "p2", "p3"]
    assert all(tuple(player) == PLAYER for player in data["players"].values())
    assert len(data["board"]) == 40
    assert (data["debt"], data["auction"], data["winner"]) == (None, None, None)


def test_the_values_are_numbers_flags_and_names() -> None:
    game = Scenario().give(2, 39, mortgaged=True).give(1, 37).jail(3, missed=1).jail_card(2)
    game.s.doubles_count = 1
    data = yaml.safe_load(to_yaml(game.s))
    assert (data["active"], data["phase"], data["bank_money"]) == (0, "pre-roll", 114160)
    assert (data["gojff_ch_owner"], data["gojff_cc_owner"]) == ("p2", None)
    assert list(data["players"]["p3"].values()) == [1500, False, True, 1, 10, 0]
    assert data["players"]["p1"]["consecutive_doubles"] == 1
    assert data["board"][39] == {"name": "Boardwalk", "owner": "p2", "level": 0, "mortgaged": True}
    assert data["board"][0] == {"name": "GO"}


def test_a_debt_has_its_creditor_amount_and_next_phase() -> None:
    data = yaml.safe_load(to_yaml(indebted().s))
    assert data["debt"] == {
        "debtor": "p2",
        "creditor": "p1",
        "amount": 50,
        "next_phase": "doubles-check",
    }
    assert data["debts"] == [data["debt"]]


def test_an_auction_has_what_every_player_did() -> None:
    auction = yaml.safe_load(to_yaml(bidding().s))["auction"]
    assert (auction["asset"], auction["initiator"]) == (39, "p1")
    assert [player["last_action"] for player in auction["players"].values()] == [
        "bid",
        "pass",
        None,
    ]
    assert [player["bid"] for player in auction["players"].values()] == [20, None, None]
    assert {player["winner"] for player in auction["players"].values()} == {"unknown"}


def test_the_winner_of_a_game_that_is_over_is_named() -> None:
    game = Scenario(players=2)
    game.s.is_bankrupt[0], game.s.turn_player = 1, 1
    game.cash(0)
    assert yaml.safe_load(to_yaml(game.s, ["x", "y"]))["winner"] == "y"


# What is no state.


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("active: 0", "active: 3"),
        ("active: 0", "active: -1"),
        ("active: 0", "active: 0.0"),
        ("active: 0", "active: p1"),
        ("active: 0\n", ""),
        ("active: 0\n", "active: 0\nactive: 0\n"),
        ("order: [p1, p2, p3]", "order: [p2, p1, p3]"),
        ("order: [p1, p2, p3]", "order: [p1, p2]"),
        ("phase: pre-roll", "phase: party"),
        ("gojff_cc_owner: null", "gojff_cc_owner: p4"),
        ("gojff_cc_owner: null", "gojff_cc_owner: [p1]"),
        ("winner: null", "winner: p1"),
        ("money: 1500", "money: 1.5e3"),
        ("money: 1500", "money: true"),
        ("money: 1500", "money: '1500'"),
        ("money: 1500", f"money: {2**31}"),
        ("money: 1500", f"money: {'9' * 5000}"),
        ("bankrupt: false", "bankrupt: 0"),
        ("bankrupt: false", "bankrupt: 2"),
        ("in_jail: false", "in_jail: .inf"),
        ("position: 0", "position: 200"),
        ("position: 0", "position: 40"),
        ("position: 0", "position: -1"),
        ("level: 0", "level: 6"),
        ("throw: [0, 0]", "throw: [0, 7]"),
        ("known: []", "known: [16]"),
        ("consecutive_doubles: 0", "consecutive_doubles: 128"),
        ('"Boardwalk", owner: null', '"Mayfair", owner: null'),
        ('"Boardwalk", owner: null', '"Boardwalk", owner: bank'),
        ("debt: null", "debt: {creditor: bank, amount: 5, next_phase: roll}"),
        ("debts: []", "debts: [{}]"),
        ("auction: null", "auction: {}"),
        ("unseen: [0, ", "unseen: [99999999999999, "),
        ("unseen: [0, ", "unseen: [1000000000, "),
        ("unseen: [0, ", "unseen: [-17, "),
        ("known: []", f"known: {list(range(40))}"),
        ("money: 1500", "money: &a 1500"),
        ("money: 1500", "money: 1500\n    money: 1500"),
        ("estate: []", "estate: [0]"),
        ("estate: []", "estate: [-1]"),
        ("throw: [0, 0]", "throw: [0]"),
        ("rent_rule: as-printed", "rent_rule: thrice"),
        ("opening: [0, 0, 0]", "opening: [0, 0]"),
        ("turns: 0\n", "turns: 0\nextra: 1\n"),
        ("turns: 0\n", "turns: 0\n---\n"),
    ],
)
def test_a_value_that_was_tampered_with_is_refused(old: str, new: str) -> None:
    s = Scenario().s
    refused(tampered(to_yaml(s), old, new), s.rules)


def test_a_text_that_was_cut_off_is_refused_wherever_that_is() -> None:
    s = offered().s
    text = to_yaml(s)
    for length in range(0, len(text) - 1, 23):
        refused(text[:length], s.rules)
    assert from_yaml(text, s.rules) == s


@pytest.mark.parametrize(
    "text",
    [
        *("", "\n", "null", "[]", "5", "text", "a: b", "\x00", "\ud800", "!!python/name:os.system"),
        *(
            "? [a]\n: b",
            "- &a [*a]",
            "2001-99-99",
            "%YAML 9.9\n---\n",
            "a: &a [*a, *a]",
            "<<: x",
            "*a",
        ),
    ],
)
def test_other_documents_are_refused(text: str) -> None:
    refused(text, Rules.of("classic", 3))


@pytest.mark.slow
@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? ", "a:\n ", "&a ["])
def test_deep_nesting_is_refused_before_it_can_exhaust_a_parser(opening: str) -> None:
    refused(opening * 20_000, Rules.of("classic", 3))


def test_a_state_of_another_game_is_refused() -> None:
    text = to_yaml(Scenario(players=3).s)
    for rules in (
        Rules.of("classic", 2),
        Rules.of("formal-small", 3),
        Rules.of("classic", 3, board="uk"),
    ):
        refused(text, rules)
    refused(text, Rules.of("classic", 3), ["p1", "p2", "p4"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("phase: pre-roll", "phases: pre-roll", "phase is missing; is it 'phases'?"),
        ("pot: 0", "pot: 0\nport: 0", "unknown key port"),
        ("money: 1500", "money: lots", 'players.p1.money is "lots", but must be a whole number'),
        ("position: 0", "position: 40", "position is 40, but must be a whole number from 0 to 39"),
        ("throw: [0, 0]", "throw: [0, 7]", "throw[1] is 7, but must be a whole number from 0 to 6"),
        ("phase: pre-roll", "phase: party", 'phase is "party", but must be one of pre-roll, roll,'),
        ("winner: null", "winner: p1", 'winner is "p1"; by all the rest it is null'),
        ("money: 1500", "money: 1400", "bank_money must be 114260, so that no money is lost"),
        ("rent_rule: as-printed", "rent_rule: twice", "InvIdleFields does not hold: Nothing is"),
        ("phase: pre-roll", "phase: auction", "InvAuctionConsistent does not hold: AUCTION-3"),
        ("debts: []", "debts: [", "the position is not valid YAML: while parsing"),
        ("debts: []", "debts: &x []", "the position is not valid YAML: a position has no anchors"),
    ],
)
def test_a_refusal_says_what_is_wrong(old: str, new: str, said: str) -> None:
    s = Scenario().s
    assert said in refused(tampered(to_yaml(s), old, new), s.rules)


def test_what_people_write_otherwise_means_the_same() -> None:
    s = offered().s
    text = to_yaml(s)
    head, rest = text.split("\n", 1)
    for other in (f"# my position\n{text}", f"{rest}{head}\n", text.replace("p2", '"p2"')):
        assert from_yaml(other, s.rules) == s


LINES = to_yaml(initial(Rules.of("formal-small", 2))).splitlines()
RULES = Rules.of("formal-small", 2)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_no_text_fails_otherwise(text: str) -> None:
    refused(text, RULES)


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(
    st.integers(0, len(LINES) - 1),
    st.sampled_from(
        ["null", "[]", "{}", "-1", "127", "128", "1e9", "p1", "p2", "bank", "true", "[[", "5"]
    )
    | st.text(max_size=8),
)
def test_no_other_value_fails_otherwise(line: int, value: str) -> None:
    key = LINES[line].partition(":")[0]
    text = "\n".join([*LINES[:line], f"{key}: {value}", *LINES[line + 1 :]]) + "\n"
    with contextlib.suppress(InvalidState):
        play_a_little(from_yaml(text, RULES), line)


def play_a_little(s: State, seed: int) -> None:
    """Whatever is read can be played."""
    for state in walk(s, Random(seed), 12):
        assert not violated_invariants(state)


HOSTILE = {
    setting: [to_yaml(step.after).splitlines() for step in steps(setting)[::40]]
    for setting in ("formal-small with played auctions", "classic with few houses")
}


@pytest.mark.slow
@pytest.mark.parametrize("setting", HOSTILE)
@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_position_with_parts_of_others_is_refused_or_can_be_played(
    setting: str, data: st.DataObject
) -> None:
    edition, players, options = SETTINGS[setting]
    lines = list(data.draw(st.sampled_from(HOSTILE[setting])))
    for _ in range(data.draw(st.integers(1, 3))):
        other = data.draw(st.sampled_from(HOSTILE[setting]))
        key = data.draw(st.sampled_from(other)).partition(":")[0]
        found = [line for line in other if line.startswith(f"{key}:")]
        lines = [found[0] if found and line.startswith(f"{key}:") else line for line in lines]
    with contextlib.suppress(InvalidState):
        s = from_yaml("\n".join(lines), Rules.of(edition, players, **options))
        play_a_little(s, len(lines))


def test_an_auction_that_nobody_could_close_is_refused() -> None:
    rules = Rules.of("formal-small", 3, played_auctions=1)
    texts = (
        to_yaml(state) for seed in range(50) for state in walk(initial(rules), Random(seed), 80)
    )
    text = next(text for text in texts if "phase: auction" in text and "initiator: p1" in text)
    p1 = text.index("  p1:")
    text = text[:p1] + text[p1:].replace("bankrupt: false", "bankrupt: true", 1)
    with pytest.raises(InvalidState, match="nobody could close the auction"):
        from_yaml(text, rules)


def test_reading_changes_nothing_that_the_caller_holds() -> None:
    s: State = offered().s
    again = from_yaml(to_yaml(s), s.rules)
    again.money[0] += 1
    assert again != s

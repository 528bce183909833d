"""What is legal in a state, found by asking for everything: the measure of `legal_actions`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from gitopoly.errors import IllegalAction, InvalidAction, InvalidOutcome
from gitopoly.rules import (
    AmountRange,
    OfferTemplate,
    State,
    actions as a,
    actors,
    apply,
    chance_outcomes,
    floor,
    is_legal,
    is_over,
    legal_actions,
    violated_invariants,
)
from gitopoly.rules.board import mortgage_value
from gitopoly.rules.codes import ABSENT, MOST_GROUPS, MOST_PLAYERS, MOST_SQUARES, PHASES
from gitopoly.rules.money import tenth
from tests.rules.walks import codes_of, walk


def parameters(s: State, kind: int) -> Iterator[tuple[int, int]]:
    """Every square and number that could make sense for a kind, and those just beyond."""
    if a.ACTIONS[kind].operation == a.SELL_GROUP:
        for group in range(MOST_GROUPS + 1):
            for houses in range(14):
                yield group, houses
    elif kind == a.AUCTION_PROPERTY:
        for buyer in range(s.rules.num_players + 2):
            for amount in (0, 1, 2, 4, 5, 6, 9, 10, 11):
                yield buyer, amount
    elif "place" in a.ACTIONS[kind].carries:
        for square in (*range(MOST_SQUARES + 1), 255):
            yield square, 0
    else:
        yield 0, 0


def all_codes(s: State) -> list[int]:
    """Every action of every seat, also of seats that are not there; no bids and offers."""
    return [
        a.code_of(kind, player, square, number)
        for kind in range(len(a.NAMES))
        if kind not in (a.BID, a.OFFER_TRADE)
        for square, number in parameters(s, kind)
        for player in range(MOST_PLAYERS)
    ]


def bids_around(s: State, player: int) -> set[int]:
    """The amounts at which the legality of a bid can change."""
    edges = {0, 1, 2, s.money[player], *s.last_bid, *s.bid}
    return {max(0, edge + more) for edge in edges for more in (-1, 0, 1, 2)} | {a.LARGEST_NUMBER}


def offers_around(s: State, player: int, other: int, random: Random) -> Iterator[int]:
    """Every single deed or card, all of them, and some sets, each at the sums that matter."""
    rules = s.rules
    free = []
    for i in range(rules.deed_count):
        square = rules.deeds[i]
        if s.owner[square] not in (player, other):
            yield a.offer(player, other, 1 << i, 0, 0)
            continue
        free.append(i)
    held = [s.jail_card_owner[0], s.jail_card_owner[1]]
    cards = sum(1 << i for i in range(2) if held[i] in (player, other))
    sets = [(1 << i, 0) for i in free] + [(0, 1), (0, 2), (0, 3), (0, 0)]
    sets.append((sum(1 << i for i in free), cards))
    wealth = [i for i in free if s.owner[rules.deeds[i]] == other]
    wealth = [i for i in wealth if not s.mortgaged[rules.deeds[i]]]
    bare = [i for i in wealth if is_legal_alone(s, player, other, i)]
    sets += [(sum(1 << i for i in bare), 0), (sum(1 << i for i in bare), cards)]
    sets += [(sum(1 << i for i in free if random.random() < 0.4), 0) for _ in range(4)]
    for deeds, moved in sets:
        interest = sum(
            tenth(rules, mortgage_value(rules, rules.deeds[i]))
            for i in free
            if deeds >> i & 1 and s.mortgaged[rules.deeds[i]]
        )
        edges = {0, s.money[player], s.money[player] - interest}
        edges |= {-s.money[other], interest - s.money[other]}
        for cash in edges:
            yield a.offer(player, other, deeds, moved, cash)


def is_legal_alone(s: State, player: int, other: int, deed: int) -> bool:
    """Whether no building keeps a deed from being traded."""
    group = s.rules.group[s.rules.deeds[deed]]
    return not any(
        s.level[square] for square in range(MOST_SQUARES) if s.rules.group[square] == group
    )


def compare_with_brute_force(s: State, random: Random) -> list[int]:
    """What is listed is what is legal. Returns codes that are not legal."""
    listed = legal_actions(s)
    codes = [choice for choice in listed if isinstance(choice, int)]
    assert len(codes) == len(set(codes)), "an action is listed twice"
    illegal = []
    legal = set()
    for code in all_codes(s):
        if is_legal(s, code):
            legal.add(code)
        else:
            illegal.append(code)
    assert legal == set(codes)
    illegal += compare_bids(s, [c for c in listed if isinstance(c, AmountRange)])
    illegal += compare_offers(s, [c for c in listed if isinstance(c, OfferTemplate)], random)
    return illegal


def compare_bids(s: State, listed: list[AmountRange]) -> list[int]:
    """A bid is legal exactly within its player's range."""
    ranges = {choice.player: choice for choice in listed}
    assert len(ranges) == len(listed)
    illegal = []
    for player in range(MOST_PLAYERS):
        span = ranges.get(player)
        money = s.money[player]
        assert span is None or 1 <= span.lowest <= span.highest == money
        for amount in bids_around(s, player):
            code = a.code_of(a.BID, player, number=amount)
            inside = span is not None and span.lowest <= amount <= span.highest
            assert is_legal(s, code) == inside, (player, amount, span)
            if not inside:
                illegal.append(code)
    return illegal


def compare_offers(s: State, listed: list[OfferTemplate], random: Random) -> list[int]:
    """A template is listed exactly where some offer is legal, and it names what can move."""
    templates = {(choice.player, choice.addressee): choice for choice in listed}
    assert len(templates) == len(listed)
    illegal = []
    for player in range(s.rules.num_players):
        for other in range(MOST_PLAYERS):
            template = templates.get((player, other))
            some = False
            for code in offers_around(s, player, other, random):
                if not is_legal(s, code):
                    illegal.append(code)
                    continue
                some = True
                assert template is not None, (player, other, code)
                assert template.least_cash <= a.cash_of(code) <= template.most_cash
                assert a.cards_of(code) & ~sum(template.cards) == 0
                named = {s.rules.deed_index[q] for q in (*template.gives, *template.wants)}
                assert {i for i in range(28) if a.deeds_of(code) >> i & 1} <= named
            assert some == (template is not None), (player, other)
    return illegal


def check_who_acts(s: State) -> None:
    """Somebody can act; outside auctions and trades it is the floor alone."""
    able = actors(s)
    if is_over(s):
        assert able == ()
        return
    assert able, f"nobody can act in {PHASES[s.phase]}"
    assert not any(s.is_bankrupt[player] for player in able)
    phase = PHASES[s.phase]
    if phase == "trade":
        assert set(able) == {s.offer_from, s.offer_to}
    elif phase == "auction":
        taking_part = {p for p in range(s.rules.num_players) if s.winner[p] != ABSENT}
        assert set(able) <= taking_part
        assert floor(s) in taking_part
    else:
        assert able == (floor(s),)


def check_refusals(s: State, illegal: list[int], random: Random) -> None:
    """What is not legal raises and changes nothing."""
    before = s.copy()
    for code in random.sample(illegal, 30):
        with pytest.raises((IllegalAction, InvalidAction)) as refusal:
            apply(s, code)
        assert str(refusal.value)
        assert s == before, s.difference(before)


def check_outcomes(s: State, random: Random) -> None:
    """Every outcome of every legal action applies cleanly; no other applies at all."""
    before = s.copy()
    for choice in legal_actions(s):
        for code in codes_of(s, choice, random):
            outcomes = chance_outcomes(s, code)
            assert len({outcome for outcome, _ in outcomes}) == len(outcomes)
            assert abs(sum(probability for _, probability in outcomes) - 1) < 1e-9
            assert all(probability > 0 for _, probability in outcomes)
            for outcome, _ in random.sample(outcomes, min(len(outcomes), 40)):
                twin = s.copy()
                apply(twin, code, outcome)
                assert violated_invariants(twin) == []
                assert twin != s
                check_who_acts(twin)
            possible = {outcome for outcome, _ in outcomes}
            edges = {-1, 16, 17, 35, 36, 63, 1 << 6, 64 + 7, 5040 << 6, 1 << 40, max(possible) + 1}
            for outcome in edges - possible:
                with pytest.raises(InvalidOutcome):
                    apply(s, code, outcome)
    assert s == before, s.difference(before)


def check_everything(s: State, random: Random) -> None:
    """All that can be checked about one state."""
    check_who_acts(s)
    check_refusals(s, compare_with_brute_force(s, random), random)
    if not is_over(s):
        check_outcomes(s, random)


def kinds_of(s: State) -> tuple[int, ...]:
    """The phase and the kinds of action that it offers: states alike in this teach little new."""
    kinds = set()
    for choice in legal_actions(s):
        kinds.add(
            a.kind_of(choice) if isinstance(choice, int) else -1 - isinstance(choice, AmountRange)
        )
    return s.phase, s.debt_count, s.auction_kind, *sorted(kinds)


def play_and_check(s: State, seen: set[tuple[int, ...]], seed: int, steps: int, most: int) -> int:
    """Play at random and check the states that offer something new; how many these were."""
    random = Random(seed)
    checked = 0
    for state in walk(s, random, steps):
        assert violated_invariants(state) == []
        check_who_acts(state)
        what = kinds_of(state)
        if what not in seen and checked < most:
            seen.add(what)
            checked += 1
            check_everything(state.copy(), random)
    return checked

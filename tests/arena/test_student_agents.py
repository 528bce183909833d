"""Agents as students write them, from document 003 and its contract alone, in whole games.

The ends of these games were worked out by hand: each throw is followed by what it leads to.
"""

from __future__ import annotations

from typing import Any

from gitopoly.arena import STATIC, Adjudicator

LIGHT_BLUES = (6, 8, 9)


def board(**owned: int) -> tuple[int, ...]:
    """The 42 statuses, by `s` and the number of a square."""
    return tuple(owned.get(f"s{number}", 0) for number in range(42))


class Landlord:
    """Buys everything, bids ten and a bit, and puts a house on each of the light blues."""

    def __init__(self, id):  # noqa: A002 - as in the document
        self.id = id
        self.property = 1
        self.cash = 3

    def getBMSTDecision(self, state):
        if all(state[self.property][place] == 1 for place in LIGHT_BLUES):
            return ["B", [[place, 1] for place in LIGHT_BLUES]]
        return None

    def buyProperty(self, state):
        return state[self.cash][self.id - 1] > 0

    def auctionProperty(self, state):
        return 10.9

    def respondTrade(self, state):
        return False

    def jailDecision(self, state):
        return ("R",)

    def receiveState(self, state):
        return None


class Miser(Landlord):
    """Buys nothing, and keeps a card for jail; it thinks that it is player 1, which it is not."""

    def __init__(self):
        super().__init__(1)
        self.seen: list[Any] = []

    def getBMSTDecision(self, state):
        return None

    def buyProperty(self, state):
        return False

    def jailDecision(self, state):
        return ["C", 40] if state[1][40] == -1 else ["R"]

    def receiveState(self, state):
        self.seen.append((state[4], state[5]))


def test_a_landlord_against_a_miser() -> None:
    dice = [
        (1, 2),  # 1 buys Baltic Avenue for 60: 1440
        (2, 4),  # 2 declines Oriental Avenue; 10 to 10, so 1 gets it: 1430
        (2, 3),  # 1 buys Vermont Avenue for 100: 1330
        (1, 2),  # 2 declines Connecticut Avenue; 1 gets it for 10 and builds for 150: 1170
        (4, 6),  # 1 buys Tennessee Avenue for 180: 990
        (5, 4),  # 2 pays 14 there: 1486, and 1 has 1004
        (6, 5),  # 1 buys Marvin Gardens for 280: 724
        (3, 1),  # 2 draws the jail card on Chance
        (1, 6),  # 1 draws the way to Go: 924
        (6, 2),  # 2 goes to jail
        (2, 4),  # 1 is at home on Oriental Avenue
        (5, 4),  # 2 plays its card and declines New York Avenue; 1 gets it for 10: 914
        (1, 2),  # 1 is at home on Connecticut Avenue
        (4, 6),  # 2 pays 24 on Marvin Gardens: 1462, and 1 has 938
    ]
    miser = Miser()
    adjudicator = Adjudicator()
    winner, state = adjudicator.runGame(Landlord(1), miser, dice, [7, 0], [])
    assert winner == 1
    assert state[1] == board(s3=1, s6=2, s8=2, s9=2, s18=1, s19=1, s29=1)
    assert state[2] == (9, 29)
    assert state[3] == (938, 1462)
    assert adjudicator.faults == []
    assert [payload for phase, payload in miser.seen if phase == 7] == [(7,), (0,)]
    assert [payload for phase, payload in miser.seen if phase == 6] == [(True,)]
    assert [payload for phase, payload in miser.seen if phase == 4] == [(6, 1), (9, 1), (19, 1)]


class Collector:
    """Buys everything, sells for more than the price, and buys itself out of jail."""

    id = 1

    def getBSMTDecision(self, state: Any) -> Any:
        return None

    def buyProperty(self, state: Any) -> bool:
        return True

    def respondTrade(self, state: Any) -> bool:
        cash, _, _, wanted = state[5]
        return bool(cash > sum(STATIC[square]["price"] for square in wanted))

    def jailDecision(self, state: Any) -> Any:
        return ("P",)

    def receiveState(self, state: Any) -> None:
        pass


class Dealer(Collector):
    """Offers 250 for the Reading Railroad, mortgages it, and lifts the mortgage later."""

    id = "dealer"

    def __init__(self) -> None:
        self.offered = self.mortgaged = self.lifted = False
        self.answers: list[bool] = []

    def getBSMTDecision(self, state: Any) -> Any:
        _, status, _, cash, _, _, _, past = state
        if status[5] == 1 and not self.offered:
            self.offered = True
            return ["T", 250, [], 0, [5]]
        if status[5] == -1 and cash[1] < 1200 and not self.mortgaged:
            self.mortgaged = True
            return ("M", (5,))
        if status[5] == -7 and cash[1] >= 1270 and not self.lifted:
            self.lifted = True
            return ["M", [5]]
        assert past[0][0] == 1
        return None

    def receiveState(self, state: Any) -> None:
        if state[4] == 1:
            self.answers.append(state[5][0])


def test_a_collector_against_a_dealer() -> None:
    dice = [
        (2, 3),  # 1 buys the Reading Railroad: 1300, and sells it: 1550; 2 has 1250
        (4, 2),  # 2 buys Oriental Avenue: 1150, and mortgages the railroad: 1250
        (4, 6),  # 1 buys the Pennsylvania Railroad: 1350
        (1, 3),  # 2 just visits
        (6, 6),  # 1 buys Ventnor Avenue: 1090; a double
        (1, 2),  # 1 goes to jail
        (2, 3),  # 2 pays 25 on 1's only railroad: 1225, and 1 has 1115
        (2, 1),  # 1 pays 50 and buys States Avenue: 925
        (1, 1),  # 2 collects 50 for the opera: 1275, and 1 has 875; 2 lifts for 110: 1165
        (1, 2),  # 2 parks
        (3, 4),  # 1 parks
    ]
    dealer = Dealer()
    adjudicator = Adjudicator()
    winner, state = adjudicator.runGame(Collector(), dealer, dice, communityChestCards=[6])
    assert state[1] == board(s5=-1, s6=-1, s13=1, s15=1, s27=1)
    assert state[2] == (20, 20)
    assert state[3] == (875, 1165)
    assert winner == 1, "875 and 600 in deeds are ten more than 1165 and 300"
    assert dealer.answers == [True]
    assert adjudicator.faults == []


class Sloppy:
    """Answers whatever comes to mind."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def getBSMTDecision(self, state: Any) -> Any:
        return False

    def buyProperty(self, state: Any) -> Any:
        return 1

    def auctionProperty(self, state: Any) -> Any:
        return -5

    def jailDecision(self, state: Any) -> Any:
        return self.answers.pop(0)


class Steady(Collector):
    """Buys, and bids in words."""

    def auctionProperty(self, state: Any) -> Any:
        return "35"


def test_sloppy_answers_are_read_as_the_contract_says() -> None:
    dice = [
        (3, 4),  # 1 draws the way to jail
        (1, 2),  # 2 buys Baltic Avenue: 1440
        (1, 2),  # 1 says "R", which is no answer but a roll, and misses
        (2, 3),  # 2 buys Vermont Avenue: 1340
        (3, 4),  # 1 rolls by ["R"] and misses
        (6, 1),  # 2 buys the Pennsylvania Railroad: 1140
        (1, 4),  # 1 misses again, pays 50, moves there and pays 25: 1425, and 2 has 1165
        (2, 5),  # 2 is chairman and pays 50: 1115, and 1 has 1475
        (6, 6),  # 1 says 1 to Ventnor Avenue, which is not True; 35 beat nothing: 2 has 1080
        (2, 1),  # 1 goes to jail
    ]
    adjudicator = Adjudicator()
    sloppy = Sloppy("R", ["R"], ("C", 28))
    winner, state = adjudicator.runGame(sloppy, Steady(), dice, [9, 14])
    assert winner == 2
    assert state[1] == board(s3=-1, s8=-1, s15=-1, s27=-1)
    assert state[2] == (-1, 22)
    assert state[3] == (1475, 1080)
    kinds = {(fault.method, fault.kind) for fault in adjudicator.faults}
    assert kinds == {
        ("getBSMTDecision", "junk"),
        ("buyProperty", "junk"),
        ("auctionProperty", "junk"),
        ("jailDecision", "junk"),
        ("receiveState", "raised"),
    }

"""Money: who pays whom, what a tenth is, what somebody is worth, and the queue of debts."""

from gitopoly.kernel.board import mortgage_value
from gitopoly.kernel.codes import (
    BANK,
    BANKRUPTCY_PREVENTION,
    NOBODY,
    POT,
    PRE_ROLL,
)
from gitopoly.kernel.rules import Rules
from gitopoly.kernel.sets import first_of
from gitopoly.kernel.state import State


def tenth(rules: Rules, amount: int) -> int:
    """BANK-3: ten per cent in whole dollars."""
    if rules.tenth_rounds_up:
        return (amount + 9) // 10
    return amount // 10


def pay_bank(s: State, player: int, amount: int) -> None:
    """BANK-5: a payment to the bank; the caller has checked that the cash is there."""
    s.money[player] -= amount
    s.bank_money += amount


def take_from_bank(s: State, rules: Rules, amount: int) -> int:
    """BANK-1: the bank issues what it lacks. BANK-2: or pays what it has, even nothing."""
    paid = amount
    if s.bank_money < amount:
        if rules.bank_never_breaks:
            s.issued += amount - s.bank_money
            s.bank_money = amount
        else:
            paid = s.bank_money
    s.bank_money -= paid
    return paid


def collect_from_bank(s: State, rules: Rules, player: int, amount: int) -> None:
    """BANK-1, BANK-2: a payment of the bank."""
    s.money[player] += take_from_bank(s, rules, amount)


def pay_player(s: State, payer: int, payee: int, amount: int) -> None:
    """A payment between players; the caller has checked that the cash is there."""
    s.money[payer] -= amount
    s.money[payee] += amount


def fines_go_to(rules: Rules) -> int:
    """PARK-1: fines, taxes and card payments go to the bank, or to the pot."""
    if rules.free_parking_pot:
        return POT
    return BANK


def pay(s: State, player: int, creditor: int, amount: int) -> None:
    """A payment to a player, to the bank or to the pot."""
    if creditor >= 0:
        pay_player(s, player, creditor, amount)
    elif creditor == POT:
        s.money[player] -= amount
        s.pot += amount
    else:
        pay_bank(s, player, amount)


def owe(s: State, rules: Rules, player: int, creditor: int, amount: int, next_phase: int) -> None:
    """DEBT-5: put a debt at the end of the queue; as published, there is room for only one."""
    if rules.defect_stale_debt or rules.defect_go_to_jail_in_any_phase:
        s.debt_count = 0
    place = s.debt_count
    s.debtor[place] = player
    s.creditor[place] = creditor
    s.debt_amount[place] = amount
    s.next_phase[place] = next_phase
    s.debt_count += 1
    s.phase = BANKRUPTCY_PREVENTION


def settle(
    s: State, rules: Rules, player: int, creditor: int, amount: int, next_phase: int
) -> None:
    """DEBT-1: pay at once if the cash is there, else owe it."""
    if s.money[player] >= amount:
        pay(s, player, creditor, amount)
        s.phase = next_phase
    else:
        owe(s, rules, player, creditor, amount, next_phase)


def drop_debt(s: State, place: int) -> None:
    """Take one debt out of the queue; the later ones move up."""
    last = s.debt_count - 1
    for i in range(place, last):
        s.debtor[i] = s.debtor[i + 1]
        s.creditor[i] = s.creditor[i + 1]
        s.debt_amount[i] = s.debt_amount[i + 1]
        s.next_phase[i] = s.next_phase[i + 1]
    s.debtor[last] = NOBODY
    s.creditor[last] = BANK
    s.debt_amount[last] = 0
    s.next_phase[last] = PRE_ROLL
    s.debt_count -= 1


def owe_first(s: State, player: int, amount: int, next_phase: int) -> None:
    """Put a debt to the bank in front of all others (BANKRUPT-2: "at once")."""
    for step in range(s.debt_count):
        i = s.debt_count - step
        s.debtor[i] = s.debtor[i - 1]
        s.creditor[i] = s.creditor[i - 1]
        s.debt_amount[i] = s.debt_amount[i - 1]
        s.next_phase[i] = s.next_phase[i - 1]
    s.debtor[0] = player
    s.creditor[0] = BANK
    s.debt_amount[0] = amount
    s.next_phase[0] = next_phase
    s.debt_count += 1


def owed_by(s: State, player: int) -> int:
    """All that a player still owes."""
    owed = 0
    for i in range(s.debt_count):
        if s.debtor[i] == player:
            owed += s.debt_amount[i]
    return owed


def liquid(s: State, rules: Rules, player: int) -> int:
    """Cash, half the list price of every building level, mortgage value of unmortgaged deeds.

    HOUSE-6: without mortgages a deed raises nothing.
    """
    total = s.money[player]
    left = s.holdings[player] & ~s.mortgages
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        total += s.level[square] * (rules.house_cost[square] // 2)
        if not rules.no_mortgages:
            total += mortgage_value(rules, square)
    return total


def worth_for_tax(s: State, rules: Rules, player: int) -> int:
    """TAX-2: cash, printed price of every deed, mortgaged or not, list price of buildings."""
    total = s.money[player]
    left = s.holdings[player]
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        total += rules.value[square] + s.level[square] * rules.house_cost[square]
    return total


def worth_at_the_end(s: State, rules: Rules, player: int) -> int:
    """END-2: as for the tax, but a mortgaged deed counts half, and a jail card may count."""
    total = s.money[player]
    left = s.holdings[player]
    while left:
        square = rules.deeds[first_of(left)]
        left &= left - 1
        if s.mortgaged[square]:
            total += mortgage_value(rules, square)
        else:
            total += rules.value[square] + s.level[square] * rules.house_cost[square]
    if s.goojf_ch_owner == player:
        total += rules.jail_card_worth
    if s.goojf_cc_owner == player:
        total += rules.jail_card_worth
    return total


def winner_of_game(s: State, rules: Rules) -> int:
    """END-1, END-2, HOUSE-10: who has won; NOBODY for a tie of those who are left."""
    best = NOBODY
    best_worth = -1
    for player in range(rules.num_players):
        if s.is_bankrupt[player]:
            continue
        worth = worth_at_the_end(s, rules, player)
        if worth > best_worth:
            best = player
            best_worth = worth
        elif worth == best_worth:
            best = NOBODY
    return best

"""Money: who pays whom, what a tenth is, what somebody is worth, and the queue of debts."""

from gitopoly.rules.board import change_owner, mortgage_value, raised_by_mortgage, squares_of
from gitopoly.rules.codes import (
    BANK,
    BANKRUPTCY_PREVENTION,
    NOBODY,
    POT,
    PRE_ROLL,
)
from gitopoly.rules.rules import Rules
from gitopoly.rules.state import State


def tenth(rules: Rules, amount: int) -> int:
    """BANK-3: ten per cent in whole dollars."""
    return (amount + 9) // 10 if rules.tenth_rounds_up else amount // 10


def pay_bank(s: State, player: int, amount: int) -> None:
    """BANK-5: a payment to the bank; the caller has checked that the cash is there."""
    s.money[player] -= amount
    s.bank_money += amount


def buy_deed(s: State, rules: Rules, player: int, square: int, price: int) -> None:
    """BUY-3: the bank sells a deed; the caller has checked that the cash is there."""
    pay_bank(s, player, price)
    change_owner(s, rules, square, player)


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
    paid = take_from_bank(s, rules, amount)
    s.money[player] += paid


def pay_player(s: State, payer: int, payee: int, amount: int) -> None:
    """A payment between players; the caller has checked that the cash is there."""
    s.money[payer] -= amount
    s.money[payee] += amount


def fines_go_to(rules: Rules) -> int:
    """PARK-1: fines, taxes and card payments go to the bank, or to the pot."""
    return POT if rules.free_parking_pot else BANK


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
    enter_debt(s, s.debt_count, player, creditor, amount, next_phase)
    s.debt_count += 1
    s.phase = BANKRUPTCY_PREVENTION


def enter_debt(
    s: State, place: int, player: int, creditor: int, amount: int, next_phase: int
) -> None:
    """Write a debt at a place of the queue."""
    s.debtor[place] = player
    s.creditor[place] = creditor
    s.debt_amount[place] = amount
    s.next_phase[place] = next_phase


def move_debt(s: State, place: int, other: int) -> None:
    """The debt at one place of the queue moves to another one."""
    enter_debt(
        s, other, s.debtor[place], s.creditor[place], s.debt_amount[place], s.next_phase[place]
    )


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
    s.debt_count -= 1
    for i in range(place, s.debt_count):
        move_debt(s, i + 1, i)
    enter_debt(s, s.debt_count, NOBODY, BANK, 0, PRE_ROLL)


def owe_first(s: State, player: int, amount: int, next_phase: int) -> None:
    """Put a debt to the bank in front of all others (BANKRUPT-2: "at once")."""
    for place in range(s.debt_count, 0, -1):
        move_debt(s, place - 1, place)
    enter_debt(s, 0, player, BANK, amount, next_phase)
    s.debt_count += 1


def owed_by(s: State, player: int) -> int:
    """All that a player still owes."""
    return sum(s.debt_amount[i] for i in range(s.debt_count) if s.debtor[i] == player)


def liquid(s: State, rules: Rules, player: int) -> int:
    """Cash, half the list price of every building level, mortgage value of unmortgaged deeds.

    HOUSE-6: without mortgages a deed raises nothing.
    """
    return s.money[player] + sum(
        s.level[square] * (rules.house_cost[square] // 2) + raised_by_mortgage(rules, square)
        for square in squares_of(rules, s.holdings[player] & ~s.mortgages)
    )


def worth_for_tax(s: State, rules: Rules, player: int) -> int:
    """TAX-2: cash, printed price of every deed, mortgaged or not, list price of buildings."""
    return s.money[player] + sum(
        rules.value[square] + s.level[square] * rules.house_cost[square]
        for square in squares_of(rules, s.holdings[player])
    )


def worth_at_the_end(s: State, rules: Rules, player: int) -> int:
    """END-2: as for the tax, but a mortgaged deed counts half, and a jail card may count."""
    deeds = sum(
        mortgage_value(rules, square)
        if s.mortgaged[square]
        else rules.value[square] + s.level[square] * rules.house_cost[square]
        for square in squares_of(rules, s.holdings[player])
    )
    jail_cards = sum(s.jail_card_owner[deck] == player for deck in range(2))
    return s.money[player] + deeds + jail_cards * rules.jail_card_worth


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

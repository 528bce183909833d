------------------------------ MODULE ClassicBank ------------------------------
(* Money: who pays whom, what a tenth is, what somebody is worth, and how debts queue up. *)
EXTENDS ClassicTable

(* Ten per cent in whole dollars (BANK-3). *)
Tenth(amount) == IF On("tenth_rounds_up") THEN (amount + 9) \div 10 ELSE amount \div 10

(* The bank issues what it lacks (BANK-1), or pays what it has (BANK-2). *)
BankPays(s, amount) == IF On("bank_never_breaks") \/ s.bankMoney >= amount THEN amount ELSE s.bankMoney
TakenFromBank(s, amount) ==
    LET paid == BankPays(s, amount)
        lacking == IF paid > s.bankMoney THEN paid - s.bankMoney ELSE 0
    IN [s EXCEPT !.bankMoney = @ + lacking - paid, !.issued = @ + lacking]
Collected(s, player, amount) == [TakenFromBank(s, amount) EXCEPT !.money[player] = @ + BankPays(s, amount)]

(* A payment to a player, to the bank (BANK-5), or into the pot (PARK-1). *)
Paid(s, player, creditor, amount) ==
    IF creditor = NULL THEN [s EXCEPT !.money[player] = @ - amount, !.bankMoney = @ + amount]
    ELSE IF creditor = POT THEN [s EXCEPT !.money[player] = @ - amount, !.pot = @ + amount]
    ELSE [s EXCEPT !.money[player] = @ - amount, !.money[creditor] = @ + amount]

(* Fines, taxes and card payments go to the bank or, by an option, into the pot (PARK-1). *)
Fines == IF On("free_parking_pot") THEN POT ELSE NULL

(*
A debt names debtor, creditor, amount, and where play continues (DEBT-1).
Debts are settled one by one, in the order in which they came up (DEBT-5).
*)
Debt(debtor, creditor, amount, next) ==
    [debtor |-> debtor, creditor |-> creditor, amount |-> amount, nextPhase |-> next]
Owed(s, player, creditor, amount, next) ==
    [s EXCEPT !.debts = Append(@, Debt(player, creditor, amount, next)), !.phase = "bankruptcy-prevention"]

(* What can be paid is paid at once; otherwise it is owed (DEBT-1). *)
Settled(s, player, creditor, amount, next) ==
    IF s.money[player] >= amount
    THEN [Paid(s, player, creditor, amount) EXCEPT !.phase = next]
    ELSE Owed(s, player, creditor, amount, next)

OwedBy(player) ==
    SumOver([i \in DOMAIN debts |-> debts[i].amount], {i \in DOMAIN debts : debts[i].debtor = player})

-------------------------------------------------------------------------------
(* What a player has. *)

OwnedIn(s, player) == {i \in Deeds : s.owner[i] = player}
Owned(player) == {i \in Deeds : owner[i] = player}

(* Building levels count from 1, which is bare. *)
Buildings(s, i) == IF i \in Streets THEN s.level[i] - 1 ELSE 0
Refund(i) == board[i].houseCost \div 2

(* What mortgaging a deed brings (MORT-1); nothing where there are no mortgages (HOUSE-6). *)
RaisedBy(i) == IF On("no_mortgages") THEN 0 ELSE Mortgage(i)

(* What a player can raise: cash, half the list price of buildings, unmortgaged deeds (DEBT-4). *)
Liquid(player) ==
    LET raising == {i \in Owned(player) : ~mortgaged[i]}
    IN money[player] + SumOver(
        [i \in raising |-> RaisedBy(i) + IF i \in Streets THEN Buildings(now, i) * Refund(i) ELSE 0], raising)

(* The printed price of deeds and buildings. *)
ListPrice(i) == board[i].value + IF i \in Streets THEN Buildings(now, i) * board[i].houseCost ELSE 0

(* Worth for the tax: cash, all deeds at their price, mortgaged or not, and buildings (TAX-2). *)
WorthForTax(player) == money[player] + SumOver([i \in Owned(player) |-> ListPrice(i)], Owned(player))

(* Worth at the end: the same with mortgaged deeds at half their price (END-2). *)
WorthAtTheEnd(player) ==
    money[player]
    + SumOver([i \in Owned(player) |-> IF mortgaged[i] THEN Mortgage(i) ELSE ListPrice(i)], Owned(player))
    + JailCardWorth * Cardinality({d \in Decks : (IF d = "chance" THEN goojfChOwner ELSE goojfCcOwner) = player})

(*
Whoever is worth most has won; of equals nobody (END-2, HOUSE-10).
The last player left has won anyway (END-1).
*)
Winners == {p \in LiveIn(now) : \A q \in LiveIn(now) \ {p} : WorthAtTheEnd(p) > WorthAtTheEnd(q)}
===============================================================================

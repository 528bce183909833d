----------------------------- MODULE ClassicEstate -----------------------------
(*
What players do with deeds and buildings, and when.
There are three windows (TIME-1), in jail or not (JAIL-6); a debtor has a fourth, only to raise money (DEBT-2).
Somebody who is not the turn player waits for the free-4-all; nobody manages deeds in a roll, in an auction,
or while an offer is open.
*)
EXTENDS ClassicAuction

InPreRoll == In("pre-roll")
InPurchase == On("purchase_window") /\ ForSale
InFree4All == In("free-4-all") /\ free4AllOrder # <<>>
InDebt == In("bankruptcy-prevention") /\ money[debts[1].debtor] < debts[1].amount

-------------------------------------------------------------------------------
(* Mortgages. *)

(* Half the price from the bank, unless the group has buildings (MORT-1) or there are no mortgages (HOUSE-6). *)
MortgageProperty(player, i) ==
    /\ ~On("no_mortgages")
    /\ i \in Owned(player)
    /\ ~mortgaged[i]
    /\ i \in Streets => ~Built(i)
    /\ LET taken == [now EXCEPT !.mortgaged[i] = TRUE, !.interestPaid = @ \ {i}]
       IN Then(Collected(taken, player, Mortgage(i)))

(* Lifting it costs a tenth more (MORT-2), but no second interest in the turn of a transfer (MORT-4). *)
CostOfLifting(i) == Mortgage(i) + (IF i \in interestPaid THEN 0 ELSE Tenth(Mortgage(i)))

(* Only the owner can lift it (MORT-6). *)
UnmortgageProperty(player, i) ==
    /\ i \in Owned(player)
    /\ mortgaged[i]
    /\ money[player] >= CostOfLifting(i)
    /\ LET lifted == [now EXCEPT !.mortgaged[i] = FALSE, !.interestPaid = @ \ {i}]
       IN Then(Paid(lifted, player, NULL, CostOfLifting(i)))

-------------------------------------------------------------------------------
(* Buildings. *)

(*
One building at the price on the deed (BUILD-4), while the bank has one: there is no waiting list (SHORT-4).
A contested one is auctioned among those who could place it, and the order is a bid at list price (SHORT-2).
Without such auctions whoever asks first gets it (SHORT-5).
*)
UpgradeStreet(player, i) ==
    /\ CanBuild(player, i)
    /\ money[player] >= board[i].houseCost
    /\ InStock(Building(i))
    /\ IF IsContested(player, Building(i))
       THEN LET rivals == {p \in LiveIn(now) : CouldPlace(p, Building(i)) > 0}
                ordered == [NoBids EXCEPT ![player] = board[i].houseCost]
            IN Then(AuctionOpened(now, Building(i), i, player, phase, rivals, ordered))
       ELSE Then(BuildingAdded(Paid(now, player, NULL, board[i].houseCost), i))

(*
One level down, evenly, and a hotel only if the bank has the houses (SELL-2); on a group that is built
unevenly, as many levels as the houses suffice for (HOUSE-5).
*)
LevelAfterSale(i) ==
    IF On("uneven_building") /\ On("buildings_are_limited") /\ level[i] = HotelLevel /\ housesLeft + 1 < level[i] - 1
    THEN housesLeft + 1 ELSE level[i] - 1

(* Back to the bank for half the list price (SELL-1). *)
DowngradeStreet(player, i) ==
    /\ i \in Owned(player) \cap Streets
    /\ level[i] > 1
    /\ ~On("uneven_building") =>
           /\ \A j \in Group(i) : level[j] <= level[i]
           /\ On("buildings_are_limited") /\ level[i] = HotelLevel => housesLeft >= HotelLevel - 2
    /\ LET to == LevelAfterSale(i)
       IN Then(Collected(BroughtDown(now, i, to), player, (level[i] - to) * Refund(i)))

(* Spread evenly over a group, the extras on the higher squares (SELL-3). *)
LevelInGroup(set, i, houses) ==
    LET size == Cardinality(StreetsOf(set))
        place == Cardinality({j \in StreetsOf(set) : j < i})
    IN 1 + (houses \div size) + (IF place >= size - (houses % size) THEN 1 ELSE 0)
RECURSIVE GroupBroughtDown(_, _, _, _)
GroupBroughtDown(s, set, streets, houses) ==
    IF streets = {} THEN s
    ELSE LET i == CHOOSE i \in streets : \A j \in streets : i <= j
         IN GroupBroughtDown(BroughtDown(s, i, LevelInGroup(set, i, houses)), set, streets \ {i}, houses)

(* Exactly when the houses for its hotels run short, a group is sold down to a number of houses at once (SELL-3). *)
SellGroup(player, set, houses) ==
    /\ set \in Sets
    /\ \A i \in StreetsOf(set) : owner[i] = player
    /\ On("buildings_are_limited") /\ ~On("uneven_building")
    /\ LET streets == StreetsOf(set)
           hotels == {i \in streets : level[i] = HotelLevel}
           standing == SumOver([i \in streets |-> Buildings(now, i)], streets \ hotels)
           sold == SumOver([i \in streets |-> level[i] - LevelInGroup(set, i, houses)], streets)
       IN /\ housesLeft < (HotelLevel - 2) * Cardinality(hotels)
          /\ houses <= housesLeft + standing
          /\ Then(Collected(GroupBroughtDown(now, set, streets, houses), player, sold * (HousePrice(set) \div 2)))

-------------------------------------------------------------------------------
(* In one's own pre-roll, *)
PreRollUnmortgage(i) == InPreRoll /\ UnmortgageProperty(turnPlayer, i)
PreRollMortgage(i) == InPreRoll /\ MortgageProperty(turnPlayer, i)
PreRollUpgrade(i) == InPreRoll /\ UpgradeStreet(turnPlayer, i)
PreRollDowngrade(i) == InPreRoll /\ DowngradeStreet(turnPlayer, i)
PreRollSellGroup(set, houses) == InPreRoll /\ SellGroup(turnPlayer, set, houses)

(* on an unowned deed, before buying or declining, *)
PostRollUnmortgage(i) == InPurchase /\ UnmortgageProperty(turnPlayer, i)
PostRollMortgage(i) == InPurchase /\ MortgageProperty(turnPlayer, i)
PostRollUpgrade(i) == InPurchase /\ UpgradeStreet(turnPlayer, i)
PostRollDowngrade(i) == InPurchase /\ DowngradeStreet(turnPlayer, i)
PostRollSellGroup(set, houses) == InPurchase /\ SellGroup(turnPlayer, set, houses)

(* at the head of the order in a free-4-all, *)
F4AUnmortgage(i) == InFree4All /\ UnmortgageProperty(Head(free4AllOrder), i)
F4AMortgage(i) == InFree4All /\ MortgageProperty(Head(free4AllOrder), i)
F4AUpgrade(i) == InFree4All /\ UpgradeStreet(Head(free4AllOrder), i)
F4ADowngrade(i) == InFree4All /\ DowngradeStreet(Head(free4AllOrder), i)
F4ASellGroup(set, houses) == InFree4All /\ SellGroup(Head(free4AllOrder), set, houses)

(* and as a debtor who is short of cash, only to raise money (DEBT-2). *)
BankruptcyPreventionMortgage(i) == InDebt /\ MortgageProperty(debts[1].debtor, i)
BankruptcyPreventionDowngrade(i) == InDebt /\ DowngradeStreet(debts[1].debtor, i)
BankruptcyPreventionSellGroup(set, houses) == InDebt /\ SellGroup(debts[1].debtor, set, houses)
===============================================================================

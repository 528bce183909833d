------------------------------ MODULE MCClassic -------------------------------
(* The models of Classic: bounded runs, complete ones on tiny boards, and broken twins. *)
EXTENDS ClassicPromises, ClassicBoards, TLC

CONSTANTS
    MaxDepth,       \* states are explored to this depth, counting the first one as 1
    MaxIssued       \* and while the bank has issued no more than this

Bounded == TLCGet("level") < MaxDepth
Frugal == issued <= MaxIssued

(* For counts by depth, as in MCMonopoly. *)
TellNew == PrintT(<<"new", TLCGet("level")>>)
TellStep == PrintT(<<"step", TLCGet("level")>>)

Four == <<4, 4>>
Six == <<6, 6>>
FourEach == <<4, 4, 4>>
Two == <<2, 2>>
OneEach == <<1, 1, 1>>

-------------------------------------------------------------------------------
(* Each twin adds one forbidden step; TLC must notice. *)

(* A throw that is no throw: TypeOK. *)
LoseTheDice == Then([now EXCEPT !.throw = <<7, 7>>])
TwinTypeOK == Init /\ [][Next \/ LoseTheDice]_vars

(* Bankrupt with money left, in one's own turn: the first two promises about bankrupt players. *)
RuinInName == Then([now EXCEPT !.isBankrupt[turnPlayer] = TRUE])
TwinBankrupt == Init /\ [][Next \/ RuinInName]_vars

(* A debt to a player who is out of the game. *)
OweTheDead == \E p \in Players \ {turnPlayer} :
    Then([now EXCEPT !.isBankrupt[p] = TRUE, !.money[p] = 0, !.bankMoney = @ + money[p],
                     !.debts = <<Debt(turnPlayer, p, 1, phase)>>, !.phase = "bankruptcy-prevention"])
TwinDebt == Init /\ [][Next \/ OweTheDead]_vars

(* A debt that nobody deals with. *)
OweInSilence == In("pre-roll") /\ Then([now EXCEPT !.debts = <<Debt(turnPlayer, NULL, 1, phase)>>])
TwinDebtor == Init /\ [][Next \/ OweInSilence]_vars

(* Spending money that a player does not have. *)
Overdraw == Then(Paid(now, turnPlayer, NULL, money[turnPlayer] + 1))
TwinBelowZero == Init /\ [][Next \/ Overdraw]_vars

(* Money that is issued and not counted. *)
FillThePot == Then([now EXCEPT !.pot = @ + 1])
TwinMoney == Init /\ [][Next \/ FillThePot]_vars

(* Two buildings at once, on a street that nobody owns, out of nothing. *)
BuildWildly == \E i \in Streets : Then([now EXCEPT !.level[i] = 3])
TwinBuildings == Init /\ [][Next \/ BuildWildly]_vars

(* A card that is in its deck twice. *)
CopyACard == Then([now EXCEPT !.deck["chance"] = Append(@, 1)])
TwinCards == Init /\ [][Next \/ CopyACard]_vars

(* An offer beside an auction. *)
OfferInAnAuction == phase = "auction" /\
    Then([now EXCEPT !.offer = [from |-> 1, to |-> 2, deeds |-> {}, cards |-> {}, cash |-> 0, nextPhase |-> phase]])
TwinWindow == Init /\ [][Next \/ OfferInAnAuction]_vars

(* A bid beyond the cash: InvAuctionConsistent, and it is no step of Auction2. *)
BidBeyondCash == phase = "auction" /\ \E p \in Players : Due(p) /\ Then([now EXCEPT !.auction.bid[p] = money[p] + 1])
TwinAuction == Init /\ [][Next \/ BidBeyondCash]_vars

(* An offer whose deed is sold meanwhile. *)
SellMeanwhile == phase = "trade" /\ \E i \in offer.deeds : Then([now EXCEPT !.owner[i] = NULL])
TwinOffer == Init /\ [][Next \/ SellMeanwhile]_vars

(* In jail, but on another square. *)
WalkOut == Then([now EXCEPT !.inJail[turnPlayer] = TRUE])
TwinJail == Init /\ [][Next \/ WalkOut]_vars

(* A roll that is remembered too long. *)
KeepTheRoll == In("doubles-check") /\ Then(Free4AllStarted(now))
TwinIdle == Init /\ [][Next \/ KeepTheRoll]_vars

(* A turn that nobody can end. *)
PlaceNowhere == In("roll") /\ Then([now EXCEPT !.phase = "placing",
    !.placing = [kind |-> "house", player |-> 1, price |-> 0, nextPhase |-> "roll"]])
TwinProgress == Init /\ [][Next \/ PlaceNowhere]_vars

(* Out of jail in the free-4-all. *)
SlipAway == In("free-4-all") /\ inJail[turnPlayer] /\ Then(Freed(now))
TwinLeaveJail == Init /\ [][Next \/ SlipAway]_vars

(* Rent for a mortgaged deed. *)
ChargeForMortgage == LandedOnDeed /\ OfAnother /\ mortgaged[here] /\ money[turnPlayer] > 0 /\
    Then(Resolved(Paid(now, turnPlayer, owner[here], 1)))
TwinRent == Init /\ [][Next \/ ChargeForMortgage]_vars
===============================================================================

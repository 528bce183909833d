------------------------------- MODULE MCTrade3 --------------------------------
(* The models of Trade3, and a broken twin for every promise. *)
EXTENDS Trade3, TLC

CONSTANTS a, b, c, deed, card, coin, o1, o2

(* As in MCTrade1 and MCTrade2. *)
MCFirstHolder == deed :> a @@ card :> b @@ coin :> c
MCTo == o1 :> b @@ o2 :> c
MCGives == o1 :> {deed} @@ o2 :> {deed}
MCTakes == o1 :> {card} @@ o2 :> {coin}
BackTo == o1 :> b @@ o2 :> b
BackGives == o1 :> {deed} @@ o2 :> {card}
BackTakes == o1 :> {card} @@ o2 :> {deed}

RefinesTrade2 == T2!T2FairSpec
StepsOfTrade2 == T2!T2Init /\ [][T2!T2Next]_(T2!T2vars)
NoDoubleSpending == T2!T1!NoDoubleSpending
Agreed == T2!T1!Agreed
Atomicity == T2!T1!Atomicity
Integrity == T2!T1!Integrity
Termination == T2!T1!Termination

-------------------------------------------------------------------------------
(* Settling after a withdrawal: no step of Trade2 explains it. *)
SettleLate == \E o \in Offers :
    /\ KnowsAccepted(Floor, o)
    /\ KnowsWithdrawn(Floor, o)
    /\ ~KnowsSettled(Floor, o)
    /\ Write(Floor, Entry("settle", o))
TwinRefinement == T3Init /\ [][T3Next \/ SettleLate]_T3vars

(* Settling an offer whose acceptance crossed with a withdrawal: InvCrossedIsOff. *)
SettleCrossed == \E o \in Offers :
    /\ Crossed(o)
    /\ Write(Floor, Entry("settle", o))
TwinCrossed == T3Init /\ [][T3Next \/ SettleCrossed]_T3vars

(* News need not travel: the fairness of Trade2 is not refined. *)
TwinFairness == T3Init /\ [][T3Next]_T3vars /\ WF_T3vars(T3WithdrawTrade) /\ WF_T3vars(T3SettleTrade)

(* Holding an entry that was never written: T3TypeOK. *)
Imagine ==
    /\ \E p, q \in Peers : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED msgs
TwinTypeOK == T3Init /\ [][T3Next \/ Imagine]_T3vars

(* Not promised, must fail: an acceptance and a withdrawal never cross, and two acceptances never meet. *)
NeverCrossed == \A o \in Offers : ~Crossed(o)
NeverTwoAccepted == Cardinality({o \in Offers : KnowsAccepted(Floor, o)}) < 2
===============================================================================

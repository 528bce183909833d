------------------------------- MODULE MCTrade2 --------------------------------
(* The models of Trade2, and a broken twin for every promise. *)
EXTENDS Trade2, TLC

CONSTANTS a, b, c, deed, card, coin, o1, o2

(* As in MCTrade1. *)
MCFirstHolder == deed :> a @@ card :> b @@ coin :> c
MCTo == o1 :> b @@ o2 :> c
MCGives == o1 :> {deed} @@ o2 :> {deed}
MCTakes == o1 :> {card} @@ o2 :> {coin}

(* The second offer takes the first one's deed back. *)
BackTo == o1 :> b @@ o2 :> b
BackGives == o1 :> {deed} @@ o2 :> {card}
BackTakes == o1 :> {card} @@ o2 :> {deed}

RefinesTrade1 == T1!T1FairSpec

-------------------------------------------------------------------------------
(* Settling what was called off: no step of Trade1 explains it. *)
SettleAnyway == \E o \in accepted :
    /\ T1!InPlace(o)
    /\ holder' = T1!Exchanged(o)
    /\ UNCHANGED <<made, verdict, accepted>>
TwinRefinement == T2Init /\ [][T2Next \/ SettleAnyway]_T2vars

(* Taking without asking: InvConsent. *)
SettleUnasked == \E o \in made :
    /\ verdict[Floor][o] = UNKNOWN
    /\ Decide(Floor, o, DONE)
    /\ UNCHANGED <<made, holder, accepted>>
TwinConsent == T2Init /\ [][T2Next \/ SettleUnasked]_T2vars

(* Accepting what was never offered: T2TypeOK. *)
AcceptUnoffered == \E o \in Offers :
    /\ accepted' = accepted \cup {o}
    /\ UNCHANGED <<made, holder, verdict>>
TwinTypeOK == T2Init /\ [][T2Next \/ AcceptUnoffered]_T2vars

(* The floor waits forever for an answer: the fairness of Trade1 is not refined. *)
TwinFairness == T2Init /\ [][T2Next]_T2vars /\ WF_T2vars(T2Learn)
===============================================================================

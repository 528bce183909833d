-------------------------------- MODULE Trade2 ---------------------------------
(*
Trading by messages: offer, accept, decline, withdraw.
An acceptance alone moves nothing; the floor settles, and until then it may withdraw.
So the order in which the floor acts decides between offers that name the same asset.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS Peers, Floor, Assets, FirstHolder, Offers, To, Gives, Takes, UNKNOWN, DONE, OFF   \* as in Trade1

VARIABLES
    made, holder, verdict,      \* as in Trade1
    accepted                    \* the offers that were accepted

T2vars == <<made, holder, verdict, accepted>>

T1 == INSTANCE Trade1

T2TypeOK == T1!T1TypeOK /\ accepted \subseteq made

Decide(p, o, how) == verdict' = [verdict EXCEPT ![p][o] = how]

-------------------------------------------------------------------------------
T2Init ==
    /\ T1!T1Init
    /\ accepted = {}

(*
The floor offers what it holds for what the addressee holds, to that one peer (TRADE-1).
That may be a jail card (CARD-12), and the price is limited only by what a peer holds (TRADE-8).
*)
T2OfferTrade == \E o \in Offers \ made :
    /\ T1!InPlace(o)
    /\ made' = made \cup {o}
    /\ UNCHANGED <<holder, verdict, accepted>>

(* The addressee says yes (TRADE-4), as long as it has not heard that the offer is off. *)
T2AcceptTrade == \E o \in made \ accepted :
    /\ verdict[To[o]][o] = UNKNOWN
    /\ accepted' = accepted \cup {o}
    /\ UNCHANGED <<made, holder, verdict>>

(* Or it says no, and that is the end of the offer (TRADE-4). *)
T2DeclineTrade == \E o \in made \ accepted :
    /\ verdict[To[o]][o] = UNKNOWN
    /\ Decide(To[o], o, OFF)
    /\ UNCHANGED <<made, holder, accepted>>

(* The floor takes an offer back (TRADE-4), whether or not it has been accepted in the meantime. *)
T2WithdrawTrade == \E o \in made :
    /\ verdict[Floor][o] = UNKNOWN
    /\ Decide(Floor, o, OFF)
    /\ UNCHANGED <<made, holder, accepted>>

(* The floor carries out an accepted offer, wholly or not at all (TRADE-4). *)
T2SettleTrade == \E o \in accepted :
    /\ verdict[Floor][o] = UNKNOWN
    /\ T1!InPlace(o)
    /\ holder' = T1!Exchanged(o)
    /\ Decide(Floor, o, DONE)
    /\ UNCHANGED <<made, accepted>>

(* A peer adopts all verdicts of another. *)
T2Learn == \E p, q \in Peers :
    /\ verdict' = [verdict EXCEPT ![p] =
           [o \in Offers |-> IF @[o] = UNKNOWN THEN verdict[q][o] ELSE @[o]]]
    /\ UNCHANGED <<made, holder, accepted>>

T2Next ==
    \/ T2OfferTrade
    \/ T2AcceptTrade
    \/ T2DeclineTrade
    \/ T2WithdrawTrade
    \/ T2SettleTrade
    \/ T2Learn

(* An addressee may stay silent forever, but the floor does not wait forever. *)
T2FairSpec ==
    /\ T2Init
    /\ [][T2Next]_T2vars
    /\ WF_T2vars(T2WithdrawTrade)
    /\ WF_T2vars(T2Learn)

-------------------------------------------------------------------------------
(* Nothing is taken from a peer that did not agree to it. *)
InvConsent == \A o \in Offers : T1!Ended(o, DONE) => o \in accepted

THEOREM T2FairSpec => [](T2TypeOK /\ InvConsent) /\ T1!T1FairSpec
===============================================================================

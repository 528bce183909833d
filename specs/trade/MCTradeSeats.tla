----------------------------- MODULE MCTradeSeats ------------------------------
(* The models of TradeSeats, and a broken twin for every promise. *)
EXTENDS TradeSeats, TLC

CONSTANTS a, b, c, deed, card, o1

MCFirstHolder == deed :> a @@ card :> b
MCTo == o1 :> b
MCGives == o1 :> {deed}
MCTakes == o1 :> {card}

-------------------------------------------------------------------------------
(* Holding an entry that was never written: TSTypeOK. *)
Imagine ==
    /\ \E p, q \in Peers : frontiers' = [frontiers EXCEPT ![p][q] = @ + 1]
    /\ UNCHANGED <<msgs, left, gone>>
TwinTypeOK == TSInit /\ [][TSNext \/ Imagine]_TSvars

(* Learning of a departure without all that was written before it: one calls off what another has settled. *)
LearnEarly == \E p \in Peers :
    /\ left' = [left EXCEPT ![p] = gone]
    /\ UNCHANGED <<T3vars, gone>>
TwinVerdict == TSInit /\ [][TSNext \/ LearnEarly]_TSvars
TwinStays == TwinVerdict

(* Settling what nobody has accepted: InvConsent. *)
SettleAlone == \E o \in Offers :
    /\ KnowsOffer(Floor, o)
    /\ ~KnowsSettled(Floor, o)
    /\ Write(Floor, Entry("settle", o))
    /\ UNCHANGED <<left, gone>>
TwinConsent == TSInit /\ [][TSNext \/ SettleAlone]_TSvars
===============================================================================

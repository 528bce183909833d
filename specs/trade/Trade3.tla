-------------------------------- MODULE Trade3 ---------------------------------
(*
Trading between peers with append-only logs.
Each peer appends to its own log and copies those of others as far as its frontier shows.
There is no state besides logs and frontiers: the fate of an offer is read from the entries that a
peer holds. A withdrawal that has no acceptance in its past wins over a concurrent acceptance.
*)
EXTENDS Naturals, FiniteSets, Sequences

CONSTANTS Peers, Floor, Assets, FirstHolder, Offers, To, Gives, Takes, UNKNOWN, DONE, OFF   \* as in Trade1

VARIABLES
    msgs,           \* the log of each peer
    frontiers       \* frontiers[p][q]: how many entries of q's log p holds

T3vars == <<msgs, frontiers>>

Entry(kind, o) == [kind |-> kind, offer |-> o]
Entries == {Entry(kind, o) : kind \in {"offer", "withdraw", "settle", "accept", "decline"}, o \in Offers}

T3TypeOK ==
    /\ \A p \in Peers : \A i \in DOMAIN msgs[p] : msgs[p][i] \in Entries
    /\ \A p, q \in Peers : frontiers[p][q] \in 0..Len(msgs[q])
    /\ \A p \in Peers : frontiers[p][p] = Len(msgs[p])

-------------------------------------------------------------------------------
(* What p holds. *)
Holds(p, q, entry) == \E i \in 1..frontiers[p][q] : msgs[q][i] = entry

KnowsOffer(p, o) == Holds(p, Floor, Entry("offer", o))
KnowsAccepted(p, o) == Holds(p, To[o], Entry("accept", o))
KnowsDeclined(p, o) == Holds(p, To[o], Entry("decline", o))
KnowsWithdrawn(p, o) == Holds(p, Floor, Entry("withdraw", o))
KnowsSettled(p, o) == Holds(p, Floor, Entry("settle", o))

(* The result of an offer as p sees it: the floor's entry decides, or a refusal by the addressee. *)
Verdict(p, o) ==
    IF KnowsSettled(p, o) THEN DONE
    ELSE IF KnowsWithdrawn(p, o) \/ KnowsDeclined(p, o) THEN OFF
    ELSE UNKNOWN

(* Who holds what after the first n entries of the floor's log: only settlements move assets. *)
RECURSIVE HolderAfter(_)
HolderAfter(n) ==
    IF n = 0 THEN FirstHolder
    ELSE LET before == HolderAfter(n - 1)
             entry == msgs[Floor][n]
             o == entry.offer
         IN IF entry.kind # "settle" THEN before
            ELSE [a \in Assets |->
                     IF a \in Gives[o] THEN To[o] ELSE IF a \in Takes[o] THEN Floor ELSE before[a]]

(* A peer that lags behind the floor sees earlier holdings; these are the newest. *)
Holder == HolderAfter(Len(msgs[Floor]))

InPlace(o) == (\A a \in Gives[o] : Holder[a] = Floor) /\ (\A a \in Takes[o] : Holder[a] = To[o])

(* An acceptance that the floor holds and has not answered; it comes before anything else. *)
Pending(o) == KnowsAccepted(Floor, o) /\ Verdict(Floor, o) = UNKNOWN

Write(p, entry) ==
    /\ msgs' = [msgs EXCEPT ![p] = Append(@, entry)]
    /\ frontiers' = [frontiers EXCEPT ![p][p] = @ + 1]

-------------------------------------------------------------------------------
T3Init ==
    /\ msgs = [p \in Peers |-> <<>>]
    /\ frontiers = [p \in Peers |-> [q \in Peers |-> 0]]

(* The floor offers what it holds, once everything accepted is settled. *)
T3OfferTrade == \E o \in Offers :
    /\ ~KnowsOffer(Floor, o)
    /\ \A other \in Offers : ~Pending(other)
    /\ InPlace(o)
    /\ Write(Floor, Entry("offer", o))

(* The addressee answers an offer that it holds and does not know to be off, with yes, *)
T3AcceptTrade == \E o \in Offers : LET p == To[o] IN
    /\ KnowsOffer(p, o)
    /\ ~KnowsAccepted(p, o)
    /\ Verdict(p, o) = UNKNOWN
    /\ Write(p, Entry("accept", o))

(* or with no. *)
T3DeclineTrade == \E o \in Offers : LET p == To[o] IN
    /\ KnowsOffer(p, o)
    /\ ~KnowsAccepted(p, o)
    /\ Verdict(p, o) = UNKNOWN
    /\ Write(p, Entry("decline", o))

(*
The floor withdraws an offer that it does not know to be accepted.
An accepted one is withdrawn only if what it names has changed hands in another trade.
*)
T3WithdrawTrade == \E o \in Offers :
    /\ KnowsOffer(Floor, o)
    /\ Verdict(Floor, o) = UNKNOWN
    /\ IF KnowsAccepted(Floor, o) THEN ~InPlace(o) ELSE \A other \in Offers : Pending(other) => ~InPlace(other)
    /\ Write(Floor, Entry("withdraw", o))

(* The floor carries out an acceptance that it holds. *)
T3SettleTrade == \E o \in Offers :
    /\ Pending(o)
    /\ InPlace(o)
    /\ Write(Floor, Entry("settle", o))

(* A peer copies everything that another holds. *)
T3Merge == \E sender, receiver \in Peers :
    /\ sender # receiver
    /\ frontiers' = [frontiers EXCEPT ![receiver] =
           [q \in Peers |-> IF frontiers[sender][q] > @[q] THEN frontiers[sender][q] ELSE @[q]]]
    /\ UNCHANGED msgs

T3Next ==
    \/ T3OfferTrade
    \/ T3AcceptTrade
    \/ T3DeclineTrade
    \/ T3WithdrawTrade
    \/ T3SettleTrade
    \/ T3Merge

(* The floor does not wait forever, an acceptance that it holds is answered, and news travels. *)
T3FairSpec ==
    /\ T3Init
    /\ [][T3Next]_T3vars
    /\ WF_T3vars(T3WithdrawTrade)
    /\ WF_T3vars(T3SettleTrade)
    /\ WF_T3vars(T3Merge)

-------------------------------------------------------------------------------
(* An offer that was accepted and withdrawn at the same time, neither side knowing of the other. *)
Crossed(o) ==
    /\ \E i \in DOMAIN msgs[Floor] : msgs[Floor][i] = Entry("withdraw", o)
    /\ \E i \in DOMAIN msgs[To[o]] : msgs[To[o]][i] = Entry("accept", o)
    /\ ~KnowsAccepted(Floor, o)

(* It is off for everyone who has heard the result. *)
InvCrossedIsOff == \A o \in Offers : Crossed(o) => \A p \in Peers : Verdict(p, o) # DONE

T2 == INSTANCE Trade2 WITH
    made <- {o \in Offers : KnowsOffer(Floor, o)},
    holder <- Holder,
    verdict <- [p \in Peers |-> [o \in Offers |-> Verdict(p, o)]],
    accepted <- {o \in Offers : KnowsAccepted(To[o], o)}

THEOREM T3FairSpec => [](T3TypeOK /\ InvCrossedIsOff) /\ T2!T2FairSpec
===============================================================================

-------------------------------- MODULE Trade1 ---------------------------------
(*
Abstract trading: an offer ends as an exchange of everything, or of nothing, and all peers learn
the result.
One seat has the floor and makes the offers; each is addressed to one other peer.
Deeds, jail cards and coins are all assets here.
*)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Peers,
    Floor,          \* the peer that has the floor
    Assets,
    FirstHolder,    \* who holds each asset at the start
    Offers,         \* the offers that may be made
    To,             \* the addressee of each offer
    Gives,          \* what the floor gives in each offer
    Takes,          \* what it wants in return
    UNKNOWN,        \* verdict of a peer that has not heard the result
    DONE,           \* verdict: exchanged
    OFF             \* verdict: nothing happens

VARIABLES
    made,           \* the offers made so far
    holder,         \* who holds each asset
    verdict         \* each peer's verdict on each offer

T1vars == <<made, holder, verdict>>

ASSUME Floor \in Peers
ASSUME \A o \in Offers : To[o] \in Peers \ {Floor} /\ Gives[o] \cup Takes[o] \subseteq Assets

T1TypeOK ==
    /\ made \subseteq Offers
    /\ holder \in [Assets -> Peers]
    /\ verdict \in [Peers -> [Offers -> {UNKNOWN, DONE, OFF}]]

(* Both sides still hold what they would give. *)
InPlace(o) == (\A a \in Gives[o] : holder[a] = Floor) /\ (\A a \in Takes[o] : holder[a] = To[o])

Exchanged(o) == [a \in Assets |->
    IF a \in Gives[o] THEN To[o] ELSE IF a \in Takes[o] THEN Floor ELSE holder[a]]

Undecided(o) == o \in made /\ \A p \in Peers : verdict[p][o] = UNKNOWN

-------------------------------------------------------------------------------
T1Init ==
    /\ made = {}
    /\ holder = FirstHolder
    /\ verdict = [p \in Peers |-> [o \in Offers |-> UNKNOWN]]

(* The floor makes an offer. *)
T1Offer == \E o \in Offers \ made :
    /\ made' = made \cup {o}
    /\ UNCHANGED <<holder, verdict>>

(* Everything changes hands at once, if everything is still in place. *)
T1Settle == \E o \in Offers :
    /\ Undecided(o)
    /\ InPlace(o)
    /\ holder' = Exchanged(o)
    /\ verdict' = [verdict EXCEPT ![Floor][o] = DONE]
    /\ UNCHANGED made

(* Either side may call off an open offer. *)
T1CallOff == \E o \in Offers : \E p \in {Floor, To[o]} :
    /\ Undecided(o)
    /\ verdict' = [verdict EXCEPT ![p][o] = OFF]
    /\ UNCHANGED <<made, holder>>

(* A peer adopts some verdicts of another. *)
T1Learn == \E p, q \in Peers : \E heard \in SUBSET Offers :
    /\ verdict' = [verdict EXCEPT ![p] =
           [o \in Offers |-> IF o \in heard /\ @[o] = UNKNOWN THEN verdict[q][o] ELSE @[o]]]
    /\ UNCHANGED <<made, holder>>

T1Next ==
    \/ T1Offer
    \/ T1Settle
    \/ T1CallOff
    \/ T1Learn

(* Offers need not be made, but one that was made comes to an end, and everyone learns of it. *)
T1FairSpec ==
    /\ T1Init
    /\ [][T1Next]_T1vars
    /\ WF_T1vars(T1CallOff)
    /\ WF_T1vars(T1Learn)

-------------------------------------------------------------------------------
(* Atomicity: what an offer names changes hands together, and nothing else does. *)
Atomicity == [][holder' = holder \/ \E o \in made : InPlace(o) /\ holder' = Exchanged(o)]_T1vars

(* No double spending: the floor gives an asset away at most once for each time it gets it. *)
Ended(o, how) == \E p \in Peers : verdict[p][o] = how
NoDoubleSpending ==
    \A a \in Assets :
        Cardinality({o \in Offers : Ended(o, DONE) /\ a \in Gives[o]})
            <= Cardinality({o \in Offers : Ended(o, DONE) /\ a \in Takes[o]}) + (IF FirstHolder[a] = Floor THEN 1 ELSE 0)

(* Agreement: no offer ends in two ways. *)
Agreed == \A o \in Offers : ~(Ended(o, DONE) /\ Ended(o, OFF))

(* Integrity: a verdict never changes, and nobody has one on an offer that was not made. *)
Integrity ==
    [][\A p \in Peers, o \in Offers :
           /\ verdict[p][o] # UNKNOWN => verdict'[p][o] = verdict[p][o]
           /\ verdict'[p][o] # UNKNOWN => o \in made']_T1vars

(* Termination: everyone learns how an offer ended. *)
Termination == \A o \in Offers : (o \in made) ~> (\A p \in Peers : verdict[p][o] # UNKNOWN)

THEOREM T1FairSpec => [](T1TypeOK /\ NoDoubleSpending /\ Agreed) /\ Atomicity /\ Integrity /\ Termination
===============================================================================

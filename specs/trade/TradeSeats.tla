------------------------------ MODULE TradeSeats -------------------------------
(*
Trade3 among seats who may leave, and whose news comes in parts.
An offer of a seat that has left is withdrawn, even if it has been accepted; one to a seat that has left without accepting is declined.
Nobody writes that: whoever knows that a seat has left holds all that it wrote, and so comes to the same verdict as everybody else.
*)
EXTENDS Trade3

CONSTANT MayLeave       \* who may leave

VARIABLES
    left,           \* left[p]: the peers whom p knows to have left
    gone            \* who has left

TSvars == <<T3vars, left, gone>>

TSTypeOK ==
    /\ T3TypeOK
    /\ left \in [Peers -> SUBSET gone]

(* The verdict of Trade3, or what follows from a departure. *)
SeatVerdict(p, o) ==
    IF Verdict(p, o) # UNKNOWN THEN Verdict(p, o)
    ELSE IF KnowsOffer(p, o) /\ (Floor \in left[p] \/ (To[o] \in left[p] /\ ~KnowsAccepted(p, o))) THEN OFF
    ELSE UNKNOWN

-------------------------------------------------------------------------------
TSInit ==
    /\ T3Init
    /\ left = [p \in Peers |-> {}]
    /\ gone = {}

(* As in Trade3, by seats that take part and do not know the offer to be off. *)
Acts(p, o) == p \notin gone /\ (KnowsOffer(p, o) => SeatVerdict(p, o) = UNKNOWN) /\ UNCHANGED <<left, gone>>
(* The offer (TRADE-1). *)
TSOfferTrade == T3OfferTrade /\ Floor \notin gone /\ UNCHANGED <<left, gone>>
(* Yes (TRADE-4). *)
TSAcceptTrade == \E o \in Offers : Acts(To[o], o) /\ T3AcceptTrade /\ msgs'[To[o]] = Append(msgs[To[o]], Entry("accept", o))
(* No (TRADE-4). *)
TSDeclineTrade == \E o \in Offers : Acts(To[o], o) /\ T3DeclineTrade /\ msgs'[To[o]] = Append(msgs[To[o]], Entry("decline", o))
(* The floor takes it back (TRADE-4). *)
TSWithdrawTrade == \E o \in Offers : Acts(Floor, o) /\ T3WithdrawTrade /\ msgs'[Floor] = Append(msgs[Floor], Entry("withdraw", o))
(* The floor carries it out (TRADE-4). *)
TSSettleTrade == \E o \in Offers : Acts(Floor, o) /\ T3SettleTrade /\ msgs'[Floor] = Append(msgs[Floor], Entry("settle", o))

(* A peer takes some more entries, and what it learns of who has left, of whom it then holds everything. *)
Take(p, frontier, known) ==
    /\ frontier[p] = frontiers[p][p]
    /\ \A q \in Peers : frontier[q] \in frontiers[p][q]..Len(msgs[q])
    /\ left[p] \subseteq known
    /\ \A q \in known : q \in gone /\ frontier[q] = Len(msgs[q])
    /\ frontiers' = [frontiers EXCEPT ![p] = frontier]
    /\ left' = [left EXCEPT ![p] = known]
    /\ UNCHANGED <<msgs, gone>>
Longest == CHOOSE n \in {Len(msgs[q]) : q \in Peers} : \A q \in Peers : Len(msgs[q]) <= n
(* Any part of what is new to somebody, in any order. *)
TSTake == \E p \in Peers : \E frontier \in [Peers -> 0..Longest], known \in SUBSET gone : Take(p, frontier, known)

(* A peer leaves; whoever holds all that it wrote may know it first. *)
Leave(p, q) ==
    /\ q \notin gone
    /\ frontiers[p][q] = Len(msgs[q])
    /\ gone' = gone \cup {q}
    /\ left' = [left EXCEPT ![p] = @ \cup {q}]
    /\ UNCHANGED T3vars
(* By resigning or by votes (LEAVE-1). *)
TSLeave == \E p \in Peers, q \in MayLeave : Leave(p, q)

TSNext ==
    \/ TSOfferTrade
    \/ TSAcceptTrade
    \/ TSDeclineTrade
    \/ TSWithdrawTrade
    \/ TSSettleTrade
    \/ TSTake
    \/ TSLeave

TSSpec == TSInit /\ [][TSNext]_TSvars

-------------------------------------------------------------------------------
(* Nobody says DONE where another says OFF. *)
InvOneVerdict == \A p, q \in Peers, o \in Offers :
    {SeatVerdict(p, o), SeatVerdict(q, o)} # {DONE, OFF}

(* A verdict stays. *)
VerdictStays == [][\A p \in Peers, o \in Offers : SeatVerdict(p, o) # UNKNOWN => SeatVerdict(p, o)' = SeatVerdict(p, o)]_TSvars

(* Assets move only with consent. *)
InvConsent == \A o \in Offers : (\E p \in Peers : SeatVerdict(p, o) = DONE) =>
    \E i \in DOMAIN msgs[To[o]] : msgs[To[o]][i] = Entry("accept", o)
===============================================================================

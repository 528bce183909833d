------------------------------- MODULE Promises --------------------------------
(* What holds at every moment of every game. *)
EXTENDS Monopoly

SquareOK(square) ==
    /\ square.type \in {"go", "street", "rail", "util", "tax", "chance", "community-chest",
                        "jail", "free-parking", "go-to-jail"}
    /\ square.type \in {"street", "rail", "util", "tax"} => square.value \in Nat
    /\ square.type = "street" =>
           /\ square.set \in Nat
           /\ square.houseCost \in Nat
           /\ \A i \in DOMAIN square.rent :
                  (IF DefectTypeOkReadsRentIndices THEN i ELSE square.rent[i]) \in Nat

(* Cards are of these five kinds (CARD-9, as `formal` reads it). *)
CardOK(card, jailCard) ==
    /\ card.type \in {"collect", "pay", "advance", "go-to-jail", jailCard}
    /\ card.type \in {"collect", "pay"} => card.amount \in Nat

(* A card that advances the token leads to a square of the board. *)
AdvancesOK(deck, lookup) == \A i \in DOMAIN deck : deck[i].type = "advance" => lookup[i].square \in Squares

TableOK ==
    /\ \A i \in Squares : SquareOK(board[i])
    /\ \A i \in DOMAIN ChanceCards : CardOK(ChanceCards[i], "goojf-ch")
    /\ \A i \in DOMAIN CommunityChestCards : CardOK(CommunityChestCards[i], "goojf-cc")
    /\ AdvancesOK(ChanceCards, ChanceCards)
    /\ AdvancesOK(CommunityChestCards,
                  IF DefectTypeOkReadsChanceCards THEN ChanceCards ELSE CommunityChestCards)

Debts == [creditor : Players \cup {NULL}, amount : Nat, nextPhase : Phases]

(* Every variable has a value of its type. *)
TypeOK ==
    /\ TableOK
    /\ positions \in [Players -> Squares]
    /\ money \in [Players -> 0..TotalMoney]
    /\ inJail \in [Players -> BOOLEAN]
    /\ jailTime \in [Players -> 0..2]
    /\ isBankrupt \in [Players -> BOOLEAN]
    /\ bankMoney \in 0..TotalMoney
    /\ owner \in [Deeds -> Players \cup {NULL}]
    /\ mortgaged \in [Deeds -> BOOLEAN]
    /\ DOMAIN level = Streets /\ \A i \in Streets : level[i] \in DOMAIN board[i].rent
    /\ goojfChOwner \in Players \cup {NULL}
    /\ goojfCcOwner \in Players \cup {NULL}
    /\ turnPlayer \in Players
    /\ phase \in Phases
    /\ doublesCount \in 0..2
    /\ free4AllOrder # NULL =>
           /\ free4AllOrder \in Seq(Players)
           /\ \A i, j \in DOMAIN free4AllOrder : free4AllOrder[i] = free4AllOrder[j] => i = j
    /\ debt \in {NULL} \cup Debts

(* A bankrupt player has nothing left, *)
InvNoPossessionsIfBankrupt ==
    \A p \in Players : isBankrupt[p] =>
        /\ money[p] = 0
        /\ Owned(p) = {}
        /\ p \notin {goojfChOwner, goojfCcOwner}

(* never has to act, *)
InvNoActionsPossibleIfBankrupt ==
    \A p \in Players : isBankrupt[p] =>
        /\ turnPlayer # p
        /\ free4AllOrder # NULL => \A i \in DOMAIN free4AllOrder : free4AllOrder[i] # p

(* and is owed nothing. *)
InvNoDebtToBankruptPlayer ==
    debt # NULL => (debt.creditor # NULL => ~isBankrupt[debt.creditor])

RECURSIVE SumUpTo(_)
SumUpTo(n) == IF n = 0 THEN 0 ELSE money[n] + SumUpTo(n - 1)

(* No money is created or lost. *)
InvConservationOfMoney == bankMoney + SumUpTo(NumPlayers) = TotalMoney

(* Streets of a group are built evenly. *)
InvStreetLevelRange ==
    \A i \in Streets : \A j \in Group(i) :
        level[i] - level[IF DefectLevelComparedWithItself THEN i ELSE j] \in -1..1

(* A game that is not over can continue. *)
InvProgress == Terminated \/ ENABLED Next

(* A debt exists exactly while its debtor deals with it. *)
InvDebtOnlyWhileOwed == (debt # NULL) <=> (phase = "bankruptcy-prevention")

(* Only groups with a single owner have buildings, and mortgaged streets never do. *)
InvBuildingsOnOwnedGroups ==
    \A i \in Streets : level[i] > 1 =>
        /\ owner[i] # NULL
        /\ OwnsGroup(owner[i], i)
        /\ ~mortgaged[i]

(* Jail time is counted only in jail, and players in jail are on the jail square. *)
InvJail ==
    \A p \in Players :
        /\ jailTime[p] > 0 => inJail[p]
        /\ inJail[p] => positions[p] = JailIndex

(* The dice decide, not the rules: whatever they show, the roll is possible. *)
InvDiceAreFree ==
    In("roll") => \A d1, d2 \in 1..DiceMax :
        IF inJail[turnPlayer] THEN ENABLED ThrowInJail(d1, d2) ELSE ENABLED ThrowFree(d1, d2)

(* Nobody builds in a partly mortgaged group: promised only where GroupMustBeUnmortgaged. *)
InvNoBuildingBesideMortgage == \A i \in Streets : level[i] > 1 => \A j \in Group(i) : ~mortgaged[j]

(*
Fields that mean nothing at the moment are idle.
There is an order only in the free-4-all, a prisoner has no doubles, and unowned deeds are not mortgaged.
InvDebtOnlyWhileOwed says the same about the debt, and InvJail about the time in jail.
*)
InvIdleFields ==
    /\ free4AllOrder # NULL => phase = "free-4-all"
    /\ inJail[turnPlayer] => doublesCount = 0
    /\ \A i \in Deeds : owner[i] = NULL => ~mortgaged[i]

(* A player leaves jail before the roll, or by the roll. *)
LeaveJailInTime ==
    [][\A p \in Players : inJail[p] /\ ~inJail'[p] =>
           phase = "pre-roll" \/ (phase = "roll" /\ phase' # "roll")]_vars

(* Landing on a mortgaged deed costs nothing. *)
NoRentOnMortgage ==
    [][phase = "post-roll" /\ here \in Deeds /\ mortgaged[here] => UNCHANGED <<money, debt>>]_vars

(* Not promised: a game may go on forever. *)
Termination == <>Terminated
===============================================================================

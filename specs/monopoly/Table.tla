--------------------------------- MODULE Table ---------------------------------
(*
What is on the table besides the board: the money, the deeds, and whose turn it is.
Estate adds what players do with deeds, Monopoly the course of a turn.
The full game has a table of its own, ClassicTable; another board is another value of Board.
*)
EXTENDS Squares

CONSTANTS
    StartingMoney,          \* what each of them starts with
    AuctionBids,            \* the winning bids that an auction may have, if the winner can pay
    GroupMustBeUnmortgaged, \* BUILD-1: no building while a street of the group is mortgaged; FALSE as published

    (* Each of these reintroduces one defect of the published module; all FALSE for the intended rules. *)
    DefectStaleDebt,                \* a bankrupt player's debt stays, and blocks the next player who cannot pay rent
    DefectThirdMissImpossible,      \* with money for the fine, the third roll in jail can only be doubles
    DefectFineInAnyPhase,           \* the jail fine can also be paid after the roll
    DefectRentOnMortgagedUtility,   \* a mortgaged utility may still charge
    DefectGoToJailInAnyPhase,       \* Go To Jail also takes a player who still owes the fine for a third miss
    DefectNothingToCollect,         \* a payment of 0 by the bank is impossible, and so is the step that contains it
    DefectLastCardIsHeld,           \* while a jail card is held, the last card of its deck cannot come, whatever it is
    DefectTypeOkReadsChanceCards,   \* TypeOK looks up the advances of Community Chest in the Chance deck
    DefectTypeOkReadsRentIndices,   \* TypeOK looks at the numbering of the rents, not at the rents
    DefectLevelComparedWithItself   \* the invariant on street levels cannot fail (in the published program)

VARIABLES
    \* each player
    positions,              \* number of the square
    money,
    inJail,
    jailTime,               \* rolls missed in jail
    isBankrupt,
    \* the bank
    bankMoney,
    \* each deed
    owner,                  \* a player or NULL
    mortgaged,
    level,                  \* streets only: 1 is bare, each building adds 1
    \* the two cards that get a player out of jail
    goojfChOwner,
    goojfCcOwner,
    \* the turn
    turnPlayer,
    phase,
    doublesCount,           \* doubles rolled so far in this turn
    free4AllOrder,          \* players who may still manage their deeds before the turn ends, or NULL
    debt                    \* what turnPlayer has to pay before anything else, or NULL

purses == <<money, bankMoney>>
cells == <<inJail, jailTime>>
deeds == <<owner, mortgaged, level>>
jailCards == <<goojfChOwner, goojfCcOwner>>
turn == <<turnPlayer, phase, doublesCount, free4AllOrder>>
vars == <<positions, purses, cells, isBankrupt, deeds, jailCards, turn, debt>>

Phases == {"pre-roll", "roll", "post-roll", "bankruptcy-prevention", "doubles-check", "free-4-all"}

-------------------------------------------------------------------------------
(* Reading the board. *)

Redemption(i) == Mortgage(i) + Mortgage(i) \div 10

here == positions[turnPlayer]
HereIs(type) == board[here].type = type

Owned(player) == {i \in Deeds : owner[i] = player}
OwnsGroup(player, i) == \A j \in Group(i) : owner[j] = player
Built(i) == \E j \in Group(i) : level[j] > 1

ASSUME NumPlayers \in Nat \ {0, 1}
ASSUME {StartingMoney, TotalMoney} \subseteq Nat /\ NumPlayers * StartingMoney <= TotalMoney
ASSUME DiceMax \in Nat \ {0} /\ {JailFine, BaseRailRent, PassGoReward} \subseteq Nat
ASSUME AuctionBids \subseteq Nat \ {0}
ASSUME {GroupMustBeUnmortgaged, DefectStaleDebt, DefectThirdMissImpossible, DefectFineInAnyPhase,
        DefectRentOnMortgagedUtility, DefectGoToJailInAnyPhase, DefectNothingToCollect,
        DefectLastCardIsHeld, DefectTypeOkReadsChanceCards, DefectTypeOkReadsRentIndices,
        DefectLevelComparedWithItself} \subseteq BOOLEAN

-------------------------------------------------------------------------------
(* Who is left. *)

Live == {p \in Players : ~isBankrupt[p]}
Terminated == Cardinality(Live) = 1

(* Nothing happens after the end of the game (END-1), and each action has its phase. *)
In(p) == ~Terminated /\ phase = p

RECURSIVE NextLive(_)
NextLive(player) ==
    LET next == (player % NumPlayers) + 1
    IN IF isBankrupt[next] THEN NextLive(next) ELSE next

-------------------------------------------------------------------------------
(* Moving money; each of these says what happens to both purses. *)

(* The bank pays what it has, even if that is nothing (BANK-2). *)
BankPays(amount) == IF bankMoney < amount THEN bankMoney ELSE amount

PayBank(player, amount) ==
    /\ money[player] >= amount
    /\ money' = [money EXCEPT ![player] = @ - amount]
    /\ bankMoney' = bankMoney + amount

CanCollect(amount) == DefectNothingToCollect => amount > 0

CollectFromBank(player, amount) ==
    /\ CanCollect(amount)
    /\ money' = [money EXCEPT ![player] = @ + BankPays(amount)]
    /\ bankMoney' = bankMoney - BankPays(amount)

PayPlayer(from, to, amount) ==
    /\ money' = [money EXCEPT ![from] = @ - amount, ![to] = @ + amount]
    /\ UNCHANGED bankMoney

(* To a player, or to the bank if the creditor is NULL (BANK-5). *)
Pay(from, creditor, amount) ==
    IF creditor = NULL THEN PayBank(from, amount) ELSE PayPlayer(from, creditor, amount)

(*
A debt of the turn player; when it is paid, the turn continues with phase next (DEBT-1).
There is never more than one (DEBT-5, as `formal` reads it).
*)
Debt(creditor, amount, next) == [creditor |-> creditor, amount |-> amount, nextPhase |-> next]
===============================================================================

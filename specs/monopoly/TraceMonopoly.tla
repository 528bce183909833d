---------------------------- MODULE TraceMonopoly -----------------------------
(*
Checks whether a game that was played is a behaviour of Monopoly.
For each game a module is generated that extends this one: it lists the steps and defines TraceNext.
A step is a record of
    action   the name of an action of Next
    player   who took it
    given    what the player chose or chance decided: <<die, die>>, <<card>>, <<square>> or <<winner, bid>>
    order    the order of the free-4-all that begins with this step, otherwise <<>>
    becomes  the values that changed, in the game that was played
*)
EXTENDS Monopoly, FormalBoard, TLC

(* How many steps of the game have matched steps of Monopoly. *)
VARIABLE at

-------------------------------------------------------------------------------
(* Who acts: the first in the order of a free-4-all, otherwise the player whose turn it is. *)
Actor == IF phase = "free-4-all" /\ free4AllOrder \notin {NULL, <<>>} THEN Head(free4AllOrder) ELSE turnPlayer

AreDice(given) == given[1] \in 1..DiceMax /\ given[2] \in 1..DiceMax

(* A roll distinguishes the instances of an action, *)
Throws(given) == AreDice(given) /\ ThrowFree(given[1], given[2])
ThrowsInJail(given) == AreDice(given) /\ ThrowInJail(given[1], given[2])
ThrowsForRent(given) ==
    /\ AreDice(given)
    /\ \/ PayRent(UtilityRent(here, given[1] + given[2]))
       \/ OweRent(UtilityRent(here, given[1] + given[2]))

(* or a card, *)
Draws(given, deck, jailCard, holder) ==
    /\ given[1] \in Drawable(deck, jailCard, holder)
    /\ deck[given[1]].type # jailCard => ExecuteCard(deck[given[1]])
DrawsChance(given) ==
    /\ Draws(given, ChanceCards, "goojf-ch", goojfChOwner)
    /\ (ChanceCards[given[1]].type = "goojf-ch") <=> (goojfChOwner = NULL /\ goojfChOwner' # NULL)
DrawsCommunityChest(given) ==
    /\ Draws(given, CommunityChestCards, "goojf-cc", goojfCcOwner)
    /\ (CommunityChestCards[given[1]].type = "goojf-cc") <=> (goojfCcOwner = NULL /\ goojfCcOwner' # NULL)

(* or a square, *)
Mortgages(given) == given[1] \in Deeds /\ ~mortgaged[given[1]] /\ mortgaged'[given[1]]
Unmortgages(given) == given[1] \in Deeds /\ mortgaged[given[1]] /\ ~mortgaged'[given[1]]
Upgrades(given) == given[1] \in Streets /\ level'[given[1]] > level[given[1]]
Downgrades(given) == given[1] \in Streets /\ level'[given[1]] < level[given[1]]

(* or the winner of an auction and the bid; nobody wins an auction without bids. *)
Auctions(given) ==
    IF given = <<>> THEN owner'[here] = NULL
    ELSE owner'[here] = given[1] /\ money'[given[1]] = money[given[1]] - given[2]

(* The action with this name. *)
Named(name) ==
    CASE name = "EndPreRoll" -> EndPreRoll
      [] name = "PlayGoojfCh" -> PlayGoojfCh
      [] name = "PlayGoojfCc" -> PlayGoojfCc
      [] name = "PayJailFine" -> PayJailFine
      [] name = "PreRollUnmortgage" -> PreRollUnmortgage
      [] name = "PreRollMortgage" -> PreRollMortgage
      [] name = "PreRollUpgrade" -> PreRollUpgrade
      [] name = "PreRollDowngrade" -> PreRollDowngrade
      [] name = "RollAndMove" -> RollAndMove
      [] name = "RollInJail" -> RollInJail
      [] name = "BuyProperty" -> BuyProperty
      [] name = "AuctionProperty" -> AuctionProperty
      [] name = "PayStreetRent" -> PayStreetRent
      [] name = "PreventBankruptcyOnStreetRent" -> PreventBankruptcyOnStreetRent
      [] name = "PayRailRent" -> PayRailRent
      [] name = "PreventBankruptcyOnRailRent" -> PreventBankruptcyOnRailRent
      [] name = "TryPayUtilRent" -> TryPayUtilRent
      [] name = "PayTax" -> PayTax
      [] name = "PreventBankruptcyOnTax" -> PreventBankruptcyOnTax
      [] name = "LandOnGoToJail" -> LandOnGoToJail
      [] name = "DrawAndExecuteChanceCard" -> DrawAndExecuteChanceCard
      [] name = "DrawAndExecuteCommunityChestCard" -> DrawAndExecuteCommunityChestCard
      [] name = "DoNothingOnOwnProperty" -> DoNothingOnOwnProperty
      [] name = "DoNothingOnMortgagedProperty" -> DoNothingOnMortgagedProperty
      [] name = "DoNothingOnJailSquare" -> DoNothingOnJailSquare
      [] name = "DoNothingOnGo" -> DoNothingOnGo
      [] name = "DoNothingOnFreeParking" -> DoNothingOnFreeParking
      [] name = "DoublesCheck" -> DoublesCheck
      [] name = "PayOffDebt" -> PayOffDebt
      [] name = "BankruptcyPreventionMortgage" -> BankruptcyPreventionMortgage
      [] name = "BankruptcyPreventionDowngrade" -> BankruptcyPreventionDowngrade
      [] name = "GoBankrupt" -> GoBankrupt
      [] name = "ConcludeFree4AllActions" -> ConcludeFree4AllActions
      [] name = "F4AUnmortgage" -> F4AUnmortgage
      [] name = "F4AMortgage" -> F4AMortgage
      [] name = "F4AUpgrade" -> F4AUpgrade
      [] name = "F4ADowngrade" -> F4ADowngrade
      [] name = "EndTurn" -> EndTurn
      [] OTHER -> FALSE

Unmortgaging == {"PreRollUnmortgage", "F4AUnmortgage"}
Mortgaging == {"PreRollMortgage", "F4AMortgage", "BankruptcyPreventionMortgage"}
Upgrading == {"PreRollUpgrade", "F4AUpgrade"}
Downgrading == {"PreRollDowngrade", "F4ADowngrade", "BankruptcyPreventionDowngrade"}

(* Whether the given values fit what the action did. *)
Fits(name, given) ==
    CASE name = "RollAndMove" -> Throws(given)
      [] name = "RollInJail" -> ThrowsInJail(given)
      [] name = "TryPayUtilRent" -> ThrowsForRent(given)
      [] name = "AuctionProperty" -> Auctions(given)
      [] name = "DrawAndExecuteChanceCard" -> DrawsChance(given)
      [] name = "DrawAndExecuteCommunityChestCard" -> DrawsCommunityChest(given)
      [] name \in Unmortgaging -> Unmortgages(given)
      [] name \in Mortgaging -> Mortgages(given)
      [] name \in Upgrading -> Upgrades(given)
      [] name \in Downgrading -> Downgrades(given)
      [] OTHER -> given = <<>>

-------------------------------------------------------------------------------
(* The values after a step in the game; what did not change is as before. *)
Value(step, name, old) == IF name \in DOMAIN step.becomes THEN step.becomes[name] ELSE old

(* For a function, only the entries that changed are listed. *)
Entries(step, name, old) ==
    IF name \in DOMAIN step.becomes
    THEN [x \in DOMAIN old |-> IF x \in DOMAIN step.becomes[name] THEN step.becomes[name][x] ELSE old[x]]
    ELSE old

Played(step) ==
    [ positions |-> Entries(step, "positions", positions),
      money |-> Entries(step, "money", money),
      inJail |-> Entries(step, "inJail", inJail),
      jailTime |-> Entries(step, "jailTime", jailTime),
      isBankrupt |-> Entries(step, "isBankrupt", isBankrupt),
      bankMoney |-> Value(step, "bankMoney", bankMoney),
      owner |-> Entries(step, "owner", owner),
      mortgaged |-> Entries(step, "mortgaged", mortgaged),
      level |-> Entries(step, "level", level),
      goojfChOwner |-> Value(step, "goojfChOwner", goojfChOwner),
      goojfCcOwner |-> Value(step, "goojfCcOwner", goojfCcOwner),
      turnPlayer |-> Value(step, "turnPlayer", turnPlayer),
      phase |-> Value(step, "phase", phase),
      doublesCount |-> Value(step, "doublesCount", doublesCount),
      free4AllOrder |-> Value(step, "free4AllOrder", free4AllOrder),
      debt |-> Value(step, "debt", debt) ]

Becomes(step) == LET played == Played(step) IN
    /\ positions' = played.positions
    /\ money' = played.money
    /\ inJail' = played.inJail
    /\ jailTime' = played.jailTime
    /\ isBankrupt' = played.isBankrupt
    /\ bankMoney' = played.bankMoney
    /\ owner' = played.owner
    /\ mortgaged' = played.mortgaged
    /\ level' = played.level
    /\ goojfChOwner' = played.goojfChOwner
    /\ goojfCcOwner' = played.goojfCcOwner
    /\ turnPlayer' = played.turnPlayer
    /\ phase' = played.phase
    /\ doublesCount' = played.doublesCount
    /\ free4AllOrder' = played.free4AllOrder
    /\ debt' = played.debt

(* Prints which values differ from those of the game; always true. *)
TellDifferences(step) ==
    LET played == Played(step)
        specified ==
            [ positions |-> positions',
              money |-> money',
              inJail |-> inJail',
              jailTime |-> jailTime',
              isBankrupt |-> isBankrupt',
              bankMoney |-> bankMoney',
              owner |-> owner',
              mortgaged |-> mortgaged',
              level |-> level',
              goojfChOwner |-> goojfChOwner',
              goojfCcOwner |-> goojfCcOwner',
              turnPlayer |-> turnPlayer',
              phase |-> phase',
              doublesCount |-> doublesCount',
              free4AllOrder |-> free4AllOrder',
              debt |-> debt' ]
    IN \A name \in DOMAIN played : specified[name] # played[name] =>
           /\ PrintT(ToString(<<"specified", name, specified[name]>>))
           /\ PrintT(ToString(<<"played", name, played[name]>>))

-------------------------------------------------------------------------------
(* A step that begins a free-4-all gives its order; no other step has one. *)
Begins(step) == phase' = "free-4-all" /\ (phase # "free-4-all" \/ step.action = "LandOnGoToJail")
OrderFits(step) == step.order = IF Begins(step) THEN free4AllOrder' ELSE <<>>

(*
With six players, 46,656 sequences would be tried as an order in every turn.
So a model of a game replaces Orders by only the actual one, if it is valid, and the ascending one.
The others could not fit the step, and one is enough to tell whether an action is possible.
*)
IsOrder(order, S) ==
    /\ Len(order) = Cardinality(S)
    /\ \A p \in S : \E i \in DOMAIN order : order[i] = p
Ascending(S) == [i \in 1..Cardinality(S) |-> CHOOSE p \in S : Cardinality({q \in S : q < p}) = i - 1]
OrdersLike(order, S) == {Ascending(S)} \cup {came \in {order} : IsOrder(came, S)}

(* The step is possible in Monopoly, wherever it leads. *)
Possible(step) ==
    /\ step.player = Actor
    /\ Named(step.action)
    /\ Fits(step.action, step.given)
    /\ OrderFits(step)
    /\ at' = at + 1

(* The step is possible in Monopoly, and leads where it led in the game. *)
Follow(step) == Becomes(step) /\ Possible(step)

(* For a game that does something else: what would be allowed. *)
Names == {
    "EndPreRoll", "PlayGoojfCh", "PlayGoojfCc", "PayJailFine", "PreRollUnmortgage", "PreRollMortgage",
    "PreRollUpgrade", "PreRollDowngrade", "RollAndMove", "RollInJail", "BuyProperty", "AuctionProperty",
    "PayStreetRent", "PreventBankruptcyOnStreetRent", "PayRailRent", "PreventBankruptcyOnRailRent",
    "TryPayUtilRent", "PayTax", "PreventBankruptcyOnTax", "LandOnGoToJail", "DrawAndExecuteChanceCard",
    "DrawAndExecuteCommunityChestCard", "DoNothingOnOwnProperty", "DoNothingOnMortgagedProperty",
    "DoNothingOnJailSquare", "DoNothingOnGo", "DoNothingOnFreeParking", "DoublesCheck", "PayOffDebt",
    "BankruptcyPreventionMortgage", "BankruptcyPreventionDowngrade", "GoBankrupt", "ConcludeFree4AllActions",
    "F4AUnmortgage", "F4AMortgage", "F4AUpgrade", "F4ADowngrade", "EndTurn" }
Allowed == {name \in Names : ENABLED Named(name)}

(* For the first step that Monopoly does not follow: where it would have led, and what else was allowed. *)
Explain(step) == Possible(step) /\ PrintT(ToString(<<"possible", at>>)) /\ TellDifferences(step)

(* An invariant that cannot fail; it reports that the end of the game was reached. *)
Reached(length) == at = length => PrintT(ToString(<<"reached", at>>))
TellAllowed(place) ==
    at = place => PrintT(ToString(<<"actor", Actor>>)) /\ PrintT(ToString(<<"allowed", Allowed>>))
===============================================================================

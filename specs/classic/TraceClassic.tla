----------------------------- MODULE TraceClassic ------------------------------
(*
Checks whether games that were played are behaviours of Classic, all of them in one run.
A module is generated that extends this one: it lists the steps of each game, its board and its decks.
A step is a record of
    action   the name of an action of Next
    player   who took it
    given    what the player chose or chance decided, in the order of the action's parameters
    becomes  the values that changed, in the game that was played
*)
EXTENDS Classic, TLC

VARIABLES
    game,   \* which of the games this is
    at      \* how many of its steps have matched steps of Classic

-------------------------------------------------------------------------------
(* Who acts: whoever has the floor, but every bidder in an auction, and the addressee of an offer. *)
Acts(name, player) ==
    CASE name \in {"Bid", "Stand", "Pass", "NextRound", "ChooseWinner"} -> player \in Players
      [] name \in {"AcceptTrade", "DeclineTrade"} -> phase = "trade" /\ player = offer.to
      [] OTHER -> player = Floor

AreDice(given) == given[1] \in Faces /\ given[2] \in Faces

(* A roll for the rent exists exactly where the rent needs one. *)
RollsForRent(given) ==
    IF UtilityNeedsRoll THEN given # <<>> /\ AreDice(given) /\ TryPayUtilRent(given[1], given[2])
    ELSE given = <<>> /\ TryPayUtilRent(throw[1], throw[2])

(* The action with this name. *)
Named(name, player, given) ==
    CASE name = "DealDeed" -> DealDeed(given[1])
      [] name = "ThrowForStart" -> AreDice(given) /\ ThrowForStart(given[1], given[2])
      [] name = "EndPreRoll" -> EndPreRoll
      [] name = "PlayGoojfCh" -> PlayGoojfCh
      [] name = "PlayGoojfCc" -> PlayGoojfCc
      [] name = "PayJailFine" -> PayJailFine
      [] name = "PreRollUnmortgage" -> PreRollUnmortgage(given[1])
      [] name = "PreRollMortgage" -> PreRollMortgage(given[1])
      [] name = "PreRollUpgrade" -> PreRollUpgrade(given[1])
      [] name = "PreRollDowngrade" -> PreRollDowngrade(given[1])
      [] name = "PreRollSellGroup" -> PreRollSellGroup(given[1], given[2])
      [] name = "RollAndMove" -> AreDice(given) /\ RollAndMove(given[1], given[2])
      [] name = "RollInJail" -> AreDice(given) /\ RollInJail(given[1], given[2])
      [] name = "LeaveJail" -> LeaveJail
      [] name = "BuyProperty" -> BuyProperty
      [] name = "AuctionProperty" -> AuctionProperty
      [] name = "PostRollUnmortgage" -> PostRollUnmortgage(given[1])
      [] name = "PostRollMortgage" -> PostRollMortgage(given[1])
      [] name = "PostRollUpgrade" -> PostRollUpgrade(given[1])
      [] name = "PostRollDowngrade" -> PostRollDowngrade(given[1])
      [] name = "PostRollSellGroup" -> PostRollSellGroup(given[1], given[2])
      [] name = "PayStreetRent" -> PayStreetRent
      [] name = "PreventBankruptcyOnStreetRent" -> PreventBankruptcyOnStreetRent
      [] name = "PayRailRent" -> PayRailRent
      [] name = "PreventBankruptcyOnRailRent" -> PreventBankruptcyOnRailRent
      [] name = "TryPayUtilRent" -> RollsForRent(given)
      [] name = "PayTax" -> PayTax
      [] name = "PreventBankruptcyOnTax" -> PreventBankruptcyOnTax
      [] name = "PayTenthOfWorth" -> PayTenthOfWorth
      [] name = "LandOnGoToJail" -> LandOnGoToJail
      [] name = "DrawAndExecuteChanceCard" -> DrawAndExecuteChanceCard(given[1])
      [] name = "DrawAndExecuteCommunityChestCard" -> DrawAndExecuteCommunityChestCard(given[1])
      [] name = "PayCardFine" -> PayCardFine
      [] name = "DoNothingOnOwnProperty" -> DoNothingOnOwnProperty
      [] name = "DoNothingOnMortgagedProperty" -> DoNothingOnMortgagedProperty
      [] name = "DoNothingOnJailSquare" -> DoNothingOnJailSquare
      [] name = "DoNothingOnGo" -> DoNothingOnGo
      [] name = "DoNothingOnFreeParking" -> DoNothingOnFreeParking
      [] name = "DoublesCheck" -> DoublesCheck
      [] name = "Bid" -> Bid(player, given[1])
      [] name = "Stand" -> Stand(player)
      [] name = "Pass" -> Pass(player)
      [] name = "NextRound" -> NextRound(player)
      [] name = "ChooseWinner" -> ChooseWinner(player)
      [] name = "CloseAuction" -> CloseAuction
      [] name = "PlaceBuilding" -> PlaceBuilding(given[1])
      [] name = "OfferTrade" -> OfferTrade(given[1], given[2], given[3], given[4])
      [] name = "AcceptTrade" -> AcceptTrade
      [] name = "DeclineTrade" -> DeclineTrade
      [] name = "WithdrawTrade" -> WithdrawTrade
      [] name = "PayOffDebt" -> PayOffDebt
      [] name = "BankruptcyPreventionMortgage" -> BankruptcyPreventionMortgage(given[1])
      [] name = "BankruptcyPreventionDowngrade" -> BankruptcyPreventionDowngrade(given[1])
      [] name = "BankruptcyPreventionSellGroup" -> BankruptcyPreventionSellGroup(given[1], given[2])
      [] name = "GoBankrupt" -> GoBankrupt
      [] name = "ConcludeFree4AllActions" -> ConcludeFree4AllActions
      [] name = "F4AUnmortgage" -> F4AUnmortgage(given[1])
      [] name = "F4AMortgage" -> F4AMortgage(given[1])
      [] name = "F4AUpgrade" -> F4AUpgrade(given[1])
      [] name = "F4ADowngrade" -> F4ADowngrade(given[1])
      [] name = "F4ASellGroup" -> F4ASellGroup(given[1], given[2])
      [] name = "EndTurn" -> EndTurn
      [] name = "LeaveGame" -> LeaveGame
      [] OTHER -> FALSE

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
      issued |-> Value(step, "issued", issued),
      pot |-> Value(step, "pot", pot),
      housesLeft |-> Value(step, "housesLeft", housesLeft),
      hotelsLeft |-> Value(step, "hotelsLeft", hotelsLeft),
      owner |-> Entries(step, "owner", owner),
      mortgaged |-> Entries(step, "mortgaged", mortgaged),
      level |-> Entries(step, "level", level),
      interestPaid |-> Value(step, "interestPaid", interestPaid),
      goojfChOwner |-> Value(step, "goojfChOwner", goojfChOwner),
      goojfCcOwner |-> Value(step, "goojfCcOwner", goojfCcOwner),
      unseen |-> Entries(step, "unseen", unseen),
      deck |-> Entries(step, "deck", deck),
      turnPlayer |-> Value(step, "turnPlayer", turnPlayer),
      phase |-> Value(step, "phase", phase),
      doublesCount |-> Value(step, "doublesCount", doublesCount),
      turns |-> Value(step, "turns", turns),
      free4AllOrder |-> Value(step, "free4AllOrder", free4AllOrder),
      throw |-> Value(step, "throw", throw),
      rentRule |-> Value(step, "rentRule", rentRule),
      opening |-> Entries(step, "opening", opening),
      debts |-> Value(step, "debts", debts),
      auction |-> Value(step, "auction", auction),
      placing |-> Value(step, "placing", placing),
      estate |-> Value(step, "estate", estate),
      offer |-> Value(step, "offer", offer),
      offersMade |-> Value(step, "offersMade", offersMade) ]

Agrees(step) == \E played \in {Played(step)} :
    /\ positions' = played.positions
    /\ money' = played.money
    /\ inJail' = played.inJail
    /\ jailTime' = played.jailTime
    /\ isBankrupt' = played.isBankrupt
    /\ bankMoney' = played.bankMoney
    /\ issued' = played.issued
    /\ pot' = played.pot
    /\ housesLeft' = played.housesLeft
    /\ hotelsLeft' = played.hotelsLeft
    /\ owner' = played.owner
    /\ mortgaged' = played.mortgaged
    /\ level' = played.level
    /\ interestPaid' = played.interestPaid
    /\ goojfChOwner' = played.goojfChOwner
    /\ goojfCcOwner' = played.goojfCcOwner
    /\ unseen' = played.unseen
    /\ deck' = played.deck
    /\ turnPlayer' = played.turnPlayer
    /\ phase' = played.phase
    /\ doublesCount' = played.doublesCount
    /\ turns' = played.turns
    /\ free4AllOrder' = played.free4AllOrder
    /\ throw' = played.throw
    /\ rentRule' = played.rentRule
    /\ opening' = played.opening
    /\ debts' = played.debts
    /\ auction' = played.auction
    /\ placing' = played.placing
    /\ estate' = played.estate
    /\ offer' = played.offer
    /\ offersMade' = played.offersMade

(* Prints which values differ from those of the game; always true. *)
later ==
    [ positions |-> positions',
      money |-> money',
      inJail |-> inJail',
      jailTime |-> jailTime',
      isBankrupt |-> isBankrupt',
      bankMoney |-> bankMoney',
      issued |-> issued',
      pot |-> pot',
      housesLeft |-> housesLeft',
      hotelsLeft |-> hotelsLeft',
      owner |-> owner',
      mortgaged |-> mortgaged',
      level |-> level',
      interestPaid |-> interestPaid',
      goojfChOwner |-> goojfChOwner',
      goojfCcOwner |-> goojfCcOwner',
      unseen |-> unseen',
      deck |-> deck',
      turnPlayer |-> turnPlayer',
      phase |-> phase',
      doublesCount |-> doublesCount',
      turns |-> turns',
      free4AllOrder |-> free4AllOrder',
      throw |-> throw',
      rentRule |-> rentRule',
      opening |-> opening',
      debts |-> debts',
      auction |-> auction',
      placing |-> placing',
      estate |-> estate',
      offer |-> offer',
      offersMade |-> offersMade' ]
TellDifferences(step) ==
    LET played == Played(step)
        specified == later
    IN \A name \in DOMAIN played : specified[name] # played[name] =>
           /\ PrintT(ToString(<<"specified", name, specified[name]>>))
           /\ PrintT(ToString(<<"played", name, played[name]>>))

-------------------------------------------------------------------------------
(* The step is possible in Classic, wherever it leads. *)
Possible(step) ==
    /\ Acts(step.action, step.player)
    /\ Named(step.action, step.player, step.given)
    /\ at' = at + 1
    /\ UNCHANGED game

(* The step is possible in Classic, and leads where it led in the game. *)
Follow(step) == Possible(step) /\ Agrees(step)

(* For the first step that Classic does not follow: where it would have led, and what else was allowed. *)
Explain(step) == Possible(step) /\ PrintT(ToString(<<"possible", at>>)) /\ TellDifferences(step)

(*
For a game that does something else: what would be allowed.
Of offers only those of one deed or card are tried.
*)
Names == {
    "DealDeed", "ThrowForStart", "EndPreRoll", "PlayGoojfCh", "PlayGoojfCc", "PayJailFine", "PreRollUnmortgage",
    "PreRollMortgage", "PreRollUpgrade", "PreRollDowngrade", "PreRollSellGroup", "RollAndMove", "RollInJail",
    "LeaveJail", "BuyProperty", "AuctionProperty", "PostRollUnmortgage", "PostRollMortgage", "PostRollUpgrade",
    "PostRollDowngrade", "PostRollSellGroup", "PayStreetRent", "PreventBankruptcyOnStreetRent", "PayRailRent",
    "PreventBankruptcyOnRailRent", "TryPayUtilRent", "PayTax", "PreventBankruptcyOnTax", "PayTenthOfWorth",
    "LandOnGoToJail", "DrawAndExecuteChanceCard", "DrawAndExecuteCommunityChestCard", "PayCardFine",
    "DoNothingOnOwnProperty", "DoNothingOnMortgagedProperty", "DoNothingOnJailSquare", "DoNothingOnGo",
    "DoNothingOnFreeParking", "DoublesCheck", "Bid", "Stand", "Pass", "NextRound", "ChooseWinner",
    "CloseAuction", "PlaceBuilding", "OfferTrade", "AcceptTrade", "DeclineTrade", "WithdrawTrade", "PayOffDebt",
    "BankruptcyPreventionMortgage", "BankruptcyPreventionDowngrade", "BankruptcyPreventionSellGroup",
    "GoBankrupt", "ConcludeFree4AllActions", "F4AUnmortgage", "F4AMortgage", "F4AUpgrade", "F4ADowngrade",
    "F4ASellGroup", "EndTurn" }
Tries(name, player) ==
    CASE name \in {"ThrowForStart", "RollAndMove", "RollInJail"} -> {<<1, 1>>}
      [] name = "TryPayUtilRent" -> {<<>>, <<1, 1>>}
      [] name = "DrawAndExecuteChanceCard" -> {<<card>> : card \in Drawable("chance")}
      [] name = "DrawAndExecuteCommunityChestCard" -> {<<card>> : card \in Drawable("community-chest")}
      [] name \in {"PreRollSellGroup", "PostRollSellGroup", "F4ASellGroup", "BankruptcyPreventionSellGroup"} ->
             {<<set, 0>> : set \in Sets}
      [] name = "Bid" -> {<<money[player]>>}
      [] name = "OfferTrade" ->
             {<<q, {i}, {}, 0>> : q \in Players, i \in Deeds} \cup {<<q, {}, {d}, 0>> : q \in Players, d \in Decks}
      [] OTHER -> {<<i>> : i \in Squares}
Allowed == {name \in Names : \E player \in Players : \E given \in Tries(name, player) :
    Acts(name, player) /\ ENABLED Named(name, player, given)}

(* Invariants that cannot fail; they report that a game has reached its end, and what was allowed at a place. *)
Reached(lengths) == at = lengths[game] => PrintT(ToString(<<"reached", game, at>>))
TellAllowed(place) ==
    at = place => PrintT(ToString(<<"actor", Floor>>)) /\ PrintT(ToString(<<"allowed", Allowed>>))
===============================================================================

----------------------------- MODULE ClassicCards ------------------------------
(* What the cards say. A card that moves the token leaves the phase as it is: the new square comes next (CARD-5). *)
EXTENDS ClassicLanding

(* The next square of a kind, going forward, past Go if need be (CARD-4). *)
Nearest(from, S) ==
    LET ahead == {i \in S : i > from}
        First(T) == CHOOSE i \in T : \A j \in T : i <= j
    IN IF ahead = {} THEN First(S) ELSE First(ahead)

(* A hotel counts as a hotel, not also as houses (CARD-8). *)
RepairsOf(player, house, hotel) ==
    LET streets == Owned(player) \cap Streets
    IN SumOver([i \in streets |-> IF level[i] = HotelLevel THEN hotel ELSE house * Buildings(now, i)], streets)

(* The others pay clockwise, in jail or not; those who are short owe it, one after the other (CARD-6). *)
RECURSIVE CollectedFromEach(_, _, _, _)
CollectedFromEach(s, others, player, amount) ==
    IF others = <<>> THEN s
    ELSE LET p == Head(others)
             paid == IF s.money[p] >= amount THEN Paid(s, p, player, amount)
                     ELSE Owed(s, p, player, amount, "doubles-check")
         IN CollectedFromEach(paid, Tail(others), player, amount)

(* Separate debts clockwise; from the first that cannot be paid they queue up (CARD-7). *)
RECURSIVE PaidToEach(_, _, _, _)
PaidToEach(s, others, player, amount) ==
    IF others = <<>> THEN s
    ELSE LET p == Head(others)
             paid == IF s.debts = <<>> /\ s.money[player] >= amount THEN Paid(s, player, p, amount)
                     ELSE Owed(s, player, p, amount, "doubles-check")
         IN PaidToEach(paid, Tail(others), player, amount)

(*
The bank pays or is paid (CARD-14); the token advances (CARD-13, CARD-4), goes back (GO-3, CARD-16) or to jail (JAIL-8);
the jail card is kept (CARD-3); repairs are paid for (CARD-8); all others pay or are paid (CARD-6, CARD-7);
or there is a choice (CARD-17).
*)
Followed(s, d, card) ==
    LET p == s.turnPlayer
        from == s.positions[p]
    IN CASE card.type = "collect" -> Resolved(Collected(s, p, card.amount))
         [] card.type = "pay" -> Settled(s, p, Fines, card.amount, "doubles-check")
         [] card.type = "advance" -> AdvancedTo(s, card.square)
         [] card.type = "go-to-jail" -> Jailed(s)
         [] IsJailCard(card) -> Resolved(WithHolder(s, d, p))
         [] card.type = "nearest-rail" -> [AdvancedTo(s, Nearest(from, Rails)) EXCEPT !.rentRule = "twice"]
         [] card.type = "nearest-util" ->
                [AdvancedTo(s, Nearest(from, Utilities)) EXCEPT !.rentRule = "ten-times-a-roll"]
         [] card.type = "back" -> BackBy(s, card.amount)
         [] card.type = "back-to" -> BackTo(s, card.square)
         [] card.type = "repairs" ->
                Settled(s, p, Fines, RepairsOf(p, card.amount, card.hotelAmount), "doubles-check")
         [] card.type = "collect-each" ->
                CollectedFromEach(Resolved(s), OthersClockwise(s, p), p, card.amount)
         [] card.type = "pay-each" -> PaidToEach(Resolved(s), OthersClockwise(s, p), p, card.amount)
         [] card.type = "fine-or-chance" -> [s EXCEPT !.phase = "card-choice"]

DrawAndFollow(d, card) ==
    card \in Drawable(d) /\ Then(Followed(Drawn([now EXCEPT !.phase = "post-roll"], d, card), d, Cards(d)[card]))

(* A card from Chance (CARD-11), also instead of a fine (CARD-17), *)
DrawAndExecuteChanceCard(card) ==
    (LandedOn("chance") \/ In("card-choice")) /\ DrawAndFollow("chance", card)

(* or from Community Chest (CARD-11). *)
DrawAndExecuteCommunityChestCard(card) == LandedOn("community-chest") /\ DrawAndFollow("community-chest", card)

(* The fine instead of a chance card (CARD-17). *)
FineOfChoice ==
    LET c == CHOOSE c \in DOMAIN CommunityChestCards : CommunityChestCards[c].type = "fine-or-chance"
    IN CommunityChestCards[c].amount
PayCardFine == In("card-choice") /\ Then(Settled(now, turnPlayer, Fines, FineOfChoice, "doubles-check"))
===============================================================================

---------------------------- MODULE ClassicLanding -----------------------------
(*
What the square under the token requires: rent, tax, or nothing at all.
*)
EXTENDS ClassicMoves

(* The square decides what has to be done (TIME-10), and nobody manages deeds before it is done (TIME-4). *)
LandedOn(type) == In("post-roll") /\ HereIs(type)
Resolved(s) == [s EXCEPT !.phase = "doubles-check"]

(* The square that sends a player to jail (JAIL-8, GO-4, DOUBLES-3). *)
LandOnGoToJail == LandedOn("go-to-jail") /\ Then(Jailed(now))

(* Some squares require nothing: the jail as a visitor (JAIL-6), *)
DoNothingOnJailSquare == LandedOn("jail") /\ Then(Resolved(now))

(* Go, whose salary came with the move (GO-1), *)
DoNothingOnGo == LandedOn("go") /\ Then(Resolved(now))

(* and Free Parking. There may be a pot to take (PARK-1), into which the bank then puts the seed again (HOUSE-3). *)
DoNothingOnFreeParking ==
    /\ LandedOn("free-parking")
    /\ IF On("free_parking_pot")
       THEN LET taken == [now EXCEPT !.money[turnPlayer] = @ + pot, !.pot = BankPays(now, FreeParkingSeed)]
            IN Then(Resolved(TakenFromBank(taken, FreeParkingSeed)))
       ELSE Then(Resolved(now))

-------------------------------------------------------------------------------
(* Rent. *)

LandedOnDeed == In("post-roll") /\ here \in Deeds
OfAnother == here \in Deeds /\ owner[here] \notin {NULL, turnPlayer}

(* By an option, an owner in jail collects nothing (HOUSE-4). *)
OwnerWaivesRent == On("no_rent_in_jail") /\ inJail[owner[here]]

(*
Rent is due on other players' deeds (RENT-8) that are not mortgaged (RENT-3), whether or not the owner asks
(RENT-1).
*)
RentDue(type) == LandedOn(type) /\ OfAnother /\ ~mortgaged[here] /\ ~OwnerWaivesRent

(* The player's own deed costs nothing (RENT-8), *)
DoNothingOnOwnProperty == LandedOnDeed /\ owner[here] = turnPlayer /\ Then(Resolved(now))

(*
nor does a mortgaged one, for which nothing is rolled either (RENT-3), nor that of an owner who waives the
rent (HOUSE-4).
*)
DoNothingOnMortgagedProperty ==
    LandedOnDeed /\ OfAnother /\ (~mortgaged[here] => OwnerWaivesRent) /\ Then(Resolved(now))

(* Of a group or of a kind: how many of these deeds the owner of deed i has. *)
OwnedBesides(i, S) == Cardinality({j \in S : owner[j] = owner[i]})

(* The last level of a street is the hotel, which may come one house early (HOUSE-9). *)
HotelLevel == IF On("hotel_after_three_houses") THEN 5 ELSE 6
PrintedRent(i) == board[i].rent[IF level[i] = HotelLevel THEN Len(board[i].rent) ELSE level[i]]

(*
A bare street of a complete group costs double (RENT-2), unless an option says otherwise (HOUSE-7); else its
level decides (RENT-9).
*)
StreetRent(i) ==
    IF level[i] = 1 /\ OwnedBesides(i, Group(i)) = Cardinality(Group(i)) /\ ~On("no_double_rent")
    THEN 2 * PrintedRent(i) ELSE PrintedRent(i)

(*
Each further railroad of the owner doubles the rent, even a mortgaged one (RENT-4); a card may double it once
more (RENT-7).
*)
RailRent(i) == BaseRailRent * 2 ^ (OwnedBesides(i, Rails) - 1) * (IF rentRule = "twice" THEN 2 ELSE 1)

PayRent(rent) ==
    money[turnPlayer] >= rent /\ Then(Resolved(Paid(now, turnPlayer, owner[here], rent)))
OweRent(rent) ==
    money[turnPlayer] < rent /\ Then(Owed(now, turnPlayer, owner[here], rent, "doubles-check"))

(* The rent of a street is paid (RENT-1, RENT-2, RENT-9), *)
PayStreetRent == RentDue("street") /\ PayRent(StreetRent(here))

(* or owed by a player who is short of cash (DEBT-1). *)
PreventBankruptcyOnStreetRent == RentDue("street") /\ OweRent(StreetRent(here))

(* So is that of a railroad paid (RENT-1, RENT-4, RENT-7), *)
PayRailRent == RentDue("rail") /\ PayRent(RailRent(here))

(* or owed (DEBT-1). *)
PreventBankruptcyOnRailRent == RentDue("rail") /\ OweRent(RailRent(here))

(*
Ten times a roll where a card says so (RENT-6); otherwise four times the roll, or ten times if the owner has
both (RENT-4, RENT-5).
*)
UtilityRent(steps) ==
    steps * (IF rentRule = "ten-times-a-roll" \/ OwnedBesides(here, Utilities) >= 2 THEN 10 ELSE 4)

(* The roll that brought the token there counts (RENT-5), and a new one only where a card asks for it (RENT-6). *)
UtilityNeedsRoll == rentRule = "ten-times-a-roll" \/ ~On("utility_uses_throw")

(* The rent of a utility is paid, or owed; doubles in a roll for it mean nothing (RENT-1, DEBT-1, DOUBLES-4). *)
TryPayUtilRent(d1, d2) ==
    /\ RentDue("util")
    /\ ~UtilityNeedsRoll => <<d1, d2>> = throw
    /\ Then(Settled(now, turnPlayer, owner[here], UtilityRent(d1 + d2), "doubles-check"))

-------------------------------------------------------------------------------
(* Tax. *)

(* The printed tax is paid (TAX-1), *)
PayTax ==
    /\ LandedOn("tax")
    /\ money[turnPlayer] >= board[here].value
    /\ Then(Resolved(Paid(now, turnPlayer, Fines, board[here].value)))

(* or owed (DEBT-1). *)
PreventBankruptcyOnTax ==
    /\ LandedOn("tax")
    /\ money[turnPlayer] < board[here].value
    /\ Then(Owed(now, turnPlayer, Fines, board[here].value, "doubles-check"))

(*
Where the square offers it, the other choice is a tenth of one's worth (TAX-2), whatever it turns out to cost
(TAX-1).
*)
HasChoice(square) == "tenth" \in DOMAIN square
PayTenthOfWorth ==
    /\ LandedOn("tax")
    /\ On("tax_choice") /\ HasChoice(board[here])
    /\ Then(Settled(now, turnPlayer, Fines, Tenth(WorthForTax(turnPlayer)), "doubles-check"))
===============================================================================

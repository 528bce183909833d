---------------------------- MODULE ClassicBuilding ----------------------------
(* Buildings: where one may stand, what the bank has left, and what a player could place. *)
EXTENDS ClassicCards

OwnsGroup(player, i) == \A j \in Group(i) : owner[j] = player
Built(i) == \E j \in Group(i) : level[j] > 1

(* Streets go as far as their rents are printed. *)
MaxLevel ==
    LET lengths == {Len(board[i].rent) : i \in Streets} \cup {1}
        longest == CHOOSE n \in lengths : \A m \in lengths : n >= m
    IN IF On("hotel_after_three_houses") THEN HotelLevel ELSE longest

(*
One building on a street of a complete group without mortgages (BUILD-1, BUILD-6, BUILD-9), evenly (BUILD-4).
A hotel needs four houses on every street of the group (BUILD-2), or three (HOUSE-9).
By an option each street is built on by itself (HOUSE-5).
*)
CanBuild(player, i) ==
    /\ i \in Streets
    /\ OwnsGroup(player, i)
    /\ ~mortgaged[i]
    /\ On("group_must_be_unmortgaged") => \A j \in Group(i) : ~mortgaged[j]
    /\ level[i] < MaxLevel
    /\ ~On("uneven_building") => \A j \in Group(i) : level[j] >= level[i]

(* The last building on a street is a hotel (BUILD-2, HOUSE-9). *)
IsForHotel(i) == level[i] = HotelLevel - 1
Building(i) == IF IsForHotel(i) THEN "hotel" ELSE "house"

(* The bank has 32 houses and 12 hotels (BUILD-3), or as many as anybody wants. *)
Stock(kind) == IF kind = "hotel" THEN hotelsLeft ELSE housesLeft
InStock(kind) == On("buildings_are_limited") => Stock(kind) > 0

(* A hotel sends the houses of its street back to the bank (BUILD-3, BUILD-5, BUILD-8). *)
BuildingAdded(s, i) ==
    LET built == [s EXCEPT !.level[i] = @ + 1]
    IN IF ~On("buildings_are_limited") THEN built
       ELSE IF built.level[i] = HotelLevel
       THEN [built EXCEPT !.hotelsLeft = @ - 1, !.housesLeft = @ + HotelLevel - 2]
       ELSE [built EXCEPT !.housesLeft = @ - 1]

(*
A street comes down to a level; its buildings go back, and houses for those that stay come out of the stock
(BUILD-3, SELL-2).
*)
BroughtDown(s, i, to) ==
    LET down == [s EXCEPT !.level[i] = to]
    IN IF ~On("buildings_are_limited") THEN down
       ELSE IF s.level[i] = HotelLevel
       THEN [down EXCEPT !.hotelsLeft = @ + 1, !.housesLeft = @ - (to - 1)]
       ELSE [down EXCEPT !.housesLeft = @ + s.level[i] - to]

-------------------------------------------------------------------------------
(* Who wants scarce buildings. *)

Sets == {board[i].set : i \in Streets}
StreetsOf(set) == {i \in Streets : board[i].set = set}
HousePrice(set) == board[CHOOSE i \in StreetsOf(set) : TRUE].houseCost

(* The highest level without a hotel. *)
LastHouse == IF HotelLevel - 1 < MaxLevel THEN HotelLevel - 1 ELSE MaxLevel

(*
The free places for a kind of building on a group, whatever it costs.
Beside a mortgaged street, where that is allowed, evenness leaves the others one house.
*)
Places(player, set, kind) ==
    LET streets == StreetsOf(set)
        partly == \E i \in streets : mortgaged[i]
        top == IF partly /\ ~On("uneven_building") THEN 2 ELSE LastHouse
        Free(i) == IF kind = "hotel" THEN (IF IsForHotel(i) THEN 1 ELSE 0)
                   ELSE IF mortgaged[i] \/ level[i] >= top THEN 0 ELSE top - level[i]
    IN IF \E i \in streets : owner[i] # player THEN 0
       ELSE IF partly /\ On("group_must_be_unmortgaged") THEN 0
       ELSE IF kind = "hotel" /\ ~On("uneven_building") /\ \E i \in streets : level[i] < HotelLevel - 1 THEN 0
       ELSE SumOver([i \in streets |-> Free(i)], streets)

(*
What a player could place now and pay at list price; groups are numbered by the price of a house, cheap ones
first (SHORT-1).
*)
RECURSIVE PlaceableFrom(_, _, _, _)
PlaceableFrom(player, sets, kind, cash) ==
    IF sets = {} THEN 0
    ELSE LET set == CHOOSE n \in sets : \A m \in sets : n <= m
             affordable == cash \div HousePrice(set)
             places == Places(player, set, kind)
             bought == IF places < affordable THEN places ELSE affordable
         IN bought + PlaceableFrom(player, sets \ {set}, kind, cash - bought * HousePrice(set))
CouldPlace(player, kind) == PlaceableFrom(player, Sets, kind, money[player])

(* An order is contested if another could place one too, and together they want more than there are (SHORT-1). *)
IsContested(player, kind) ==
    LET wanted == [p \in LiveIn(now) |-> CouldPlace(p, kind)]
    IN /\ On("shortage_auction") /\ On("buildings_are_limited")
       /\ \E p \in LiveIn(now) \ {player} : wanted[p] > 0
       /\ Stock(kind) < SumOver(wanted, LiveIn(now))

(* A building that was won may stand where selling it pays no more than it cost (SHORT-3). *)
PriceToPlace(i) == Refund(i)
PlacesFor(player, kind) == {i \in Streets : CanBuild(player, i) /\ Building(i) = kind}
LowestPriceToPlace(player, kind) ==
    LET prices == {PriceToPlace(i) : i \in PlacesFor(player, kind)}
    IN IF prices = {} THEN 0 ELSE CHOOSE n \in prices : \A m \in prices : n <= m
===============================================================================

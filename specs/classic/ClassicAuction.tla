---------------------------- MODULE ClassicAuction -----------------------------
(*
Auctions in rounds, as Auction2 has them, for deeds, estates and scarce buildings.
Everybody takes part who is still in the game, in jail or not, even the one who declined (AUCTION-1).
*)
EXTENDS ClassicBuilding

Auction(kind, asset, initiator, next, bidders, lastBid) ==
    [kind |-> kind, asset |-> asset, initiator |-> initiator, nextPhase |-> next,
     bid |-> [p \in Players |-> NULL],
     lastBid |-> lastBid,
     round |-> [p \in Players |-> IF p \in bidders THEN 1 ELSE 0],
     passed |-> [p \in Players |-> p \notin bidders],
     winner |-> [p \in Players |-> IF p \in bidders THEN UNKNOWN ELSE ABSENT]]
NoBids == [p \in Players |-> 0]

AuctionOpened(s, kind, asset, initiator, next, bidders, lastBid) ==
    [s EXCEPT !.auction = Auction(kind, asset, initiator, next, bidders, lastBid), !.phase = "auction"]

(* The lowest square of an estate comes first (BANKRUPT-3). *)
EstateAuctionOpened(s, next) ==
    LET first == CHOOSE i \in s.estate : \A j \in s.estate : i <= j
        left == [s EXCEPT !.estate = @ \ {first}]
    IN AuctionOpened(left, "estate", first, s.turnPlayer, next, LiveIn(s), NoBids)

-------------------------------------------------------------------------------
(* The deed under the token. *)

ForSale == LandedOnDeed /\ owner[here] = NULL

(* A deed that nobody owns is bought for its price (BUY-2), and is the buyer's at once (BUY-3), *)
BuyProperty ==
    /\ ForSale
    /\ money[turnPlayer] >= board[here].value
    /\ LET paid == Paid(now, turnPlayer, NULL, board[here].value)
       IN Then(Resolved([paid EXCEPT !.owner[here] = turnPlayer, !.offersMade = 0]))

(* or goes to auction (BUY-1), which is played (AUCTION-8), or stays with the bank by an option (HOUSE-1). *)
AuctionProperty ==
    /\ ForSale
    /\ LET closed == [now EXCEPT !.offersMade = 0]
       IN IF On("no_auctions") THEN Then(Resolved(closed))
          ELSE Then(AuctionOpened(closed, "deed", here, turnPlayer, "doubles-check", LiveIn(now), NoBids))

-------------------------------------------------------------------------------
(* Bidding. *)

(* Of equal bids that of the first in seat order after the initiator leads (AUCTION-7). *)
SeatsAfterInitiator(p) == (p - auction.initiator - 1) % NumPlayers
Beats(p, q) ==
    \/ auction.lastBid[p] > auction.lastBid[q]
    \/ /\ auction.lastBid[p] = auction.lastBid[q]
       /\ auction.lastBid[p] > 0
       /\ On("ties_have_a_leader")
       /\ SeatsAfterInitiator(p) < SeatsAfterInitiator(q)
Leads(p) == \A q \in Players \ {p} : Beats(p, q)

(* A bidder acts once a round, level with all who have not passed, and not alone (AUCTION-4). *)
Due(p) ==
    /\ auction.winner[p] = UNKNOWN
    /\ ~auction.passed[p]
    /\ auction.bid[p] = NULL
    /\ \A q \in Players : ~auction.passed[q] => auction.round[q] = auction.round[p]
    /\ {q \in Players \ {p} : auction.round[q] = auction.round[p]} # {}

ForBuilding == auction # NULL /\ auction.kind \in {"house", "hotel"}

(* A building must be worth its place: half the list price of the bidder's cheapest street at least (SHORT-3). *)
LowestBid(p) == IF On("placing_by_price") /\ ForBuilding THEN LowestPriceToPlace(p, auction.kind) ELSE 1

(*
A bid beats every bid of the round before (AUCTION-4), by a dollar or more (AUCTION-2), and is covered by cash
(AUCTION-3).
*)
Bid(p, amount) ==
    /\ In("auction")
    /\ Due(p)
    /\ amount >= 1 /\ amount <= money[p]
    /\ \A q \in Players : auction.lastBid[q] < amount
    /\ amount >= LowestBid(p)
    /\ Then([now EXCEPT !.auction.bid[p] = amount])

(* The leader of the round before need not raise (AUCTION-4). *)
Stand(p) ==
    /\ In("auction")
    /\ Due(p)
    /\ Leads(p)
    /\ Then([now EXCEPT !.auction.bid[p] = auction.lastBid[p]])

(* All others may leave for good (AUCTION-4); a leading bid binds (AUCTION-5). *)
Pass(p) ==
    /\ In("auction")
    /\ Due(p)
    /\ ~(On("leader_may_not_pass") /\ Leads(p))
    /\ Then([now EXCEPT !.auction.passed[p] = TRUE])

(* Once everyone still in has bid in p's round, or is past it, p moves on (AUCTION-4). *)
NextRound(p) ==
    /\ In("auction")
    /\ auction.winner[p] = UNKNOWN
    /\ auction.bid[p] # NULL
    /\ \A q \in Players : ~auction.passed[q] =>
           IF auction.round[q] = auction.round[p] THEN auction.bid[q] # NULL ELSE auction.round[q] > auction.round[p]
    /\ Then([now EXCEPT
           !.auction.lastBid[p] = auction.bid[p],
           !.auction.bid[p] = NULL,
           !.auction.round[p] = @ + 1])

(*
All but one have passed, and that one is a round ahead with the best bid (AUCTION-4, AUCTION-7); or all have
(AUCTION-6).
*)
Decided ==
    LET left == {p \in Players : ~auction.passed[p]}
        IsAhead(p) == \A q \in Players \ {p} : Beats(p, q) /\ auction.round[q] < auction.round[p]
    IN IF left = {} THEN NONE
       ELSE IF Cardinality(left) = 1 /\ \A p \in left : IsAhead(p) THEN CHOOSE p \in left : TRUE
       ELSE UNKNOWN

(* Each bidder states the outcome (AUCTION-4). *)
ChooseWinner(p) ==
    /\ In("auction")
    /\ auction.winner[p] = UNKNOWN
    /\ Decided # UNKNOWN
    /\ Then([now EXCEPT !.auction.winner[p] = Decided])

-------------------------------------------------------------------------------
(* The end of an auction. *)

(*
A building goes where it was ordered, if the one who ordered it has won.
Any other winner places it at once; the price is kept until then, because it decides where (SHORT-3).
*)
BuildingHandedOver(s, buyer, price) ==
    IF buyer = auction.initiator THEN BuildingAdded(s, auction.asset)
    ELSE [s EXCEPT
             !.placing = [kind |-> auction.kind, player |-> buyer, nextPhase |-> auction.nextPhase,
                          price |-> IF On("placing_by_price") THEN price ELSE 0],
             !.phase = "placing"]

(* The winner pays the bid and gets the asset (AUCTION-9); without a bid it stays with the bank (AUCTION-6). *)
Sold(s, buyer) ==
    IF buyer = NONE THEN s
    ELSE LET price == auction.lastBid[buyer]
             paid == Paid(s, buyer, NULL, price)
         IN IF ForBuilding THEN BuildingHandedOver(paid, buyer, price)
            ELSE [paid EXCEPT !.owner[auction.asset] = buyer]

(* When all have stated the same the auction is over, and the next deed of an estate follows (BANKRUPT-3). *)
CloseAuction ==
    /\ In("auction")
    /\ \A p \in Players : auction.winner[p] # UNKNOWN
    /\ LET over == [now EXCEPT !.auction = NULL, !.phase = auction.nextPhase]
           sold == Sold(over, auction.winner[auction.initiator])
       IN Then(IF estate # {} THEN EstateAuctionOpened(sold, auction.nextPhase) ELSE sold)

(* The winner puts the building on a street of their own where it is worth its price, and play goes on (SHORT-3). *)
PlaceBuilding(i) ==
    /\ In("placing")
    /\ i \in PlacesFor(placing.player, placing.kind)
    /\ On("placing_by_price") => placing.price >= PriceToPlace(i)
    /\ Then(BuildingAdded([now EXCEPT !.placing = NULL, !.phase = placing.nextPhase], i))
===============================================================================

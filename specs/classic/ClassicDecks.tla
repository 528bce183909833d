----------------------------- MODULE ClassicDecks ------------------------------
(* Chance and Community Chest: which card can come, and where cards go. *)
EXTENDS ClassicBank

Cards(d) == IF d = "chance" THEN ChanceCards ELSE CommunityChestCards
IsJailCard(card) == card.type \in {"goojf-ch", "goojf-cc"}
JailCards(d) == {c \in DOMAIN Cards(d) : IsJailCard(Cards(d)[c])}
HolderIn(s, d) == IF d = "chance" THEN s.goojfChOwner ELSE s.goojfCcOwner
WithHolder(s, d, player) ==
    IF d = "chance" THEN [s EXCEPT !.goojfChOwner = player] ELSE [s EXCEPT !.goojfCcOwner = player]

(*
Decks are shuffled once: at first any card may come that nobody has seen, later only the top one (CARD-2).
Where decks do not keep their order, any card may come that nobody holds.
*)
Drawable(d) ==
    IF ~On("decks_keep_order") THEN {c \in DOMAIN Cards(d) : c \in JailCards(d) => HolderIn(now, d) = NULL}
    ELSE IF unseen[d] # {} THEN unseen[d]
    ELSE {deck[d][i] : i \in DOMAIN deck[d] \cap {1}}

(* A drawn card goes under its deck (CARD-2); a jail card stays with its drawer (CARD-3). *)
Drawn(s, d, card) ==
    LET bottom == IF card \in JailCards(d) THEN <<>> ELSE <<card>>
    IN IF ~On("decks_keep_order") THEN s
       ELSE IF s.unseen[d] # {} THEN [s EXCEPT !.unseen[d] = @ \ {card}, !.deck[d] = @ \o bottom]
       ELSE [s EXCEPT !.deck[d] = Tail(@) \o bottom]

(* A jail card that was used, or that falls to the bank, goes under its own deck (CARD-3). *)
JailCardReturned(s, d) ==
    LET jailCard == CHOOSE c \in JailCards(d) : TRUE
        back == WithHolder(s, d, NULL)
    IN IF On("decks_keep_order") THEN [back EXCEPT !.deck[d] = Append(@, jailCard)] ELSE back
===============================================================================

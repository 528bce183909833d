----------------------------- MODULE ClassicBoards -----------------------------
(* Boards of a few squares, and decks of a few cards, each designed to reach some rules in a few steps. *)
EXTENDS TinyBoards

TaxWithChoice(value) == [type |-> "tax", value |-> value, tenth |-> TRUE]
Card(type) == [type |-> type]
Amount(type, amount) == [type |-> type, amount |-> amount]
Repairs(house, hotel) == [type |-> "repairs", amount |-> house, hotelAmount |-> hotel]

(* The options of `classic`; GAME-5 needs dice with more than one face. *)
ClassicFlags == {
    "opening_throw", "bank_never_breaks", "tenth_rounds_up", "purchase_window", "free_4_all_every_throw",
    "order_is_clockwise", "fine_first_two_turns", "fine_before_move", "played_auctions", "leader_may_not_pass",
    "ties_have_a_leader", "utility_uses_throw", "tax_choice", "decks_keep_order", "group_must_be_unmortgaged",
    "buildings_are_limited", "shortage_auction", "placing_by_price", "interest_on_transfer", "ruin_is_insolvency",
    "estate_auction" }
WithoutOpening == ClassicFlags \ {"opening_throw"}

(* Every kind of square; the second group is dearer than the first. *)
ClassicBoard == <<
    Plain("go"),
    Street(4, 1, <<1, 3, 6>>, 2),
    Plain("chance"),
    Street(4, 1, <<1, 3, 6>>, 2),
    Plain("jail"),
    TaxWithChoice(3),
    Rail(4),
    Plain("community-chest"),
    Utility(4),
    Plain("free-parking"),
    Street(6, 2, <<2, 5, 9>>, 4),
    Plain("go-to-jail") >>
ClassicChance == <<Card("nearest-rail"), Card("nearest-util"), Card("goojf-ch"), Amount("pay-each", 2), Amount("back", 1)>>
ClassicChest == <<Amount("collect", 5), Amount("collect-each", 2), Repairs(1, 2), Card("goojf-cc")>>

(* Two streets of a group, for buildings and mortgages, and a tax to be ruined by. *)
StreetBoard == <<Plain("go"), Street(2, 1, <<1, 2>>, 1), Plain("jail"), Street(2, 1, <<1, 2>>, 1), Tax(2)>>

(* One deed and a tax. *)
OneDeedBoard == <<Plain("go"), TaxWithChoice(2), Plain("jail"), Plain("free-parking"), Rail(2)>>
===============================================================================

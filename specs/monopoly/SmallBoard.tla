------------------------------ MODULE SmallBoard ------------------------------
(* Thirteen squares with every kind of square, and decks with every kind of card: the board of the published runs. *)
LOCAL INSTANCE Integers

Street(value, set, rent, houseCost) ==
    [type |-> "street", value |-> value, set |-> set, rent |-> rent, houseCost |-> houseCost]
Rail(value) == [type |-> "rail", value |-> value]
Utility(value) == [type |-> "util", value |-> value]
Tax(value) == [type |-> "tax", value |-> value]
Plain(type) == [type |-> type]

Collect(amount) == [type |-> "collect", amount |-> amount]
Charge(amount) == [type |-> "pay", amount |-> amount]
Advance(square) == [type |-> "advance", square |-> square]

SmallBoardSquares == <<
    Plain("go"),
    Street(20, 1, <<1, 4, 10>>, 10),
    Street(22, 1, <<2, 8, 20>>, 12),
    Plain("community-chest"),
    Plain("chance"),
    Tax(20),
    Rail(25),
    Plain("jail"),
    Rail(25),
    Plain("free-parking"),
    Utility(21),
    Utility(21),
    Plain("go-to-jail") >>

SmallChance == <<Collect(10), Charge(30), Advance(7), Plain("go-to-jail"), Plain("goojf-ch")>>
SmallCommunityChest == <<Collect(20), Charge(20), Advance(1), Plain("go-to-jail"), Plain("goojf-cc")>>
===============================================================================

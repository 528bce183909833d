------------------------------ MODULE FormalBoard -----------------------------
(*
The forty squares of the standard board and, from its decks, the cards of the five kinds that these rules know.
Squares are numbered from 1, so each number is one more than on the program's board.
*)
EXTENDS SmallBoard

FormalBoardSquares == <<
    \* From Go to jail.
    Plain("go"),
    Street(60, 1, <<2, 10, 30, 90, 160, 250>>, 50),
    Plain("community-chest"),
    Street(60, 1, <<4, 20, 60, 180, 320, 450>>, 50),
    Tax(200),
    Rail(200),
    Street(100, 2, <<6, 30, 90, 270, 400, 550>>, 50),
    Plain("chance"),
    Street(100, 2, <<6, 30, 90, 270, 400, 550>>, 50),
    Street(120, 2, <<8, 40, 100, 300, 450, 600>>, 50),
    \* From jail to free parking.
    Plain("jail"),
    Street(140, 3, <<10, 50, 150, 450, 625, 750>>, 100),
    Utility(150),
    Street(140, 3, <<10, 50, 150, 450, 625, 750>>, 100),
    Street(160, 3, <<12, 60, 180, 500, 700, 900>>, 100),
    Rail(200),
    Street(180, 4, <<14, 70, 200, 550, 750, 950>>, 100),
    Plain("community-chest"),
    Street(180, 4, <<14, 70, 200, 550, 750, 950>>, 100),
    Street(200, 4, <<16, 80, 220, 600, 800, 1000>>, 100),
    \* From free parking to Go To Jail.
    Plain("free-parking"),
    Street(220, 5, <<18, 90, 250, 700, 875, 1050>>, 150),
    Plain("chance"),
    Street(220, 5, <<18, 90, 250, 700, 875, 1050>>, 150),
    Street(240, 5, <<20, 100, 300, 750, 925, 1100>>, 150),
    Rail(200),
    Street(260, 6, <<22, 110, 330, 800, 975, 1150>>, 150),
    Street(260, 6, <<22, 110, 330, 800, 975, 1150>>, 150),
    Utility(150),
    Street(280, 6, <<24, 120, 360, 850, 1025, 1200>>, 150),
    \* Back to Go.
    Plain("go-to-jail"),
    Street(300, 7, <<26, 130, 390, 900, 1100, 1275>>, 200),
    Street(300, 7, <<26, 130, 390, 900, 1100, 1275>>, 200),
    Plain("community-chest"),
    Street(320, 7, <<28, 150, 450, 1000, 1200, 1400>>, 200),
    Rail(200),
    Plain("chance"),
    Street(350, 8, <<35, 175, 500, 1100, 1300, 1500>>, 200),
    Tax(100),   \* luxury tax (TAX-3)
    Street(400, 8, <<50, 200, 600, 1400, 1700, 2000>>, 200) >>

FormalChance == <<
    Advance(1), Advance(25), Advance(12), Collect(50),
    Plain("go-to-jail"), Charge(15), Advance(6), Advance(40),
    Collect(150), Plain("goojf-ch") >>

FormalCommunityChest == <<
    Advance(1), Collect(200), Charge(50), Collect(50),
    Plain("go-to-jail"), Collect(100), Collect(20), Collect(100),
    Charge(50), Charge(50), Collect(25), Collect(10),
    Collect(100), Plain("goojf-cc") >>
===============================================================================

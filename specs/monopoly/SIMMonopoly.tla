------------------------------ MODULE SIMMonopoly -----------------------------
(* Random games on the small board: far deeper than a complete search can go, so that every branch happens. *)
EXTENDS Promises, SmallBoard
===============================================================================

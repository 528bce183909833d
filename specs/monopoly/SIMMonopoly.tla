------------------------------ MODULE SIMMonopoly -----------------------------
(* Random games: far deeper than a complete search can go, so that every branch happens. *)
EXTENDS Promises, FormalBoard
===============================================================================

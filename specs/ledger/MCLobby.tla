-------------------------------- MODULE MCLobby --------------------------------
(* The models of Lobby, and a broken twin for every promise. *)
EXTENDS Lobby

CONSTANTS a, b, c

(* Being ready for something that nobody has joined. *)
Imagine == \E s \in Seats :
    /\ ready' = ready \cup {<<s, 0>>}
    /\ UNCHANGED <<joins, starts>>
TwinTypeOK == Init /\ [][Next \/ Imagine]_vars

(* An honest seat that is ready for whatever it sees. *)
ReadyForAll == \E s \in Others \cap Honest, table \in Tables :
    /\ Complete(table)
    /\ ready' = ready \cup {<<s, table>>}
    /\ UNCHANGED <<joins, starts>>
TwinReady == Init /\ [][Next \/ ReadyForAll]_vars

(* Nobody has to come. *)
TwinStarts == Spec
===============================================================================

----------------------------- MODULE MCFinalityVoted ---------------------------
(* Four seats, and one story: c is voted out, does not know it, and changes its mind about a branch of d that all others stand on. *)
EXTENDS MCFinality

CONSTANT d

shownByD == Entry(d, 2, 1)
forkOfD == Entry(d, 2, 2)
bVotes == Entry(b, 2, 1)
bBuilds == Entry(b, 3, 1)
bKnows == Entry(b, 4, 1)
cBuilds == Entry(c, 2, 1)
cChanges == Entry(c, 3, 1)
aVotes == Entry(a, 2, 1)
aBuilds == Entry(a, 3, 1)
aGoesOn == Entry(a, 4, 1)

Voted ==
    (shownByD :> {}) @@ (bVotes :> {}) @@ (forkOfD :> {})
    @@ (cBuilds :> {shownByD})
    @@ (bBuilds :> {shownByD, bVotes})
    @@ (aVotes :> {shownByD, bVotes, bBuilds})
    @@ (aBuilds :> {shownByD, bVotes, bBuilds, cBuilds, aVotes})
    @@ (bKnows :> {shownByD, bVotes, bBuilds, cBuilds, aVotes, aBuilds})
    @@ (cChanges :> {shownByD, cBuilds, forkOfD})
    @@ (aGoesOn :> {shownByD, bVotes, bBuilds, cBuilds, aVotes, aBuilds, cChanges, forkOfD})

InVoted ==
    /\ Moves \subseteq DOMAIN Voted
    /\ Told(Voted)
    /\ \A e \in Moves : IsVote(e) <=> e \in {shownByD, bVotes, aVotes}
    (* Only the order in which nobody waits. *)
    /\ forkOfD \in Written => bKnows \in Written
    /\ bVotes \in Written => cBuilds \in Written
===============================================================================

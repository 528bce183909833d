------------------------------- MODULE Finality --------------------------------
(*
Which entries count once a seat has forked, and which of them can no longer be taken back.
An entry is judged by its past, which holds everything that its author names: its own earlier entries, and whatever it likes of the others.
So the pasts here are arbitrary: nobody has to name all that it has seen, and a seat that lost its copy in a crash and came back need only find its own entries again.
All that an honest seat promises is a single chain; a cheat may have several branches, hide entries as long as it likes, and show them to some.
Everything is a function of a set of entries and looks only at strict pasts, so a verdict can be stored when its entry is written and never has to be looked at again.
*)
EXTENDS Naturals, FiniteSets, Sequences, TLC

CONSTANTS
    Honest,         \* seats with a single chain
    Cheats,         \* seats that may write several branches
    MaxMoves,       \* entries besides the first one of each seat
    MaxBranches,    \* entries of a cheat in one place
    MayLeave,       \* seats that may resign or go bankrupt
    MayFallSilent,  \* seats that may be voted out
    MayFinish,      \* seats that may confirm the end of the game
    Level,          \* the level at which an entry is promised to stay
    Rule            \* "kept"; the others are rules that do not do: "frozen", "ever", "held", "any", "deaf", "lenient", "unordered", "mutual"

VARIABLES
    past,           \* the entries written so far, each with its past
    what,           \* what each of them is: a move, word that its seat leaves or has seen the end, or a vote
    kept,           \* the verdict on its past, as stored with each of them
    at              \* what is settled in the view of each of them: at level 1, 2 and so on

vars == <<past, what, kept, at>>

Seats == Honest \cup Cheats
Written == DOMAIN past

(* An entry is its seat, its number on its chain, and which of several in the same place. *)
Entry(s, n, b) == <<s, n, b>>
SeatOf(e) == e[1]
NumberOf(e) == e[2]

Joins == {Entry(s, 1, 1) : s \in Seats}

IsVote(e) == what[e].kind = "vote"
Plain(kind) == [kind |-> kind]

TypeOK ==
    /\ \A e \in Written : SeatOf(e) \in Seats /\ past[e] \subseteq Written \ {e}
    /\ \A e \in Written : \A f \in past[e] : past[f] \subseteq past[e]
    /\ DOMAIN what = Written /\ DOMAIN kept = Written /\ DOMAIN at = Written
    /\ \A e \in Written : kept[e] \subseteq past[e] /\ Len(at[e]) = Level

-------------------------------------------------------------------------------
(* Reading a set of entries H that is closed under pasts. *)

(* Whatever anybody can hold after the start, which all first entries come before. *)
Moves == Written \ Joins
Closed(H) == \A e \in H : past[e] \subseteq H \cup Joins
ClosedSets == {H \cup Joins : H \in {M \in SUBSET Moves : Closed(M)}}

UpTo(e) == past[e] \cup {e}
Of(H, s) == {e \in H : SeatOf(e) = s}
Comparable(e, f) == e = f \/ e \in past[f] \/ f \in past[e]

(* Two entries of one seat in the same place prove a fork. *)
Forked(H, s) == LET own == Of(H, s) IN Cardinality({NumberOf(e) : e \in own}) # Cardinality(own)

(* The newest entry of a seat that has one and is not forked. *)
Top(H, s) == LET own == Of(H, s) IN CHOOSE e \in own : NumberOf(e) = Cardinality(own)

(* A vote names the seat, the last number of it that counts, and all who have to agree; when all have cast it the seat is out. *)
Passed(H, vote) == \A v \in vote.voters : \E e \in Of(H, v) : what[e] = vote
VotedOut(H, s) == \E e \in H : IsVote(e) /\ what[e].seat = s /\ Passed(H, what[e])

(* By its own entry or by a vote of the others, on whatever branch: a seat that has left in H has left in every larger set. *)
Left(H, s) ==
    \/ s \in MayLeave /\ \E e \in Of(H, s) : what[e].kind = "leave"
    \/ s \in MayFallSilent /\ VotedOut(H, s)

Live(H) == {s \in Seats : ~Forked(H, s) /\ ~Left(H, s)}

(* Who has left is heard until all live seats know of it: an earlier entry of it may arrive later. *)
Speakers(H) ==
    LET live == Live(H)
        Heard(s) == ~Forked(H, s) /\ \E t \in live : ~Left(UpTo(Top(H, t)), s)
    IN IF Rule = "deaf" THEN live ELSE live \cup {s \in Seats \ live : Heard(s)}

(* Who was voted out may write on without knowing it, and change its mind: as soon as the vote is known, its voice decides nothing. *)
Decides(H, s) == Rule = "lenient" \/ s \notin MayFallSilent \/ ~VotedOut(H, s)

Voters(H, c) ==
    LET others == {s \in Speakers(H) \ {c} : Decides(H, s)}
    IN IF others # {} THEN others ELSE {s \in Seats \ {c} : ~Forked(H, s)}

Common(H, c) == LET own == Of(H, c) IN {e \in own : \A f \in own : Comparable(e, f)}

(* What a seat stands for is what its newest entry keeps: not what it has kept at any time, nor all that it holds. *)
StandsFor(H, s) ==
    CASE Rule \in {"kept", "any", "deaf", "lenient", "unordered", "mutual"} -> kept[Top(H, s)]
      [] Rule = "ever" -> UNION {kept[e] : e \in Of(H, s)}
      [] Rule = "held" -> past[Top(H, s)]
      [] Rule = "frozen" -> {}

(* Of a forked seat: what all its branches share, and the branch that every voter stands for. *)
KeptOf(H, c) ==
    IF ~Forked(H, c) THEN Of(H, c)
    ELSE LET voters == Voters(H, c)
             Backed(x, s) == Of(H, s) # {} /\ x \in StandsFor(H, s)
         IN Common(H, c) \cup
            {x \in Of(H, c) :
                IF Rule = "any" THEN \E s \in voters : Backed(x, s)
                ELSE voters # {} /\ \A s \in voters : Backed(x, s)}
Kept(H) == UNION {KeptOf(H, c) : c \in Seats}

(* An entry counts where it is kept and exactly that of its past is kept which its author kept. *)
Sound(H) == LET k == Kept(H) IN {e \in k : k \cap past[e] = kept[e]}

(* The order of the seats; any order will do. *)
Order == CHOOSE order \in [Seats -> 1..Cardinality(Seats)] : \A s, t \in Seats : s # t => order[s] # order[t]

(* Two passed votes cross if each is by the seat that the other names, and neither author knew of the other: then the one by the seat that comes first counts, for everybody. *)
Overruled(S, e) == \E f \in S :
    /\ IsVote(f) /\ Passed(S, what[f])
    /\ SeatOf(f) = what[e].seat /\ what[f].seat = SeatOf(e)
    /\ e \notin past[f] /\ f \notin past[e]
    /\ Order[SeatOf(f)] < Order[SeatOf(e)] \/ Rule = "mutual"

(* A vote that counts and has passed, and is not overruled, puts its seat out: nothing of it counts behind the number that the vote names. *)
Ends(S, v) == IsVote(v) /\ Passed(S, what[v]) /\ (Rule = "unordered" \/ ~Overruled(S, v))
Out(S, s) == \E v \in S : Ends(S, v) /\ what[v].seat = s
Ended(S, e) == \E v \in S : Ends(S, v) /\ what[v].seat = SeatOf(e) /\ NumberOf(e) > what[v].last
Counts(H) == LET sound == Sound(H) IN {e \in sound : SeatOf(e) \in MayFallSilent => ~Ended(sound, e)}

(* What counts, and all who speak in H have settled at a level. *)
FinalAt(H, j) ==
    LET speakers == Speakers(H)
    IN {x \in Counts(H) : speakers # {} /\ \A s \in speakers : Of(H, s) # {} /\ x \in at[Top(H, s)][j]}

-------------------------------------------------------------------------------
(* Writing. *)

(* What a new entry e with past P settles at each level, in the state in which it is written. *)
RECURSIVE Settled(_, _, _, _, _)
Settled(e, P, first, speakers, j) ==
    IF j = 1 THEN first
    ELSE LET mine == Settled(e, P, first, speakers, j - 1)
         IN {x \in P \cup {e} : \A s \in speakers :
                IF s = SeatOf(e) THEN x \in mine ELSE Of(P, s) # {} /\ x \in at[Top(P, s)][j - 1]}

Add(e, P, w) ==
    /\ past' = past @@ (e :> P)
    /\ what' = what @@ (e :> w)
    /\ \E k \in {Kept(P)} : kept' = kept @@ (e :> k)
    /\ \E first \in {Sound(P \cup {e})'}, speakers \in {Speakers(P \cup {e})'} :
           at' = at @@ (e :> [j \in 1..Level |-> Settled(e, P, first, speakers, j)])

(* An entry whose past holds two branches of its own seat is refused by everybody. *)
OneChain(P, s) == \A e, f \in Of(P, s) : Comparable(e, f)

(* An honest seat finds all its own entries before it writes; of the others it may have lost anything. *)
MayName(s, P) ==
    /\ OneChain(P, s)
    /\ s \in Honest => Of(Written, s) \subseteq P

(* How often a seat has confirmed the end, as far as that counts. *)
Confirmed(S, s) == {e \in Of(S, s) : what[e].kind = "finish"}

(* At the table only a vote that counts puts a seat out; one on a void branch takes away its say, not its play. *)
Plays(P, s) == ~Out(Counts(P), s) /\ \A e \in KeptOf(P, s) : what[e].kind # "leave"
HasCast(C, s, vote) == \E e \in Of(C, s) : what[e] = vote

(* After confirming the end a chain has only more of that, unless a fork has come to light by which the end was none; after leaving it has only that; who was voted out has nothing more, once it knows. *)
MayGoOn(s, P, w) ==
    /\ (MayFinish # {} /\ w.kind # "finish") => Confirmed(Sound(P), s) = {}
    /\ (\E e \in Of(P, s) : what[e].kind = "leave") => w.kind = "finish"
    /\ ~(s \in MayFallSilent /\ Out(Counts(P), s))

(* A vote binds as long as it can pass, unless a third seat that has not voted so shows that it had more: only an entry that counts shows that. *)
Newer(held, vote) == \E x \in Of(held, vote.seat) : NumberOf(x) > vote.last
CanPass(P, vote) == \A t \in vote.voters : HasCast(Counts(P), t, vote) \/ (Plays(P, t) /\ ~Forked(P, t))
Shown(C, s, vote) == \E y \in C :
    /\ SeatOf(y) \notin {s, vote.seat}
    /\ Newer(kept[y], vote)
    /\ ~\E w \in Of(C, SeatOf(y)) : IsVote(w) /\ what[w].seat = vote.seat /\ what[w].last = vote.last
Binding(P, s) ==
    {vote \in {what[v] : v \in {e \in Of(Counts(P), s) : IsVote(e)}} :
        ~Out(Counts(P), vote.seat) /\ CanPass(P, vote) /\ ~Shown(Counts(P), s, vote)}

(* On top of a vote that binds stands nothing newer of the seat that it names. *)
Free(s, P) == MayFallSilent # {} => \A vote \in Binding(P, s) : ~Newer(Kept(P), vote)

New(s, P, w) ==
    LET n == Cardinality(Of(P, s)) + 1
        b == Cardinality({e \in Of(Written, s) : NumberOf(e) = n}) + 1
    IN /\ Cardinality(Moves) < MaxMoves
       /\ b <= (IF s \in Cheats THEN MaxBranches ELSE 1)
       /\ MayGoOn(s, P, w)
       /\ Free(s, P)
       /\ \E e \in {Entry(s, n, b)} : Add(e, P, w)

Init ==
    /\ past = [e \in Joins |-> {}]
    /\ what = [e \in Joins |-> Plain("move")]
    /\ kept = [e \in Joins |-> {}]
    /\ at = [e \in Joins |-> [j \in 1..Level |-> IF j = 1 THEN {e} ELSE {}]]

(* A seat writes a move on top of whatever it names. *)
WriteMove == \E P \in ClosedSets, s \in Seats :
    MayName(s, P) /\ New(s, P, Plain("move"))

(* A seat resigns or goes bankrupt. *)
Leave == \E s \in MayLeave, P \in ClosedSets :
    MayName(s, P) /\ New(s, P, Plain("leave"))

(* A seat votes to go on without one that is silent or has forked: all others who play in its view have to agree, and it holds to one vote at a time. *)
VoteOut == \E s \in Seats, t \in MayFallSilent, P \in ClosedSets :
    /\ s # t
    /\ MayName(s, P)
    /\ Plays(P, s) /\ Plays(P, t)
    /\ \A other \in Binding(P, s) : other.seat = t \/ other.last # Cardinality(KeptOf(P, other.seat))
    /\ LET voters == {v \in Seats \ {t} : Plays(P, v) /\ ~Forked(P, v)}
           vote == [kind |-> "vote", seat |-> t, last |-> Cardinality(KeptOf(P, t)), voters |-> voters]
       IN ~HasCast(Counts(P), s, vote) /\ New(s, P, vote)

(* All live seats have confirmed the end as often as this one, and not yet at every level. *)
HeardAll(s, P) ==
    LET sound == Sound(P)
        said == Cardinality(Confirmed(sound, s))
    IN said < Level /\ \A t \in Live(P) : Cardinality(Confirmed(sound, t)) >= said

(* A seat confirms the end of the game, and again when it has heard all others. *)
Finish == \E s \in MayFinish, P \in ClosedSets :
    MayName(s, P) /\ HeardAll(s, P) /\ New(s, P, Plain("finish"))

(* A cheat joins once more, whenever it likes; on top of that nothing can stand. *)
JoinAgain == \E s \in Cheats :
    /\ Cardinality(Moves) < MaxMoves
    /\ Entry(s, 1, 2) \notin Written
    /\ \E e \in {Entry(s, 1, 2)} : Add(e, {}, Plain("move"))

Next ==
    \/ WriteMove
    \/ Leave
    \/ VoteOut
    \/ Finish
    \/ JoinAgain

Spec == Init /\ [][Next]_vars

-------------------------------------------------------------------------------
(* As long as an honest seat is in the game, what was final at the level counts for ever, whoever saw it so, and whatever comes to light. *)
InvStable ==
    LET lost == Written \ Counts(Written)
    IN (lost # {} /\ Honest \cap Live(Written) # {}) =>
       \A H \in ClosedSets : H \cap lost # {} => FinalAt(H, Level) \cap lost = {}

(* The same entries give the same position: a verdict that was stored early is the one that is worked out late. *)
InvSameVerdict == \A e \in Written : kept[e] = Kept(past[e])

(* No honest seat looks like a cheat. *)
InvNoFalseAccusation == \A s \in Honest : ~Forked(Written, s)

(* Of a forked seat at most one branch is kept. *)
InvOneBranch == LET k == Kept(Written) IN \A e, f \in k : SeatOf(e) = SeatOf(f) => Comparable(e, f)

(* Whatever came to light before, an entry counts in the view of its own author: everybody can go on, unless nobody is left. *)
InvGoesOn == \A e \in Written : Live(UpTo(e)) # {} => e \in Sound(UpTo(e))

(* With one cheat: once all others know of its fork nothing new of it is kept, so that the game goes on without it. *)
InvOutForGood ==
    \A c \in Cheats : Forked(Written, c) =>
        \A H \in ClosedSets :
            (\A s \in Speakers(H) : Of(H, s) # {} /\ Forked(past[Top(H, s)], c)) /\ Speakers(H) # {}
                => KeptOf(Written, c) \subseteq H

(* Where nobody has forked, every round in which all who speak write on top of what is final at a level makes it final at the next one. *)
InvEveryRoundGivesALevel ==
    \A H \in ClosedSets : (\A s \in Seats : ~Forked(H, s)) =>
        LET before == {P \in ClosedSets : \A s \in Speakers(H) : P \subseteq past[Top(H, s)]}
        IN \A P \in before, j \in 1..Level - 1 : FinalAt(P, j) \cap Counts(H) \subseteq FinalAt(H, j + 1)

(* What all who speak count when each of them confirms the end for the first time, if they have done so once for every level. *)
First(confirmed) == CHOOSE e \in confirmed : \A f \in confirmed : NumberOf(e) <= NumberOf(f)
SettledEnd(H) ==
    LET sound == Sound(H)
        speakers == Speakers(H)
    IN IF \A s \in speakers : Cardinality(Confirmed(sound, s)) >= (IF s \in Live(H) THEN Level ELSE 1)
       THEN {x \in sound : \A s \in speakers : x \in at[First(Confirmed(sound, s))][1]}
       ELSE {}

(* When all who speak have confirmed the end at every level, nothing before it is ever taken back. *)
InvEndStays ==
    LET lost == Written \ Counts(Written)
    IN (lost # {} /\ Honest \cap Live(Written) # {}) => \A H \in ClosedSets : SettledEnd(H) \cap lost = {}

(* There is always somebody left, and all who hold the same votes know who. *)
InvSomebodyStays == \A H \in ClosedSets : \E s \in Seats : ~Out(Sound(H), s)

(* Where nobody has forked, who was voted out stays out, at the same entry for everybody. *)
StaysOut(s) ==
    \A H \in ClosedSets : \A v \in H : (Ends(H, v) /\ what[v].seat = s) =>
        Ends(Written, v) /\ \A w \in Written : (Ends(Written, w) /\ what[w].seat = s) => what[w].last = what[v].last
InvStaysOut == \A s \in MayFallSilent : StaysOut(s)

(* The same except for the seat that comes first: it cannot be voted out by one seat against its own crossing vote. *)
InvOthersStayOut == \A s \in MayFallSilent : Order[s] > 1 => StaysOut(s)

(* It needs no rule of its own: the end is as final as anything else that all have built on as often. *)
InvEndIsFinal == \A H \in ClosedSets : SettledEnd(H) \cap Counts(H) \subseteq FinalAt(H, Level)
===============================================================================

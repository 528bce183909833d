// What the threads of a processor and those of a GPU do alike: the steps from a position are taken
// one after the other, and each is judged. No rule stands here.

// Where an exploration stands.
struct Report {
    Word generated_by[BRANCHES_IN_ALL], distinct_by[BRANCHES_IN_ALL];
    Word done, out_of_memory, used, held, depth, distinct, ended, stuck;
    int64_t trouble;  // its kind, 0: none
};

// Call `take` with every step from a position; whether there is one.
template <class Take>
FUNCTION_IN_PLACE bool take_every_step(State& s, const Rules& rules, Tried& tried,
                                       ActionBuffer& buffer, Take take) {
    bool moves = false;
    for (int player = 0; player < PLAYERS; ++player) {
        list_while_playing(s, rules, player, buffer);
        for (int i = 0; i < buffer.count; ++i) {
            int64_t listed = buffer.actions[i];
            Int limit = buffer.limits[i];
            int last = int(trials(s, rules, tried, listed, limit));
            for (int trial = 0; trial < last; ++trial) {
                int64_t code = action_of_trial(s, rules, tried, listed, limit, trial);
                Int outcome = outcome_of_trial(s, rules, listed, limit, trial);
                if (code == -1 || outcome < 0) continue;
                moves = true;
                take(code, outcome);
            }
        }
    }
    return moves;
}

// The number of an action and the branch of it that a step took.
FUNCTION int numbered_branch(State& before, State& after, const Rules& rules, int64_t code,
                             Int outcome) {
    return int(kind_of(code)) * MOST_BRANCHES +
           int(branch_of(before, after, rules, code, outcome));
}

// Whether a position that is not kept keeps the promises.
FUNCTION_APART bool keeps_promises_there(State& s, const Rules& rules, Tried& tried,
                                         ActionBuffer& buffer) {
    return first_broken_of_asked(s, rules) < 0 &&
           (!MUST_MOVE || keeps_moving(s, rules, tried, buffer));
}

// Whether a step keeps them, and where it leads, if that is not kept.
FUNCTION bool keeps_promises(State& before, State& after, const Rules& rules, Tried& tried,
                             bool kept, ActionBuffer& buffer) {
    bool sound = inv_conservation_of_money(after, rules);
    sound &= first_broken_of_asked_steps(before, after, rules) < 0;
    if (!kept) sound &= keeps_promises_there(after, rules, tried, buffer);
    return sound;
}

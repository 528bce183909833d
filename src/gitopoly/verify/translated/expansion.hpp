// Expanding positions on a processor, several at a time and in stages: they are unpacked, their
// steps are taken, packed, and looked up. So what one stage wrote has reached the cache when the
// next one reads it, and a part of the set is there when it is searched. No rule stands here.

#include <algorithm>
#include <atomic>
#include <vector>

#define POSITIONS_AT_ONCE 8
#define STEPS_AT_ONCE 32      // so many are taken before any of them is packed
#define QUEUE 64              // successors that wait for the prefetched part of the set

// What is copied at a time.
#ifdef __AVX__
typedef Word Span __attribute__((vector_size(32), may_alias));
#else
typedef Word Span __attribute__((vector_size(16), may_alias));
#endif

struct alignas(64) PaddedState : State {};

static inline void copy(const PaddedState& from, PaddedState& to) {
    const Span* a = reinterpret_cast<const Span*>(&from);
    Span* b = reinterpret_cast<Span*>(&to);
    for (unsigned i = 0; i < sizeof(PaddedState) / sizeof(Span); ++i) b[i] = a[i];
}

// A step that was taken: where from, and what it was.
struct TakenStep {
    int origin, branch;
};

struct Successor {
    Position mixed, position;
    int branch, group;
};

struct Trouble {
    Position position;
    int64_t kind;  // 0: none
};

static bool precedes(const Trouble& one, const Trouble& other) {
    if (one.position.y != other.position.y) return one.position.y < other.position.y;
    if (one.position.x != other.position.x) return one.position.x < other.position.x;
    return one.kind < other.kind;
}

// Positions by what is possible there: those that are expanded one after the other are alike.
typedef std::vector<Position> Positions[GROUP_COUNT];

struct alignas(128) Worker {
    PaddedState before[POSITIONS_AT_ONCE], after[STEPS_AT_ONCE], spare;
    Position origins[POSITIONS_AT_ONCE];
    TakenStep steps[STEPS_AT_ONCE];
    int taken = 0, waiting = 0;
    ActionBuffer buffer, other_buffer;
    Successor queue[QUEUE];
    Positions current, reached;
    std::vector<Successor> homeless;
    Trouble trouble = {};
    Word generated = 0, distinct = 0, ended = 0, stuck = 0;
    Word generated_by[BRANCHES_IN_ALL] = {}, distinct_by[BRANCHES_IN_ALL] = {};
    bool found_sought = false;

    Worker(const State& start, const Position& first) {
        for (PaddedState& state : before) static_cast<State&>(state) = start;
        for (Position& origin : origins) origin = first;
    }

    void note(const Position& p, int64_t kind) {
        Trouble found = {p, kind};
        if (!trouble.kind || precedes(found, trouble)) trouble = found;
    }
};

// What the threads of an exploration share while they expand.
struct Shared {
    Rules rules;
    Table table;
    Word room = 0;
    bool at_bound = false;
    Position sought = {~0u, ~Word(0)};
    // What threads write often lies apart from what they read at every step.
    alignas(128) std::atomic<Word> used{0};
    alignas(128) std::atomic<bool> interrupted{false}, short_of_room{false};
};

// Look up every waiting successor; new ones belong to the next level.
static void look_up(Shared& e, Worker& w) {
    Word fresh = 0;
    for (int i = 0; i < w.waiting; ++i) {
        const Successor& found = w.queue[i];
        Word slot = 0;
        int result = insert_mixed(e.table, found.mixed, slot);
        if (result == NEW) {
            w.reached[found.group].push_back(found.position);
            ++w.distinct_by[found.branch];
            ++fresh;
        } else if (result == NO_ROOM) {
            w.homeless.push_back(found);
            e.short_of_room = true;
        }
    }
    w.waiting = 0;
    w.distinct += fresh;
    if (fresh && e.used.fetch_add(fresh, std::memory_order_relaxed) + fresh > e.room)
        e.short_of_room = true;
}

static __attribute__((noinline)) bool can_move(Shared& e, Worker& w, State& s) {
    for (int player = 0; player < PLAYERS; ++player) {
        list_while_playing(s, e.rules, player, w.other_buffer);
        for (int i = 0; i < w.other_buffer.count; ++i) {
            int64_t code = w.other_buffer.actions[i];
            int last = int(trials(s, e.rules, code));
            for (int trial = 0; trial < last; ++trial)
                if (outcome_of_trial(s, e.rules, code, trial) >= 0) return true;
        }
    }
    return false;
}

// Whether a position beyond the bound keeps the properties.
static bool keeps_promises(Shared& e, Worker& w, State& s) {
    if (first_broken_by_step(s, e.rules, ASKED) >= 0) return false;
    return !(ASKED & PROGRESS) || terminated(s, e.rules) || can_move(e, w, s);
}

// Pack where a step leads; false if that has no number or breaks a property.
static inline bool pack_step(Shared& e, Worker& w, int number, Successor& found) {
    const TakenStep& step = w.steps[number];
    PaddedState& before = w.before[step.origin];
    PaddedState& after = w.after[number];
    bool sound = inv_conservation_of_money(after, e.rules);
    if (ASKED & STEPS) sound &= first_broken_of_step(before, after, e.rules, ASKED) < 0;
    if (e.at_bound) sound &= keeps_promises(e, w, after);
    if (SYMMETRIC && !e.at_bound) {
        copy(after, w.spare);
        turn_the_table(after, w.spare, e.rules);
    }
    found.position = w.origins[step.origin];
    sound &= pack_written(after, found.position);
    found.branch = step.branch;
    found.group = group_in(after);
    return sound;
}

// Pack where the taken steps lead; what is sound waits to be looked up.
static void settle(Shared& e, Worker& w) {
    int first = w.waiting;
    for (int i = 0; i < w.taken; ++i) {
        Successor& found = w.queue[w.waiting];
        bool sound = pack_step(e, w, i, found);
        if (found.position.x == e.sought.x && found.position.y == e.sought.y)
            w.found_sought = true;
        if (!sound) w.note(w.origins[w.steps[i].origin], BAD_STEP);
        w.waiting += sound && !e.at_bound;
    }
    w.taken = 0;
    for (int i = first; i < w.waiting; ++i) {
        w.queue[i].mixed = mixed(w.queue[i].position);
        fetch_early(e.table, w.queue[i].mixed);
    }
    if (w.waiting > QUEUE - STEPS_AT_ONCE) look_up(e, w);
}

// Take a step; where it leads is looked at later.
static inline void take_step(Shared& e, Worker& w, int origin, int64_t code, Int outcome) {
    if (w.taken == STEPS_AT_ONCE) settle(e, w);
    PaddedState& before = w.before[origin];
    PaddedState& after = w.after[w.taken];
    copy(before, after);
    attempt(after, e.rules, code, outcome, true);
    int branch = int(kind_of(code)) * MOST_BRANCHES +
                 int(branch_of(before, after, e.rules, code, outcome));
    ++w.generated_by[branch];
    w.steps[w.taken++] = {origin, branch};
}

// Take every step from a position that keeps the properties.
static inline void take_steps(Shared& e, Worker& w, int origin) {
    PaddedState& before = w.before[origin];
    const Position& p = w.origins[origin];
    int broken = int(first_broken_by_step(before, e.rules, UNSURE));
    if (broken >= 0) return w.note(p, INVARIANT + broken);
    if (terminated(before, e.rules)) {
        ++w.ended;
        return;
    }
    Word steps = 0;
    for (int player = 0; player < PLAYERS; ++player) {
        list_while_playing(before, e.rules, player, w.buffer);
        for (int i = 0; i < w.buffer.count; ++i) {
            int64_t code = w.buffer.actions[i];
            int last = int(trials(before, e.rules, code));
            for (int trial = 0; trial < last; ++trial) {
                Int outcome = outcome_of_trial(before, e.rules, code, trial);
                if (outcome < 0) continue;
                ++steps;
                take_step(e, w, origin, code, outcome);
            }
        }
    }
    if (!steps) {
        ++w.stuck;
        if (ASKED & PROGRESS) w.note(p, DEADLOCK);
    }
    w.generated += steps;
}

// Expand some positions; each is unpacked over an earlier one, of which much stays.
static void expand(Shared& e, Worker& w, const Position* first, int count) {
    for (int i = 0; i < count; ++i) {
        unpack_changes(first[i], w.origins[i], w.before[i]);
        w.origins[i] = first[i];
        restore_sets_and_bank(w.before[i], e.rules);
    }
    for (int i = 0; i < count; ++i) take_steps(e, w, i);
    settle(e, w);
}

static void expand_all(Shared& e, Worker& w, const Position* first, const Position* last) {
    for (; first < last; first += POSITIONS_AT_ONCE)
        expand(e, w, first, int(std::min<ptrdiff_t>(POSITIONS_AT_ONCE, last - first)));
}

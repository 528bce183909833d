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
    Mixed mixed;
    Position position;
    int branch, group;
};

struct Trouble {
    Position position;
    int64_t kind;  // 0: none
};

static bool precedes(const Trouble& one, const Trouble& other) {
    for (int i = 0; i < WORDS; ++i)
        if (one.position.w[i] != other.position.w[i])
            return one.position.w[i] < other.position.w[i];
    return one.kind < other.kind;
}

// Positions by what is possible there: those that are expanded one after the other are alike.
typedef std::vector<Position> Positions[GROUP_COUNT];

// What a worker has counted, and what it found to be wrong.
struct Sums {
    Trouble trouble = {};
    Word generated = 0, distinct = 0, ended = 0, stuck = 0;
    Word generated_by[BRANCHES_IN_ALL] = {}, distinct_by[BRANCHES_IN_ALL] = {};

    void note(const Position& p, int64_t kind) {
        Trouble found = {p, kind};
        if (kind && (!trouble.kind || precedes(found, trouble))) trouble = found;
    }

    void add(const Sums& more) {
        note(more.trouble.position, more.trouble.kind);
        generated += more.generated;
        distinct += more.distinct;
        ended += more.ended;
        stuck += more.stuck;
        for (int i = 0; i < BRANCHES_IN_ALL; ++i) {
            generated_by[i] += more.generated_by[i];
            distinct_by[i] += more.distinct_by[i];
        }
    }
};

struct alignas(128) Worker : Sums {
    PaddedState before[POSITIONS_AT_ONCE], after[STEPS_AT_ONCE], spare;
    Position origins[POSITIONS_AT_ONCE];
    TakenStep steps[STEPS_AT_ONCE];
    int taken = 0, waiting = 0;
    ActionBuffer buffer, other_buffer;
    Successor queue[QUEUE];
    Positions current, reached;
    std::vector<Successor> homeless;
    bool found_sought = false;

    Worker(const Position& first) {
        for (PaddedState& state : before) begin_game(state);
        for (Position& origin : origins) origin = first;
    }
};

// What the threads of an exploration share while they expand.
struct Shared {
    Rules rules;
    Tried tried;
    Table table;
    Word room = 0;
    bool at_bound = false;
    const Position* sought = nullptr;
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

// Pack where a step leads; false if that has no number or breaks a promise.
static inline bool pack_step(Shared& e, Worker& w, int number, Successor& found, bool& kept) {
    const TakenStep& step = w.steps[number];
    PaddedState& before = w.before[step.origin];
    PaddedState& after = w.after[number];
    bool beyond = is_beyond(after, e.tried);
    kept = !(e.at_bound || beyond);
    bool sound = keeps_promises(before, after, e.rules, e.tried, kept, w.other_buffer);
    if (SYMMETRIC && kept) {
        copy(after, w.spare);
        turn_the_table(after, w.spare, e.rules);
    }
    found.position = w.origins[step.origin];
    sound &= pack_written(before, after, found.position) || beyond;
    found.branch = step.branch;
    found.group = group_in(after);
    return sound;
}

// Pack where the taken steps lead; what is sound waits to be looked up.
static void settle(Shared& e, Worker& w) {
    int first = w.waiting;
    for (int i = 0; i < w.taken; ++i) {
        Successor& found = w.queue[w.waiting];
        bool kept = false, sound = pack_step(e, w, i, found, kept);
        if (e.sought && kept && is_same(found.position, *e.sought)) w.found_sought = true;
        if (!sound) w.note(w.origins[w.steps[i].origin], BAD_STEP);
        w.waiting += sound && kept;
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
    int branch = numbered_branch(before, after, e.rules, code, outcome);
    ++w.generated_by[branch];
    w.steps[w.taken++] = {origin, branch};
}

// Take every step from a position that keeps the promises.
static inline void take_steps(Shared& e, Worker& w, int origin) {
    PaddedState& before = w.before[origin];
    const Position& p = w.origins[origin];
    int broken = first_broken_of_unsure(before, e.rules);
    if (broken >= 0) return w.note(p, INVARIANT + broken);
    if (terminated(before, e.rules)) {
        ++w.ended;
        return;
    }
    Word steps = 0;
    auto take = [&](int64_t code, Int outcome) __attribute__((always_inline)) {
        ++steps;
        take_step(e, w, origin, code, outcome);
    };
    take_every_step(before, e.rules, e.tried, w.buffer, take);
    if (!steps) {
        ++w.stuck;
        if (MUST_MOVE) w.note(p, DEADLOCK);
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

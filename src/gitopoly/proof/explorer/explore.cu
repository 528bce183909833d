// Breadth-first exploration on a GPU, one level after the other. No rule stands here.
//
// A level is the set of slots whose positions are still to be expanded, one bit each. Threads of
// a warp run in lockstep, so the work is sorted twice. `gather` reads a part of the level and
// sorts its positions by what may be done there; `list_all` checks them and lists their steps;
// `sort` sorts the steps by kind; `step` takes them and puts where they lead into the set.

#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
#ifndef STEP_BLOCKS
#define STEP_BLOCKS 4
#endif
#define CHUNK 256           // words of a level that a block reads at a time
#define BATCH 2048          // steps that a block sorts at a time
#define MOST_FOUND 256

struct Found {
    Word count;
    Position position[MOST_FOUND];
    Word trouble[MOST_FOUND];
};

struct Lists {
    Word room;                // of each list
    Position* positions;      // a list for each group, one after the other
    Word* length;             // of each list
};

struct Step {
    int64_t code;
    uint32_t origin, outcome;
};

struct Steps {
    Word room;
    Step* listed;
    Step* sorted;
    Word* count;              // all of them, then those of each kind, then where a kind continues
};

FUNCTION void note(Found* found, const Position& p, int trouble) {
    Word place = add_to(&found->count, 1);
    if (place < MOST_FOUND) {
        found->position[place] = p;
        found->trouble[place] = trouble;
    }
}

// Put one position into the set, as the first level.
extern "C" __global__ void begin(Table table, uint32_t* level, uint32_t* regions) {
    if (threadIdx.x || blockIdx.x) return;
    State s;
    begin_game(s);
    Position p;
    Word slot = 0;
    if (!pack(s, p) || insert(table, p, slot) != NEW) return;
    level[slot >> 5] |= 1u << (slot & 31);
    regions[slot >> table.region_bits] = 1;
}

// Unpack one position.
extern "C" __global__ void show(const Position* p, const Rules* rules, char* record) {
    if (threadIdx.x || blockIdx.x) return;
    State s;
    begin_game(s);
    unpack(*p, s);
    restore_sets_and_bank(s, *rules);
    write_record(s, record);
}

// Move the positions of a part of a level into lists; the level is emptied.
extern "C" __global__ void __launch_bounds__(CHUNK) gather(
    Table table, uint32_t* level, Word first, Word last, Lists lists) {
    __shared__ uint16_t places[CHUNK * 32];
    __shared__ uint32_t count, taken[GROUP_COUNT];
    __shared__ Word start[GROUP_COUNT];
    for (Word base = first + Word(blockIdx.x) * CHUNK; base < last; base += Word(gridDim.x) * CHUNK) {
        if (threadIdx.x == 0) count = 0;
        __syncthreads();
        for (int i = threadIdx.x; i < CHUNK; i += blockDim.x) {
            uint32_t bits = level[base + i];
            if (!bits) continue;
            level[base + i] = 0;
            uint32_t place = add_shared(&count, bits_in(bits));
            for (; bits; bits &= bits - 1) places[place++] = uint16_t(i * 32 + lowest_of(bits));
        }
        __syncthreads();
        for (uint32_t done = 0; done < count; done += blockDim.x) {
            for (int i = threadIdx.x; i < GROUP_COUNT; i += blockDim.x) taken[i] = 0;
            __syncthreads();
            uint32_t place = done + threadIdx.x, rank = 0;
            int group = 0;
            Position p;
            if (place < count) {
                p = position_in(table, base * 32 + places[place]);
                group = group_of(p);
                rank = add_shared(&taken[group], 1u);
            }
            __syncthreads();
            for (int i = threadIdx.x; i < GROUP_COUNT; i += blockDim.x)
                if (taken[i]) start[i] = add_to(&lists.length[i], Word(taken[i]));
            __syncthreads();
            if (place < count) {
                Word target = Word(group) * lists.room + start[group] + rank;
                lists.positions[target] = p;
            }
            __syncthreads();
        }
        __syncthreads();
    }
}

// Check the positions in the lists, and list every step from them.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) list_all(
    Lists lists, const Rules* given, const Tried* sums, Steps steps, Report* report,
    Found* found) {
    __shared__ Rules rules;
    __shared__ Tried tried;
    __shared__ uint32_t ended, stuck, kinds[KINDS];
    share(rules, given, threadIdx.x, blockDim.x);
    share(tried, sums, threadIdx.x, blockDim.x);
    for (int i = threadIdx.x; i < KINDS; i += blockDim.x) kinds[i] = 0;
    if (threadIdx.x == 0) ended = stuck = 0;
    __syncthreads();

    State s;
    begin_game(s);
    ActionBuffer buffer;
    Word thread = Word(blockIdx.x) * blockDim.x + threadIdx.x;
    Word threads = Word(gridDim.x) * blockDim.x;
    Word offset = 0;  // each list starts with a new warp, so that a warp has one group
    for (int group = 0; group < GROUP_COUNT; ++group) {
        Word length = lists.length[group];
        Word item = thread >= offset % threads ? thread - offset % threads
                                               : thread + threads - offset % threads;
        offset += (length + LANES - 1) / LANES * LANES;
        for (; item < length; item += threads) {
            Word origin = Word(group) * lists.room + item;
            Position p = lists.positions[origin];
            unpack(p, s);
            restore_sets_and_bank(s, rules);
            int broken = first_broken_of_unsure(s, rules);
            if (broken >= 0) {
                note(found, p, INVARIANT + broken);
                continue;
            }
            if (terminated(s, rules)) {
                add_shared(&ended, 1u);
                continue;
            }
            bool moves = take_every_step(s, rules, tried, buffer, [&](int64_t code, Int outcome) {
                Word place = count_one(&steps.count[0]);
                if (place < steps.room) {
                    add_shared(&kinds[kind_of(code)], 1u);
                    steps.listed[place] = {code, uint32_t(origin), uint32_t(outcome)};
                } else {
                    report->out_of_memory = 1;
                }
            });
            if (!moves) {
                add_shared(&stuck, 1u);
                if (MUST_MOVE) note(found, p, DEADLOCK);
            }
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < KINDS; i += blockDim.x)
        if (kinds[i]) add_to(&steps.count[1 + i], Word(kinds[i]));
    if (threadIdx.x == 0) {
        add_to(&report->ended, Word(ended));
        add_to(&report->stuck, Word(stuck));
    }
}

// Sort the listed steps by kind.
extern "C" __global__ void __launch_bounds__(CHUNK) sort(Steps steps) {
    __shared__ uint32_t taken[KINDS];
    __shared__ Word start[KINDS], first[KINDS];
    if (threadIdx.x == 0) {
        Word sum = 0;
        for (int i = 0; i < KINDS; ++i) {
            first[i] = sum;
            sum += steps.count[1 + i];
        }
    }
    Word count = steps.count[0] < steps.room ? steps.count[0] : steps.room;
    __syncthreads();
    for (Word base = Word(blockIdx.x) * BATCH; base < count; base += Word(gridDim.x) * BATCH) {
        Word end = base + BATCH < count ? base + BATCH : count;
        for (int i = threadIdx.x; i < KINDS; i += blockDim.x) taken[i] = 0;
        __syncthreads();
        for (Word i = base + threadIdx.x; i < end; i += blockDim.x)
            add_shared(&taken[kind_of(steps.listed[i].code)], 1u);
        __syncthreads();
        for (int i = threadIdx.x; i < KINDS; i += blockDim.x) {
            if (taken[i])
                start[i] = first[i] + add_to(&steps.count[1 + KINDS + i], Word(taken[i]));
            taken[i] = 0;
        }
        __syncthreads();
        for (Word i = base + threadIdx.x; i < end; i += blockDim.x) {
            Step step = steps.listed[i];
            int kind = int(kind_of(step.code));
            steps.sorted[start[kind] + add_shared(&taken[kind], 1u)] = step;
        }
        __syncthreads();
    }
}

// Take the sorted steps. Beyond a bound, where they lead is checked, but not kept.
template <bool AT_BOUND>
FUNCTION void take_steps(Table table, Lists lists, const Rules* given, const Tried* sums,
                         Steps steps, uint32_t* level, uint32_t* regions, Report* report,
                         Found* found) {
    __shared__ Rules rules;
    __shared__ Tried tried;
    __shared__ uint32_t generated_by[BRANCHES_IN_ALL], distinct_by[BRANCHES_IN_ALL];
    share(rules, given, threadIdx.x, blockDim.x);
    share(tried, sums, threadIdx.x, blockDim.x);
    for (int i = threadIdx.x; i < BRANCHES_IN_ALL; i += blockDim.x)
        generated_by[i] = distinct_by[i] = 0;
    __syncthreads();

    State before, after;
    begin_game(before);
    begin_game(after);
    Word count = steps.count[0] < steps.room ? steps.count[0] : steps.room;
    Word threads = Word(gridDim.x) * blockDim.x;
    for (Word i = Word(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += threads) {
        Step step = steps.sorted[i];
        Position p = lists.positions[step.origin];
        unpack(p, before);
        restore_sets_and_bank(before, rules);
        copy_varying(before, after);
        Int outcome = Int(step.outcome);
        attempt(after, rules, step.code, outcome, true);
        int branch = numbered_branch(before, after, rules, step.code, outcome);
        add_shared(&generated_by[branch], 1u);
        bool beyond = is_beyond(after, tried), kept = !(AT_BOUND || beyond);
        ActionBuffer buffer;
        bool sound = keeps_promises(before, after, rules, tried, kept, buffer);
        if (SYMMETRIC && kept) {
            copy_varying(after, before);
            turn_the_table(after, before, rules);
        }
        Position reached = p;
        sound &= pack_written(before, after, reached) || beyond;
        if (!sound) {
            note(found, p, BAD_STEP);
            begin_game(before);
            begin_game(after);
        }
        if (!kept || !sound) continue;
        Word slot = 0;
        int result = insert(table, reached, slot);
        if (result == NEW) {
            add_shared(&distinct_by[branch], 1u);
            set_bits(&level[slot >> 5], 1u << (slot & 31));
            add_to_small(&regions[slot >> table.region_bits], 1u);
        } else if (result == NO_ROOM) {
            report->out_of_memory = 1;
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BRANCHES_IN_ALL; i += blockDim.x) {
        if (generated_by[i]) add_to(&report->generated_by[i], Word(generated_by[i]));
        if (distinct_by[i]) add_to(&report->distinct_by[i], Word(distinct_by[i]));
    }
}

#define STEP_PARAMETERS                                                                    \
    Table table, Lists lists, const Rules *given, const Tried *sums, Steps steps,          \
        uint32_t *level, uint32_t *regions, Report *report, Found *found
#define STEP_ARGUMENTS table, lists, given, sums, steps, level, regions, report, found

extern "C" __global__ void __launch_bounds__(THREADS, STEP_BLOCKS) step(STEP_PARAMETERS) {
    take_steps<false>(STEP_ARGUMENTS);
}

extern "C" __global__ void __launch_bounds__(THREADS, STEP_BLOCKS) last_step(STEP_PARAMETERS) {
    take_steps<true>(STEP_ARGUMENTS);
}

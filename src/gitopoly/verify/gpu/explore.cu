// Breadth-first exploration on a GPU, one level after the other. No rule stands here.
//
// A level is the set of slots whose positions are still to be expanded, one bit each. `gather`
// reads a part of it and sorts the positions by phase, because threads of a warp run in lockstep;
// `expand` takes every step from each of them.

#ifndef THREADS
#define THREADS 128
#endif
#ifndef BLOCKS
#define BLOCKS 4
#endif
#define CHUNK 256           // words of a level that a block reads at a time
#define REGION_BITS 22      // slots are counted by regions of this many bits
#define MOST_FOUND 256

struct Found {
    Word count;
    Word x[MOST_FOUND], y[MOST_FOUND], trouble[MOST_FOUND];
};

struct Counts {
    Word generated, distinct, ended, stuck, full;
    Word generated_by[BRANCHES_IN_ALL], distinct_by[BRANCHES_IN_ALL];
};

struct Lists {
    Word room;                // of each list
    Word* y;                  // a list for each phase, one after the other
    uint32_t* x;
    Word* length;             // of each list
};

FUNCTION void note(Found* found, const Position& p, int trouble) {
    Word place = add_to(&found->count, 1);
    if (place < MOST_FOUND) {
        found->x[place] = p.x;
        found->y[place] = p.y;
        found->trouble[place] = trouble;
    }
}

// Put one position into the set, as the first level.
extern "C" __global__ void begin(Table table, const State* start, uint32_t* level,
                                 uint32_t* regions) {
    if (threadIdx.x || blockIdx.x) return;
    State s = *start;
    Position p;
    Word slot = 0;
    if (!pack(s, p) || insert(table, p, slot) != NEW) return;
    level[slot >> 5] |= 1u << (slot & 31);
    regions[slot >> REGION_BITS] = 1;
}

// Move the positions of a part of a level into lists by phase; the level is emptied.
extern "C" __global__ void __launch_bounds__(CHUNK) gather(
    Table table, uint32_t* level, Word first, Word last, Lists lists) {
    __shared__ uint16_t places[CHUNK * 32];
    __shared__ uint32_t count, taken[PHASE_COUNT];
    __shared__ Word start[PHASE_COUNT];
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
            for (int i = threadIdx.x; i < PHASE_COUNT; i += blockDim.x) taken[i] = 0;
            __syncthreads();
            uint32_t place = done + threadIdx.x, rank = 0;
            int phase = 0;
            Position p;
            if (place < count) {
                p = position_in(table, base * 32 + places[place]);
                phase = phase_of(p);
                rank = add_shared(&taken[phase], 1u);
            }
            __syncthreads();
            for (int i = threadIdx.x; i < PHASE_COUNT; i += blockDim.x)
                if (taken[i]) start[i] = add_to(&lists.length[i], Word(taken[i]));
            __syncthreads();
            if (place < count) {
                Word target = Word(phase) * lists.room + start[phase] + rank;
                lists.x[target] = p.x;
                lists.y[target] = p.y;
            }
            __syncthreads();
        }
    }
}

// Take every step from the positions in the lists, which must keep the properties asked for.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) expand(
    Table table, Lists lists, const State* start, const Rules* given, int at_bound,
    uint32_t* level, uint32_t* regions, Counts* counts, Found* found, Position sought) {
    __shared__ Rules rules;
    __shared__ uint32_t generated_by[BRANCHES_IN_ALL], distinct_by[BRANCHES_IN_ALL];
    __shared__ uint32_t ended, stuck;
    for (int i = threadIdx.x; i < int(sizeof(Rules)); i += blockDim.x)
        reinterpret_cast<char*>(&rules)[i] = reinterpret_cast<const char*>(given)[i];
    for (int i = threadIdx.x; i < BRANCHES_IN_ALL; i += blockDim.x)
        generated_by[i] = distinct_by[i] = 0;
    if (threadIdx.x == 0) ended = stuck = 0;
    __syncthreads();

    State before = *start, after = *start;
    ActionBuffer buffer;
    Word thread = Word(blockIdx.x) * blockDim.x + threadIdx.x;
    Word threads = Word(gridDim.x) * blockDim.x;
    Word offset = 0;  // each list starts with a new warp, so that a warp has one phase
    for (int phase = 0; phase < PHASE_COUNT; ++phase) {
        Word length = lists.length[phase];
        Word item = thread >= offset % threads ? thread - offset % threads
                                               : thread + threads - offset % threads;
        offset += (length + LANES - 1) / LANES * LANES;
        for (; item < length; item += threads) {
            Position p = {lists.x[phase * lists.room + item], lists.y[phase * lists.room + item]};
            unpack(p, before);
            restore_sets_and_bank(before, rules);
            int broken = int(first_broken_by_step(before, rules, ASKED));
            if (broken >= 0) {
                note(found, p, INVARIANT + broken);
                continue;
            }
            if (terminated(before, rules)) {
                add_shared(&ended, 1u);
                continue;
            }
            bool sound = true, moved = false;
            for (int player = 0; player < PLAYERS; ++player) {
                list_while_playing(before, rules, player, buffer);
                for (int i = 0; i < buffer.count; ++i) {
                    int64_t code = buffer.actions[i];
                    int last = int(trials(before, rules, code));
                    for (int trial = 0; trial < last; ++trial) {
                        Int outcome = outcome_of_trial(before, rules, code, trial);
                        if (outcome < 0) continue;
                        moved = true;
                        copy_varying(before, after);
                        attempt(after, rules, code, outcome, true);
                        int branch = int(kind_of(code)) * MOST_BRANCHES +
                                     int(branch_of(before, after, rules, code, outcome));
                        add_shared(&generated_by[branch], 1u);
                        Position reached;
                        sound &= pack(after, reached) & rest_is_idle(after);
                        sound &= inv_conservation_of_money(after, rules);
                        if (ASKED & STEPS)
                            sound &= first_broken_of_step(before, after, rules, ASKED) < 0;
                        if (reached.x == sought.x && reached.y == sought.y) note(found, p, SOUGHT);
                        if (at_bound || !sound) continue;
                        Word slot = 0;
                        int result = insert(table, reached, slot);
                        if (result == NEW) {
                            add_shared(&distinct_by[branch], 1u);
                            set_bits(&level[slot >> 5], 1u << (slot & 31));
                            add_to_small(&regions[slot >> REGION_BITS], 1u);
                        } else if (result == NO_ROOM) {
                            counts->full = 1;
                        }
                    }
                }
            }
            if (!moved) {
                add_shared(&stuck, 1u);
                if (ASKED & PROGRESS) note(found, p, DEADLOCK);
            }
            if (!sound) note(found, p, BAD_STEP);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BRANCHES_IN_ALL; i += blockDim.x) {
        if (generated_by[i]) {
            add_to(&counts->generated_by[i], Word(generated_by[i]));
            add_to(&counts->generated, Word(generated_by[i]));
        }
        if (distinct_by[i]) {
            add_to(&counts->distinct_by[i], Word(distinct_by[i]));
            add_to(&counts->distinct, Word(distinct_by[i]));
        }
    }
    if (threadIdx.x == 0) {
        add_to(&counts->ended, Word(ended));
        add_to(&counts->stuck, Word(stuck));
    }
}

// Many games on a GPU, played by the functions above this; no rule stands here.
//
// The threads of a warp run in step: where they differ, some wait. So every warp has a pool of
// games, and each time its threads take games that are in the same phase, the one in which the
// most are. Games in rare phases wait until these are the most.

// On a multiprocessor at a time: the fewer there are, the more registers each thread has. An H200
// plays the most with 1,024 threads, 3 % less with 1,280 and 6 % with 768.
#ifndef BLOCKS
#define BLOCKS (1024 / THREADS)
#endif
#ifndef SLICE
#define SLICE 8
#endif
#ifndef GAMES_EACH
#define GAMES_EACH 4
#endif
#ifndef LANES
#define LANES 32
#endif

#define WARPS (THREADS / LANES)
#define POOL (LANES * GAMES_EACH)
#define WARP 0xFFFFFFFFu  // all its threads

// What a place in the pool is in, beside the phases of a game.
#define OVER PHASES         // the next game can begin here
#define EMPTY (PHASES + 1)  // there is no further game
#define COUNTS (OVER / 4 + 1)

typedef unsigned long long Count;
struct Counters;
struct Observer;
static __device__ Desk desk;  // for policies that look ahead; none of these does

struct alignas(16) Kept {
    State s;
    Generator generator;
    int64_t game, actions, turns, in_turn, longest_turn;
};

static __device__ void copy(Kept* to, const Kept* from) {
    uint4* target = reinterpret_cast<uint4*>(to);
    const uint4* source = reinterpret_cast<const uint4*>(from);
#pragma unroll
    for (int i = 0; i < int(sizeof(Kept) / sizeof(uint4)); ++i) target[i] = source[i];
}

// The phase in which most games of the pool are, or EMPTY; `mine` are those of this thread.
static __device__ unsigned most_frequent(const unsigned* mine) {
    // Four counts of eight bits in each number; a pool has at most 128 games.
    unsigned counts[COUNTS] = {};
#pragma unroll
    for (int j = 0; j < GAMES_EACH; ++j)
#pragma unroll
        for (unsigned w = 0; w < COUNTS; ++w)
            if (mine[j] != EMPTY && mine[j] / 4 == w) counts[w] += 1u << 8 * (mine[j] % 4);
    unsigned most = 0, found = EMPTY;
#pragma unroll
    for (unsigned w = 0; w < COUNTS; ++w) {
        unsigned sums = __reduce_add_sync(WARP, counts[w]);
#pragma unroll
        for (unsigned i = 0; i < 4; ++i)
            if ((sums >> 8 * i & 255) > most) most = sums >> 8 * i & 255, found = 4 * w + i;
    }
    return found;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play_games(
    const State* start, const Rules* given, const Run* first_run, int64_t low, int64_t high,
    int64_t first, int64_t count, int64_t* results, Count* kinds,
    Count* next, Counters* all_counters, Observer* observers, Kept* pools) {
    __shared__ Rules rules;
    __shared__ unsigned char all_phases[WARPS][POOL], all_taken[WARPS][LANES];
    share(rules, given, threadIdx.x, blockDim.x);
    __syncthreads();

    const int lane = threadIdx.x % LANES, warp = threadIdx.x / LANES;
    unsigned char* phases = all_phases[warp];
    unsigned char* taken = all_taken[warp];
    const int64_t first_place = (int64_t(blockIdx.x) * WARPS + warp) * POOL;
    Kept* pool = pools + first_place;
    for (int j = 0; j < GAMES_EACH; ++j) phases[lane * GAMES_EACH + j] = OVER;
    Kept own;
    ActionBuffer buffer;
    Run run = *first_run;
    run.most_actions = ENDLESS;
#ifdef OBSERVED
    Counters& counters = all_counters[blockIdx.x % COUNTERS];
#endif
    while (true) {
        __syncwarp();
        unsigned mine[GAMES_EACH];
#pragma unroll
        for (int j = 0; j < GAMES_EACH; ++j) mine[j] = phases[lane * GAMES_EACH + j];
        const unsigned phase = most_frequent(mine);
        if (phase == EMPTY) break;

        // The first games in this phase are for one thread each.
        int found = 0;
#pragma unroll
        for (int j = 0; j < GAMES_EACH; ++j) {
            unsigned those = __ballot_sync(WARP, mine[j] == phase);
            int place = found + __popc(those & ((1u << lane) - 1));
            if (mine[j] == phase && place < LANES) taken[place] = lane * GAMES_EACH + j;
            found += __popc(those);
        }
        __syncwarp();
        if (lane >= found) continue;
        const int place = taken[lane];
#ifdef OBSERVED
        Observer& observer = observers[first_place + place];  // stays where it is
#endif
        unsigned after;
        if (phase == OVER) {
            own.game = int64_t(atomicAdd(next, Count(1)));
            own.actions = own.turns = own.in_turn = own.longest_turn = 0;
            own.s = *start;
            restart(own.generator, low, high, first + own.game);
#ifdef OBSERVED
            start_observing(own.s, rules, observer);
#endif
            after = own.game < count ? own.s.phase : EMPTY;
        } else {
            copy(&own, pool + place);
            run.actions = own.actions;
            run.turns = own.turns;
            run.in_turn = own.in_turn;
            run.longest_turn = own.longest_turn;
            // A game that stays in this phase goes on for some actions before it is put back.
            Int status = PLAYING;
            for (int i = 0; i < SLICE && status == PLAYING && own.s.phase == phase; ++i) {
                status = play_one(own.s, rules, run, own.generator, own.generator, buffer, desk);
#ifdef OBSERVED
                if (status != STUCK)
                    observe(own.s, rules, run.last_action, run.last_outcome, observer, counters);
#endif
                if (status == PLAYING) status = reason_to_stop(own.s, rules, run);
            }
            own.actions = run.actions;
            own.turns = run.turns;
            own.in_turn = run.in_turn;
            own.longest_turn = run.longest_turn;
            after = own.s.phase;
            if (status != PLAYING) {
                int64_t* result = results + own.game * RESULT_LENGTH;
                summarise(own.s, rules, run, status, 0, result);
#ifdef OBSERVED
                finish_observing(rules, Int(result[WINNER]), observer, counters);
#endif
                after = OVER;
            }
        }
        if (after < OVER) copy(pool + place, &own);
        phases[place] = after;
    }
    for (int kind = 0; kind < KINDS; ++kind)
        if (run.kinds[kind]) atomicAdd(kinds + kind, Count(run.kinds[kind]));
}

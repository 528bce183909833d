// Many games on a GPU: every thread plays one after the other, with the functions above this.
// No rule stands here. Where choices cost little this is faster than `pooled_games.cu`, because
// a game stays where it is.

#ifndef SLICE
#define SLICE 32
#endif
// On a multiprocessor at a time: the fewer there are, the more registers each thread has. An H200
// plays the most with 1,280 threads, 2 % less with 1,536 and 4 % with 1,024.
#ifndef BLOCKS
#define BLOCKS (1280 / THREADS)
#endif

typedef unsigned long long Count;
struct Counters;
struct Observer;
static __device__ Desk desk;  // for policies that look ahead; none of these does

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) play_games(
    const State* start, const Rules* given, const Run* first_run, int64_t low, int64_t high,
    int64_t first, int64_t count, int64_t* results, Count* kinds,
    Count* next, Counters* all_counters, Observer*, void*) {
    __shared__ Rules rules;
    share(rules, given, threadIdx.x, blockDim.x);
    __syncthreads();

    State s;
    Generator generator;
    ActionBuffer buffer;
    Run run = *first_run;
#ifdef OBSERVED
    Observer observer;
    Counters& counters = all_counters[blockIdx.x % COUNTERS];
#endif
    int64_t game = -1;
    while (true) {
        if (game < 0) {
            game = int64_t(atomicAdd(next, Count(1)));
            if (game >= count) break;
            s = *start;
            clear_run(run);
            restart(generator, low, high, first + game);
#ifdef OBSERVED
            start_observing(s, rules, observer);
#endif
        }
        // In slices, so that threads whose game is over do not wait for their neighbours.
        run.most_actions = run.actions + SLICE;
#ifdef OBSERVED
        Int status = play_observed(s, rules, run, generator, buffer, desk, observer, counters);
#else
        Int status = play_on(s, rules, run, generator, generator, buffer, desk);
#endif
        if (status == INTERRUPTED) continue;
        int64_t* result = results + game * RESULT_LENGTH;
        summarise(s, rules, run, status, 0, result);
#ifdef OBSERVED
        finish_observing(rules, Int(result[WINNER]), observer, counters);
#endif
        game = -1;
    }
    for (int kind = 0; kind < KINDS; ++kind)
        if (run.kinds[kind]) atomicAdd(kinds + kind, Count(run.kinds[kind]));
}

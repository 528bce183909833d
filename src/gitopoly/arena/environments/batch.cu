// Many games on a GPU as an environment: every thread steps one, with the functions above this.
// No rule stands here.
//
// Threads run side by side, so what belongs to neighbouring games lies side by side: number k of
// game i is at k * count + i.

#ifndef BLOCKS
#define BLOCKS (1024 / THREADS)
#endif

#define WORDS int(sizeof(Row) / sizeof(unsigned))

static __device__ Desk desk;  // for policies that look ahead; none of these does

static __device__ void load(Row& row, const unsigned* rows, int count, int i) {
    unsigned* words = reinterpret_cast<unsigned*>(&row);
#pragma unroll
    for (int w = 0; w < WORDS; ++w) words[w] = rows[int64_t(w) * count + i];
}

static __device__ void store(const Row& row, unsigned* rows, int count, int i) {
    const unsigned* words = reinterpret_cast<const unsigned*>(&row);
#pragma unroll
    for (int w = 0; w < WORDS; ++w) rows[int64_t(w) * count + i] = words[w];
}

// One step of every game, or, without actions, its beginning.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) step_games(
    const Batch* given_batch, const Rules* given, const Row* blank, int count, double shaping,
    const int64_t* actions, unsigned* rows, int32_t* numbers, int32_t* observations, int8_t* masks,
    int64_t* actors, int32_t* legal, float* rewards, bool* terminations, bool* truncations,
    int8_t* winners) {
    __shared__ Rules rules;
    __shared__ Batch batch;
    share(rules, given, threadIdx.x, blockDim.x);
    for (int k = threadIdx.x; k < int(sizeof(Batch)); k += blockDim.x)
        reinterpret_cast<char*>(&batch)[k] = reinterpret_cast<const char*>(given_batch)[k];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;

    Row row;
    ActionBuffer buffer;
    if (actions) {
        load(row, rows, count, i);
        step_row(row, rules, batch, Int(actions[i]), buffer, desk, Quads{nullptr, 1});
    } else {
        row = *blank;
        begin_row(row, rules, batch, i, buffer, desk);
    }
    show_row(row, rules, buffer, Quads{numbers + i, count}, Quads{observations + i, count},
             Octets{masks + i, count});
    winners[i] = row.winner;
    actors[i] = row.episode.actor;
    legal[i] = row.episode.legal;
    terminations[i] = row.end == TERMINATED;
    truncations[i] = row.end == TRUNCATED;
    for (int seat = 0; seat < PLAYERS; ++seat)
        rewards[int64_t(seat) * count + i] =
            float(row.rewards[seat]) + float(shaping * (double(row.changes[seat]) / WHOLE_SHARE));
    store(row, rows, count, i);
}

// Finds the first game whose action is not legal; `illegal` says so, or `count` if all are.
extern "C" __global__ void check_actions(
    const int64_t* actions, const int8_t* masks, int count, int* illegal) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int64_t action = actions[i];
    if (action < 0 || action >= ACTIONS || !masks[action * count + i]) atomicMin(illegal, i);
}

// Draws a legal action for every game; without actions the generators begin anew.
extern "C" __global__ void sample_actions(
    int64_t low, int64_t high, int count, Generator* samplers, const int32_t* numbers,
    const int32_t* legal, int64_t* actions) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    if (actions)
        actions[i] = numbers[int64_t(below(samplers[i], legal[i])) * count + i];
    else
        restart(samplers[i], low, high, -1 - int64_t(i));
}

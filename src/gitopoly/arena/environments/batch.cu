// Many games on a GPU as an environment: every thread steps one, with the functions above this.
// No rule stands here.
//
// Threads run side by side, so what belongs to neighbouring games lies side by side: number k of
// game i is at k * count + i.

#ifndef BLOCKS
#define BLOCKS (1024 / THREADS)
#endif

struct Game {
    State s;
    Episode episode;
    Generator generator;
};

#define WORDS int(sizeof(Game) / sizeof(unsigned))

static __device__ void load(Game& game, const unsigned* games, int count, int i) {
    unsigned* words = reinterpret_cast<unsigned*>(&game);
#pragma unroll
    for (int w = 0; w < WORDS; ++w) words[w] = games[int64_t(w) * count + i];
}

static __device__ void store(const Game& game, unsigned* games, int count, int i) {
    const unsigned* words = reinterpret_cast<const unsigned*>(&game);
#pragma unroll
    for (int w = 0; w < WORDS; ++w) games[int64_t(w) * count + i] = words[w];
}

// One step of every game, or, without actions, its beginning.
extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS) step_games(
    const State* blank, const Rules* given, const int64_t* policies, int64_t low, int64_t high,
    int count, int64_t most_steps, double shaping, const int64_t* actions, unsigned* games,
    int32_t* shares, int32_t* numbers, int32_t* observations, int8_t* masks, int64_t* actors,
    int32_t* legal, float* rewards, bool* terminations, bool* truncations, int8_t* winners) {
    __shared__ Rules rules;
    __shared__ int64_t seats[MOST_PLAYERS];
    for (int k = threadIdx.x; k < int(sizeof(Rules)); k += blockDim.x)
        reinterpret_cast<char*>(&rules)[k] = reinterpret_cast<const char*>(given)[k];
    for (int k = threadIdx.x; k < MOST_PLAYERS; k += blockDim.x) seats[k] = policies[k];
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;

    Game game;
    State& s = game.s;
    Episode& episode = game.episode;
    Generator& generator = game.generator;
    ActionBuffer buffer;
    int8_t rewarded[MOST_PLAYERS];
    int32_t changed[MOST_PLAYERS];
    for (int seat = 0; seat < MOST_PLAYERS; ++seat) rewarded[seat] = 0, changed[seat] = 0;
    const Octets reward = {rewarded, 1};
    const Quads share = {shares + i, count}, change = {changed, 1};

    Int end = GOES_ON;
    if (actions) {
        load(game, games, count, i);
        end = take(s, rules, episode, generator, Int(actions[i]), most_steps, reward);
#ifdef OPPONENTS
        if (end == GOES_ON && episode.draft_to == NOBODY)
            end = play_opponents(s, rules, seats, generator, buffer, reward);
#endif
    }
    winners[i] = winner_after(s, rules, end);
    if (actions && shaping != 0) change_shares(s, rules, share, change);
    if (!actions || end != GOES_ON) {
        s = *blank;
        if (actions) {
            begin_next(episode, generator, low, high, count);
        } else {
            episode.game = i;
            episode.legal = 0;
            begin_episode(episode);
            restart(generator, low, high, i);
        }
        if (!actions || shaping != 0) write_shares(s, rules, share);
#ifdef OPPONENTS
        int8_t unseen[MOST_PLAYERS];
        while (play_opponents(s, rules, seats, generator, buffer, Octets{unseen, 1}) != GOES_ON) {
            s = *blank;
            begin_next(episode, generator, low, high, count);
        }
#endif
    }
    show(s, rules, episode, buffer, Quads{numbers + i, count}, Quads{observations + i, count},
         Octets{masks + i, count});
    actors[i] = episode.actor;
    legal[i] = episode.legal;
    terminations[i] = end == TERMINATED;
    truncations[i] = end == TRUNCATED;
    for (int seat = 0; seat < PLAYERS; ++seat)
        rewards[int64_t(seat) * count + i] =
            float(rewarded[seat]) + float(shaping * (double(changed[seat]) / WHOLE_SHARE));
    store(game, games, count, i);
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

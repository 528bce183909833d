// Breadth-first exploration on a processor: every thread takes pieces of the current level.
// No rule stands here.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>
#ifdef __x86_64__
#include <immintrin.h>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

#define QUEUE 32              // successors that wait for the prefetched part of the set
#define SMALLEST_PIECE 16
#define LARGEST_PIECE 4096
#define PIECES 16             // of a level for each thread, so that all finish at the same time
#define ALONE 48              // a level with fewer positions is left to one thread
#define TICKET_BITS 24
#define TICKET ((Word(1) << TICKET_BITS) - 1)
#define LEVEL 0xFFFF
#define PAGE (Word(2) << 20)  // a large page, so that few addresses have to be translated
#define PATIENCE 200          // turns of a thread that waits before it lets others run

static Word differing(const State& one, const State& other) {
    const Word* a = reinterpret_cast<const Word*>(&one);
    const Word* b = reinterpret_cast<const Word*>(&other);
    Word bits = 0;
    int i = 0;
#ifdef __AVX512F__
    for (; i + 8 <= CHUNKS; i += 8)
        bits |= Word(_mm512_cmpneq_epi64_mask(_mm512_loadu_si512(a + i), _mm512_loadu_si512(b + i)))
                << i;
#elif defined(__AVX2__)
    for (; i + 4 <= CHUNKS; i += 4) {
        __m256i same = _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i*)(a + i)),
                                          _mm256_loadu_si256((const __m256i*)(b + i)));
        bits |= Word(15 ^ _mm256_movemask_pd(_mm256_castsi256_pd(same))) << i;
    }
#endif
    for (; i < CHUNKS; ++i) bits |= Word(a[i] != b[i]) << i;
    return bits;
}

struct Successor {
    Position mixed, position;
    int branch;
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

struct Exploration;

struct alignas(128) Worker {
    State before, after, spare;
    ActionBuffer buffer, other_buffer;
    Position last;
    int waiting = 0;
    Successor queue[QUEUE];
    std::vector<Position> current, reached;
    std::vector<Successor> homeless;
    Trouble trouble = {};
    Word generated = 0, distinct = 0, ended = 0, stuck = 0;
    Word generated_by[BRANCHES_IN_ALL] = {}, distinct_by[BRANCHES_IN_ALL] = {};
    bool found_sought = false;

    void note(const Position& p, int64_t kind) {
        Trouble found = {p, kind};
        if (!trouble.kind || precedes(found, trouble)) trouble = found;
    }
};

struct Piece {
    const Position* first;
    const Position* last;
};

struct LevelCounts {
    Word generated, distinct, waiting;
};

struct Exploration {
    Rules rules;
    Table table;
    std::unique_ptr<Word, void (*)(void*)> slots{nullptr, std::free};
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<Piece> pieces;
    std::vector<std::vector<Position>> kept;
    bool keeps = false;
    // What threads write often lies apart from what they read at every step.
    alignas(128) std::atomic<Word> tickets{0};  // of this level: how many there are, and the next
    alignas(128) std::atomic<Word> used{0};
    alignas(128) std::atomic<Word> finished{0};
    alignas(128) std::atomic<bool> over{false};
    size_t resume_at = 0;  // the first piece that nobody has taken
    alignas(128) std::atomic<bool> interrupted{false}, short_of_room{false};
    bool done = false, in_level = false, out_of_memory = false, at_bound = false;
    Word room = 0, memory = 0, depth = 0, distinct = 0;
    int64_t bound = 0;
    Position sought = {~0u, ~Word(0)};
    std::chrono::steady_clock::time_point deadline;

    // Take a piece of the current level, if there is one left.
    bool take(size_t& piece) {
        Word now = tickets.load(std::memory_order_acquire);
        while ((now & TICKET) < (now >> TICKET_BITS & TICKET))
            if (tickets.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel)) {
                piece = now & TICKET;
                return true;
            }
        return false;
    }

    void hand_out() {
        finished.store(resume_at, std::memory_order_relaxed);
        Word level = (depth & LEVEL) << 2 * TICKET_BITS;
        tickets.store(level | Word(pieces.size()) << TICKET_BITS | resume_at,
                      std::memory_order_release);
    }

    // Let nobody take another piece, and wait for those that were taken. Threads that have none,
    // perhaps because others use the processor, are not waited for.
    void collect() {
        Word level = (depth & LEVEL) << 2 * TICKET_BITS;
        resume_at = tickets.exchange(level, std::memory_order_acq_rel) & TICKET;
        for (int waited = 0; finished.load(std::memory_order_acquire) < resume_at; ++waited)
            pause(waited);
    }

    static void pause(int waited) {
#ifdef __x86_64__
        _mm_pause();
#endif
        if (waited > PATIENCE) std::this_thread::yield();
    }

    Word slot_count() const { return (Word(table.shares) << table.low_bits) * BUCKET; }

    bool make_table(Table made) {
        Word size = (Word(made.shares) << made.low_bits) * BUCKET * SLOT_WORDS * sizeof(Word);
        size = (size + PAGE - 1) / PAGE * PAGE;
        void* fresh = std::aligned_alloc(PAGE, size);
        if (!fresh) return false;
#ifdef MADV_HUGEPAGE
        madvise(fresh, size, MADV_HUGEPAGE);
#endif
        std::memset(fresh, 0, size);
        slots.reset(static_cast<Word*>(fresh));
        table = made;
        table.slots = slots.get();
        room = Word(double(slot_count()) * FULLEST);
        return true;
    }
};

// Look up every waiting successor; new ones belong to the next level.
static void look_up(Exploration& e, Worker& w) {
    Word fresh = 0;
    for (int i = 0; i < w.waiting; ++i) {
        Word slot = 0;
        int result = insert_mixed(e.table, w.queue[i].mixed, slot);
        if (result == NEW) {
            w.reached.push_back(w.queue[i].position);
            ++w.distinct_by[w.queue[i].branch];
            ++fresh;
        } else if (result == NO_ROOM) {
            w.homeless.push_back(w.queue[i]);
            e.short_of_room = true;
        }
    }
    w.waiting = 0;
    w.distinct += fresh;
    if (fresh && e.used.fetch_add(fresh, std::memory_order_relaxed) + fresh > e.room)
        e.short_of_room = true;
}

static __attribute__((noinline)) bool can_move(Exploration& e, Worker& w, State& s) {
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
static bool keeps_promises(Exploration& e, Worker& w, State& s) {
    if (first_broken_by_step(s, e.rules, ASKED) >= 0) return false;
    return !(ASKED & PROGRESS) || terminated(s, e.rules) || can_move(e, w, s);
}

// Take one step from `w.before`; false if where it leads has no number or breaks a property.
static inline bool take_step(Exploration& e, Worker& w, const Position& p, int64_t code, Int outcome) {
    attempt(w.after, e.rules, code, outcome, true);
    int branch = int(kind_of(code)) * MOST_BRANCHES +
                 int(branch_of(w.before, w.after, e.rules, code, outcome));
    ++w.generated_by[branch];
    bool sound = inv_conservation_of_money(w.after, e.rules);
    if (ASKED & STEPS) sound &= first_broken_of_step(w.before, w.after, e.rules, ASKED) < 0;
    if (e.at_bound) sound &= keeps_promises(e, w, w.after);
    if (SYMMETRIC && !e.at_bound) {
        w.spare = w.after;
        turn_the_table(w.after, w.spare, e.rules);
    }
    Word changed = differing(w.before, w.after), misfits = 0, parts = 0;
    const Word* from = reinterpret_cast<const Word*>(&w.before);
    Word* to = reinterpret_cast<Word*>(&w.after);
    for (Word rest = changed; rest; rest &= rest - 1) {
        int chunk = __builtin_ctzll(rest);
        misfits |= (from[chunk] ^ to[chunk]) & ~free_bits[chunk];
        parts |= parts_of_chunk[chunk];
    }
    Successor& found = w.queue[w.waiting];
    found.position = p;
    sound &= pack_parts(parts, w.after, found.position) && !misfits;
    for (Word rest = changed; rest; rest &= rest - 1)
        to[__builtin_ctzll(rest)] = from[__builtin_ctzll(rest)];
    if (found.position.x == e.sought.x && found.position.y == e.sought.y) w.found_sought = true;
    if (e.at_bound || !sound) return sound;
    found.branch = branch;
    found.mixed = mixed(found.position);
    fetch_early(e.table, found.mixed);
    if (++w.waiting == QUEUE) look_up(e, w);
    return true;
}

static void expand(Exploration& e, Worker& w, const Position& p) {
    unpack_changes(p, w.last, w.before);
    w.last = p;
    restore_sets_and_bank(w.before, e.rules);
    copy_varying(w.before, w.after);
    int broken = int(first_broken_by_step(w.before, e.rules, UNSURE));
    if (broken >= 0) return w.note(p, INVARIANT + broken);
    if (terminated(w.before, e.rules)) {
        ++w.ended;
        return;
    }
    bool sound = true;
    Word steps = 0;
    for (int player = 0; player < PLAYERS; ++player) {
        list_while_playing(w.before, e.rules, player, w.buffer);
        for (int i = 0; i < w.buffer.count; ++i) {
            int64_t code = w.buffer.actions[i];
            int last = int(trials(w.before, e.rules, code));
            for (int trial = 0; trial < last; ++trial) {
                Int outcome = outcome_of_trial(w.before, e.rules, code, trial);
                if (outcome < 0) continue;
                ++steps;
                sound &= take_step(e, w, p, code, outcome);
            }
        }
    }
    if (!steps) {
        ++w.stuck;
        if (ASKED & PROGRESS) w.note(p, DEADLOCK);
    }
    if (!sound) w.note(p, BAD_STEP);
    w.generated += steps;
}

// Expand pieces of the current level until none is left, or something has to be done first.
static bool work(Exploration& e, Worker& w) {
    size_t piece = 0;
    bool worked = false;
    while (!e.interrupted && !e.short_of_room && e.take(piece)) {
        for (const Position* p = e.pieces[piece].first; p < e.pieces[piece].last; ++p)
            expand(e, w, *p);
        look_up(e, w);
        if (std::chrono::steady_clock::now() > e.deadline) e.interrupted = true;
        e.finished.fetch_add(1, std::memory_order_acq_rel);
        worked = true;
    }
    return worked;
}

static void begin_level(Exploration& e) {
    e.pieces.clear();
    Word waiting = 0;
    for (auto& w : e.workers) {
        w->current.swap(w->reached);
        w->reached.clear();
        waiting += w->current.size();
        if (e.keeps) {
            if (&w == &e.workers[0]) e.kept.emplace_back();
            e.kept.back().insert(e.kept.back().end(), w->current.begin(), w->current.end());
        }
    }
    Word size = waiting / (PIECES * e.workers.size());
    size = std::min<Word>(LARGEST_PIECE, std::max<Word>(SMALLEST_PIECE, size));
    if (waiting < ALONE) size = waiting;
    for (auto& w : e.workers) {
        const Position* first = w->current.data();
        const Position* end = first + w->current.size();
        for (; first < end; first += std::min<Word>(size, end - first))
            e.pieces.push_back({first, first + std::min<Word>(size, end - first)});
    }
    e.resume_at = 0;
    ++e.depth;
    e.distinct += waiting;
    e.at_bound = e.bound && Word(e.bound) == e.depth;
    e.in_level = true;
}

static Word held(const Exploration& e) {
    Word size = e.slot_count() * SLOT_WORDS * sizeof(Word);
    for (auto& w : e.workers)
        size += (w->current.capacity() + w->reached.capacity()) * sizeof(Position);
    return size;
}

// Move everything into a set of twice the size.
static bool grow(Exploration& e) {
    Table old = e.table, made = e.table;
    if (held(e) + 2 * e.slot_count() * SLOT_WORDS * sizeof(Word) > e.memory) return false;
    ++made.low_bits;
#ifndef WIDE
    made.quotients /= 2;
    made.most_tries = int32_t(std::min<Word>(MOST_TRIES, ~Word(0) / made.quotients));
#endif
    auto before = std::move(e.slots);
    Word count = e.slot_count(), slot = 0;
    if (!e.make_table(made)) return false;
    for (Word i = 0; i < count; ++i)
        if (is_taken(old, i)) insert_mixed(e.table, mixed_in(old, i), slot);
    for (auto& w : e.workers) {
        std::vector<Successor> homeless;
        homeless.swap(w->homeless);
        for (auto& successor : homeless) {
            w->queue[0] = successor;
            w->waiting = 1;
            look_up(e, *w);
        }
    }
    return true;
}

// What the leader does between two rounds of work; returns whether to go on.
static bool between(Exploration& e, LevelCounts* levels, Word most, Word& finished) {
    if (e.short_of_room) {
        e.short_of_room = false;
        if (!grow(e)) {
            e.out_of_memory = true;
            return false;
        }
        // Rooms that were still too small are found again.
        if (e.short_of_room) return true;
    }
    if (e.resume_at < e.pieces.size()) return !e.interrupted;
    LevelCounts& level = levels[finished++];
    level = {1, e.distinct, 0};
    bool trouble = false;
    for (auto& w : e.workers) {
        level.generated += w->generated;
        level.waiting += w->reached.size();
        trouble |= w->trouble.kind != 0;
    }
    e.in_level = false;
    e.done = trouble || !level.waiting || e.at_bound;
    e.out_of_memory = !e.done && held(e) > e.memory;
    if (e.done || e.out_of_memory || finished == most || e.interrupted) return false;
    begin_level(e);
    return true;
}

extern "C" Exploration* open_exploration(const State* start, const Rules* rules, const Table* table,
                                         unsigned threads, Word memory, int64_t bound, bool keeps) {
    auto e = std::make_unique<Exploration>();
    e->rules = *rules;
    e->memory = memory;
    e->bound = bound;
    e->keeps = keeps;
    if (!e->make_table(*table)) return nullptr;
    Position first;
    if (!pack(*start, first)) return nullptr;
    for (unsigned i = 0; i < threads; ++i) {
        e->workers.push_back(std::make_unique<Worker>());
        Worker& w = *e->workers.back();
        w.before = w.after = *start;
        w.last = first;
    }
    Word slot = 0;
    insert_mixed(e->table, mixed(first), slot);
    e->used = 1;
    e->workers[0]->reached.push_back(first);
    return e.release();
}

extern "C" void close_exploration(Exploration* e) { delete e; }

// Explore for some time; returns how many levels were finished, whose counts are written.
extern "C" Word explore_on(Exploration* e, double seconds, LevelCounts* levels, Word most) {
    if (e->done) return 0;
    e->deadline = std::chrono::steady_clock::now() +
                  std::chrono::microseconds(int64_t(seconds * 1e6));
    e->interrupted = false;
    e->out_of_memory = held(*e) > e->memory;
    if (e->out_of_memory) return 0;
    Word finished = 0;
    if (!e->in_level) begin_level(*e);
    e->over = false;
    auto help = [&](unsigned number) {
        for (int waited = 0; !e->over; ++waited) {
            if (work(*e, *e->workers[number])) waited = 0;
            Exploration::pause(waited);
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < e->workers.size(); ++i) others.emplace_back(help, i);
    bool goes_on = true;
    while (goes_on) {
        e->hand_out();
        work(*e, *e->workers[0]);
        e->collect();
        goes_on = between(*e, levels, most, finished);
    }
    e->over = true;
    for (auto& other : others) other.join();
    return finished;
}

struct Report {
    Word done, out_of_memory, used, held, depth, distinct, ended, stuck;
    Trouble trouble;
    Word generated_by[BRANCHES_IN_ALL], distinct_by[BRANCHES_IN_ALL];
};

extern "C" void report(const Exploration* e, Report* to) {
    *to = {};
    to->done = e->done;
    to->out_of_memory = e->out_of_memory;
    to->used = e->used;
    to->held = held(*e);
    to->depth = e->depth;
    to->distinct = e->distinct;
    for (auto& w : e->workers) {
        to->ended += w->ended;
        to->stuck += w->stuck;
        if (w->trouble.kind && (!to->trouble.kind || precedes(w->trouble, to->trouble)))
            to->trouble = w->trouble;
        for (int i = 0; i < BRANCHES_IN_ALL; ++i) {
            to->generated_by[i] += w->generated_by[i];
            to->distinct_by[i] += w->distinct_by[i];
        }
    }
}

extern "C" bool pack_position(const State* s, Position* p) {
    return pack(*s, *p) && rest_is_idle(*s);
}

extern "C" void unpack_position(const Exploration* e, const Position* p, State* s) {
    unpack(*p, *s);
    restore_sets_and_bank(*s, e->rules);
}

// A position of a kept level that is one step away from another one; false if there is none.
extern "C" bool find_parent(Exploration* e, Word level, const Position* target, Position* parent) {
    Worker& w = *e->workers[0];
    e->sought = *target;
    e->at_bound = false;
    for (const Position& p : e->kept[level]) {
        w.found_sought = false;
        expand(*e, w, p);
        w.waiting = 0;
        if (w.found_sought) {
            *parent = p;
            return true;
        }
    }
    return false;
}

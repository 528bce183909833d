// Breadth-first exploration on a processor: every thread takes shares of the current level.
// In WebAssembly there is one thread, and no clock. No rule stands here.

#include <memory>
#ifndef __wasm__
#include <chrono>
#include <thread>
#endif
#ifdef __linux__
#include <sys/mman.h>
#endif

#define SMALLEST_SHARE 16
#define SHARES 16             // of a level for each thread, so that all finish at the same time
#define ALONE 48              // a level with fewer positions is left to one thread
#define TICKET_BITS 24
#define TICKET ((Word(1) << TICKET_BITS) - 1)
#define LEVEL 0xFFFF
#ifdef __wasm__
#define PAGE 64
#define LARGEST_SHARE 512
#define TIME_OF_SHARE 5000    // microseconds, at most on a usual machine
#else
#define LARGEST_SHARE 4096
#define PAGE (Word(2) << 20)  // a large page, so that few addresses have to be translated
#endif
#define PATIENCE 200          // turns of a thread that waits before it lets others run

// Some positions of the current level, all of one group.
struct Piece {
    const Position* first;
    const Position* last;
};

struct LevelCounts {
    Word generated, distinct, waiting;
};

// When it is time to see whether to stop. WebAssembly has no clock, but shares take their time.
struct Deadline {
#ifdef __wasm__
    int64_t left;
    explicit Deadline(int64_t microseconds) : left(microseconds / TIME_OF_SHARE) {}
    bool is_over() { return --left < 0; }
#else
    std::chrono::steady_clock::time_point at;
    explicit Deadline(int64_t microseconds)
        : at(std::chrono::steady_clock::now() + std::chrono::microseconds(microseconds)) {}
    bool is_over() const { return std::chrono::steady_clock::now() > at; }
#endif
};

struct Exploration : Shared {
    std::unique_ptr<void, void (*)(void*)> memory_of_table{nullptr, std::free};
    std::vector<std::unique_ptr<Worker>> workers;
    std::vector<Piece> pieces;
    std::vector<size_t> shares;  // the first piece of each, and behind the last one
    std::vector<std::vector<Position>> kept;
    bool keeps = false;
    alignas(128) std::atomic<Word> tickets{0};  // of this level: how many there are, and the next
    alignas(128) std::atomic<Word> finished{0};
    alignas(128) std::atomic<bool> over{false};
    size_t resume_at = 0;  // the first share that nobody has taken
    bool done = false, in_level = false, out_of_memory = false;
    Word memory = 0, depth = 0, distinct = 0;
    int64_t bound = 0;
    Deadline deadline{0};
    std::unique_ptr<Worker> saved;  // as if one worker had done everything

    // Take a share of the current level, if there is one left.
    bool take(size_t& share) {
        Word now = tickets.load(std::memory_order_acquire);
        while ((now & TICKET) < (now >> TICKET_BITS & TICKET))
            if (tickets.compare_exchange_weak(now, now + 1, std::memory_order_acq_rel)) {
                share = now & TICKET;
                return true;
            }
        return false;
    }

    void hand_out() {
        finished.store(resume_at, std::memory_order_relaxed);
        Word level = (depth & LEVEL) << 2 * TICKET_BITS;
        tickets.store(level | Word(share_count()) << TICKET_BITS | resume_at,
                      std::memory_order_release);
    }

    // Let nobody take another share, and wait for those that were taken. Threads that have none,
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
#ifndef __wasm__
        if (waited > PATIENCE) std::this_thread::yield();
#endif
    }

    size_t share_count() const { return shares.size() - 1; }

    Word slot_count() const { return (Word(table.shares) << table.low_bits) * BUCKET; }

    bool make_table(Table made) {
        Word size = (Word(made.shares) << made.low_bits) * BUCKET * SLOT_WORDS * sizeof(Word);
        // The system gives pages that are 0, one by one as they are first needed.
        void* fresh = std::calloc(size + PAGE, 1);
        if (!fresh) return false;
        Word* first = reinterpret_cast<Word*>((uintptr_t(fresh) + PAGE - 1) / PAGE * PAGE);
#ifdef MADV_HUGEPAGE
        madvise(first, size, MADV_HUGEPAGE);
#endif
        memory_of_table.reset(fresh);
        table = made;
        table.slots = first;
        room = Word(double(slot_count()) * FULLEST);
        return true;
    }
};

// Expand shares of the current level until none is left, or something has to be done first.
static bool work(Exploration& e, Worker& w) {
    size_t share = 0;
    Word expanded = 0;
    for (; !e.interrupted && !e.short_of_room && e.take(share); ++expanded) {
        for (size_t piece = e.shares[share]; piece < e.shares[share + 1]; ++piece)
            expand_all(e, w, e.pieces[piece].first, e.pieces[piece].last);
        if (e.deadline.is_over()) e.interrupted = true;
    }
    if (expanded) {
        look_up(e, w);
        e.finished.fetch_add(expanded, std::memory_order_acq_rel);
    }
    return expanded;
}

// Divide a level into pieces, and those into shares of about some size.
static void share_out(Exploration& e, Word size) {
    Word in_share = 0;
    e.pieces.clear();
    e.shares.assign(1, 0);
    for (int group = 0; group < GROUP_COUNT; ++group)
        for (auto& w : e.workers) {
            const Position* first = w->current[group].data();
            Word left = w->current[group].size();
            while (left) {
                Word length = std::min(left, size - in_share);
                e.pieces.push_back({first, first + length});
                first += length;
                left -= length;
                in_share += length;
                if (in_share < size) continue;
                e.shares.push_back(e.pieces.size());
                in_share = 0;
            }
        }
    if (in_share) e.shares.push_back(e.pieces.size());
}

static void begin_level(Exploration& e) {
    Word waiting = 0;
    if (e.keeps) e.kept.emplace_back();
    for (auto& w : e.workers)
        for (int group = 0; group < GROUP_COUNT; ++group) {
            auto& current = w->current[group];
            current.swap(w->reached[group]);
            w->reached[group].clear();
            waiting += current.size();
            if (e.keeps) e.kept.back().insert(e.kept.back().end(), current.begin(), current.end());
        }
    Word size = waiting / (SHARES * e.workers.size());
    size = std::min<Word>(LARGEST_SHARE, std::max<Word>(SMALLEST_SHARE, size));
    share_out(e, waiting < ALONE ? ALONE : size);
    e.resume_at = 0;
    ++e.depth;
    e.distinct += waiting;
    e.at_bound = e.bound && Word(e.bound) == e.depth;
    e.in_level = true;
}

static Word held(const Exploration& e) {
    Word size = e.slot_count() * SLOT_WORDS * sizeof(Word);
    for (auto& w : e.workers)
        for (int group = 0; group < GROUP_COUNT; ++group)
            size += (w->current[group].capacity() + w->reached[group].capacity()) *
                    sizeof(Position);
    for (auto& level : e.kept) size += level.capacity() * sizeof(Position);
    return size;
}

// Move everything into a set of twice the size.
static bool grow(Exploration& e) {
    Table old = e.table, made = e.table;
    if (held(e) + 2 * e.slot_count() * SLOT_WORDS * sizeof(Word) > e.memory) return false;
    ++made.low_bits;
#ifndef WHOLE
    made.quotients /= 2;
    made.most_tries = int32_t(std::min<Word>(MOST_TRIES, ~Word(0) / made.quotients));
#endif
    auto before = std::move(e.memory_of_table);
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
    if (e.resume_at < e.share_count()) return !e.interrupted;
    LevelCounts& level = levels[finished++];
    level = {1, e.distinct, 0};
    bool trouble = false;
    for (auto& w : e.workers) {
        level.generated += w->generated;
        for (auto& group : w->reached) level.waiting += group.size();
        trouble |= w->trouble.kind != 0;
    }
    e.in_level = false;
    e.done = trouble || !level.waiting || e.at_bound;
    e.out_of_memory = !e.done && held(e) > e.memory;
    if (e.done || e.out_of_memory || finished == most || e.interrupted) return false;
    begin_level(e);
    return true;
}


// What can be called, with the number of words of a position in its name.
#define EXPORT(name) EXPORT_FOR(name, WORDS)
#define EXPORT_FOR(name, words) EXPORT_NAMED(name, words)
#define EXPORT_NAMED(name, words) ENTRY(call_##name##_##words)

template <class Thing>
static Thing& at(int64_t place) { return *reinterpret_cast<Thing*>(uintptr_t(place)); }

// Room for what is given to the others.
EXPORT(reserve) { frame[0] = int64_t(uintptr_t(std::calloc(frame[0], 1))); }

static Exploration* opened(const Rules& rules, const Tried& tried, const Table& table,
                           const char* beginning, int64_t threads) {
    State start;
    read_record(beginning, start);
    Position first;
    auto e = std::make_unique<Exploration>();
    e->rules = rules;
    e->tried = tried;
    if (!pack(start, first) || !e->make_table(table)) return nullptr;
    for (int i = 0; i < threads; ++i) e->workers.push_back(std::make_unique<Worker>(first));
    Word slot = 0;
    insert_mixed(e->table, mixed(first), slot);
    e->used = 1;
    e->workers[0]->reached[group_of(first)].push_back(first);
    return e.release();
}

EXPORT(open_exploration) {
    const char* start = &at<const char>(frame[3]);
    set_up(start, &at<const Layout>(frame[4]));
    Exploration* e = opened(at<const Rules>(frame[0]), at<const Tried>(frame[1]),
                            at<const Table>(frame[2]), start, frame[5]);
    if (e) {
        e->memory = frame[6];
        e->bound = frame[7];
        e->keeps = frame[8];
    }
    frame[0] = int64_t(uintptr_t(e));
}

EXPORT(close_exploration) { delete &at<Exploration>(frame[0]); }

// Explore for some time; returns how many levels were finished, whose counts are written.
static Word explore_on(Exploration& e, Deadline deadline, LevelCounts* levels, Word most) {
    if (e.done) return 0;
    e.deadline = deadline;
    e.interrupted = false;
    e.out_of_memory = held(e) > e.memory;
    if (e.out_of_memory) return 0;
    Word finished = 0;
    if (!e.in_level) begin_level(e);
    e.over = false;
#ifndef __wasm__
    auto help = [&](unsigned number) {
        for (int waited = 0; !e.over; ++waited) {
            if (work(e, *e.workers[number])) waited = 0;
            Exploration::pause(waited);
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < e.workers.size(); ++i) others.emplace_back(help, i);
#endif
    bool goes_on = true;
    while (goes_on) {
        e.hand_out();
        work(e, *e.workers[0]);
        e.collect();
        goes_on = between(e, levels, most, finished);
    }
    e.over = true;
#ifndef __wasm__
    for (auto& other : others) other.join();
#endif
    return finished;
}

EXPORT(explore_on) {
    auto& e = at<Exploration>(frame[0]);
    frame[0] = explore_on(e, Deadline(frame[1]), &at<LevelCounts>(frame[2]), frame[3]);
}

static Sums sums_of(const Exploration& e) {
    Sums found;
    for (auto& w : e.workers) found.add(*w);
    return found;
}

EXPORT(report) {
    const auto& e = at<const Exploration>(frame[0]);
    Sums sums = sums_of(e);
    Report& to = at<Report>(frame[1]);
    to.done = e.done;
    to.out_of_memory = e.out_of_memory;
    to.used = e.used;
    to.held = held(e);
    to.depth = e.depth;
    to.distinct = e.distinct;
    to.trouble = sums.trouble.kind;
    to.ended = sums.ended;
    to.stuck = sums.stuck;
    COPY_BYTES(to.generated_by, sums.generated_by, sizeof(to.generated_by));
    COPY_BYTES(to.distinct_by, sums.distinct_by, sizeof(to.distinct_by));
}

EXPORT(place_of_trouble) {
    at<Position>(frame[1]) = sums_of(at<const Exploration>(frame[0])).trouble.position;
}

// A part of an exploration that is kept in a file.
struct Part {
    Word place, size;
};

// Where each part is. What a file holds is read into the same parts, once they are as large.
struct Parts {
    Part* next;
    bool reads;

    void plain(void* first, Word size) { *next++ = {Word(uintptr_t(first)), size}; }
    template <class Plain>
    void row(std::vector<Plain>& row) {
        if (reads) row.resize(next->size / sizeof(Plain));
        plain(row.data(), row.size() * sizeof(Plain));
    }
};

// The numbers of an exploration that are kept.
struct Standing {
    Table table;
    Word used, depth, distinct, in_level;
    Sums sums;
};

static Standing standing;

static void list_parts(Exploration& e, Worker& w, Parts parts) {
    parts.plain(&standing, sizeof(standing));
    parts.plain(e.table.slots, e.slot_count() * SLOT_WORDS * sizeof(Word));
    for (auto& group : w.current) parts.row(group);
    for (auto& group : w.reached) parts.row(group);
    parts.row(w.homeless);
}

template <class Plain>
static void append(std::vector<Plain>& to, const Plain* first, const Plain* last) {
    to.insert(to.end(), first, last);
}

// Where everything is that has to be written into a file, until the next call.
EXPORT(parts_to_save) {
    auto& e = at<Exploration>(frame[0]);
    e.saved = std::make_unique<Worker>(e.workers[0]->origins[0]);
    Worker& all = *e.saved;
    for (auto& w : e.workers) {
        for (int group = 0; group < GROUP_COUNT; ++group)
            append(all.reached[group], w->reached[group].data(),
                   w->reached[group].data() + w->reached[group].size());
        append(all.homeless, w->homeless.data(), w->homeless.data() + w->homeless.size());
    }
    if (e.in_level)
        for (size_t i = e.shares[e.resume_at]; i < e.pieces.size(); ++i)
            append(all.current[group_of(*e.pieces[i].first)], e.pieces[i].first, e.pieces[i].last);
    standing = {e.table, e.used, e.depth, e.distinct, e.in_level, sums_of(e)};
    list_parts(e, all, {&at<Part>(frame[1]), false});
}

// Make room for what was written, of which the first part and all sizes are given; false if there
// is not enough. The other parts are then filled.
EXPORT(parts_to_load) {
    auto& e = at<Exploration>(frame[0]);
    Worker& w = *e.workers[0];
    standing = at<const Standing>(frame[1]);
    bool fits = e.make_table(standing.table);
    if (fits) list_parts(e, w, {&at<Part>(frame[2]), true});
    e.used = standing.used;
    e.depth = standing.depth;
    e.distinct = standing.distinct;
    e.in_level = standing.in_level;
    static_cast<Sums&>(w) = standing.sums;
    e.short_of_room = !w.homeless.empty();
    e.at_bound = e.bound && Word(e.bound) == e.depth;
    share_out(e, LARGEST_SHARE);
    e.resume_at = 0;
    frame[0] = fits;
}

EXPORT(pack_position) {
    State s;
    read_record(&at<const char>(frame[0]), s);
    frame[0] = pack(s, at<Position>(frame[1]));
}

EXPORT(unpack_position) {
    State s;
    begin_game(s);
    unpack(at<const Position>(frame[1]), s);
    restore_sets_and_bank(s, at<const Exploration>(frame[0]).rules);
    write_record(s, &at<char>(frame[2]));
}

// Replace a position by one of a kept level that is one step away; false if there is none.
EXPORT(find_parent) {
    auto& e = at<Exploration>(frame[0]);
    auto& target = at<Position>(frame[2]);
    Worker& w = *e.workers[0];
    e.sought = &target;
    e.at_bound = w.found_sought = false;
    for (const Position& p : e.kept[frame[1]]) {
        expand(e, w, &p, 1);
        w.waiting = 0;
        if (w.found_sought) {
            target = p;
            break;
        }
    }
    e.sought = nullptr;
    frame[0] = w.found_sought;
}

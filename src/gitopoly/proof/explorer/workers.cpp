// Breadth-first exploration on a processor: every thread takes shares of the current level.
// No rule stands here.

#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>
#ifdef __linux__
#include <sys/mman.h>
#endif

#define SMALLEST_SHARE 16
#define LARGEST_SHARE 4096
#define SHARES 16             // of a level for each thread, so that all finish at the same time
#define ALONE 48              // a level with fewer positions is left to one thread
#define TICKET_BITS 24
#define TICKET ((Word(1) << TICKET_BITS) - 1)
#define LEVEL 0xFFFF
#define PAGE (Word(2) << 20)  // a large page, so that few addresses have to be translated
#define PATIENCE 200          // turns of a thread that waits before it lets others run

// Some positions of the current level, all of one group.
struct Piece {
    const Position* first;
    const Position* last;
};

struct LevelCounts {
    Word generated, distinct, waiting;
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
    std::chrono::steady_clock::time_point deadline;

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
        if (waited > PATIENCE) std::this_thread::yield();
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
        if (std::chrono::steady_clock::now() > e.deadline) e.interrupted = true;
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

extern "C" Exploration* open_exploration(const Rules* rules, const Tried* tried,
                                         const Table* table, unsigned threads, Word memory,
                                         int64_t bound, bool keeps) {
    auto e = std::make_unique<Exploration>();
    e->rules = *rules;
    e->tried = *tried;
    e->memory = memory;
    e->bound = bound;
    e->keeps = keeps;
    if (!e->make_table(*table)) return nullptr;
    State start;
    begin_game(start);
    Position first;
    if (!pack(start, first)) return nullptr;
    for (unsigned i = 0; i < threads; ++i) {
        e->workers.push_back(std::make_unique<Worker>(first));
    }
    Word slot = 0;
    insert_mixed(e->table, mixed(first), slot);
    e->used = 1;
    e->workers[0]->reached[group_of(first)].push_back(first);
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

static Trouble first_trouble(const Exploration& e) {
    Trouble found = {};
    for (auto& w : e.workers)
        if (w->trouble.kind && (!found.kind || precedes(w->trouble, found))) found = w->trouble;
    return found;
}

extern "C" void report(const Exploration* e, Report* to) {
    *to = {};
    to->done = e->done;
    to->out_of_memory = e->out_of_memory;
    to->used = e->used;
    to->held = held(*e);
    to->depth = e->depth;
    to->distinct = e->distinct;
    to->trouble = first_trouble(*e).kind;
    for (auto& w : e->workers) {
        to->ended += w->ended;
        to->stuck += w->stuck;
        for (int i = 0; i < BRANCHES_IN_ALL; ++i) {
            to->generated_by[i] += w->generated_by[i];
            to->distinct_by[i] += w->distinct_by[i];
        }
    }
}

extern "C" void place_of_trouble(const Exploration* e, Position* p) {
    *p = first_trouble(*e).position;
}

// Writes or reads the parts of an exploration in a file, in the same order.
struct Archive {
    std::FILE* file;
    bool reads, sound = true;

    void part(void* first, Word size) {
        if (!sound || !size) return;
        sound = (reads ? std::fread(first, 1, size, file) : std::fwrite(first, 1, size, file)) == size;
    }
    template <class Plain>
    void value(Plain& plain) { part(&plain, sizeof(plain)); }
    template <class Plain>
    void row(std::vector<Plain>& row) {
        Word count = row.size();
        value(count);
        if (reads && sound) row.resize(count);
        part(row.data(), row.size() * sizeof(Plain));
    }
};

static void write_or_read(Exploration& e, Worker& w, Archive& archive) {
    Table table = e.table;
    archive.value(table);
    if (archive.reads && !(archive.sound &= e.make_table(table))) return;
    archive.part(e.table.slots, e.slot_count() * SLOT_WORDS * sizeof(Word));
    Word used = e.used;
    archive.value(used);
    e.used = used;
    archive.value(e.depth);
    archive.value(e.distinct);
    archive.value(e.in_level);
    for (Word* sum : {&w.generated, &w.distinct, &w.ended, &w.stuck}) archive.value(*sum);
    archive.value(w.generated_by);
    archive.value(w.distinct_by);
    archive.value(w.trouble);
    for (auto& group : w.current) archive.row(group);
    for (auto& group : w.reached) archive.row(group);
    archive.row(w.homeless);
}

template <class Plain>
static void append(std::vector<Plain>& to, const Plain* first, const Plain* last) {
    to.insert(to.end(), first, last);
}

// Write everything behind the first bytes of a file; between two calls of `explore_on` only.
extern "C" bool save_exploration(Exploration* e, const char* path, Word offset) {
    // As if one worker had done everything.
    auto all = std::make_unique<Worker>(e->workers[0]->origins[0]);
    for (auto& w : e->workers) {
        all->generated += w->generated;
        all->distinct += w->distinct;
        all->ended += w->ended;
        all->stuck += w->stuck;
        for (int i = 0; i < BRANCHES_IN_ALL; ++i) {
            all->generated_by[i] += w->generated_by[i];
            all->distinct_by[i] += w->distinct_by[i];
        }
        for (int group = 0; group < GROUP_COUNT; ++group)
            append(all->reached[group], w->reached[group].data(),
                   w->reached[group].data() + w->reached[group].size());
        append(all->homeless, w->homeless.data(), w->homeless.data() + w->homeless.size());
    }
    all->trouble = first_trouble(*e);
    if (e->in_level)
        for (size_t i = e->shares[e->resume_at]; i < e->pieces.size(); ++i)
            append(all->current[group_of(*e->pieces[i].first)], e->pieces[i].first,
                   e->pieces[i].last);
    Archive archive = {std::fopen(path, "r+b"), false};
    if (!archive.file) return false;
    archive.sound = std::fseek(archive.file, long(offset), SEEK_SET) == 0;
    write_or_read(*e, *all, archive);
    return (std::fclose(archive.file) == 0) & archive.sound;
}

extern "C" bool load_exploration(Exploration* e, const char* path, Word offset) {
    Archive archive = {std::fopen(path, "rb"), true};
    if (!archive.file) return false;
    archive.sound = std::fseek(archive.file, long(offset), SEEK_SET) == 0;
    write_or_read(*e, *e->workers[0], archive);
    std::fclose(archive.file);
    e->short_of_room = !e->workers[0]->homeless.empty();
    e->at_bound = e->bound && Word(e->bound) == e->depth;
    share_out(*e, LARGEST_SHARE);
    e->resume_at = 0;
    return archive.sound;
}

extern "C" bool pack_position(const char* record, Position* p) {
    State s;
    read_record(record, s);
    return pack(s, *p);
}

extern "C" void unpack_position(const Exploration* e, const Position* p, char* record) {
    State s;
    begin_game(s);
    unpack(*p, s);
    restore_sets_and_bank(s, e->rules);
    write_record(s, record);
}

// A position of a kept level that is one step away from another one; false if there is none.
extern "C" bool find_parent(Exploration* e, Word level, const Position* target, Position* parent) {
    Worker& w = *e->workers[0];
    e->sought = target;
    e->at_bound = false;
    for (const Position& p : e->kept[level]) {
        w.found_sought = false;
        expand(*e, w, &p, 1);
        w.waiting = 0;
        if (w.found_sought) {
            *parent = p;
            break;
        }
    }
    e->sought = nullptr;
    return w.found_sought;
}

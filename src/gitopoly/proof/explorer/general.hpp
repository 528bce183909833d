// Positions of any model, for the program that is shipped: a layout tells what varies, instead of
// constants. A state is read in chunks of eight bytes; the lowest bit of every word is set.

struct Position { Word w[WORDS]; };

static State beginning;

static void set_up(const char* start, const Layout* given) {
    COPY_BYTES(&beginning, start, sizeof(State));
    layout = *given;
}

static int64_t* chunks_of(State& s) { return reinterpret_cast<int64_t*>(&s); }
static const int64_t* chunks_of(const State& s) { return reinterpret_cast<const int64_t*>(&s); }

// False if something is out of its range, or has changed that never should.
static bool pack_chunk(int i, int64_t chunk, Position& p) {
    bool fits = ((chunk ^ layout.idle[i]) & layout.fixed[i]) == 0;
    for (int n = layout.first[i]; n < layout.first[i + 1]; ++n) {
        int above = 64 - layout.size[n];
        int64_t value = int64_t(Word(chunk) << (above - layout.at[n])) >> above;
        value -= layout.least[n];
        fits &= Word(value) <= Word(layout.range[n]);
        Word own = Word(layout.mask[n]) << layout.shift[n];
        Word& word = p.w[layout.word[n]];
        word = (word & ~own) | (Word(value) << layout.shift[n] & own);
    }
    return fits;
}

static bool pack(const State& s, Position& p) {
    bool fits = true;
    for (Word& word : p.w) word = 1;
    for (int i = 0; i < layout.chunks; ++i) fits &= pack_chunk(i, chunks_of(s)[i], p);
    return fits;
}

// Replace what a step has changed.
static bool pack_written(const State& before, const State& s, Position& p) {
    bool fits = true;
    for (int i = 0; i < layout.chunks; ++i)
        if (chunks_of(s)[i] != chunks_of(before)[i]) fits &= pack_chunk(i, chunks_of(s)[i], p);
    return fits;
}

static void unpack(const Position& p, State& s) {
    for (int i = 0; i < layout.chunks; ++i) {
        Word chunk = layout.idle[i];
        for (int n = layout.first[i]; n < layout.first[i + 1]; ++n) {
            int64_t value = p.w[layout.word[n]] >> layout.shift[n] & layout.mask[n];
            Word octets = ~Word(0) >> (64 - layout.size[n]);
            chunk |= (Word(value + layout.least[n]) & octets) << layout.at[n];
        }
        chunks_of(s)[i] = chunk;
    }
}

static void unpack_changes(const Position& p, const Position&, State& s) { unpack(p, s); }

static int group_in(const State& s) {
    return s.phase == PHASE_BY_SQUARE ? PHASES + s.positions[s.turn_player] : s.phase;
}

static int group_of(const Position& p) {
    State s;
    unpack(p, s);
    return group_in(s);
}

static void begin_game(State& s) { s = beginning; }
static void read_record(const char* record, State& s) { COPY_BYTES(&s, record, sizeof(s)); }
static void write_record(const State& s, char* record) { COPY_BYTES(record, &s, sizeof(s)); }

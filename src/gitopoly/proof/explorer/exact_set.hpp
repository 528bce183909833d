// An exact set of positions. No rule stands here.
//
// The bits of a position are mixed invertibly. Some of the mixed bits name a bucket of slots, and
// only the others, the quotient, are stored, with the number of the bucket among those that the
// position may stand in. So a slot and its place give the position back, and eight bytes suffice.
// Where they do not, a slot holds the WHOLE position, word by word.

struct Table {
    union {  // as wide on every carrier
        Word* slots;
        Word place;
    };
    int32_t low_bits;     // a bucket is named by so many bits of y,
    uint32_t shares;      // and by x modulo this
    Word share;           // how many values of x have the same remainder
    Word quotients;       // how many quotients there are
    int32_t most_tries;   // buckets that a position may stand in
    int32_t region_bits;  // positions of a level are counted by regions of so many bits of slots
};

#define FACTOR_1 0x9E3779B97F4A7C15ull
#define FACTOR_2 0xBF58476D1CE4E5B9ull
#define FACTOR_3 0x94D049BB133111EBull

FUNCTION bool is_same(const Position& one, const Position& other) {
    bool same = true;
    for (int i = 0; i < WORDS; ++i) same &= one.w[i] == other.w[i];
    return same;
}

#ifdef WHOLE
// Of a whole position only its place is mixed.
struct Mixed {
    Word y;
    uint32_t x;
    Position position;
};

FUNCTION Mixed mixed(const Position& p) {
    Word y = 0;
    for (int i = 0; i < WORDS; ++i) {
        y = (y ^ p.w[i]) * FACTOR_2;
        y ^= y >> 31;
    }
    return {y, uint32_t((y * FACTOR_1) >> 32), p};
}
#else
#define Y_MASK (~Word(0) >> (64 - Y_BITS))
#define Y_HALF ((Y_BITS + 1) / 2)

FUNCTION uint32_t x_from(Word y, Word factor) {
    y *= factor;
    y ^= y >> 32;
    y *= FACTOR_2;
    return X_BITS ? uint32_t(y >> 32) >> (32 - (X_BITS ? X_BITS : 1)) : 0u;
}

FUNCTION Word y_from(uint32_t x) {
    Word y = (Word(x) + 1) * FACTOR_3;
    y ^= y >> 29;
    y *= FACTOR_1;
    return y >> (64 - Y_BITS);
}

FUNCTION Word stirred(Word y) {
    y = (y * FACTOR_2) & Y_MASK;
    return y ^ (y >> Y_HALF);
}

FUNCTION Word inverse(Word odd) {
    Word found = odd;  // right in three bits; each turn doubles them
    for (int i = 0; i < 5; ++i) found *= 2 - odd * found;
    return found;
}

FUNCTION Word unstirred(Word y) {
    y ^= y >> Y_HALF;
    return (y * inverse(FACTOR_2)) & Y_MASK;
}

struct Mixed {
    Word y;
    uint32_t x;
};

FUNCTION Mixed mixed(const Position& from) {
    Mixed p = {from.w[0], uint32_t(from.w[1])};
    p.y = stirred(p.y);
    p.x ^= x_from(p.y, FACTOR_1);
    p.y = stirred(p.y ^ y_from(p.x));
    p.x ^= x_from(p.y, FACTOR_3);
    return p;
}

FUNCTION Position unmixed(Mixed p) {
    p.x ^= x_from(p.y, FACTOR_3);
    p.y = unstirred(p.y) ^ y_from(p.x);
    p.x ^= x_from(p.y, FACTOR_1);
    return {unstirred(p.y), p.x};
}
#endif

FUNCTION uint32_t stride_of(Word quotient) { return uint32_t((quotient * FACTOR_1) >> 32) | 1u; }

#define KNOWN 0
#define NEW 1
#define NO_ROOM 2

// The size of a set is chosen freely, or it is a power of two, which is faster.
#ifdef ANY_SIZE
FUNCTION uint32_t remainder_of(const Table& t, uint32_t x) { return x % t.shares; }
FUNCTION uint32_t rest_of(const Table& t, uint32_t x) { return x / t.shares; }
FUNCTION Word tried_in(const Table& t, Word word) { return word / t.quotients; }
FUNCTION Word high_part(const Table& t, Word quotient) { return quotient / t.share; }
FUNCTION Word scaled(Word number, Word by) { return number * by; }
#else
#define LOG(power) __builtin_ctzll(power)
FUNCTION uint32_t remainder_of(const Table& t, uint32_t x) { return x & (t.shares - 1); }
FUNCTION uint32_t rest_of(const Table& t, uint32_t x) { return x >> LOG(t.shares); }
FUNCTION Word tried_in(const Table& t, Word word) { return word >> LOG(t.quotients); }
FUNCTION Word high_part(const Table& t, Word quotient) { return quotient >> LOG(t.share); }
FUNCTION Word scaled(Word number, Word by) { return number << LOG(by); }
#endif

FUNCTION Word low_mask(const Table& t) { return (Word(1) << t.low_bits) - 1; }

FUNCTION Word bucket_of(const Table& t, const Mixed& p, Word shift) {
    return (Word(remainder_of(t, p.x)) << t.low_bits) | ((p.y + shift) & low_mask(t));
}

#ifdef WHOLE
#define SLOT_WORDS WORDS

// The first word of a slot is written at once, the others soon after it.
FUNCTION int insert_mixed(const Table& table, const Mixed& p, Word& slot) {
    uint32_t stride = stride_of(p.y + p.x);
    for (int tried = 0; tried < table.most_tries; ++tried) {
        Word place = bucket_of(table, p, Word(tried) * stride) * BUCKET;
        for (int i = 0; i < BUCKET; ++i) {
            Word* here = table.slots + WORDS * (place + i);
            Word found = read_word(here);
            if (!found) found = compare_and_swap(here, 0, p.position.w[0]);
            if (!found) {
                for (int j = 1; j < WORDS; ++j) write_word(here + j, p.position.w[j]);
                slot = place + i;
                return NEW;
            }
            bool same = found == p.position.w[0];
            for (int j = 1; same && j < WORDS; ++j) {
                Word other = 0;
                while (!other) other = read_word(here + j);
                same = other == p.position.w[j];
            }
            if (same) return KNOWN;
        }
    }
    return NO_ROOM;
}

FUNCTION Position position_in(const Table& table, Word slot) {
    Position p;
    for (int j = 0; j < WORDS; ++j) p.w[j] = table.slots[WORDS * slot + j];
    return p;
}

FUNCTION Mixed mixed_in(const Table& table, Word slot) { return mixed(position_in(table, slot)); }
#else
#define SLOT_WORDS 1

// Put a mixed position into the set; `slot` is its place if it is new.
FUNCTION int insert_mixed(const Table& table, const Mixed& p, Word& slot) {
    Word quotient = scaled(p.y >> table.low_bits, table.share) + rest_of(table, p.x);
    uint32_t stride = stride_of(quotient);
    for (int tried = 0; tried < table.most_tries; ++tried) {
        Word own = Word(tried) * table.quotients + quotient + 1;
        Word place = bucket_of(table, p, Word(tried) * stride) * BUCKET;
#ifndef __CUDACC__
        for (int i = 0; i < BUCKET; i += AT_ONCE) {
            Word same, empty;
            compare_several(table.slots + place + i, own, same, empty);
            if (same) return KNOWN;
            for (; empty; empty &= empty - 1) {
                slot = place + i + __builtin_ctzll(empty);
                Word found = compare_and_swap(table.slots + slot, 0, own);
                if (!found) return NEW;
                if (found == own) return KNOWN;
            }
        }
#else
        for (int i = 0; i < BUCKET; i += AT_ONCE) {
            Word found[AT_ONCE];
            read_several(table.slots + place + i, found);
#pragma unroll
            for (int j = 0; j < AT_ONCE; ++j) {
                // What was read may be old, but what is in a slot never changes.
                if (!found[j]) found[j] = compare_and_swap(table.slots + place + i + j, 0, own);
                if (!found[j]) {
                    slot = place + i + j;
                    return NEW;
                }
                if (found[j] == own) return KNOWN;
            }
        }
#endif
    }
    return NO_ROOM;
}

FUNCTION Mixed mixed_in(const Table& table, Word slot) {
    Word word = table.slots[slot] - 1, bucket = slot / BUCKET;
    Word tried = tried_in(table, word);
    Word quotient = word - tried * table.quotients;
    Word high = high_part(table, quotient);
    uint32_t rest = uint32_t(quotient - scaled(high, table.share));
    Word low = (bucket - tried * stride_of(quotient)) & low_mask(table);
    return {(table.low_bits < 64 ? high << table.low_bits : 0) | low,
            rest * table.shares + uint32_t(bucket >> table.low_bits)};
}

FUNCTION Position position_in(const Table& table, Word slot) {
    return unmixed(mixed_in(table, slot));
}
#endif

FUNCTION int insert(const Table& table, const Position& position, Word& slot) {
    return insert_mixed(table, mixed(position), slot);
}

FUNCTION bool is_taken(const Table& table, Word slot) { return table.slots[SLOT_WORDS * slot] != 0; }

FUNCTION void fetch_early(const Table& table, const Mixed& p) {
#ifndef __CUDACC__
    __builtin_prefetch(table.slots + SLOT_WORDS * BUCKET * bucket_of(table, p, 0), 1);
#endif
}

// An exact set of positions at eight bytes each. No rule stands here.
//
// The bits of a position are mixed invertibly. Some of the mixed bits name a bucket of slots, and
// only the others, the quotient, are stored, with the number of the bucket among those that the
// position may stand in. So a slot and its place give the position back.

#define BUCKET 16

struct Table {
    Word* slots;
    int32_t low_bits;     // a bucket is named by so many bits of y,
    uint32_t shares;      // and by x modulo this
    Word share;           // how many values of x have the same remainder
    Word quotients;       // how many quotients there are
    int32_t most_tries;   // buckets that a position may stand in
};

#define FACTOR_1 0x9E3779B97F4A7C15ull
#define FACTOR_2 0xBF58476D1CE4E5B9ull
#define FACTOR_3 0x94D049BB133111EBull
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

FUNCTION Position mixed(Position p) {
    p.y = stirred(p.y);
    p.x ^= x_from(p.y, FACTOR_1);
    p.y = stirred(p.y ^ y_from(p.x));
    p.x ^= x_from(p.y, FACTOR_3);
    return p;
}

FUNCTION Position unmixed(Position p) {
    p.x ^= x_from(p.y, FACTOR_3);
    p.y = unstirred(p.y) ^ y_from(p.x);
    p.x ^= x_from(p.y, FACTOR_1);
    p.y = unstirred(p.y);
    return p;
}

FUNCTION uint32_t stride_of(Word quotient) { return uint32_t((quotient * FACTOR_1) >> 32) | 1u; }

#define KNOWN 0
#define NEW 1
#define NO_ROOM 2

// Put a position into the set; `slot` is its place if it is new.
FUNCTION int insert(const Table& table, const Position& position, Word& slot) {
    Position p = mixed(position);
    uint32_t remainder = p.x % table.shares;
    Word mask = (Word(1) << table.low_bits) - 1;
    Word quotient = (p.y >> table.low_bits) * table.share + p.x / table.shares;
    uint32_t stride = stride_of(quotient);
    Word first = Word(remainder) << table.low_bits;
    for (int tried = 0; tried < table.most_tries; ++tried) {
        Word own = Word(tried) * table.quotients + quotient + 1;
        Word place = (first | ((p.y + Word(tried) * stride) & mask)) * BUCKET;
        for (int i = 0; i < BUCKET; i += 2) {
            Pair pair = pair_at(table.slots + place + i);
            for (int j = 0; j < 2; ++j) {
                Word found = j ? pair.second : pair.first;
                // What was read may be old, but what is in a slot never changes.
                if (!found) found = compare_and_swap(table.slots + place + i + j, 0, own);
                if (!found) {
                    slot = place + i + j;
                    return NEW;
                }
                if (found == own) return KNOWN;
            }
        }
    }
    return NO_ROOM;
}

// The position in a slot.
FUNCTION Position position_in(const Table& table, Word slot) {
    Word word = table.slots[slot] - 1;
    Word bucket = slot / BUCKET, mask = (Word(1) << table.low_bits) - 1;
    Word tried = word / table.quotients, quotient = word % table.quotients;
    Word low = (bucket - tried * stride_of(quotient)) & mask;
    Position p;
    p.x = uint32_t(quotient % table.share) * table.shares + uint32_t(bucket >> table.low_bits);
    p.y = (table.low_bits < 64 ? (quotient / table.share) << table.low_bits : 0) | low;
    return unmixed(p);
}

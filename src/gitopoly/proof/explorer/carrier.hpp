// What the exploration needs from its carrier: threads of a GPU, or of a processor.
typedef unsigned long long Word;
#define AT_ONCE 8             // slots that are read at a time

// A field of a state, as it stands in a record of Python.
template <class Field>
FUNCTION void read_field(const char* from, Field& field) {
    for (unsigned i = 0; i < sizeof(Field); ++i) reinterpret_cast<char*>(&field)[i] = from[i];
}
template <class Field>
FUNCTION void write_field(char* to, const Field& field) {
    for (unsigned i = 0; i < sizeof(Field); ++i) to[i] = reinterpret_cast<const char*>(&field)[i];
}

#ifdef __CUDACC__
#ifdef __CUDACC_RTC__
typedef unsigned short uint16_t;
#endif
#define LANES 32
#define FUNCTION_IN_PLACE FUNCTION
#define FUNCTION_APART FUNCTION
FUNCTION Word read_word(const Word* place) { return *reinterpret_cast<const volatile Word*>(place); }
FUNCTION void write_word(Word* place, Word word) { *reinterpret_cast<volatile Word*>(place) = word; }
// A set is read past the nearest cache, which is for the states of the threads.
FUNCTION void read_several(const Word* place, Word* to) {
#pragma unroll
    for (int i = 0; i < AT_ONCE; i += 2) {
        ulonglong2 found = __ldcg(reinterpret_cast<const ulonglong2*>(place + i));
        to[i] = found.x;
        to[i + 1] = found.y;
    }
}
FUNCTION Word compare_and_swap(Word* place, Word expected, Word word) {
    return atomicCAS(place, expected, word);
}
FUNCTION Word add_to(Word* place, Word more) { return atomicAdd(place, more); }
FUNCTION uint32_t add_to_small(uint32_t* place, uint32_t more) { return atomicAdd(place, more); }
FUNCTION uint32_t add_shared(uint32_t* place, uint32_t more) { return atomicAdd(place, more); }
FUNCTION void set_bits(uint32_t* place, uint32_t bits) { atomicOr(place, bits); }
// Add 1 for every thread of a warp that comes here, by one of them.
FUNCTION Word count_one(Word* place) {
    unsigned together = __activemask();
    int lane = threadIdx.x & 31, leader = __ffs(together) - 1;
    Word before = 0;
    if (lane == leader) before = atomicAdd(place, Word(__popc(together)));
    return __shfl_sync(together, before, leader) + __popc(together & ((1u << lane) - 1));
}
FUNCTION int bits_in(uint32_t bits) { return __popc(bits); }
FUNCTION int lowest_of(uint32_t bits) { return __ffs(bits) - 1; }
#else
#define FUNCTION_IN_PLACE static inline __attribute__((always_inline))
#define FUNCTION_APART static __attribute__((noinline))
#ifdef __x86_64__
#include <immintrin.h>
#endif
FUNCTION Word read_word(const Word* place) { return __atomic_load_n(place, __ATOMIC_ACQUIRE); }
FUNCTION void write_word(Word* place, Word word) {
    __atomic_store_n(place, word, __ATOMIC_RELEASE);
}
// Which of several slots hold a word, and which are empty, one bit each.
FUNCTION void compare_several(const Word* place, Word word, Word& same, Word& empty) {
#ifdef __AVX512F__
    __m512i found = _mm512_load_si512(place);
    same = _mm512_cmpeq_epi64_mask(found, _mm512_set1_epi64(int64_t(word)));
    empty = _mm512_testn_epi64_mask(found, found);
#else
    same = empty = 0;
    for (int i = 0; i < AT_ONCE; ++i) {
        Word found = __atomic_load_n(place + i, __ATOMIC_RELAXED);
        same |= Word(found == word) << i;
        empty |= Word(found == 0) << i;
    }
#endif
}
FUNCTION Word compare_and_swap(Word* place, Word expected, Word word) {
    __atomic_compare_exchange_n(place, &expected, word, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
#endif

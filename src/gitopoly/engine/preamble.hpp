// What translated functions stand on: Python's arithmetic in C++.
#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT64_C(number) number##LL
#elif defined(__wasm__)
#include <stdint.h>
#else
#include <cstdint>
#include <cstdlib>
#endif

#ifdef __CUDACC__
#define COPY_BYTES memcpy
#else
#define COPY_BYTES __builtin_memcpy
#endif

// What can be called from outside finds its arguments in a frame of numbers.
#ifdef __wasm__
extern "C" int64_t frame[32];
int64_t frame[32];
#define ENTRY(name) extern "C" __attribute__((export_name(#name))) void name()

// What compilers call for products of 128 bits, which they make of the sum of a range.
extern "C" __int128 __multi3(__int128 one, __int128 other) {
    const uint64_t half = 0xFFFFFFFF, a = uint64_t(one), b = uint64_t(other);
    uint64_t low = (a & half) * (b & half), middle = (a >> 32) * (b & half) + (low >> 32);
    uint64_t cross = (a & half) * (b >> 32) + (middle & half);
    uint64_t high = (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32);
    high += a * uint64_t(other >> 64) + uint64_t(one >> 64) * b;
    return __int128((unsigned __int128)(high) << 64 | (cross << 32 | (low & half)));
}
#else
#define ENTRY(name) extern "C" void name(int64_t* frame)
#endif

#ifdef __CUDACC__
#define SPACED_VIEWS
#ifndef INLINE
#define INLINE __forceinline__
#endif
#define FUNCTION static __device__ INLINE
#define FUNCTION_OF_VIEW __device__ __forceinline__
#define TABLE static __device__ const
#ifndef UNROLL_NOT
#define UNROLL_NOT _Pragma("unroll 1")
#endif
#else
#define FUNCTION static
#define FUNCTION_OF_VIEW
#define TABLE static const
#define UNROLL_NOT
#endif

// How wide a number is that is not declared to be wide: 64 bits, or 32 bits,
// which are enough for all rules that `fits` lets through, and faster on a GPU.
#ifdef NARROW
typedef int32_t Int;
#else
typedef int64_t Int;
#endif

// A build that checks ends the process where an array is read or written outside of it, and where
// a number is said to fit into fewer bits and does not.
#ifdef CHECKED
static int64_t checked(int64_t place, int64_t length) {
    if (place < 0 || place >= length) std::abort();
    return place;
}
#define AT(place, length) checked(place, length)
static Int cut_to_int(int64_t number) {
    if (number != Int(number)) std::abort();
    return Int(number);
}
#else
#define AT(place, length) place
FUNCTION Int cut_to_int(int64_t number) { return Int(number); }
#endif

// Numbers that lie side by side; on a GPU at regular distances, with those of other games between.
#ifndef SPACED_VIEWS
typedef int8_t* Octets;
typedef int32_t* Quads;
#else
template <class Number>
struct View {
    Number* first;
    int distance;
    FUNCTION_OF_VIEW View(Number* first, int distance = 1) : first(first), distance(distance) {}
    FUNCTION_OF_VIEW Number& operator[](int place) const {
        return first[int64_t(place) * distance];
    }
    FUNCTION_OF_VIEW View operator+(int64_t places) const {
        return {first + places * distance, distance};
    }
};
typedef View<int8_t> Octets;
typedef View<int32_t> Quads;
#endif

template <class Number>
FUNCTION Number floor_divided(Number number, Number by) {
    Number quotient = number / by;  // a remainder would be a second division in WebAssembly
    return (quotient * by != number && (number < 0) != (by < 0)) ? quotient - 1 : quotient;
}

template <class Number>
FUNCTION Number floor_remainder(Number number, Number by) {
    Number remainder = number % by;
    return (remainder != 0 && (remainder < 0) != (by < 0)) ? remainder + by : remainder;
}

template <class Number>
FUNCTION Number shifted_left(Number number, int by) {
#ifdef CHECKED
    if (Number(int64_t(uint64_t(number) << by)) != int64_t(uint64_t(number) << by)) std::abort();
#endif
    return sizeof(Number) == 4 ? Number(uint32_t(number) << by) : Number(uint64_t(number) << by);
}

// Python shifts by any number of bits, and kinds of actions reach beyond 32. A GPU does so, too.
template <class Number>
FUNCTION Number shifted_right(Number number, int by) {
#ifdef __CUDACC__
    return number >> by;
#else
    return Number(int64_t(number) >> by);
#endif
}

// Whether numbers differ, or lists of them, which are compared in words of eight bytes.
template <class Number>
FUNCTION bool differ(const Number& one, const Number& other) { return one != other; }
template <class Number, int length>
FUNCTION bool differ(const Number (&one)[length], const Number (&other)[length]) {
    uint64_t found = 0;
#ifdef __CUDACC__
    for (int at = 0; at < length; ++at) found |= uint64_t(one[at] != other[at]);
#else
    const int size = sizeof(one), words = size / 8 * 8;
    const char *first = reinterpret_cast<const char*>(one);
    const char *second = reinterpret_cast<const char*>(other);
    for (int at = 0; at < words; at += 8) {
        uint64_t left, right;
        COPY_BYTES(&left, first + at, 8);
        COPY_BYTES(&right, second + at, 8);
        found |= left ^ right;
    }
    for (int at = words; at < size; ++at) found |= uint64_t(first[at] != second[at]);
#endif
    return found != 0;
}

// Whether two records differ in one of the words of eight bytes that they consist of.
template <int word, class Record>
FUNCTION bool differ_in(const Record& one, const Record& other) {
    constexpr int left = sizeof(Record) - 8 * word, size = left < 8 ? left : 8;
    uint64_t first = 0, second = 0;
    COPY_BYTES(&first, reinterpret_cast<const char*>(&one) + 8 * word, size);
    COPY_BYTES(&second, reinterpret_cast<const char*>(&other) + 8 * word, size);
    return first != second;
}

template <class Number>
FUNCTION Number lesser(Number one, Number other) { return other < one ? other : one; }
template <class Number>
FUNCTION Number greater(Number one, Number other) { return other > one ? other : one; }

// Adds to a sum that threads share.
#ifdef __CUDACC__
FUNCTION void add_to(int64_t& sum, int64_t more) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&sum), (unsigned long long)(more));
}
#else
FUNCTION void add_to(int64_t& sum, int64_t more) { sum += more; }
#endif

// Copies a record to where the threads of a block share it, by all of them together.
template <class Record>
FUNCTION void share(Record& shared, const Record* given, unsigned thread, unsigned threads) {
    static_assert(sizeof(Record) % 4 == 0, "words of four bytes");
    for (unsigned word = thread; word < sizeof(Record) / 4; word += threads)
        reinterpret_cast<uint32_t*>(&shared)[word] = reinterpret_cast<const uint32_t*>(given)[word];
}

// Of numbers that are not negative, as sets are.
#ifdef __CUDACC__
FUNCTION Int bit_count(int32_t number) { return __popc(number); }
FUNCTION Int bit_count(int64_t number) { return __popcll(number); }
FUNCTION Int bit_length(int32_t number) { return 32 - __clz(number); }
FUNCTION Int bit_length(int64_t number) { return 64 - __clzll(number); }
#else
FUNCTION Int bit_count(int64_t number) { return __builtin_popcountll(number); }
FUNCTION Int bit_length(int64_t number) { return number ? 64 - __builtin_clzll(number) : 0; }
#endif

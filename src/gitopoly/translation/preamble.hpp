// What translated functions stand on: Python's arithmetic in C++.
#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#define INT64_C(number) number##LL
#else
#include <cstdint>
#include <cstdlib>
#endif

#ifdef __CUDACC__
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

// How wide a number is that is not declared to be wide: 64 bits as for Numba, or 32 bits,
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

// Numbers that lie at regular distances: side by side, or one for each game in between.
template <class Number>
struct View {
    Number* first;
    int distance;
    FUNCTION_OF_VIEW Number& operator[](int place) const {
        return first[int64_t(place) * distance];
    }
};
typedef View<int8_t> Octets;
typedef View<int32_t> Quads;

template <class Number>
FUNCTION Number floor_divided(Number number, Number by) {
    Number quotient = number / by;
    return (number % by != 0 && (number < 0) != (by < 0)) ? quotient - 1 : quotient;
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

template <class Number>
FUNCTION Number lesser(Number one, Number other) { return other < one ? other : one; }
template <class Number>
FUNCTION Number greater(Number one, Number other) { return other > one ? other : one; }
template <class Number>
FUNCTION Number absolute(Number number) { return number < 0 ? -number : number; }

// Adds to a sum that threads share.
#ifdef __CUDACC__
FUNCTION void add_to(int64_t& sum, int64_t more) {
    atomicAdd(reinterpret_cast<unsigned long long*>(&sum), (unsigned long long)(more));
}
#else
FUNCTION void add_to(int64_t& sum, int64_t more) { sum += more; }
#endif

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

// What translated functions stand on: Python's arithmetic in C++.
#ifdef __CUDACC_RTC__
typedef signed char int8_t;
typedef int int32_t;
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
#define UNROLL_NOT _Pragma("unroll 1")
#else
#define FUNCTION static
#define UNROLL_NOT
#endif

// Where an array is read or written; a build that checks ends the process outside of it.
#ifdef CHECKED
static int64_t checked(int64_t place, int64_t length) {
    if (place < 0 || place >= length) std::abort();
    return place;
}
#define AT(place, length) checked(place, length)
#else
#define AT(place, length) place
#endif

FUNCTION int64_t floor_divided(int64_t number, int64_t by) {
    int64_t quotient = number / by;
    return (number % by != 0 && (number < 0) != (by < 0)) ? quotient - 1 : quotient;
}

FUNCTION int64_t floor_remainder(int64_t number, int64_t by) {
    int64_t remainder = number % by;
    return (remainder != 0 && (remainder < 0) != (by < 0)) ? remainder + by : remainder;
}

FUNCTION int64_t shifted_left(int64_t number, int64_t by) {
    return int64_t(uint64_t(number) << by);
}

FUNCTION int64_t lesser(int64_t one, int64_t other) { return other < one ? other : one; }
FUNCTION int64_t greater(int64_t one, int64_t other) { return other > one ? other : one; }
FUNCTION int64_t absolute(int64_t number) { return number < 0 ? -number : number; }

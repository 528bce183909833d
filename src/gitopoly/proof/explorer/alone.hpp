// What the standard library needs in WebAssembly, where nothing is linked but the program: memory,
// and an end if there is no more of it.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>
#include <vector>

void* operator new(size_t size) {
    void* found = std::malloc(size);
    if (!found) __builtin_trap();
    return found;
}
void* operator new(size_t size, std::align_val_t alignment) {
    size_t unit = size_t(alignment);
    void* found = std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
    if (!found) __builtin_trap();
    return found;
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, size_t, std::align_val_t) noexcept { std::free(place); }

// It would write why the program ends.
[[noreturn]] void std::__libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }

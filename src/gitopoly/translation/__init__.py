"""The rules as C++ and CUDA: the same functions, translated for a third carrier."""

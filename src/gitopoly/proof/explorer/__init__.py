"""The explorer: every position of a model, by the rules themselves, with an exact set.

One search for all models and all carriers: threads of a processor or a GPU run a program that is
translated for the model; without a C++ compiler one thread runs `portable` in WebAssembly.
"""

"""Generate code from the catalogue of actions: `make generate`.

Declarations are read from the sources, never imported, so that this works whatever state the
generated modules are in. A test compares what is checked in with what would be written.
"""

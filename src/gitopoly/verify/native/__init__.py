"""The native checker: breadth-first exploration of the compiled kernel."""

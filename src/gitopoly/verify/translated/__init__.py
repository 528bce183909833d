"""The checker on translated rules: with an exact set, on a GPU or on the processor."""

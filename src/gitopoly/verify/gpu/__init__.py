"""The checker on a GPU: breadth-first exploration of the translated rules, with an exact set."""

"""One view a module: pure functions from a slice of the state to a node tree. Imports no browser module."""

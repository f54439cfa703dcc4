"""The engine from a command line: one scenario in, one plan out."""

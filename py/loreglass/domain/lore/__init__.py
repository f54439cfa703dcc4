"""Memory books at work: index, scan, activate, budget."""

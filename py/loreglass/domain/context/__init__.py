"""What every memory shares: filling in macros, and the arithmetic of budgets."""

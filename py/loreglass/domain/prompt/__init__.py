"""From budgeted texts to the finished prompt."""

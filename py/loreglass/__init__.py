"""Loreglass: what goes into the next prompt, and why."""

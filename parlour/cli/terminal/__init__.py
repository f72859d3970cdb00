"""The terminal: what is printed, and what is typed."""

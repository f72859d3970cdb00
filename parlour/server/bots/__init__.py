"""Bots at the server's tables: their jobs, and the scheduler that runs them."""

"""Bots at the server's tables: their jobs, and who computes when."""

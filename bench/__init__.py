"""Benchmarks against other engines and servers; and connect four, a whole game in one file."""

"""Benchmarks against other engines and servers, and connect four: a complete game in one file."""

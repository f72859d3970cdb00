"""A tournament: who plays whom, where, and what came of it."""

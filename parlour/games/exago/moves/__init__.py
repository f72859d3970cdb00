"""Exago's moves: listing them, drawing one at random, and the threats that must be blocked."""

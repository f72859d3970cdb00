"""A tournament: its schedule, its workers and its results."""

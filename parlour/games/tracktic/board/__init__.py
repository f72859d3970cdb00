"""Tracktic's grid as sets of cells, and its jigsaw pieces."""

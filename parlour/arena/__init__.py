"""Bots play each other in numbers: who is stronger, by how much, and how sure that is."""

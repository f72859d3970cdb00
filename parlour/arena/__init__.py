"""The arena: many games between bots show which is stronger, by how much, and how certain that is."""

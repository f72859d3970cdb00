"""How fast the engine is, beside its peers; and connect four, a whole game in one file."""

"""`parlour play`: people and bots at one terminal."""

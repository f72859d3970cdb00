"""Pictures and films of matches, made for visitors within limits."""

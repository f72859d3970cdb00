"""Reviews: finished matches that a bot looks at again, in the background."""

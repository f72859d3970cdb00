"""Statistics of results: ratings, comparisons and confidence."""

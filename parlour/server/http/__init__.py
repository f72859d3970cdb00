"""HTTP: the REST API, the page's files, limits and headers."""

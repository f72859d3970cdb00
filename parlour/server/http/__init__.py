"""Requests and answers: REST, the page's files, limits and headers."""

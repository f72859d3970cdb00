"""Tools that set up a clone, and build the page and the documentation's pages."""

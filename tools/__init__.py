"""Tools that set up a clone, build the page, and generate pages of the documentation."""

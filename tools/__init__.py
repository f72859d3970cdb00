"""What sets a clone up, and builds the page and the pages of the documentation."""

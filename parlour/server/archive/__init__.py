"""All tables in one zip, written and read."""

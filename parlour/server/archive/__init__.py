"""Export and import of all tables as one zip."""

"""Reports of results: summaries, tables, plots and pages."""

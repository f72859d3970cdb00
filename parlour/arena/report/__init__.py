"""Results as figures, tables, plots and pages."""

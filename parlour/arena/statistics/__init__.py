"""What results say, and how sure that is."""

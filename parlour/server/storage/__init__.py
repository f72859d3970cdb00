"""The database: SQLite or Postgres, its tables, and what is read and written."""
